// Before a game against the computer: how strong it plays and who begins. What is chosen is kept. It knows no board.

import Engine
import Screen

/// The choices before a game against the computer.
final class ComputerViewController {
    private let navigator: Navigator
    private var list = ChoiceList()

    private enum Line: Int, CaseIterable {
        case play, level, beginner
    }

    init(navigator: Navigator) {
        self.navigator = navigator
        list.setCount(Line.allCases.count)
    }

    private(set) lazy var bindings: [Binding] = [
        Binding(.up, .down, name: "↑↓", label: "Choose", help: "Choose a line.") { [unowned self] in
            _ = list.move(by: $0)
            navigator.setNeedsDisplay()
        },
        Binding(.enter, .character(" "), name: "Enter", label: "Play or change", help: "Play, or change the chosen line.") {
            [unowned self] _ in confirm()
        },
        Binding(.left, .right, name: "←→", label: "Change", help: "Change the chosen line.") { [unowned self] in
            change(by: $0 == .left ? -1 : 1)
        },
        Binding(
            .character("1"), .character("2"), .character("3"), name: "1-3", help: "Play, or change the line of this number."
        ) { [unowned self] in
            if let index = list.index(named: $0) { open(index) }
        },
        Binding(.escape, .character("q"), label: "Back", help: "Back to the menu.") { [unowned self] _ in navigator.pop() },
    ]

    private var line: Line { Line(rawValue: list.chosen) ?? .play }
    private var level: Level { Level(rawValue: navigator.settings.level) ?? .casual }

    private func open(_ index: Int) {
        list.choose(index)
        confirm()
    }

    private func confirm() {
        guard line == .play else { return change(by: 1) }
        let game = FourInARowViewController(navigator: navigator, level: level, beginner: navigator.settings.beginner)
        navigator.push(game)
        game.startGame()
    }

    private func change(by step: Int) {
        var settings = navigator.settings
        switch line {
        case .play: return
        case .level: settings.level = (settings.level - 1 + step + Level.allCases.count) % Level.allCases.count + 1
        case .beginner:
            let all = Beginner.allCases
            let index = all.firstIndex(of: settings.beginner) ?? 0
            settings.beginner = all[(index + step + all.count) % all.count]
        }
        navigator.change(settings)
        navigator.setNeedsDisplay()
    }
}

extension ComputerViewController: ViewController {
    var title: String { "Play the computer" }

    func didPress(_ key: Key) -> Bool {
        if case .click = key, let index = list.index(named: key) { open(index) }
        guard list.move(by: key) else { return false }
        navigator.setNeedsDisplay()
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let width = min(area.width - 2, 60)
        let x = (area.width - width) / 2
        let rows = Rect(x: x, y: area.y + min(2, area.height / 6), width: width, height: Line.allCases.count)
        list.draw(on: canvas, in: rows) { index in
            switch Line(rawValue: index) {
            case .level: ("Level".padded(to: 8) + "\(self.level.rawValue) \(self.level.name)", width > 50 ? self.level.words : "")
            case .beginner: ("Start".padded(to: 8) + navigator.settings.beginner.words, "")
            case .play, nil: ("Play", "")
            }
        }
        let y = rows.y + rows.height + 1
        let keys = "In the game H gives a hint, E shows every column's score, U takes a move back."
        let note = width > 50 ? keys : "\(level.name): \(level.words). \(keys)"
        for (index, line) in TextWidth.wrap(note, to: width - 4).prefix(area.y + area.height - y).enumerated() {
            canvas.put(line, x: x + 4, y: y + index, .faint)
        }
    }
}
