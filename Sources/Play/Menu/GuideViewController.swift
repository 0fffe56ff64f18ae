// The help of the menu: how the game goes, what the keys are, how two machines find each other. It knows no state.

import Screen

/// The guide.
final class GuideViewController {
    private let navigator: Navigator
    private var offset = 0

    init(navigator: Navigator) { self.navigator = navigator }

    private static let text: [(role: Role, words: String)] = [
        (.title, "The game"),
        (
            .plain,
            "Two players take turns dropping discs into seven columns. The first with four in a row wins: across, up or diagonally."
        ),
        (.plain, ""),
        (.title, "On the board"),
        (.plain, "← → move the arrow. Enter, Space or ↓ drops a disc. 1 to 7 drop at once, and so does a click on a column."),
        (.plain, "R plays again after the end: who asks for it begins. Q leaves the game. Esc asks whether to leave."),
        (.plain, "The last disc is marked <. The four that won stand in [ ]."),
        (.plain, ""),
        (.title, "Learning"),
        (
            .plain,
            "H marks the best columns, E shows the score over each, T marks threats, U takes a move back, and V looks at the game afterwards. With somebody on the network they must agree."
        ),
        (.plain, "A score above 0 wins for who is to move, below 0 it loses: the sooner, the further from 0. 0 is a draw."),
        (.plain, ""),
        (.title, "With somebody on the network"),
        (.plain, "One of you hosts a game, the other one joins: it appears in the list by itself. The host begins."),
        (
            .plain,
            "If it does not appear, type the address that the host's screen shows. A firewall on the host's machine must let TCP port 27364 through, and UDP port 5353 for the list."
        ),
        (
            .plain,
            "P on the host's screen makes the game private: it shows a code of four words, and only who types it gets in. Nobody else on the network can read or change what is said then."
        ),
        (.plain, "The iPhone app Four in a Row of 2013 can join and host too."),
        (.plain, ""),
        (.title, "Other games"),
        (
            .plain,
            "Nearby players: invite who is in the list, or be invited; who invites starts the game. Host a table, Join a table: the host sees who sits down, and starts. Both are for every game."
        ),
        (.plain, ""),
        (.title, "Guess the secret number"),
        (
            .plain,
            "One player keeps a number, the others guess: type it, Enter sends it. The answers are checked at the end. Who finds it keeps the next one."
        ),
        (.plain, ""),
        (.title, "Snap!"),
        (
            .plain,
            "Enter turns your card when it is your turn. When two open piles show one rank, Space: the first to snap wins them. A wrong Snap! costs a card for every other player."
        ),
        (.plain, ""),
        (.title, "Card matching"),
        (
            .plain,
            "Turn cards up: two of one suit make 1 point, two of one rank 4. Every card costs 1, a mismatch 1 more. N deals again, M matches three, S has more cards or fewer."
        ),
        (.plain, ""),
        (.title, "Everywhere"),
        (
            .plain,
            "? or 0 shows the keys of a screen, to choose from. Esc goes back. Ctrl-L draws the screen anew. Arrows, digits and Enter suffice."
        ),
    ]

    private(set) lazy var bindings: [Binding] = [
        Binding(.up, .down, .pageUp, .pageDown, name: "↑↓", label: "Scroll", help: "Scroll the text.") { [unowned self] in
            scroll(by: $0)
        },
        Binding(.escape, .character("q"), .enter, label: "Back", help: "Back to the menu.") { [unowned self] _ in navigator.pop()
        },
    ]

    private func scroll(by key: Key) {
        switch key {
        case .up, .wheel(-1): offset -= 1
        case .down, .wheel(1): offset += 1
        case .pageUp: offset -= 8
        case .pageDown: offset += 8
        default: break
        }
        navigator.setNeedsDisplay()
    }
}

extension GuideViewController: ViewController {
    var title: String { "Help" }

    func didPress(_ key: Key) -> Bool {
        guard case .wheel = key else { return false }
        scroll(by: key)
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let width = min(76, area.width - 4)
        let lines = Self.text.flatMap { entry in
            entry.words.isEmpty ? [(entry.role, "")] : TextWidth.wrap(entry.words, to: width).map { (entry.role, $0) }
        }
        offset = max(0, min(offset, lines.count - area.height + 1))
        for (index, line) in lines.dropFirst(offset).prefix(area.height - 1).enumerated() {
            canvas.put(line.1, x: (area.width - width) / 2, y: area.y + 1 + index, line.0)
        }
    }
}
