// Graphs: what is drawn where there are more values than columns.

import Screen
import Testing

@testable import Play

@Suite("Graphs")
struct GraphTests {
    /// The blocks of the row above the axis.
    private func blocks(_ values: [Int?], width: Int, glyphs: Glyphs = .unicode) -> String {
        let canvas = Canvas(size: Size(width: width + 4, height: 9))
        canvas.glyphs = glyphs
        Graph(rect: Rect(x: 0, y: 0, width: width + 4, height: 9), glyphs: glyphs)
            .drawBars(values, signs: [:], chosen: nil, on: canvas)
        return String(canvas.lines[2].dropFirst(4))
    }

    @Test("42 moves on 27 columns: every one is to be seen by itself")
    func narrow() {
        for index in 0..<42 {
            var values: [Int?] = Array(repeating: 0, count: 42)
            values[index] = 6
            let alone = blocks(values, width: 27)
            #expect(alone.contains { $0 != " " }, "move \(index + 1)")
            guard index > 0 else { continue }
            values[index - 1] = 6
            #expect(blocks(values, width: 27) != alone, "move \(index) beside it")
        }
        #expect(blocks([6, 0, 6, 6], width: 2) == "▌█")
    }

    @Test("The last of two that share a column counts where no character has halves side by side")
    func ascii() {
        #expect(blocks([6, 6, 6, 6], width: 2, glyphs: .ascii) == "##")
        #expect(blocks([6, 6, 6, 6], width: 2, glyphs: .console) == "██")
    }

    @Test("A blunder's sign is whole below a narrow bar, unless the next sign is there; none is an ellipsis")
    func signs() {
        let canvas = Canvas(size: Size(width: 31, height: 9))
        Graph(rect: Rect(x: 0, y: 0, width: 31, height: 9), glyphs: .unicode)
            .drawBars(
                Array(repeating: 6, count: 42), signs: [0: "??", 20: "??", 22: "?", 30: "?", 31: "??", 41: "??"], chosen: nil,
                on: canvas)
        #expect(canvas.lines[7].dropFirst(4) == "??          ???    ??     ?")
    }

    @Test("Where there is room each has whole columns")
    func wide() { #expect(blocks([6, 0, 6], width: 6) == "██  ██") }
}
