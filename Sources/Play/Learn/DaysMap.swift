// The days on which the player played: a column for each week, a row for each day of the week, the more the fuller.

import Language
import Screen

/// A map of the last weeks, up to today.
struct DaysMap {
    /// How much was played, by day: "2026-11-21".
    let counts: [String: Int]
    /// The number of days since 1970.
    let today: Int
    let glyphs: Glyphs

    /// The least number of games and puzzles for each sign but the first.
    private static let steps = [1, 4, 10]
    /// The cells of a week, with a gap.
    private static let week = 3

    private var weekday: Int { DayWords.weekday(of: today) }

    /// On how many of the last `days` days something was played.
    func days(inLast days: Int) -> Int { (0..<days).count { counts[String(day: today - $0)] != nil } }

    func draw(on canvas: Canvas, in rect: Rect) {
        canvas.put(tr("Games and puzzles a day"), x: rect.x, y: rect.y, .label, limit: rect.width)
        let names = Self.weekdays
        let left = 1 + (names.map { TextWidth.of($0) }.max() ?? 0)
        let weeks = (rect.width - left + 1) / Self.week
        for (row, name) in names.enumerated() where 1 + row < rect.height {
            let y = rect.y + 1 + row
            canvas.put(name, x: rect.x, y: y, .faint)
            for column in 0..<max(0, weeks) {
                let day = today - weekday + row - 7 * (weeks - 1 - column)
                if day <= today { put(counts[String(day: day)] ?? 0, on: canvas, x: rect.x + left + column * Self.week, y: y) }
            }
        }
        if rect.height > names.count + 1, weeks > 7 {
            drawDates(on: canvas, x: rect.x + left, y: rect.y + names.count + 1, weeks: weeks)
        }
        if rect.height > names.count + 2 { drawLegend(on: canvas, x: rect.x + left, y: rect.y + names.count + 2) }
    }

    /// How many weeks the strip has.
    private static let strip = 5

    /// Draws the last five weeks in three rows: a title, a cell for each day, and below it where the weeks begin.
    func drawStrip(on canvas: Canvas, in rect: Rect) {
        let x = canvas.put(tr("Days played"), x: rect.x, y: rect.y, .label, limit: rect.width) + 3
        canvas.put(tr("the last five weeks"), x: x, y: rect.y, .faint, limit: max(0, rect.x + rect.width - x))
        let first = today - weekday - 7 * (Self.strip - 1)
        for day in first...today where 2 * (day - first) < rect.width {
            let x = rect.x + 2 * (day - first)
            let step = step(of: day)
            canvas.put(String(signs[step].prefix(1)), x: x, y: rect.y + 1, step == 0 ? .faint : .yellow)
            if (day - first).isMultiple(of: 7) { canvas.put(Self.weekdays[0], x: x, y: rect.y + 2, .faint) }
        }
    }

    /// The first day of the map, and today.
    private func drawDates(on canvas: Canvas, x: Int, y: Int, weeks: Int) {
        let (first, last) = (String(day: today - weekday - 7 * (weeks - 1)), String(day: today))
        canvas.put(first, x: x, y: y, .faint)
        canvas.put(last, x: x + weeks * Self.week - 1 - last.count, y: y, .faint)
    }

    private func drawLegend(on canvas: Canvas, x: Int, y: Int) {
        var x = canvas.put(trc("none", "games and puzzles a day"), x: x, y: y, .faint) + 1
        for count in [0] + Self.steps {
            put(count, on: canvas, x: x, y: y)
            x += Self.week
        }
        canvas.put(tr("ten or more"), x: x, y: y, .faint)
    }

    private func put(_ count: Int, on canvas: Canvas, x: Int, y: Int) {
        let step = Self.steps.count { $0 <= count }
        canvas.put(signs[step], x: x, y: y, step == 0 ? .faint : .yellow)
    }

    private func step(of day: Int) -> Int { Self.steps.count { $0 <= counts[String(day: day)] ?? 0 } }

    private var signs: [String] { glyphs.isUnicode ? ["··", "░░", "▒▒", "██"] : ["..", "::", "==", "##"] }

    private static var weekdays: [String] {
        // Translators: the days of the week in three cells.
        [tr("Mon"), tr("Tue"), tr("Wed"), tr("Thu"), tr("Fri"), tr("Sat"), tr("Sun")]
    }
}
