// The canvas: clipping, changes, wide and harmful characters; and the widths of text.

import Screen
import Testing

private func changes(of canvas: Canvas) -> [Int: ClosedRange<Int>] {
    var rows: [Int: ClosedRange<Int>] = [:]
    canvas.takeChanges { rows[$0] = $1 }
    return rows
}

private func text(_ canvas: Canvas, row: Int) -> String {
    var text = ""
    for x in 0..<canvas.size.width {
        if let scalar = Unicode.Scalar(canvas[x, row].scalar), scalar.value != 0 { text.unicodeScalars.append(scalar) }
    }
    return text
}

@Suite struct CanvasTests {
    @Test func onlyWhatChangedIsTold() {
        let canvas = Canvas(size: Size(width: 10, height: 3))
        #expect(changes(of: canvas) == [0: 0...9, 1: 0...9, 2: 0...9])
        canvas.put("abc", x: 2, y: 1)
        canvas.put("abc", x: 2, y: 1)
        #expect(changes(of: canvas) == [1: 2...4] && !canvas.hasChanges)
        canvas.put("abd", x: 2, y: 1)
        #expect(changes(of: canvas) == [1: 4...4])
        canvas.put("abd", x: 2, y: 1, .title)
        #expect(changes(of: canvas) == [1: 2...4])
        canvas.touch()
        #expect(changes(of: canvas).count == 3)
    }

    @Test func drawingOutsideIsClipped() {
        let canvas = Canvas(size: Size(width: 4, height: 2))
        canvas.put("abcdef", x: -2, y: 0)
        canvas.put("abcdef", x: 2, y: 1)
        canvas.put("x", x: 0, y: 2)
        canvas.put("x", x: 0, y: -1)
        canvas.fill(Rect(x: -5, y: -5, width: 3, height: 3), with: "#")
        #expect(text(canvas, row: 0) == "cdef" && text(canvas, row: 1) == "  a…")
    }

    @Test func aWideCharacterTakesTwoCellsOrNone() {
        let canvas = Canvas(size: Size(width: 4, height: 1))
        #expect(canvas.put("日本", x: 0, y: 0) == 4)
        #expect(text(canvas, row: 0) == "日本")
        canvas.put("x", x: 1, y: 0)
        #expect(text(canvas, row: 0) == " x本")
        canvas.put("y", x: 2, y: 0)
        #expect(text(canvas, row: 0) == " xy ")
        #expect(canvas.put("本", x: 3, y: 0) == 4)
        #expect(text(canvas, row: 0) == " xy…")
    }

    @Test func marksStayOnTheirLetter() {
        let canvas = Canvas(size: Size(width: 4, height: 1))
        canvas.put("e\u{301}\u{302}x", x: 0, y: 0)
        #expect(canvas[0, 0].mark == 0x301 && canvas[1, 0].scalar == UInt32(UInt8(ascii: "x")))
    }

    @Test func aVoicedKanaOfTwoScalarsIsOneCharacter() {
        let canvas = Canvas(size: Size(width: 6, height: 1))
        #expect(canvas.put("か\u{3099}き", x: 0, y: 0) == 4)
        #expect(canvas[0, 0].scalar == 0x304B && canvas[0, 0].mark == 0x3099 && canvas[2, 0].scalar == 0x304D)
    }

    @Test(arguments: [
        "\u{1B}", "\u{7}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{FEFF}", "\u{0}", "\u{E000}", "\u{AD}", "\u{2028}",
    ])
    func whatCouldHarmATerminalIsReplaced(scalar: Unicode.Scalar) {
        let canvas = Canvas(size: Size(width: 3, height: 1))
        canvas.put("a" + String(Character(scalar)) + "b", x: 0, y: 0)
        for x in 0..<3 {
            #expect(canvas[x, 0].scalar != scalar.value && (canvas[x, 0].mark == 0 || canvas[x, 0].mark != scalar.value))
        }
    }

    /// Terminals differ in how wide they draw an emoji of several; each by itself they agree on. Invisible letters take the one cell of
    /// what replaces them.
    @Test func emojiAreDrawnOneByOneAndInvisibleLettersAreSeen() {
        let canvas = Canvas(size: Size(width: 8, height: 1))
        #expect(canvas.put("👩\u{200D}👧❤\u{FE0F}a", x: 0, y: 0) == 6 && text(canvas, row: 0) == "👩👧❤a  ")
        #expect((0..<8).allSatisfy { canvas[$0, 0].mark == 0 })
        for letter in ["\u{3164}", "\u{115F}", "\u{FFA0}", "\u{2800}"] {
            #expect(canvas.put(letter, x: 0, y: 0) == 1 && canvas[0, 0].scalar == 0xFFFD)
        }
    }

    @Test func quartersOfACell() {
        let cells: [([Role?], Cell)] = [
            ([nil, .yellow, nil, nil], Cell("▝", .yellow, on: .panel)),
            ([.yellow, .yellow, nil, .yellow], Cell("▜", .yellow, on: .panel)),
            ([.hole, .red, .hole, .hole], Cell("▝", .red, on: .hole)),
            ([.red, .red, .hole, .hole], Cell(upper: .red, lower: .hole, on: .panel)),
            ([nil, nil, nil, nil], Cell(" ", .panel, on: .panel)),
        ]
        for (quarters, cell) in cells { #expect(Cell(quarters: quarters, on: .panel) == cell) }
    }

    @Test func glyphsReplaceWhatATerminalLacks() {
        let canvas = Canvas(size: Size(width: 6, height: 1))
        canvas.glyphs = .ascii
        canvas.put("●○▼│┼é", x: 0, y: 0)
        #expect(text(canvas, row: 0) == "XOv|+é")
    }
}

@Suite struct TextWidthTests {
    /// Among them those that an earlier table of ours counted otherwise than glibc and ncurses.
    @Test(arguments: [
        ("か\u{3099}", 2), ("e\u{301}", 1), ("\u{1112}\u{1161}", 2), ("ส\u{E31}", 1), ("日", 2), ("😀", 2), ("▼●", 2),
        ("a\u{20DD}", 1), ("\u{378}", 1),
    ])
    func widthsAreThoseOfTheLibrary(text: String, width: Int) { #expect(TextWidth.of(text) == width) }

    @Test func clippingKeepsWithinTheLimit() {
        for limit in 0...12 { #expect(TextWidth.of(TextWidth.clip("日本語 and more", to: limit)) <= limit) }
        #expect(TextWidth.clip("short", to: 5) == "short")
    }

    @Test func wrappingKeepsEveryWordWithinTheLimit() {
        let words = "We Have a Winner: Your opponent has won the game. " + String(repeating: "x", count: 50)
        for limit in 1...60 {
            let lines = TextWidth.wrap(words, to: limit)
            #expect(lines.allSatisfy { TextWidth.of($0) <= limit })
            #expect(lines.joined().filter { $0 != " " } == words.filter { $0 != " " })
        }
        #expect(TextWidth.wrap("日本語", to: 1) == ["日", "本", "語"], "what cannot be broken stays whole")
    }
}
