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
            .drawBars(values, marks: [:], chosen: nil, on: canvas)
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

    @Test("Below each great mistake is the disc of whoever made it, also where two share a column")
    func marks() {
        let canvas = Canvas(size: Size(width: 31, height: 9))
        Graph(rect: Rect(x: 0, y: 0, width: 31, height: 9), glyphs: .unicode)
            .drawBars(
                Array(repeating: 6, count: 42), marks: [0: .yellow, 20: .yellow, 22: .red, 30: .red, 31: .yellow, 41: .red],
                chosen: nil, on: canvas)
        #expect(canvas.lines[7].dropFirst(4) == "●           ● ◉    ●      ◉")
        #expect([4, 16, 18, 23, 30].map { canvas[$0, 7].role } == [.yellow, .yellow, .red, .yellow, .red])
    }

    @Test("A line of a few values is as short as they are, and one of many as long as there is room")
    func lines() {
        func rows(_ values: [Int]) -> [Substring] {
            let canvas = Canvas(size: Size(width: 44, height: 6))
            Graph(rect: Rect(x: 0, y: 0, width: 44, height: 6), glyphs: .unicode)
                .drawLine(values, window: 1, range: 0...100, on: canvas)
            return canvas.lines.map { $0.dropFirst(4) }
        }
        #expect(rows([0, 100, 0])[5].hasPrefix("2 ago  now"), "\(rows([0, 100, 0]))")
        let many = rows((0..<40).map { 2 * $0 })
        #expect(many[5].hasPrefix("39 ago") && many[5].hasSuffix("now"))
        #expect(many[4].first != "·" && many[0].last != " ", "\(many)")
    }

    @Test("Where there is room each has whole columns")
    func wide() { #expect(blocks([6, 0, 6], width: 6) == "██  ██") }
}
