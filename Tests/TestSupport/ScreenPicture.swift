// A terminal's screen as an SVG. Half blocks are areas and lines are lines, so that no font leaves gaps; text is as wide as its cells in
// any font.

import Screen

/// A picture of a screen.
package nonisolated struct ScreenPicture {
    /// What a terminal has behind everything, and what it writes with, unless told otherwise.
    package enum Ground: String, CaseIterable {
        case dark, light

        fileprivate var paper: Paint { self == .dark ? Paint("#101216") : Paint("#ffffff") }
        fileprivate var pen: Paint { self == .dark ? Paint("#d8dade") : Paint("#202226") }
    }

    private let size: Size
    private let ground: Ground
    private let cells: [InkedCell]
    /// The cells to draw, on whatever is there; nil for all of them on the ground.
    private var changed: [Bool]?

    /// A picture of a screen of so many cells.
    package init(_ size: Size, on ground: Ground = .dark, cell: (_ x: Int, _ y: Int) -> ShownCell) {
        self.size = size
        self.ground = ground
        cells = (0..<size.width * size.height).map { InkedCell(cell($0 % size.width, $0 / size.width), on: ground) }
    }

    /// What makes this picture of `older`, which has the same size; nil where nothing is different.
    private func changes(since older: ScreenPicture) -> ScreenPicture? {
        var picture = self
        picture.changed = zip(cells, older.cells).map { $0 != $1 }
        return picture.changed?.contains(true) == true ? picture : nil
    }

    /// A cell in pixels.
    private static let cell = Size(width: 8, height: 16)

    /// The SVG.
    package func svg(title: String) -> String {
        Self.svg(title: title, [(0, self)], milliseconds: 0)
    }

    /// An animated SVG of pictures of one size, each with the time at which it is shown; it starts again after so many milliseconds. Only what
    /// changes is drawn anew. What shows no animations shows the first picture.
    package static func svg(title: String, _ pictures: [(time: Int, picture: ScreenPicture)], milliseconds: Int) -> String {
        guard let first = pictures.first?.picture else { return "" }
        let (width, height) = (first.size.width * cell.width, first.size.height * cell.height)
        let later = zip(pictures.dropFirst(), pictures).compactMap { newer, older -> String? in
            guard let changes = newer.picture.changes(since: older.picture) else { return nil }
            let time = Double(newer.time * 10_000 / milliseconds) / 10_000
            return
                "<g visibility=\"hidden\"><animate attributeName=\"visibility\" values=\"hidden;visible\" keyTimes=\"0;\(time)\" "
                + "calcMode=\"discrete\" dur=\"\(milliseconds)ms\" repeatCount=\"indefinite\"/>\(changes.drawing)</g>\n"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img" \
            font-family="'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="13.3" xml:space="preserve">
            <title>\(first.escaped(title))</title>
            <rect width="100%" height="100%" fill="\(first.ground.paper.code)"/>
            \(first.drawing)
            \(later.joined())</svg>

            """
    }

    private var drawing: String {
        [
            ("shape-rendering=\"crispEdges\"", paths(of: areas, filled)),
            ("shape-rendering=\"crispEdges\"", paths(of: fractions, filled)),
            ("fill=\"none\"", lines), ("", texts),
        ].filter { !$1.isEmpty }.map { $0.isEmpty ? $1 : "<g \($0)>\($1)</g>" }.joined(separator: "\n")
    }

    private func isDrawn(x: Int, y: Int) -> Bool { changed?[y * size.width + x] ?? true }

    private func filled(_ paint: Paint) -> String { "fill=\"\(paint.code)\"" }

    /// A contact sheet: SVGs of screens of one size, three in a row.
    package static func sheet(of pictures: [String]) -> String {
        let sizes = pictures.compactMap { picture -> (width: Int, height: Int)? in
            let words = picture.prefix(300).split { " \"".contains($0) }
            guard let place = words.firstIndex(of: "viewBox="), words.count > place + 4,
                let width = Int(words[place + 3]), let height = Int(words[place + 4])
            else { return nil }
            return (width, height)
        }
        let (gap, columns) = (16, 3)
        let width = (sizes.map(\.width).max() ?? 0) + gap
        let height = (sizes.map(\.height).max() ?? 0) + gap
        let rows = (pictures.count + columns - 1) / columns
        let placed = pictures.enumerated().map { index, picture in
            "<svg x=\"\(index % columns * width)\" y=\"\(index / columns * height)\"" + picture.dropFirst("<svg".count)
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(columns * width) \(rows * height)">
            <rect width="100%" height="100%" fill="#808080"/>
            \(placed.joined(separator: "\n"))
            </svg>

            """
    }

    private func paths(of shapes: [(paint: Paint, path: String)], _ attributes: (Paint) -> String) -> String {
        var order: [Paint] = []
        var paths: [Paint: String] = [:]
        for shape in shapes {
            if paths[shape.paint] == nil { order.append(shape.paint) }
            paths[shape.paint, default: ""] += shape.path
        }
        return order.map { "<path \(attributes($0)) d=\"\(paths[$0] ?? "")\"/>" }.joined(separator: "\n")
    }

    // MARK: Areas

    /// What fills half cells and parts of cells: equal ones beside and below each other are one.
    private var areas: [(paint: Paint, path: String)] {
        var done: [Area] = []
        var above: [Area] = []
        for row in 0..<2 * size.height {
            let runs = runs(inHalfRow: row)
            var open: [Area] = []
            for var run in runs {
                if let upper = above.first(where: { $0.isAbove(run) }) { run.top = upper.top }
                open.append(run)
            }
            done += above.filter { upper in !open.contains { $0.top == upper.top && $0.isAbove(upper) } }
            above = open
        }
        let half = Self.cell.height / 2
        return (done + above).map { area in
            (
                paint: area.paint,
                path: Self.path(
                    x: area.first * Self.cell.width, y: area.top * half, width: (area.end - area.first) * Self.cell.width,
                    height: (area.bottom - area.top) * half)
            )
        }
    }

    private struct Area {
        let paint: Paint
        let first: Int
        var end: Int
        var top: Int
        var bottom: Int

        func isAbove(_ other: Area) -> Bool { paint == other.paint && first == other.first && end == other.end }
    }

    private func runs(inHalfRow row: Int) -> [Area] {
        var runs: [Area] = []
        for x in 0..<size.width {
            let cell = cells[row / 2 * size.width + x]
            let paint = row.isMultiple(of: 2) ? cell.upper : cell.lower
            if changed == nil ? paint == ground.paper : !isDrawn(x: x, y: row / 2) { continue }
            if let last = runs.last, last.end == x, last.paint == paint {
                runs[runs.count - 1].end = x + 1
            } else {
                runs.append(Area(paint: paint, first: x, end: x + 1, top: row, bottom: row + 1))
            }
        }
        return runs
    }

    /// The blocks that are no halves of their height, and the lines under text, blanks included. They lie on the areas.
    private var fractions: [(paint: Paint, path: String)] {
        places.compactMap { x, y, cell in
            let (left, top) = (x * Self.cell.width, y * Self.cell.height)
            let (width, height) = (Self.cell.width, Self.cell.height)
            switch cell.scalar {
            case _ where cell.isUnderlined: return (cell.pen, Self.path(x: left, y: top + height - 2, width: width, height: 1))
            case 0x2581...0x2583, 0x2585...0x2587:
                let part = Int(cell.scalar - 0x2580) * height / 8
                return (cell.pen, Self.path(x: left, y: top + height - part, width: width, height: part))
            case 0x2589...0x258F:
                return (cell.pen, Self.path(x: left, y: top, width: Int(0x2590 - cell.scalar) * width / 8, height: height))
            case 0x2590: return (cell.pen, Self.path(x: left + width / 2, y: top, width: width / 2, height: height))
            case 0x2596...0x259F:
                let full = Cell.quarters.firstIndex { $0.value == cell.scalar } ?? 0
                let paths = (0..<4).filter { full >> $0 & 1 == 1 }.map {
                    Self.path(x: left + $0 % 2 * width / 2, y: top + $0 / 2 * height / 2, width: width / 2, height: height / 2)
                }
                return (cell.pen, paths.joined())
            default: return nil
            }
        }
    }

    private static func path(x: Int, y: Int, width: Int, height: Int) -> String { "M\(x) \(y)h\(width)v\(height)h-\(width)z" }

    private var places: [(x: Int, y: Int, cell: InkedCell)] {
        cells.enumerated().map { ($0 % size.width, $0 / size.width, $1) }.filter { isDrawn(x: $0.0, y: $0.1) }
    }
}

// MARK: - Lines

nonisolated extension ScreenPicture {
    /// Double lines are wide ones with a narrow one of the ground in them.
    private var lines: String {
        var (single, double, gaps): ([Stroke], [Stroke], [Stroke]) = ([], [], [])
        for (x, y, cell) in places {
            guard let line = LineDrawing(cell.scalar) else { continue }
            let path = line.path(x: x * Self.cell.width, y: y * Self.cell.height, Self.cell)
            if line.isDouble {
                double.append((cell.pen, path))
                gaps.append((cell.paper, path))
            } else {
                single.append((cell.pen, path))
            }
        }
        return [(single, "1.2"), (double, "4"), (gaps, "1.6")].map { strokes, width in
            paths(of: strokes) { "stroke=\"\($0.code)\" stroke-width=\"\(width)\"" }
        }.joined()
    }

    private typealias Stroke = (paint: Paint, path: String)
}

/// A character of lines: from the middle of its cell to some of its edges.
private nonisolated struct LineDrawing {
    /// Up, right, down, left.
    private let arms: [Bool]
    private let isRound: Bool
    let isDouble: Bool

    /// The scalar's lines; nil where it is none.
    init?(_ scalar: UInt32) {
        let round: [UInt32: [Int]] = [0x256D: [1, 2], 0x256E: [2, 3], 0x256F: [0, 3], 0x2570: [0, 1]]
        let single: [UInt32: [Int]] = [
            0x2500: [1, 3], 0x2502: [0, 2], 0x250C: [1, 2], 0x2510: [2, 3], 0x2514: [0, 1], 0x2518: [0, 3], 0x251C: [0, 1, 2],
            0x2524: [0, 2, 3], 0x252C: [1, 2, 3], 0x2534: [0, 1, 3], 0x253C: [0, 1, 2, 3],
        ]
        let double: [UInt32: [Int]] = [
            0x2550: [1, 3], 0x2551: [0, 2], 0x2554: [1, 2], 0x2557: [2, 3], 0x255A: [0, 1], 0x255D: [0, 3],
        ]
        guard let found = single[scalar] ?? double[scalar] ?? round[scalar] else { return nil }
        arms = (0..<4).map { found.contains($0) }
        isRound = round[scalar] != nil
        isDouble = double[scalar] != nil
    }

    /// The path in a cell with its corner at (`x`, `y`).
    func path(x: Int, y: Int, _ cell: Size) -> String {
        let (middleX, middleY) = (x + cell.width / 2, y + cell.height / 2)
        let edges = ["\(middleX) \(y)", "\(x + cell.width) \(middleY)", "\(middleX) \(y + cell.height)", "\(x) \(middleY)"]
        let ends = zip(edges, arms).filter(\.1).map(\.0)
        let middle = "\(middleX) \(middleY)"
        let joined = isRound ? "M\(ends[0])Q\(middle) \(ends[1])" : "M\(ends[0])L\(middle)L\(ends[1])"
        return joined + ends.dropFirst(2).map { "M\(middle)L\($0)" }.joined()
    }
}

// MARK: - Letters

nonisolated extension ScreenPicture {
    private var texts: String {
        (0..<size.height).flatMap { y in
            runs(inRow: y).map { run in
                let place = "y=\"\(y * Self.cell.height + 12)\" fill=\"\(run.cell.pen.code)\"\(run.cell.style)"
                let width = run.width * Self.cell.width
                // Symbols may come from another font: they stand in the middle of their cells.
                if run.cell.isSymbol {
                    return
                        "<text x=\"\(run.x * Self.cell.width + width / 2)\" \(place) text-anchor=\"middle\">\(escaped(run.text))</text>"
                }
                return "<text x=\"\(run.x * Self.cell.width)\" \(place) textLength=\"\(width)\" "
                    + "lengthAdjust=\"spacingAndGlyphs\">\(escaped(run.text))</text>"
            }
        }.joined(separator: "\n")
    }

    private struct Run {
        let x: Int
        let cell: InkedCell
        var text: String
        var width: Int
    }

    /// Letters that look alike are one text, with the single blanks between them.
    private func runs(inRow y: Int) -> [Run] {
        var runs: [Run] = []
        var blanks = 0
        for x in 0..<size.width {
            let cell = cells[y * size.width + x]
            if cell.text.isEmpty {
                if runs.last?.cell.isSymbol == true { runs[runs.count - 1].width += 1 }  // a wide character's right half
            } else if !cell.isLetter && !cell.isSymbol || !isDrawn(x: x, y: y) {
                blanks += 1
            } else if var last = runs.last, blanks < 2, last.x + last.width + blanks == x, last.cell.isLetter, cell.isLetter,
                last.cell.looksLike(cell)
            {
                last.text += String(repeating: " ", count: blanks) + cell.text
                last.width += blanks + 1
                runs[runs.count - 1] = last
                blanks = 0
            } else {
                runs.append(Run(x: x, cell: cell, text: cell.text, width: 1))
                blanks = 0
            }
        }
        return runs
    }

    private func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}

/// A colour as SVG says it.
private nonisolated struct Paint: Hashable {
    let code: String

    init(_ code: String) { self.code = code }

    /// A colour of xterm's.
    init(_ colour: Colour) {
        code = XtermPalette.parts(of: colour.rawValue).reduce("#") { $0 + ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}

/// A cell with what is painted in it.
private nonisolated struct InkedCell: Equatable {
    let text: String
    let pen: Paint
    let paper: Paint
    private let attributes: Attributes

    init(_ shown: ShownCell, on ground: ScreenPicture.Ground) {
        let look = shown.look
        let front = look.foreground.map { Paint($0) } ?? ground.pen
        let back = look.background.map { Paint($0) } ?? ground.paper
        text = shown.text
        attributes = look.attributes
        (pen, paper) = attributes.contains(.reverse) ? (back, front) : (front, back)
    }

    var scalar: UInt32 { text.unicodeScalars.first?.value ?? 0 }
    /// What fills its upper half.
    var upper: Paint { scalar == 0x2580 || scalar == 0x2588 ? pen : paper }
    /// What fills its lower half.
    var lower: Paint { scalar == 0x2584 || scalar == 0x2588 ? pen : paper }
    /// Whether it is in every font for text.
    var isLetter: Bool { (0x21..<0x250).contains(scalar) || (0x2010...0x2026).contains(scalar) }
    /// Whether it is any other character that is not painted.
    var isSymbol: Bool {
        let isBlock = (0x2580...0x2590).contains(scalar) || (0x2596...0x259F).contains(scalar)
        return scalar >= 0x250 && !isLetter && !isBlock && LineDrawing(scalar) == nil
    }

    func looksLike(_ other: InkedCell) -> Bool { pen == other.pen && attributes == other.attributes }

    var isUnderlined: Bool { attributes.contains(.underline) }
    var style: String { attributes.contains(.bold) ? " font-weight=\"bold\"" : "" }
}
