// Draws the statistics: a table, the results by level as bars, and the accuracy as a plot. A small screen shows one of them at a time.

import Engine
import Language
import Screen
import Session

extension StatisticsViewController {
    /// The smallest screen that shows everything at once.
    private static let (leastWidth, leastHeight) = (72, 18)
    /// The greatest width of the table.
    private static let widestTable = 64
    /// The width of a number in the table.
    private static let number = 7
    /// The number of games that the moving average covers.
    private static let window = 10

    /// Whether everything is shown at once.
    func hasRoomForAll(in area: Rect) -> Bool { area.width >= Self.leastWidth && area.height >= Self.leastHeight }

    func draw(on canvas: Canvas, in area: Rect) {
        guard statistics.all.games > 0 || !statistics.accuracies.isEmpty || queue != nil else {
            canvas.putBlock(Self.none, in: area)
            return
        }
        let hasFoot = waiting > 0 || queue != nil
        let rect = Rect(x: area.x + 1, y: area.y, width: area.width - 2, height: area.height - (hasFoot ? 1 : 0))
        if hasFoot { drawFoot(on: canvas, in: Rect(x: rect.x, y: rect.y + rect.height, width: rect.width, height: 1)) }
        guard hasRoomForAll(in: area) else {
            switch pane {
            case .table: drawTable(on: canvas, in: rect)
            case .levels: drawLevels(on: canvas, in: rect)
            case .accuracy: drawAccuracy(on: canvas, in: rect)
            }
            return
        }
        let top = max(Level.allCases.count + 2, rect.height / 3)
        let table = min(Self.widestTable, rect.width * 6 / 10)
        drawTable(on: canvas, in: Rect(x: rect.x, y: rect.y, width: table, height: top))
        drawLevels(on: canvas, in: Rect(x: rect.x + table + 3, y: rect.y, width: rect.width - table - 3, height: top))
        drawAccuracy(
            on: canvas, in: Rect(x: rect.x, y: rect.y + top + 1, width: rect.width, height: rect.height - top - 1))
    }

    /// The sentence shown before the first game has ended.
    static var none: String { tr("You have not finished a game against the computer or on the network yet.") }

    /// How many games were not reviewed.
    var waitingWords: String { trn("{count} game not reviewed yet (A)", "{count} games not reviewed yet (A)", waiting) }

    /// How many games were not reviewed, or the progress of the reviews.
    private func drawFoot(on canvas: Canvas, in rect: Rect) {
        guard let queue else {
            let words = waitingWords
            let fitting =
                TextWidth.of(words) <= rect.width
                ? words : trn("{count} not reviewed yet (A)", "{count} not reviewed yet (A)", waiting)
            canvas.put(fitting, x: rect.x, y: rect.y, .faint, limit: rect.width)
            return
        }
        let words =
            tr("Reviewing {number}/{count}", ["number": min(queue.done + 1, queue.count), "count": queue.count]) + " "
        let after = canvas.put(words, x: rect.x, y: rect.y)
        canvas.put(
            navigator.glyphs.bar(queue.judged, of: queue.moves, width: max(0, rect.x + rect.width - after)), x: after, y: rect.y)
    }

    // MARK: The table

    private func drawTable(on canvas: Canvas, in rect: Rect) {
        canvas.put(row(tr("Opponent"), Self.columns(rect.width).heads, rect.width), x: rect.x, y: rect.y, .faint)
        let run = statistics.longestRunWords
        let room = rect.height - (run.isEmpty ? 1 : 2)
        let lines = [statistics.all] + statistics.rows.dropFirst(offset)
        let isShort = statistics.rows.contains { TextWidth.of($0.opponent) >= Self.columns(rect.width).name }
        for (index, line) in lines.prefix(max(1, room)).enumerated() {
            let numbers =
                [line.tally.won, line.tally.drawn, line.tally.lost].map(String.init) + [line.accuracy.map(percentage) ?? ""]
            let name = isShort ? OpponentWords.short(line.opponent) : line.opponent
            canvas.put(row(name, numbers, rect.width), x: rect.x, y: rect.y + 1 + index, index == 0 ? .label : .plain)
        }
        if !run.isEmpty { canvas.put(run, x: rect.x, y: rect.y + 1 + min(lines.count, max(1, room)), .faint, limit: rect.width) }
    }

    /// The width of a number, the heads of the numbers, and the width of a name. A narrow table has no accuracy.
    private static func columns(_ width: Int) -> (cell: Int, heads: [String], name: Int) {
        let (least, count) = width < 38 ? (6, 3) : (number, 4)
        func cell(_ heads: [String]) -> Int { max(least, 1 + (heads.prefix(count).map { TextWidth.of($0) }.max() ?? 0)) }
        let wholes = [tr("accuracy"), tr("acc.")].map { results.whole + [$0] }
        let whole = wholes.first { cell($0) == least || width - cell($0) * count >= roomyName }
        let heads = whole ?? results.short + [tr("acc.")]
        let room = min(cell(heads), max(least, (width - leastName) / count))
        return (room, Array(heads.prefix(count)), width - room * count)
    }

