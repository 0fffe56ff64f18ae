// Text that is not written as English is: between which characters Chinese breaks, and a canvas that is mirrored.

import Screen
import TestSupport
import Testing

@Suite("Other scripts") @MainActor
struct ScriptTests {
    @Test("Chinese breaks between characters, but before no mark that closes and behind none that opens")
    func chinese() {
        #expect(TextWidth.wrap("四子棋很好玩", to: 6) == ["四子棋", "很好玩"])
        #expect(TextWidth.wrap("四子棋。很好玩", to: 7) == ["四子", "棋。很", "好玩"])
        #expect(TextWidth.wrap("他说“好”吗", to: 6) == ["他说", "“好”吗"])
        #expect(TextWidth.wrap("按 Enter 落子，按 H 看提示", to: 10) == ["按 Enter", "落子，按 H", "看提示"])
        #expect(TextWidth.wrap("Enter键", to: 6) == ["Enter", "键"])
        #expect(TextWidth.wrap("two words", to: 5) == ["two", "words"])
    }

    @Test("What says something of direction takes no cell")
    func isolates() { #expect(TextWidth.of("\u{2068}Ann\u{2069}") == 3) }

    @Test("Text that has no room ends in an ellipsis")
    func cut() {
        let canvas = Canvas(size: Size(width: 8, height: 1))
        #expect(canvas.put("Disconnect", x: 1, y: 0, limit: 5) == 6)
        #expect(canvas.lines == [" Disc…"])
        canvas.put("四子棋四子棋", x: 0, y: 0)
        #expect(canvas.lines == ["四子棋…"])
    }

    @Test("On a mirrored canvas all stands at the other side, but a picture's left stays its left")
    func mirrored() {
        let canvas = Canvas(size: Size(width: 12, height: 2))
        canvas.clear(isMirrored: true)
        #expect(canvas.put("ab", x: 1, y: 0) == 3)
        canvas.put("cd", x: 4, y: 0)
        canvas.focus = Point(x: 1, y: 0)
        #expect(canvas.lines[0] == "      cd ab")
        #expect(canvas.focus == Point(x: 10, y: 0))
        canvas.picture(in: Rect(x: 2, y: 1, width: 3, height: 1)) {
            canvas.put("1", x: 2, y: 1)
            canvas.put("23", x: 3, y: 1)
        }
        #expect(canvas.lines[1] == "       123")
        #expect(canvas.origin(of: Point(x: 7, y: 1)) == Point(x: 2, y: 1))
        #expect(canvas.origin(of: Point(x: 10, y: 0)) == Point(x: 1, y: 0))
    }
}
