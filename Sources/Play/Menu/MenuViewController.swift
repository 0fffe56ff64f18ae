// The first screen: what can be played. It knows the other screens.

import Screen

/// The menu.
final class MenuViewController {
    private let navigator: Navigator
    private var list = ChoiceList()

    /// The menu of a navigator; push it first.
    init(navigator: Navigator) {
        self.navigator = navigator
        list.setCount(entries.count)
    }

    /// The screens' names, their keys and what opens them.
    private lazy var entries: [(words: String, behind: String, open: () -> Void)] = [
        ("Host a game", "others on the network see it and join", { [unowned self] in hostGame() }),
        ("Join a game", "choose one from the network", { [unowned self] in joinGame() }),
        ("Two players on this keyboard", "", { [unowned self] in playTogether() }),
        (
            "Options", "name, colours, animation",
            { [unowned self] in navigator.push(OptionsViewController(navigator: navigator)) }
        ),
        ("Help", "every key", { [unowned self] in navigator.push(GuideViewController(navigator: navigator)) }),
        ("Quit", "", { [unowned self] in navigator.surroundings.quit() }),
    ]

    private(set) lazy var bindings: [Binding] = [
        Binding(.up, .down, name: "↑↓", label: "Choose", help: "Choose a line.") { [unowned self] in
            _ = list.move(by: $0)
            navigator.setNeedsDisplay()
        },
        Binding(.enter, .character(" "), name: "Enter", label: "Open", help: "Open the chosen line.") { [unowned self] _ in
            open(list.chosen)
        },
        Binding(
            .character("1"), .character("2"), .character("3"), .character("4"), .character("5"), .character("6"), name: "1-6",
            help: "Open the line of this number."
        ) { [unowned self] in
            if let index = list.index(named: $0) { open(index) }
        },
        Binding(.character("h"), help: "Host a game.") { [unowned self] _ in hostGame() },
        Binding(.character("j"), help: "Join a game.") { [unowned self] _ in joinGame() },
        Binding(.character("q"), .escape, label: "Quit", help: "Leave the program.") { [unowned self] _ in
            navigator.surroundings.quit()
        },
    ]

    private func open(_ index: Int) {
        list.choose(index)
        navigator.setNeedsDisplay()
        entries[index].open()
    }
}

// MARK: - The original's verbs

extension MenuViewController {
    private func hostGame() {
        let host = HostGameViewController(navigator: navigator, port: nil)
        do throws(NetworkFailure) {
            try host.hostGame()
            navigator.push(host)
        } catch {
            navigator.show(alert: "The game cannot be hosted: \(error.reason).")
        }
    }

    private func joinGame() { navigator.push(JoinGameViewController(navigator: navigator)) }

    private func playTogether() { navigator.push(FourInARowViewController(sharedBy: navigator)) }
}

extension MenuViewController: ViewController {
    var title: String { "Four in a Row" }
    var status: String { navigator.playerName }

    func didPress(_ key: Key) -> Bool {
        if case .click = key, let index = list.index(named: key) { open(index) }
        guard list.move(by: key) else { return false }
        navigator.setNeedsDisplay()
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let width = min(area.width - 2, 60)
        let emblem = BoardEmblem(glyphs: navigator.glyphs)
        let showsEmblem = area.height >= entries.count + emblem.height + 3
        let height = entries.count + (showsEmblem ? emblem.height + 1 : 0)
        var y = area.y + max(0, (area.height - height) / 2)
        if showsEmblem {
            emblem.draw(on: canvas, x: (area.width - emblem.width) / 2, y: y)
            y += emblem.height + 1
        }
        let rect = Rect(x: (area.width - width) / 2, y: y, width: width, height: min(entries.count, area.height))
        list.draw(on: canvas, in: rect) { (entries[$0].words, entries[$0].behind) }
    }
}

/// A small board with four in a row, above the menu.
private struct BoardEmblem {
    let glyphs: Glyphs
    let width = 23
    let height = 5

    private static let rows = [".......", "...Y...", "..YR.R.", ".YRYRYR", "YRRYYRY"]
    private static let winning: Set<Int> = [10, 16, 22, 28]

    func draw(on canvas: Canvas, x: Int, y: Int) {
        for (row, line) in Self.rows.enumerated() {
            for (column, letter) in line.enumerated() {
                let cell: BoardCell = letter == "Y" ? .mine : letter == "R" ? .yours : .empty
                let isWinning = Self.winning.contains(row * 7 + column)
                let role = cell.role(isWinning: isWinning)
                canvas.put(isWinning ? "[" : " ", x: x + 1 + column * 3, y: y + row, isWinning ? role : .plain)
                canvas.put(cell.art(.small, glyphs)[0], x: x + 2 + column * 3, y: y + row, role)
                canvas.put(isWinning ? "]" : " ", x: x + 3 + column * 3, y: y + row, isWinning ? role : .plain)
            }
        }
    }
}
