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
    private static let number = 6
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
        let isWhole = hasRoomForAll(in: area)
        let next = nextWords
        let foot = isWhole ? 3 : waiting > 0 || queue != nil ? 1 : 0
        let (margin, top) = isWhole ? (Self.margin, 1) : (1, 0)
        let rect = Rect(
            x: area.x + margin, y: area.y + top, width: area.width - 2 * margin, height: area.height - top - foot)
        if isWhole {
            let line = String(repeating: "─", count: area.width - 2)
            canvas.put(line, x: area.x + 1, y: rect.y + rect.height, .faint)
        }
        if foot > 0 {
            let y = rect.y + rect.height + foot / 2
            drawFoot(next, on: canvas, in: Rect(x: rect.x, y: y, width: rect.width, height: (foot + 1) / 2))
        }
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
        drawTable(isRuled: true, on: canvas, in: Rect(x: rect.x, y: rect.y, width: table, height: height))
        let levels = Rect(x: rect.x + table + 3, y: rect.y, width: rect.width - table - 3, height: height)
        bars.draw(isRuled: true, on: canvas, in: levels)
        let rest = Rect(x: rect.x, y: rect.y + height + 1, width: rect.width, height: rect.height - height - 1)
        // Until there is a plot, its place shows what there is so far.
        let (size, count) = (PixelText.numberHeight, statistics.accuracies.count)
        guard count < Graph.leastLine, rest.height > size + 2 else { return drawAccuracy(on: canvas, in: rest) }
        let numbers = numbers
        let widths = numbers.map { _ in rest.width / max(4, numbers.count) }
        PixelText.draw(numbers, widths: widths, at: Point(x: rest.x, y: rest.y), glyphs: navigator.glyphs, on: canvas)
        canvas.put(
            [(count == 0 ? Self.aboutAccuracy : Graph.outlook, .plain)],
            in: Rect(x: rest.x, y: rest.y + size + 1, width: rest.width, height: rest.height - size - 1))
    }

    /// The main numbers for large digits. What is not known yet has none.
    private var numbers: [PixelText.Number] {
        let (all, accuracies, month) = (statistics.all, statistics.accuracies, 30)
        let days = DaysMap(counts: statistics.days, today: navigator.today, glyphs: navigator.glyphs).days(inLast: month)
        let numbers: [PixelText.Number?] = [
            ([tr("Games won"), tr("won").withCapital], String(all.tally.won), [tr("of {count}", ["count": all.games])]),
            accuracies.mean.map {
                ([tr("Accuracy")], String($0), [trn("%, last game", "%, last {count} games", accuracies.count), "%"])
            },
            proposedLevel.map { ([tr("Level to play")], String($0.rawValue), [$0.name]) },
            ([tr("Days played")], String(days), [tr("of {count}", ["count": month])]),
        ]
        return numbers.compactMap(\.self)
    }

    /// What accuracy is, and how it is found out.
    private static var aboutAccuracy: String {
        tr("Accuracy compares each of your moves with the best one. Review a game of 4 moves or more, and you see it here.")
    }

    /// The sentence shown before the first game has ended.
    static var none: String { tr("You have not finished a game against the computer or on the network yet.") }

    /// How many games were not reviewed.
    var waitingWords: String {
        trn(
            "{count} game is not reviewed yet: A shows how well you played.",
            "{count} games are not reviewed yet: A shows how well you played.", waiting)
    }

    /// What to do next: review games, or else play the computer at a level that suits the player.
    var nextWords: String {
        if waiting > 0 { return waitingWords }
        // The one that the menu speaks of.
        guard let level = lastLevel, statistics.levels[level] != nil else {
            return tr("Play the computer, too: here you see how you do at each level.")
        }
        return statistics.levels.advice(at: level)
    }

    /// What to do next, or the progress of the reviews.
    private func drawFoot(_ next: String, on canvas: Canvas, in rect: Rect) {
        guard let queue else {
            let short = trn("{count} not reviewed yet (A)", "{count} not reviewed yet (A)", waiting)
            let fitting = rect.height > 1 || TextWidth.of(next) <= rect.width ? next : short
            return _ = canvas.put([(fitting, waiting > 0 ? .yellow : .plain)], in: rect)
        }
        let words =
            tr("Reviewing {number}/{count}", ["number": min(queue.done + 1, queue.count), "count": queue.count]) + " "
        let after = canvas.put(words, x: rect.x, y: rect.y)
        canvas.put(
            navigator.glyphs.bar(queue.judged, of: queue.moves, width: max(0, rect.x + rect.width - after)), x: after, y: rect.y)
    }

    // MARK: The table

    private func drawTable(isRuled: Bool = false, on canvas: Canvas, in rect: Rect) {
        canvas.put(row(tr("Opponent"), Self.columns(rect.width).heads, rect.width), x: rect.x, y: rect.y, .faint)
        if isRuled { canvas.put(String(repeating: "─", count: rect.width), x: rect.x, y: rect.y + 1, .faint) }
        let top = isRuled ? 2 : 1
        let lines = [statistics.all] + statistics.rows.dropFirst(offset)
        let isShort = statistics.rows.contains { TextWidth.of($0.opponent) >= Self.columns(rect.width).name }
        for (index, line) in lines.prefix(max(1, rect.height - top)).enumerated() {
            let numbers =
                [line.tally.won, line.tally.drawn, line.tally.lost].map(String.init) + [line.accuracy.map(percentage) ?? ""]
            let name = isShort ? OpponentWords.short(line.opponent) : line.opponent
            canvas.put(row(name, numbers, rect.width), x: rect.x, y: rect.y + top + index, index == 0 ? .label : .plain)
        }
    }

    /// The widths of the numbers, their heads, and the width of a name. A narrow table has no accuracy.
    private static func columns(_ width: Int) -> (cells: [Int], heads: [String], name: Int) {
        let (least, count) = width < 38 ? (6, 3) : (number, 4)
        func cells(_ heads: [String]) -> [Int] {
            let widest = heads.prefix(3).map { TextWidth.of($0) }.max() ?? 0
            return Array(
                (Array(repeating: max(least, 1 + widest), count: 3) + [max(least, 2 + TextWidth.of(heads[3]))]).prefix(count))
        }
        let (whole, short) = (LevelBars.results.whole, LevelBars.results.short)
        let choices = [whole + [tr("accuracy")], whole + [tr("acc.")], short + [tr("acc.")]]
        let heads = choices.first { width - cells($0).reduce(0, +) >= roomyName } ?? choices[2]
        let wanted = cells(heads)
        let most = max(least, (width - leastName) / count)
        let fitting = width - wanted.reduce(0, +) >= leastName ? wanted : wanted.map { min($0, most) }
        return (fitting, heads.prefix(count).map(\.withCapital), width - fitting.reduce(0, +))
    }

    /// The least width of a name, and the one below which the heads are shortened.
    private static let (leastName, roomyName) = (10, 14)

    private func row(_ name: String, _ numbers: [String], _ width: Int) -> String {
        let (widths, _, room) = Self.columns(width)
        let cells = zip(numbers, widths).map { number, width in
            let shown = TextWidth.clip(number, to: width - 1)
            return String(repeating: " ", count: width - TextWidth.of(shown)) + shown
        }
        return isolated(TextWidth.clip(name, to: room)).padded(to: room) + cells.joined()
    }

    // MARK: The accuracy

    private func drawAccuracy(on canvas: Canvas, in rect: Rect) {
        let accuracies = statistics.accuracies
        guard let mean = accuracies.suffix(Self.window).mean else {
            return _ = canvas.put([(tr("Accuracy"), .label), (Self.aboutAccuracy, .plain)], in: rect)
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
