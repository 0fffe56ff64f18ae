// Arabic through fribidi, and who reorders text.

import Screen
import Testing

@testable import Platform

@Suite("From right to left", .serialized)
struct RightToLeftTests {
    private let fribidi = FribidiScript()

    @Test("Letters join, a lam and an alef are one, and all is seen from the left")
    func joined() {
        #expect(fribidi.shown("سلام") == "\u{FEE1}\u{FEFC}\u{FEB3}")
        #expect(fribidi.shown("\u{2068}Ann\u{2069} غادر") == "\u{FEAD}\u{FEA9}\u{FE8E}\u{FECF} Ann")
        #expect(fribidi.shown("") == "")
    }

    @Test("Arrows between the marks of a piece keep their order, as a row and in a sentence")
    func arrows() {
        #expect(fribidi.shown("\u{2068}← →\u{2069}") == "← →")
        #expect(fribidi.shown("\u{2068}← → ↑ ↓\u{2069}") == "← → ↑ ↓")
        #expect(fribidi.shown("دار \u{2068}← →\u{2069} دار").contains("← →"))
        #expect(fribidi.shown("← →") == "→ ←")
    }

    @Test("Widths are those of what is shown")
    func widths() {
        #expect(TextWidth.of("سلام") == 4)
        script.withLock { $0 = fribidi }
        defer { script.withLock { $0 = nil } }
        #expect(TextWidth.of("سلام") == 3)
        #expect(TextWidth.wrap("سلام سلام", to: 7) == ["سلام سلام"])
    }

    @Test("A place in what was typed is a place in what is seen")
    func places() {
        #expect(fribidi.place(of: 0, in: "abc") == 0)
        #expect(fribidi.place(of: 0, in: "دار") == 2)
        #expect(fribidi.place(of: 2, in: "دار") == 0)
        #expect(fribidi.place(of: 4, in: "دار abc") == 0)
    }

    @Test(
        "The program puts letters in order and says so, unless the terminal would do it again",
        arguments: [
            ([:], true), (["VTE_VERSION": "7000"], true), (["TMUX": "/tmp/tmux"], true),
            (["TMUX": "/tmp/tmux", "VTE_VERSION": "7000"], false), (["STY": "1", "VTE_VERSION": "7000"], false),
            (["KONSOLE_VERSION": "220401"], false), (["MLTERM": "3.9"], false),
        ])
    func order(variables: [String: String], isOurs: Bool) {
        let order = ReorderingMode(.auto) { variables[$0] }
        #expect(order.isOurs == isOurs)
        #expect(order.enter == Array((isOurs ? "\u{1B}[8l" : "\u{1B}[8h").utf8))
        #expect(order.leave == Array((isOurs ? "\u{1B}[8h" : "").utf8))
    }

    @Test("What the player wants counts")
    func wanted() {
        #expect(ReorderingMode(.program) { _ in "1" }.isOurs)
        #expect(!ReorderingMode(.terminal) { _ in nil }.isOurs)
        #expect(ReorderingMode(.off) { _ in nil } == .none)
    }
}
