// Graphs of a series of numbers: bars up and down from a line in the middle, or a line with the values that it runs between.

import Engine
import Language
import Screen

/// A graph in a rectangle of cells, its labels included.
struct Graph {
    let rect: Rect
    let glyphs: Glyphs

    /// The cells of the labels on the left, unless these are longer.
    private static let axis = 4
    /// The smallest height of a graph of bars.
    static let leastBars = 5

    /// A label on the left, in a row of the graph.
    private typealias Label = (y: Int, text: String, role: Role)

    // MARK: Bars

    /// Draws a bar for the value after each disc, up for yellow and down for red, whose discs stand at the ends; nil is a value that is not known
    /// yet. Below is a disc for each index in `marks`, in that role. The number of the value at `chosen` is highlighted. Where there are more values
    /// than columns, two share a column, side by side if there are such blocks.
    func drawBars(_ values: [Int?], marks: [Int: Role], chosen: Int?, redDisc: String = "◉", on canvas: Canvas) {
        let height = (rect.height - 2 - 1) | 1
        let plot = Rect(x: rect.x + Self.axis, y: rect.y, width: rect.width - Self.axis, height: min(height, rect.height - 2))
        guard plot.width > 0, plot.height >= Self.leastBars - 2 else { return }
        let most = max(6, values.compactMap { $0.map { abs($0) } }.max() ?? 0)
        let half = (plot.height - 1) / 2
        let middle = plot.y + half
        draw([(plot.y, "●", .yellow), (middle, "=", .faint), (middle + half, redDisc, .red)], beside: plot, on: canvas)
        canvas.put(String(repeating: "─", count: plot.width), x: plot.x, y: middle, .faint)
        let isHalved = glyphs == .unicode && values.count > plot.width
        let width = plot.width * (isHalved ? 2 : 1)
        for (index, value) in values.enumerated() {
            guard let value, value != 0 else { continue }
            let (left, next) = (index * width / values.count, (index + 1) * width / values.count)
            for x in left..<max(left + 1, next) {
                let place = (x: plot.x + (isHalved ? x / 2 : x), side: isHalved ? [5, 10][x % 2] : Self.whole)
                drawBar(abs(value), most: most, half: half, at: place, from: middle, isUp: value > 0, on: canvas)
            }
        }
        let below = middle + half + 1
        for (index, role) in marks.sorted(by: { $0.key < $1.key }) {
            canvas.put(role == .red ? redDisc : "●", x: Self.x(of: index, in: values.count, plot), y: below, role)
        }
        let unit = TextWidth.of(tr("Move"))
        if unit <= Self.axis { canvas.put(tr("Move"), x: max(0, plot.x - 1 - unit), y: below + 1, .faint) }
        drawNumbers(to: values.count, chosen: chosen, in: plot, y: below + 1, on: canvas)
    }

    /// The quarters of a cell as bits: all, the upper half, the lower half.
    private static let (whole, upper, lower) = (15, 3, 12)

    /// Draws a bar in the quarters `place.side` of a column of cells.
    private func drawBar(
        _ value: Int, most: Int, half: Int, at place: (x: Int, side: Int), from middle: Int, isUp: Bool, on canvas: Canvas
    ) {
        let halves = max(1, (value * half * 2 + most / 2) / most)
        for row in 1...(halves + 1) / 2 {
            let y = isUp ? middle - row : middle + row
            let full = 2 * row <= halves ? Self.whole : isUp ? Self.lower : Self.upper
            let there = Cell.quarters.firstIndex { $0.value == canvas[place.x, y].scalar } ?? 0
            let block = glyphs.isUnicode ? String(Character(Cell.quarters[there | full & place.side])) : "#"
            canvas.put(block, x: place.x, y: y, isUp ? .yellow : .red)
        }
    }

    /// Draws the number of every fifth move, and that of the chosen disc.
    private func drawNumbers(to count: Int, chosen: Int?, in plot: Rect, y: Int, on canvas: Canvas) {
        var places: Set<Int> = []
        let fifths = ([1] + Array(stride(from: 5, through: max(5, count), by: 5))).map { 2 * ($0 - 1) }.filter { $0 < count }
        // A move has two discs, but one number.
        let others = fifths.filter { chosen.map { Game.move(ofDisc: $0 + 1) } != Game.move(ofDisc: $0 + 1) }
        for index in (chosen.map { [$0] } ?? []) + others {
            let text = String(Game.move(ofDisc: index + 1))
            let x = min(Self.x(of: index, in: count, plot), plot.x + plot.width - text.count)
            guard places.isDisjoint(with: x - 1...x + text.count) else { continue }
            places.formUnion(x..<x + text.count)
            canvas.put(text, x: x, y: y, index == chosen ? .selected : .faint)
        }
    }

    // MARK: A line

    /// The fewest values of which a line says anything.
    static let leastLine = 3
    /// What there is to read before that.
    static var outlook: String { tr("With three reviewed games a graph begins here.") }
    /// The cells between two values at most: a few do not stand far apart.
    private static let widestStep = 4

