// Graphs of a series of numbers, with axes: bars up and down from a line in the middle, or points with their running mean.

import Screen

/// A graph in a rectangle of cells, its axes included.
struct Graph {
    let rect: Rect
    let glyphs: Glyphs

    /// The cells of the axis on the left, its labels included, unless these are longer.
    private static let axis = 4
    /// The smallest height of a graph of bars.
    static let leastBars = 5

    /// Draws a bar for each value, with its sign below; nil is a value that is not known yet. The number of the value at `chosen` is
    /// highlighted. Where there are more values than columns, two share a column, side by side if there are such blocks.
    func drawBars(_ values: [Int?], signs: [Int: String], chosen: Int?, on canvas: Canvas) {
        let height = (rect.height - 2 - 1) | 1
        let plot = Rect(x: rect.x + Self.axis, y: rect.y, width: rect.width - Self.axis, height: min(height, rect.height - 2))
        guard plot.width > 0, plot.height >= Self.leastBars - 2 else { return }
        let most = max(6, values.compactMap { $0.map { abs($0) } }.max() ?? 0)
        let half = (plot.height - 1) / 2
        let middle = plot.y + half
        drawAxis(of: plot, labels: [(plot.y, "+\(most)"), (middle, "0"), (middle + half, "-\(most)")], on: canvas)
        canvas.put(String(repeating: "─", count: plot.width), x: plot.x, y: middle, .frame)
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
        // A sign is cut at the next one. Where two share a column, the longer one is shown.
        let places = Dictionary(signs.map { (Self.x(of: $0.key, in: values.count, plot), $0.value) }) { max($0, $1) }
        for (x, sign) in places {
            let room = (places.keys.filter { $0 > x }.min() ?? plot.x + plot.width) - x
            canvas.put(String(sign.prefix(room)), x: x, y: below, .problem)
        }
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

    /// Draws every tenth number, and the chosen one.
    private func drawNumbers(to count: Int, chosen: Int?, in plot: Rect, y: Int, on canvas: Canvas) {
        var places: Set<Int> = []
        let numbers = [1] + Array(stride(from: 10, through: max(10, count), by: 10)).filter { $0 <= count }
        for number in (chosen.map { [$0 + 1] } ?? []) + numbers {
            let text = String(number)
            let x = min(Self.x(of: number - 1, in: count, plot), plot.x + plot.width - text.count)
            guard places.isDisjoint(with: x - 1...x + text.count) else { continue }
            places.formUnion(x..<x + text.count)
            canvas.put(text, x: x, y: y, number - 1 == chosen ? .selected : .faint)
        }
    }

    /// Draws a point for each value within `range`, and a line for the mean of the last `window` values. Where there are more values than
    /// columns, the last ones are drawn.
    func drawPoints(_ all: [Int], window: Int, range: ClosedRange<Int> = 0...100, on canvas: Canvas) {
        let axis = max(Self.axis, String(range.upperBound).count + 1)
        let plot = Rect(x: rect.x + axis, y: rect.y, width: rect.width - axis, height: rect.height - 2)
        guard plot.width > 0, plot.height >= 2 else { return }
        let first = max(0, all.count - plot.width)
        let values = all.dropFirst(first)
        let (top, span) = (range.upperBound, max(1, range.count - 1))
        let row = { (value: Int) in
            plot.y + (top - max(range.lowerBound, min(top, value))) * (plot.height - 1) / span
        }
        let labels = [top, (range.lowerBound + top) / 2, range.lowerBound].map { (row($0), String($0)) }
        drawAxis(of: plot, labels: labels, on: canvas)
        canvas.put(String(repeating: "─", count: plot.width), x: plot.x, y: plot.y + plot.height, .frame)
        let x = { (index: Int) in plot.x + (values.count > 1 ? index * (plot.width - 1) / (values.count - 1) : plot.width / 2) }
        for index in values.indices {
            let known = all[max(0, index - window + 1)...index]
            let mean = row(known.mean ?? 0)
            let left = x(index - first)
            let right = index + 1 < all.count ? x(index + 1 - first) : left + 1
            canvas.put(String(repeating: "─", count: max(1, right - left)), x: left, y: mean, .label)
        }
        for (index, value) in values.enumerated() { canvas.put("●", x: x(index), y: row(value), .yellow) }
        canvas.put(String(first + 1), x: plot.x, y: plot.y + plot.height + 1, .faint)
        let last = String(all.count)
        if values.count > 1 { canvas.put(last, x: plot.x + plot.width - last.count, y: plot.y + plot.height + 1, .faint) }
    }

    private func drawAxis(of plot: Rect, labels: [(y: Int, text: String)], on canvas: Canvas) {
        for y in plot.y..<plot.y + plot.height { canvas.put("│", x: plot.x - 1, y: y, .frame) }
        for (y, text) in labels {
            canvas.put(text, x: plot.x - 1 - text.count, y: y, .faint)
            canvas.put("┤", x: plot.x - 1, y: y, .frame)
        }
    }

    private static func x(of index: Int, in count: Int, _ plot: Rect) -> Int { plot.x + index * plot.width / count }
}
