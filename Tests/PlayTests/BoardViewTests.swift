// The board's picture by itself: where it is at every size, what can be told apart in every style, and how a disc falls.

import Engine
import Screen
import TestSupport
import Testing

@testable import Play

nonisolated private let sizes = [(29, 10), (40, 12), (44, 18), (60, 24), (80, 24), (120, 40), (200, 60)].map {
    Size(width: $0.0, height: $0.1)
}

private func area(_ size: Size) -> Rect { Rect(x: 0, y: 1, width: size.width, height: size.height - 2) }

@Suite struct BoardLayoutTests {
    @Test("From 29x10 up the board is whole, and as large as fits")
    func everySize() {
        for width in 29...240 {
            for height in 10...80 {
                let area = area(Size(width: width, height: height))
                let layout = BoardLayout(in: area)
                #expect(layout.board.x >= 1 && layout.board.x + layout.board.width < area.x + area.width)
                #expect(
                    layout.above == layout.size.rows && layout.board.y - layout.above >= area.y, "a whole disc above the board")
                #expect(layout.base < area.y + area.height)
                let rows = layout.size.rows + 1
                #expect(14 * rows + 3 > width || 7 * rows + 3 > height, "\(width)x\(height) has room for \(rows)")
            }
        }
        let rows = sizes.map { BoardLayout(in: area($0)).size.rows }
        #expect(rows == [1, 1, 2, 3, 3, 5, 8])
    }

    @Test("A click anywhere in a column hits it", arguments: sizes)
    func clicks(size: Size) {
        let layout = BoardLayout(in: area(size))
        for column in Board.columns {
            for row in Board.rows {
                let square = Square(column: column, row: row)
                #expect(layout.column(at: layout.centre(of: square)) == column)
            }
        }
        #expect(layout.column(at: Point(x: layout.board.x - 1, y: layout.board.y)) == nil)
        #expect(layout.column(at: Point(x: layout.board.x + layout.board.width, y: layout.board.y)) == nil)
    }
}

@Suite struct BoardViewTests {
    nonisolated private static let glyphs = [Glyphs.unicode, .console, .lineDrawing, .ascii]

    /// What one square must be told by.
    private var faces: [String: SquareFace] {
        var faces: [String: SquareFace] = ["hole": SquareFace()]
        for (name, cell) in [("yellow", BoardCell.yellow), ("red", .red)] {
            faces[name] = SquareFace(cell: cell)
            faces[name + ", the last"] = SquareFace(cell: cell, isLast: true)
            faces[name + ", won"] = SquareFace(cell: cell, emphasis: .won(isLit: true))
        }
        faces["ghost"] = SquareFace(ghost: .yellow)
        for sign: Unicode.Scalar in ["+", "x", "#", "!"] {
            faces["threat \(sign)"] = SquareFace(mark: Insight.Mark(sign: sign, role: .yellow))
        }
        return faces
    }

    /// The cells of a square in the middle of a board, with the gaps on both sides.
    private func cells(_ face: SquareFace, _ style: BoardStyle, _ size: Size) -> [Cell] {
        let canvas = Canvas(size: size)
        canvas.glyphs = style.glyphs
        let view = BoardView(layout: BoardLayout(in: area(size)), style: style)
        var picture = BoardPicture()
        let square = Square(column: 3, row: 2)
        picture[square] = face
        view.draw(picture, on: canvas)
        let rect = view.layout.cell(square)
        return (rect.y..<rect.y + rect.height).flatMap { y in (rect.x...rect.x + rect.width).map { canvas[$0, y] } }
    }

    @Test("What differs can be told apart, at every size, with colours and without", arguments: sizes, glyphs)
    func toldApart(size: Size, glyphs: Glyphs) {
        for colours in ColourDepth.allCases + [nil] {
            let style = BoardStyle(glyphs: glyphs, colours: colours)
            var faces = faces
            // Elsewhere a hint is a sign above its column alone.
            if style.isPainted(BoardLayout(in: area(size)).size) { faces["hint"] = SquareFace(isHinted: true) }
            let drawn = faces.mapValues { cells($0, style, size) }
            for (one, cells) in drawn {
                for (other, others) in drawn where one < other {
                    let areAlike = colours == nil ? cells.map(\.scalar) == others.map(\.scalar) : cells == others
                    if areAlike { Issue.record("\(one) and \(other), \(glyphs), \(String(describing: colours))") }
                }
            }
        }
    }

    @Test("A small disc loses half a column at its corners, where there are such blocks: a whole one would make it a plus sign")
    func smallDiscs() {
        for (glyphs, shape) in [(Glyphs.unicode, " ▗▄▖  ▜█▛ "), (.console, " ▄▄▄  ███ ")] {
            for colours in [ColourDepth.many, nil] {
                let cells = cells(
                    SquareFace(cell: .yellow), BoardStyle(glyphs: glyphs, colours: colours), Size(width: 44, height: 18))
                #expect(String(String.UnicodeScalarView(cells.compactMap { Unicode.Scalar($0.scalar) })) == shape)
            }
        }
    }