    /// The range of these percentages: it ends at 100, and begins where the least of them need it.
    private static func range(ofPercentages values: [Int]) -> ClosedRange<Int> { min(60, (values.min() ?? 0) / 20 * 20)...100 }

    /// Draws accuracies in percent with their running mean, and what both mean at the right of the title, which ends at `end`. Instead of a line
    /// of a few a sentence says when it begins.
    func drawAccuracies(_ accuracies: [Int], window: Int, keyAfter end: Int, on canvas: Canvas) {
        if accuracies.isEmpty { return }
        guard accuracies.count >= Self.leastLine else {
            return _ = canvas.put([(Self.outlook, .faint)], in: rect)
        }
        let key: [(text: String, role: Role)] = [
            ("●", .faint), (" " + tr("a game") + "  ", .faint), ("─", .yellow),
            (" " + tr("average of the last {count}", ["count": window]), .faint),
        ]
        // The line is worth more than the dots.
        for key in [key, key.suffix(2)] {
            var x = rect.x + rect.width - key.reduce(0) { $0 + TextWidth.of($1.text) }
            guard end + 2 <= x else { continue }
            for (text, role) in key { x = canvas.put(text, x: x, y: rect.y - 1, role) }
            break
        }
        canvas.picture(in: rect) {
            drawLine(accuracies, window: window, range: Self.range(ofPercentages: accuracies), on: canvas) {
                trn("{count} game ago", "{count} games ago", $0)
            }
        }
    }

    /// Draws the mean of the last `window` values as a line, and each value as a dot if that is more than one. Where there are more values than
    /// columns, the last ones are drawn. `ago` says how long ago the first one was.
    func drawLine(
        _ all: [Int], window: Int, range: ClosedRange<Int>, on canvas: Canvas,
        ago: (Int) -> String = { tr("{count} ago", ["count": $0]) }
    ) {
        let axis = max(Self.axis, String(range.upperBound).count + 1)
        let plot = Rect(x: rect.x + axis, y: rect.y, width: rect.width - axis, height: rect.height - 1)
        guard plot.width > 1, plot.height >= 2, !all.isEmpty else { return }
        let first = max(0, all.count - plot.width)
        let count = all.count - first
        // Two pixels a cell in both directions.
        let row = { (value: Int) in
            (range.upperBound - max(range.lowerBound, min(range.upperBound, value))) * (2 * plot.height - 1)
                / max(1, range.count - 1)
        }
        let steps = max(count - 1, (plot.width - 1) / Self.widestStep)
        let column = { (index: Int) in index * (2 * plot.width - 1) / max(1, steps) }
        let labels = [range.upperBound, (range.lowerBound + range.upperBound) / 2, range.lowerBound]
        draw(labels.map { (plot.y + row($0) / 2, String($0), .faint) }, beside: plot, on: canvas)
        for y in labels.map({ plot.y + row($0) / 2 }) {
            for x in stride(from: 0, to: plot.width, by: 2) { canvas.put("·", x: plot.x + x, y: y, .dimText) }
        }
        for index in 0..<count where window > 1 {
            canvas.put("●", x: plot.x + column(index) / 2, y: plot.y + row(all[first + index]) / 2, .faint)
        }
        let means = (first..<all.count).map { row(all[max(0, $0 - window + 1)...$0].mean ?? 0) }
        var cells: [Point: Int] = [:]
        for (index, end) in means.enumerated().dropFirst(count > 1 ? 1 : 0) {
            let before = means[max(0, index - 1)]
            let (left, right) = (column(max(0, index - 1)), column(index))
            var last = before
            for x in left...right {
                let y = right == left ? end : before + (end - before) * (x - left) / (right - left)
                for y in min(last, y)...max(last, y) {
                    cells[Point(x: x / 2, y: y / 2), default: 0] |= 1 << (y % 2 * 2 + x % 2)
                }
                last = y
            }
        }
        for (cell, bits) in cells {
            let block = glyphs == .unicode ? String(Character(Cell.quarters[bits])) : "─"
            canvas.put(block, x: plot.x + cell.x, y: plot.y + cell.y, .yellow)
        }
        let ends = (then: ago(count - 1), now: tr("now"))
        let after = count > 1 ? canvas.put(ends.then, x: plot.x, y: plot.y + plot.height, .faint) + 2 : plot.x
        let last = min(column(count - 1) / 2, plot.width - 1) + 1 - TextWidth.of(ends.now)
        canvas.put(ends.now, x: max(after, plot.x + last), y: plot.y + plot.height, .faint)
    }

    private func draw(_ labels: [Label], beside plot: Rect, on canvas: Canvas) {
        for (y, text, role) in labels { canvas.put(text, x: plot.x - 1 - TextWidth.of(text), y: y, role) }
    }

    private static func x(of index: Int, in count: Int, _ plot: Rect) -> Int { plot.x + index * plot.width / count }
}
