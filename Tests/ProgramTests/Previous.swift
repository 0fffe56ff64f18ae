// The program of an earlier version, as `make previous` builds it. It knows where that is, and nothing of what it can do.

import Glibc
import TestSupport
import Testing

/// An earlier version of the program.
enum Previous {
    /// The program: what FOURINAROW_PREVIOUS names, or what `make previous` built.
    static let program = getenv("FOURINAROW_PREVIOUS").map { String(cString: $0) } ?? built
    /// Whether it is there.
    static let isThere = access(program, X_OK) == 0
    /// For `.enabled(if:)`.
    static let reason = "needs the program of an earlier version: make previous, or FOURINAROW_PREVIOUS=path"

    private static let built =
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/.build/previous/build/debug/fourinarow"
}

extension Previous {
    /// The earlier version's sentences, and this one's.
    private static let sentences = [
        ("It is your turn.", "Your turn"), ("It is your opponent's turn.", "Its opponent's turn"),
        ("It is a draw.", "It's a draw."),
        ("We Have a Winner: You have won the game.", "We have a winner: you!"), ("Looking for them again…", "Reconnecting…"),
        ("asks you to allow", "wants"), ("does not allow it.", "said no."), ("The game goes on.", "The game continues."),
        ("That is not the code of this game.", "Wrong code."), ("Game Four in a Row", "Game: Four in a Row"),
    ]

    /// What is to be read on the earlier version's screen, in the words of this one.
    static func inOurWords(_ words: String) -> String {
        var words = sentences.reduce(words) { $0.replacing($1.0, with: $1.1) }
        // It called nobody who won by name but in the title.
        if words.contains("Your opponent has won the game."), let title = words.firstMatch(of: /You ● and (.*?) ○/) {
            words += " We have a winner: \(title.1)!"
        }
        return words.replacing(/You ● and (.*?) ○ Won (\d+) Drawn \d+ Lost (\d+)/) { "● You \($0.2) : \($0.3) \($0.1) ◉" }
    }

    /// The discs on the earlier version's board, which had a frame; nil where these lines show none.
    static func discs(in lines: [String]) -> (mine: Int, yours: Int)? {
        guard lines.contains(where: { $0.contains("└────") }) else { return nil }
        let rows = lines.filter { $0.contains("│") }
        func count(_ disc: String) -> Int { rows.reduce(0) { $0 + $1.ranges(of: disc).count } }
        return (count("▐█▌"), count("█○█"))
    }
}

/// Which of two players has the program of the earlier version.
enum Older: CaseIterable, CustomTestStringConvertible {
    case host, guest

    var testDescription: String { self == .host ? "the host's is the earlier one" : "the guest's is the earlier one" }
    /// The host's program.
    var host: String { self == .host ? Previous.program : Player.program }
    /// The guest's program.
    var guest: String { self == .guest ? Previous.program : Player.program }
}
