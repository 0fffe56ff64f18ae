// The position of the terminal's cursor in the real program: on the focus, visible or not, and what is written last.

import Screen
import TestSupport
import Testing

@Suite("The cursor", .serialized, .ownThread)
struct FocusTests {
    @Test("It stands on the chosen column, hidden, and on the chosen line", arguments: [false, true])
    func stands(isVisible: Bool) throws {
        let folder = try TestFolder()
        try folder.write(isVisible ? "cursor = visible\n" : "cursor = hidden\n", to: Player.config)
        let player = try Player(folder: folder)
        try player.see("the menu's line") { $0.lines[$0.caret.y].contains("Play the computer") && $0.isCaretVisible == isVisible }
        player.press(.home, .down, .down)
        try player.see("the third line") { $0.lines[$0.caret.y].contains("Two players") }
        player.press(.enter)
        let middle = try player.see("the middle column") { $0.words.contains("Yellow's turn") && $0.caret.x == 39 }.caret
        player.press(.right)
        try player.see("the next column") { $0.caret.x > middle.x && $0.caret.y == middle.y && $0.isCaretVisible == isVisible }
    }

    @Test("Of a move, whose turn it is comes last")
    func last() throws {
        let player = try Player(["two"])
        try player.see("Yellow's turn")
        player.terminal.settle()
        player.terminal.forgetReceived()
        player.type("4")
        try player.see("Red's turn")
        player.terminal.settle()
        // Without escape sequences, what is left are the characters in the order of their writing.
        let text = String(decoding: player.terminal.received, as: UTF8.self).replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "\n")
        let words = text.split(whereSeparator: \.isWhitespace)
        // The first row is written last: both players, and between them whose turn it is.
        #expect(words.suffix(8).contains("turn") || words.suffix(8).contains { $0.contains("Red") }, "\(words)")
    }
}
