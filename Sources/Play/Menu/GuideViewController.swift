// How to play: the rules, the lessons, the keys, and how two machines find each other.

import Language
import Screen

/// The guide.
final class GuideViewController {
    let navigator: Navigator
    let view = PageView()

    init(navigator: Navigator) { self.navigator = navigator }

    /// How the last disc and the winning four are marked: with shapes on a painted board, otherwise with characters beside them.
    private var marks: String {
        navigator.boardStyle.isPainted(BoardLayout(in: navigator.area).size)
            ? tr("Light corners mark the last disc. A white line joins the four that won.")
            : tr("The last disc is marked <. The four that won stand in [ ].")
    }

    private var text: [(role: Role, words: String)] {
        let fours: [(role: Role, words: String)] = fours.map { (.yellow, $0) }
        let lessons: [(role: Role, words: String)] = [(.plain, ""), (.plain, Self.lessons)]
        let game = Self.rules + fours + lessons + Self.board + [(.plain, marks)]
        return game + Self.rest + Self.keys + Self.network + Self.everywhere
    }

    /// Three fours in a row: across, down, and diagonal.
    private var fours: [String] {
        let disc: Character = navigator.glyphs.isUnicode ? "●" : "O"
        let rows = [
            "           x              x", "           x            x", "           x          x", "x x x x    x        x",
        ]
        // Lines are broken at usual blanks, and have none at their beginning.
        return rows.map { isolated(String($0.map { $0 == "x" ? disc : "\u{A0}" })) }
    }

    private static var lessons: String { tr("The lessons show it step by step, on the board: press L.") }
    private static var signs: String { tr("▲ wins, = draws, ▼ loses") }

    private static var rules: [(role: Role, words: String)] {
        [
            (.title, tr("The game")),
            (
                .plain,
                tr(
                    "Players take turns dropping discs into seven columns: each falls to the lowest free square. The first to get four in a row wins: horizontally, vertically or diagonally. A full board is a draw."
                )
            ),
            (.plain, ""),
        ]
    }

    private static var board: [(role: Role, words: String)] {
        [
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
                    "After a game R plays another one. Q or Esc leaves: a game on the network asks first, any other is kept, and the menu goes on with it."
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
            (.plain, signs),
            (.plain, ""),
            (.title, tr("Other games")),
            (
                .plain,
                tr(
                    "Players near you: invite players from the list, or be invited; the player who invites starts the game. After you leave the list, others can still invite you, even while you play alone. H hosts a table: others see it in the list and sit down, and the host starts the game. Both work with every game."
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
                    "Press Enter to turn your card when it is your turn. When two open piles show the same rank, press Space: the first to snap wins both, and whoever gets all the cards wins. For a wrong Snap! you pay every other player a card."
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
        ]
    }

    private static var network: [(role: Role, words: String)] {
        [
            (.plain, ""),
            (.title, tr("On the network")),
            (
                .plain,
                tr(
                    "One player hosts a game. The other joins it from the list, where it appears by itself. The host goes first; after that, whoever asks for another game does."
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
        ]
    }

    private static var everywhere: [(role: Role, words: String)] {
        [
            (.plain, ""),
            (.title, tr("Everywhere")),
            (
                .plain,
                tr(
                    "? or F1 shows the keys of a screen. Esc goes back. Ctrl-L redraws the screen. You can play with just arrows, digits and Enter."
                )
            ),
        ]
    }
}

extension GuideViewController: PageViewController {
    var title: String { tr("How to play") }

    func page(in size: Size) -> Page {
        var page = Page(columns: 76, placement: .scrolled)
        page.headline = text.map { Page.Note($0.role, $0.words) }
        page.keys = [
            Binding(.character("l"), label: tr("Lessons"), help: tr("Go to the lessons.")) { [unowned self] _ in
                navigator.push(MenuViewController(navigator: navigator, title: tr("Lessons"), entries: MenuEntry.lessons))
            },
            Binding(.escape, .character("q"), .enter, label: tr("Back"), help: tr("Back to the menu.")) { [unowned self] _ in
                navigator.pop()
            },
        ]
        return page
    }

    /// The text without what is drawn and which keys are pressed: `?` says on every screen what can be typed there.
    var announcement: Announcement {
        let sentences = (Self.rules + Self.rest + Self.network).map(\.words).filter { !$0.isEmpty && $0 != Self.signs }
        return Announcement(sentences: sentences + [tr("? says on every screen what can be typed there.")])
    }
}
