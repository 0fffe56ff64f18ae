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
    /// The free cells on either side of a screen that shows everything.
    private static let margin = 4
    /// The width of a number in the table.
    private static let number = 7
    /// The number of games that the moving average covers.
    private static let window = 10

    private var bars: LevelBars { LevelBars(levels: statistics.levels, glyphs: navigator.glyphs) }

    /// Whether everything is shown at once.
    func hasRoomForAll(in area: Rect) -> Bool { area.width >= Self.leastWidth && area.height >= Self.leastHeight }

    func draw(on canvas: Canvas, in area: Rect) {
        guard statistics.all.games > 0 || !statistics.accuracies.isEmpty || queue != nil else {
            canvas.putBlock(Self.none, in: area)
            return
        }
        let hasFoot = waiting > 0 || queue != nil
        let isWhole = hasRoomForAll(in: area)
        let (margin, top) = isWhole ? (Self.margin, 1) : (1, 0)
        let rect = Rect(
            x: area.x + margin, y: area.y + top, width: area.width - 2 * margin, height: area.height - top - (hasFoot ? 1 : 0))
        if hasFoot { drawFoot(on: canvas, in: Rect(x: rect.x, y: rect.y + rect.height, width: rect.width, height: 1)) }
        guard isWhole else {
            switch pane {
            case .table: drawTable(on: canvas, in: rect)
            case .levels: bars.draw(on: canvas, in: rect)
            case .accuracy: drawAccuracy(on: canvas, in: rect)
            }
            return
        }
        let height = max(Level.allCases.count + 2, rect.height / 3)
        let table = min(Self.widestTable, rect.width * 6 / 10)
        drawTable(on: canvas, in: Rect(x: rect.x, y: rect.y, width: table, height: height))
        bars.draw(on: canvas, in: Rect(x: rect.x + table + 3, y: rect.y, width: rect.width - table - 3, height: height))
        drawAccuracy(
            on: canvas, in: Rect(x: rect.x, y: rect.y + height + 1, width: rect.width, height: rect.height - height - 1))
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
        let wholes = [tr("accuracy"), tr("acc.")].map { LevelBars.results.whole + [$0] }
        let whole = wholes.first { cell($0) == least || width - cell($0) * count >= roomyName }
        let heads = whole ?? LevelBars.results.short + [tr("acc.")]
        let room = min(cell(heads), max(least, (width - leastName) / count))
        return (room, Array(heads.prefix(count)), width - room * count)
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
        let end = canvas.put(words, x: rect.x, y: rect.y, .label, limit: rect.width)
        let graph = Graph(
            rect: Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rect.height - 1), glyphs: navigator.glyphs)
        graph.drawAccuracies(accuracies, window: Self.window, keyAfter: end, on: canvas)
    }
}
