// A small graph of numbers in the order of their coming: bars up and down from a line in the middle, or a row of points. It knows no
// meaning of the numbers.

import Screen

/// A graph in a rectangle of cells.
struct Graph {
    let rect: Rect
    let glyphs: Glyphs

    /// One bar for each value from -`most` to `most`, nil for one that is not known yet; the bar at `chosen` is marked. Where there
    /// are more values than columns, neighbours share one.
    func drawBars(_ values: [Int?], most: Int, chosen: Int?, on canvas: Canvas) {
        guard rect.width > 0, rect.height >= 3 else { return }
        let half = (rect.height - 1) / 2
        let middle = rect.y + half
        canvas.put(String(repeating: "─", count: rect.width), x: rect.x, y: middle, .frame)
        for (index, value) in values.enumerated() {
            guard let value, value != 0 else { continue }
            let length = max(1, (abs(value) * half + most - 1) / most)
            for step in 1...min(half, length) {
                canvas.put(
                    glyphs.isUnicode ? "█" : "#", x: x(of: index, in: values.count), y: value > 0 ? middle - step : middle + step,
                    value > 0 ? .yellow : .red)
            }
        }
        if let chosen, values.indices.contains(chosen) {
            canvas.put(glyphs.isUnicode ? "┼" : "+", x: x(of: chosen, in: values.count), y: middle, .label)
        }
    }

    /// A point for each value from 0 to `most`, the last ones where there are more than columns.
    func drawPoints(_ values: [Int], most: Int, on canvas: Canvas) {
        guard rect.width > 0, rect.height >= 2 else { return }
        for (index, value) in values.suffix(rect.width).enumerated() {
            let row = (most - min(most, max(0, value))) * (rect.height - 1) / most
            canvas.put("●", x: rect.x + index, y: rect.y + row, .yellow)
        }
    }

    private func x(of index: Int, in count: Int) -> Int {
        rect.x + (count <= rect.width ? index : index * rect.width / count)
    }
}