    /// The heads for won, drawn and lost, and shorter ones for a narrow table.
    private static var results: (whole: [String], short: [String]) {
        (
            [tr("won"), tr("drawn"), tr("lost")],
            [
                // Translators: won, above a narrow column of numbers: at most five letters.
                tr("W"),
                // Translators: drawn, above a narrow column of numbers: at most five letters.
                tr("D"),
                // Translators: lost, above a narrow column of numbers: at most five letters.
                tr("L"),
            ]
        )
    }

    /// The least width of a name, and the one below which the heads are shortened.
    private static let (leastName, roomyName) = (10, 20)

    private func row(_ name: String, _ numbers: [String], _ width: Int) -> String {
        let (cell, heads, room) = Self.columns(width)
        let cells = numbers.prefix(heads.count).map { number in
            let shown = TextWidth.clip(number, to: cell - 1)
            return String(repeating: " ", count: cell - TextWidth.of(shown)) + shown
        }
        return isolated(TextWidth.clip(name, to: room)).padded(to: room) + cells.joined()
    }

    // MARK: The levels

    /// Draws a bar of won, drawn and lost games for each level.
    private func drawLevels(on canvas: Canvas, in rect: Rect) {
        let signs = barSigns
        // The title explains the signs of the bars: without room for it there are none.
        let (title, results) = (tr("Levels") + " ", Self.results)
        let heads: [(title: String, words: [String])] = [
            (title, results.whole), ("", results.whole), ("", results.short),
        ]
        let head = heads.first { head in
            head.words.reduce(TextWidth.of(head.title)) { $0 + TextWidth.of($1) + 3 } <= rect.width + 1
        }
        var x = canvas.put(head?.title ?? title, x: rect.x, y: rect.y, .faint)
        for ((sign, role), word) in zip(signs, head?.words ?? []) {
            x = canvas.put(sign, x: x, y: rect.y, role) + 1
            x = canvas.put(word, x: x, y: rect.y, .faint) + 1
        }
        let names = Level.allCases.map(\.name)
        let name = (names.map { TextWidth.of($0) }.max() ?? 0) + 1
        let most = max(1, statistics.levels.values.map(\.games).max() ?? 0)
        let step = max(1, min(3, (rect.height - 1) / Level.allCases.count))
        for (index, level) in Level.allCases.enumerated() where rect.height > 1 + index * step {
            let y = rect.y + 1 + index * step
            let tally = statistics.levels[level] ?? Tally()
            canvas.put(level.name, x: rect.x, y: y, tally.games == 0 ? .faint : .plain)
            guard tally.games > 0 else { continue }
            let room = max(1, rect.width - name - 10)
            var x = rect.x + name
            let counts = [tally.won, tally.drawn, tally.lost]
            for (count, sign) in zip(counts, signs) where count > 0 {
                let width = max(1, count * room / most)
                for row in 0..<max(1, step - 1) {
                    canvas.put(String(repeating: sign.sign, count: width), x: x, y: y + row, sign.role)
                }
                x += width
            }
            x += 1
            // One by one, in the order of the parts of the bar.
            for part in [counts[0].description, "-", counts[1].description, "-", counts[2].description] {
                x = canvas.put(part, x: x, y: y, .faint)
            }
        }
    }

    /// The parts of a bar: won, drawn, lost.
    private var barSigns: [(sign: String, role: Role)] {
        let signs = navigator.glyphs.isUnicode ? ["█", "▒", "░"] : ["#", "=", "."]
        return [(signs[0], .yellow), (signs[1], .plain), (signs[2], .red)]
    }

    // MARK: The accuracy

    private func drawAccuracy(on canvas: Canvas, in rect: Rect) {
        let accuracies = statistics.accuracies
        guard let mean = accuracies.suffix(Self.window).mean else {
            let words = tr("Accuracy: no games reviewed yet.")
            canvas.put(words, x: rect.x, y: rect.y, .faint, limit: rect.width)
            return
        }
        let count = min(Self.window, accuracies.count)
        let words = trn(
            "Accuracy over your last game: {percent}", "Accuracy over your last {count} games: {percent}", count,
            ["percent": percentage(mean)])
        canvas.put(words, x: rect.x, y: rect.y, .faint, limit: rect.width)
        let key = tr("● a game  ─ average of {number}", ["number": Self.window])
        if TextWidth.of(words) + TextWidth.of(key) + 2 <= rect.width {
            canvas.put(key, x: rect.x + rect.width - TextWidth.of(key), y: rect.y, .faint)
        }
        let graph = Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rect.height - 1)
        canvas.picture(in: graph) {
            Graph(rect: graph, glyphs: navigator.glyphs).drawPoints(accuracies, window: Self.window, on: canvas)
        }
    }
}

extension Tally {
    /// The number of finished games.
    var games: Int { won + drawn + lost }
}
