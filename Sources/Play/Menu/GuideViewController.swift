// The help of the menu: how the game goes, what the keys are, how two machines find each other. It knows no state.

import Language
import Screen

/// The guide.
final class GuideViewController {
    private let navigator: Navigator
    private var offset = 0
    private var page = 8

    init(navigator: Navigator) { self.navigator = navigator }

    /// How the last disc and the winning four stand out: by shapes on a painted board, by characters beside them on any other.
    private var marks: String {
        navigator.boardStyle.isPainted(BoardLayout(in: navigator.area).size)
            ? tr("Light corners mark the last disc. White cores mark the four that won.")
            : tr("The last disc is marked <. The four that won stand in [ ].")
    }

    private var text: [(role: Role, words: String)] { Self.beginning + [(.plain, marks)] + Self.rest + Self.keys }

    /// The same without what is drawn and which keys are pressed: `?` says on every screen what can be typed there.
    var spokenText: [String] {
        (Self.beginning.prefix(2) + Self.rest).map(\.words).filter { !$0.isEmpty }
            + [tr("? says on every screen what can be typed there.")]
    }

    private static var beginning: [(role: Role, words: String)] {
        [
            (.title, tr("The game")),
            (
                .plain,
                tr(
                    "Players take turns dropping discs into seven columns. The first to get four in a row wins: horizontally, vertically or diagonally."
                )
            ),
            (.plain, ""),
            (.title, tr("On the board")),
            (
                .plain,
                tr(
                    "{arrows} choose a column. Enter, Space or ↓ drops a disc. 1 to 7, or a click, drops one into that column.",
                    ["arrows": "← →"])
            ),
            (
                .plain,
                tr(
                    "R asks for a replay after the game. Q leaves; a game that goes on with others asks first. Esc asks whether to leave."
                )
            ),
        ]
    }

    private static var rest: [(role: Role, words: String)] {
        [
            (.plain, ""),
            (.title, tr("Learning")),
            (
                .plain,
                tr(
                    "H gives a hint. E shows or hides column scores, T threats. U takes a move back, Y redoes it. V reviews the game after it ends. On the network H, E, T and U ask the other player for permission."
                )
            ),
            (.plain, tr("Scores: positive: the player to move wins. Negative: they lose. 0 is a draw. Bigger means sooner.")),
            (.plain, ""),
            (.title, tr("On the network")),
            (
                .plain,
                tr(
                    "One player hosts a game. The other joins it from the list, where it appears by itself. The host goes first; after that, whoever asks for a replay does."
                )
            ),
            (
                .plain,
                tr(
                    "If the game does not appear, type the address that the host's screen shows. The host's firewall must allow TCP port 27364. For the list, both machines must allow UDP port 5353."
                )
            ),
            (
                .plain,
                tr(
                    "P on the host's screen makes it a private game and shows a code of four words. Only players with the code can join, and nobody else on the network can read or change what is sent."
                )
            ),
            (.plain, tr("The iPhone app Four in a Row of 2013 can host and join, too.")),
            (.plain, ""),
            (.title, tr("Other games")),
            (
                .plain,
                tr(
                    "Nearby players: invite players from the list, or be invited; the player who invites starts the game. Host a table, Join a table: the host sees who sits down, and starts the game. Both work with every game."
                )
            ),
            (.plain, ""),
            (.title, tr("Guess the secret number")),
            (
                .plain,
                tr(
                    "One player has a secret number and the others guess it: type a number and press Enter. Every answer is checked at the end. The winner may choose the next number."
                )
            ),
        ]
    }

    private static var keys: [(role: Role, words: String)] {
        [
            (.plain, ""),
            (.title, tr("Snap!")),
            (
                .plain,
                tr(
                    "Press Enter to turn your card when it is your turn. When two open piles show the same rank, press Space: the first to snap wins both. A wrong Snap! costs a card for every other player."
                )
            ),
            (.plain, ""),
            (.title, tr("Card matching")),
            (
                .plain,
                tr(
                    "Turn cards up: two of the same suit score 1 point, two of the same rank 4. Every card costs 1 point, a mismatch 1 more. N deals again, M matches two, three or four, S changes how many cards there are."
                )
            ),
            (.plain, ""),
            (.title, tr("Everywhere")),
            (
                .plain,
                tr(
                    "?, F1 or 0 shows the keys of a screen. Esc goes back. Ctrl-L redraws the screen. You can play with just arrows, digits and Enter."
                )
            ),
        ]
    }

    private(set) lazy var bindings: [Binding] = [
        Binding(.up, .down, name: "↑↓", label: tr("Scroll"), help: tr("Scroll the text.")) { [unowned self] in scroll(by: $0) },
        Binding(.character(" "), .pageDown, .pageUp, label: tr("Next page"), help: tr("Turn the page.")) { [unowned self] in
            scroll(by: $0)
        },
        Binding(.escape, .character("q"), .enter, label: tr("Back"), help: tr("Back to the menu.")) { [unowned self] _ in
            navigator.pop()
        },
    ]

    private func scroll(by key: Key) {
        switch key {
        case .up, .wheel(-1): offset -= 1
        case .down, .wheel(1): offset += 1
        case .pageUp: offset -= page
        case .pageDown, .character(" "): offset += page
        default: break
        }
        navigator.setNeedsDisplay()
    }
}

extension GuideViewController: ViewController {
    var title: String { tr("Help") }

    func didPress(_ key: Key) -> Bool {
        guard case .wheel = key else { return false }
        scroll(by: key)
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let area = navigator.page(in: area, columns: 76, on: canvas)
        let width = min(area.width, navigator.canvas.size.width - 4)
        let lines = text.flatMap { entry in
            entry.words.isEmpty ? [(entry.role, "")] : TextWidth.wrap(entry.words, to: width).map { (entry.role, $0) }
        }
        page = Foot.height(of: area, showing: lines.count)
        offset = max(0, min(offset, lines.count - page))
        canvas.focus = Point(x: area.x + (area.width - width) / 2, y: area.y + 1)
        if offset + page < lines.count { Foot.draw(on: canvas, in: area) }
        for (index, line) in lines.dropFirst(offset).prefix(page).enumerated() {
            canvas.put(line.1, x: area.x + (area.width - width) / 2, y: area.y + 1 + index, line.0)
        }
    }
}
