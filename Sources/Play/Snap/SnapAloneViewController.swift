// Before a game of Snap! alone: against how many computer players, and how quick they are. It knows no cards.

import Screen

/// The choices before a game against computer players.
final class SnapAloneViewController {
    private let navigator: Navigator
    private var list = ChoiceList()
    private var bots = 1
    private var speed = SnapSpeed.medium

    private enum Line: Int, CaseIterable {
        case deal, bots, speed
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
        Binding(.enter, .character(" "), name: "Enter", label: "Deal or change", help: "Deal, or change the chosen line.") {
            [unowned self] _ in confirm()
        },
        Binding(.left, .right, name: "←→", label: "Change", help: "Change the chosen line.") { [unowned self] in
            change(by: $0 == .left ? -1 : 1)
        },
        Binding(
            .character("1"), .character("2"), .character("3"), name: "1-3", help: "Deal, or change the line of this number."
        ) { [unowned self] in
            if let index = list.index(named: $0) { open(index) }
        },
        Binding(.escape, .character("q"), label: "Back", help: "Back to the menu.") { [unowned self] _ in navigator.pop() },
    ]

    private var line: Line { Line(rawValue: list.chosen) ?? .deal }

    private func open(_ index: Int) {
        list.choose(index)
        confirm()
    }

    private func confirm() {
        guard line == .deal else { return change(by: 1) }
        navigator.push(SnapViewController(navigator: navigator, against: bots, speed: speed))
    }

    private func change(by step: Int) {
        switch line {
        case .deal: break
        case .bots: bots = (bots - 1 + step + 3) % 3 + 1
        case .speed: speed = SnapSpeed(rawValue: (speed.rawValue + step + 3) % 3) ?? .medium
        }
        navigator.setNeedsDisplay()
    }
}

extension SnapAloneViewController: ViewController {
    var title: String { "Snap! against the computer" }

    func didPress(_ key: Key) -> Bool {
        if case .click = key, let index = list.index(named: key) { open(index) }
        guard list.move(by: key) else { return false }
        navigator.setNeedsDisplay()
        return true
    }

    private static let rules =
        "In turn, each turns a card (Enter). When two piles show one rank, the first to snap (Space) wins them. "
        + "A wrong Snap! costs a card for every other player."

    func draw(on canvas: Canvas, in area: Rect) {
        let width = min(area.width - 2, 60)
        let x = (area.width - width) / 2
        let rows = Rect(x: x, y: area.y + min(2, area.height / 6), width: width, height: Line.allCases.count)
        list.draw(on: canvas, in: rows) { index in
            switch Line(rawValue: index) {
            case .bots: ("Computer players".padded(to: 19) + String(self.bots), "1 to 3")
            case .speed: ("Their reactions".padded(to: 19) + self.speed.words, "slow, medium, quick")
            case .deal, nil: ("Deal the cards", "")
            }
        }
        let y = rows.y + rows.height + 1
        for (index, line) in TextWidth.wrap(Self.rules, to: width - 4).prefix(area.y + area.height - y).enumerated() {
            canvas.put(line, x: x + 4, y: y + index, .faint)
        }
    }
}