    @Test("Yellow and red differ in shape, not in colour alone", arguments: sizes)
    func shapes(size: Size) {
        let style = BoardStyle(glyphs: .unicode, colours: .many)
        for emphasis in [SquareFace.Emphasis.none, .faint] {
            let (yellow, red) = (
                cells(SquareFace(cell: .yellow, emphasis: emphasis), style, size),
                cells(SquareFace(cell: .red, emphasis: emphasis), style, size)
            )
            let middle = yellow.count / 2
            // A disc of one row is one character.
            if size.width < 44 {
                #expect(yellow.map(\.scalar) != red.map(\.scalar))
            } else {
                #expect(yellow[middle...] != red[middle...])
            }
            #expect(
                !yellow.contains { $0.role == .redCore }
                    && (size.width < 44
                        || red.contains {
                            [.redCore, .redFaintCore].contains($0.ground) || [.redCore, .redFaintCore].contains($0.role)
                        })
            )
        }
    }

    @Test("The four that won keep their shape; without colours brackets stand beside them", arguments: sizes, glyphs)
    func winners(size: Size, glyphs: Glyphs) {
        for cell in [BoardCell.yellow, .red] {
            let style = BoardStyle(glyphs: glyphs, colours: nil)
            let (plain, won) = (
                cells(SquareFace(cell: cell), style, size),
                cells(SquareFace(cell: cell, emphasis: .won(isLit: true)), style, size)
            )
            let changed = zip(plain, won).filter { $0 != $1 }
            #expect(changed.allSatisfy { $0.0.scalar == 0x20 } && changed.map { Unicode.Scalar($0.1.scalar) } == ["[", "]"])
            let unlit = cells(SquareFace(cell: cell, emphasis: .won(isLit: false)), style, size)
            #expect(unlit == plain, "while they blink")
        }
    }

    @Test("ASCII has no other characters; a terminal without colours gets no ground", arguments: sizes)
    func characters(size: Size) {
        for face in faces.values {
            let ascii = cells(face, BoardStyle(glyphs: .ascii, colours: .many), size)
            #expect(ascii.allSatisfy { $0.scalar < 0x7F })
            #expect(cells(face, BoardStyle(glyphs: .unicode, colours: nil), size).allSatisfy { $0.ground == nil })
            // A sign's plate has the colours of a chip, with a ground of their own.
            let coloured = cells(face, BoardStyle(glyphs: .unicode, colours: .many), size)
            #expect(coloured.allSatisfy { $0.ground != nil || [.yellowChip, .redChip, .alert].contains($0.role) })
        }
    }
}

@Suite struct FallTests {
    private func tops(row: Int, size: Size) -> [Int] {
        let pixels = ColumnPixels(
            style: BoardStyle(glyphs: .unicode, colours: .many), size: BoardLayout(in: area(size)).size)
        var disc = LooseDisc(fallingTo: Square(column: 3, row: row), cell: .yellow)
        var tops: [Int] = []
        while !disc.hasLanded {
            tops.append(pixels.top(of: disc))
            disc.fall()
        }
        return tops
    }

    @Test("It starts where it hung, falls faster and faster, and bounces once, by one pixel", arguments: Board.rows)
    func fall(row: Int) {
        let tops = tops(row: row, size: Size(width: 120, height: 40))
        let rest = (5 - row) * 10 + 1
        #expect(tops.first == -9 && tops.suffix(2) == [rest, rest - 1])
        let steps = zip(tops.dropLast(2), tops.dropFirst()).map { $1 - $0 }
        #expect(zip(steps.dropLast(), steps.dropFirst().dropLast()).allSatisfy { $0 < $1 })
        #expect(steps.allSatisfy { $0 > 0 })
    }

    @Test("The whole height takes a quarter of a second, and the bounce two frames")
    func time() {
        let frames = tops(row: 0, size: Size(width: 80, height: 24)).count
        #expect(frames * LooseDisc.step == LooseDisc.longest)
        #expect((250..<250 + LooseDisc.step).contains((frames - 2) * LooseDisc.step))
    }

    @Test("It passes behind the board: between the holes nothing of it is seen")
    func behindTheBoard() throws {
        let seat = Seat(settings: Settings())
        try seat.navigator.launcher.open(.two)
        seat.press(.character("4"))
        for _ in 0..<7 {
            seat.machine.advance(milliseconds: LooseDisc.step)
            #expect(!seat.lines.isEmpty, "which draws what is new")
            let layout = try #require(seat.game).drawing.layout
            let gap = layout.board.x + 3 * layout.size.pitch.width
            for y in layout.board.y..<layout.board.y + layout.board.height {
                let cell = seat.navigator.canvas[gap, y]
                #expect(cell.ground == .panel && [32, 160].contains(cell.scalar) || cell.role == .panel)
            }
        }
    }

    @Test("Without animation nothing moves")
    func still() throws {
        let seat = Seat()
        seat.press(.character("3"), .character("4"))
        #expect(seat.game?.motion.falling == nil && !seat.machine.isWaiting)
        #expect(seat.game?.drawing.picture[Square(column: 3, row: 0)].isLast == true)
    }
}
