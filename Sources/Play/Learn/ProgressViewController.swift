// The page of progress: the rating in puzzles and the accuracy of games as plots, the results by level, streaks, the themes that were missed
// most, and the days. A small screen shows a part at a time. Everything is read when the page opens. ProgressWords has the sentences and the table to export.

import Engine
import Language
import Screen
import Session

/// The page of progress.
final class ProgressViewController {
    let navigator: Navigator
    private(set) var puzzles = [PuzzleTry]()
    private(set) var games: [KeptGame] = []
    private(set) var statistics = Statistics(of: [])
    /// The places in the lessons that were begun, and how many were finished.
    private var places: [Int: LessonPlace] = [:]
    var lessons: Int { places.values.count(where: \.isFinished) }
    /// How many puzzles are known that were missed once.
    private(set) var learned = 0
    /// What was trained besides puzzles that count, the newest first.
    private(set) var trained: [KeptResult] = []
    /// The stars of the practice positions, how many positions there are, and what is known of openings.
    private(set) var stars: [String: Int] = [:]
    private(set) var positions = [PracticePosition]()
    private(set) var drill = OpeningDrill([], on: 0)
    /// Why something cannot be read; nil where it can.
    private(set) var trouble: String?
    /// The part shown on a screen that has no room for all.
    private(set) var pane = Pane.words

    /// A part of the page.
    enum Pane: Int, CaseIterable {
        case words, rating, accuracy, levels, themes, training, days
    }

    init(navigator: Navigator) { self.navigator = navigator }

    /// Today, as the number of days since 1970 in UTC.
    var today: Int { navigator.today }
    /// The ratings after each try, without those of the first puzzles, which place the player.
    var ratings: [Int] { puzzles.rated.map { Int($0.rating.value.rounded()) } }
    /// The days on which something was played.
    var days: DaysMap {
        let days =
            puzzles.map { String(day: $0.day) } + games.map { String($0.date.prefix(10)) }
            + trained.map { String($0.date.prefix(10)) }
        return DaysMap(counts: Dictionary(days.map { ($0, 1) }, uniquingKeysWith: +), today: today, glyphs: navigator.glyphs)
    }
    /// Whether there is nothing to show.
    var isEmpty: Bool {
        puzzles.isEmpty && lessons == 0 && statistics.all.games == 0 && statistics.accuracies.isEmpty && trained.isEmpty
    }
    /// Whether some of the first steps are left: they stand before the plot of the ratings, and alone where there are too few for it.
    var isBeginning: Bool { !hasPlot || words.firstSteps.contains { !$0.isDone } }
    private var hasPlot: Bool { ratings.count >= Self.leastRatings }
    private static let leastRatings = 3
    /// The smallest width for the first steps and the plot side by side.
    private static let leastPlotWidth = 70

    private func load() {
        do throws(StorageFailure) {
            games = try navigator.environment.archive.games()
            puzzles = try navigator.environment.archive.tries()
            places = try navigator.environment.archive.lessons()
            let recalls = try navigator.environment.archive.recalls()
            learned = recalls.count { $0.kind == .puzzle && $0.due == nil && $0.misses > 0 }
            drill = OpeningDrill(recalls, on: today)
            trained = try navigator.environment.archive.results().filter(\.record.kind.isTraining)
            stars = try navigator.environment.archive.stars()
            positions = stars.isEmpty ? [] : navigator.environment.practice()
            trouble = nil
        } catch {
            trouble = error.sentence
        }
        statistics = Statistics(of: games)
        navigator.setNeedsDisplay()
    }

    private(set) lazy var bindings: [Binding] = [
        Binding(
            .left, .right, .up, .down, name: "←→", label: tr("Page"), help: tr("Show another part of the page."),
            isAvailable: { [unowned self] in pages.count > 1 }
        ) { [unowned self] key in
            let pages = pages
            let step = key == .left || key == .up ? pages.count - 1 : 1
            pane = pages[(pageIndex + step) % pages.count][0]
            navigator.setNeedsDisplay()
        },
        Binding(
            .enter, .character("n"), name: "Enter", label: tr("Next"), help: tr("Go on with what comes next."),
            isAvailable: { [unowned self] in trouble == nil }, action: { [unowned self] _ in next.open() }),
        Binding(
            .character("e"), label: tr("To a file"), help: tr("Write every puzzle and every game to a CSV file."),
            isAvailable: { [unowned self] in !puzzles.isEmpty || !games.isEmpty },
            action: { [unowned self] _ in export() }),
        Binding(.escape, .character("q"), name: "Esc", label: tr("Back"), help: tr("Go back.")) {
            [unowned self] _ in navigator.pop()
        },
    ]

    /// The theme that was missed most often; nil until enough puzzles were tried to tell.
    private var missed: PuzzleTheme? {
        puzzles.count < Self.leastTries ? nil : puzzles.missedThemes.first?.theme
    }
    private static let leastTries = 10

    /// What is best done next, in a sentence, and how it is opened.
    var next: (words: String, open: () -> Void) {
        func puzzle(_ source: PuzzleViewController.Source) -> () -> Void {
            { [navigator] in PuzzleViewController.open(on: navigator, from: source) }
        }
        let due = navigator.duePuzzles.count
        if due > 0 {
            return (
                trn("{count} puzzle that you missed comes back today.", "{count} puzzles that you missed come back today.", due),
                puzzle(.due)
            )
        }
        let lesson = Lesson.all.indices.first { places[$0 + 1]?.isFinished != true }
        let study = lesson.map { number in
            (
                words: tr("Lesson {number}, {title}", ["number": number + 1, "title": Lesson.all[number].title]).withFullStop,
                open: { [navigator] in navigator.push(LessonViewController(navigator: navigator, number: number)) }
            )
        }
        if lessons == 0, puzzles.isBeginner, let study { return study }
        if !puzzles.isPlaced {
            let left = PuzzleTry.placements - puzzles.counted.count
            return (
                trn("{count} more puzzle, and your rating begins.", "{count} more puzzles, and your rating begins.", left),
                puzzle(.shelf(nil))
            )
        }
        if puzzles.countOfTried(dayOf: today) == 0 {
            return (tr("Today's puzzle waits for you."), puzzle(navigator.puzzleOfToday))
        }
        if let missed {
            return (
                tr("Puzzles of the kind that you miss most often, {theme}", ["theme": missed.name]).withFullStop,
                puzzle(.shelf(missed))
            )
        }
        return study ?? (tr("Puzzles that suit your rating."), puzzle(.shelf(nil)))
    }

    private func export() {
        do throws(StorageFailure) {
            let path = try navigator.environment.export(words.table, as: "fourinarow-progress-\(String(day: today)).csv")
            navigator.show(alert: tr("Your progress is in {path}.", ["path": path]))
        } catch {
            navigator.show(alert: error.sentence)
        }
    }
}

extension ProgressViewController: ViewController {
    var words: ProgressWords { ProgressWords(screen: self) }
    var title: String { tr("Progress") }
    var status: String { puzzles.isPlaced ? "★ \(words.rating)" : "" }
    func heading(width: Int) -> [(text: String, role: Role)] {
        let page = tr("{step} of {count}", ["step": pageIndex + 1, "count": pages.count])
        return [(TextWidth.clip(title, to: width), .title)] + (pages.count < 2 ? [] : [("  " + page, .faint)])
    }
    func didAppear() { load() }
    var announcement: Announcement { Announcement(sentences: trouble.map { [$0] } ?? words.sentences) }
}

// MARK: - Drawing

extension ProgressViewController {
    /// The smallest screen that shows everything at once.
    private static let (leastWidth, leastHeight) = (100, 32)
    /// The number of games and puzzles that the moving average covers.
    static let window = 10
    /// The free cells on either side, and between parts.
    private static let (margin, gap) = (4, 4)
    /// The rows of the numbers at the top.
    private static let head = 6

    private static func hasRoomForAll(in area: Rect) -> Bool { area.width >= leastWidth && area.height >= leastHeight }

    func draw(on canvas: Canvas, in area: Rect) {
        if let trouble { return canvas.putBlock(trouble, in: area) }
        if isEmpty, !Self.hasOverview(in: area) {
            return canvas.putBlock(together([ProgressWords.none, words.next]), in: area)
        }
        guard Self.hasRoomForAll(in: area) else {
            let margin = area.width < 60 ? 1 : Self.margin
            let rect = Rect(x: area.x + margin, y: area.y, width: area.width - 2 * margin, height: area.height)
            canvas.focus = Point(x: rect.x, y: rect.y)
            return drawPage(on: canvas, in: rect)
        }
        let rect = Rect(
            x: area.x + Self.margin, y: area.y + 1, width: area.width - 2 * Self.margin, height: area.height - 2)
        canvas.focus = Point(x: rect.x, y: rect.y)
        drawNumbers(on: canvas, in: rect, widths: Array(repeating: rect.width / 4, count: 4))
        let bars = max(Level.allCases.count + 1, (rect.height - Self.head) * 2 / 5)
        let plots = rect.height - Self.head - bars - 1 - Self.foot
        drawNext(on: canvas, in: rect)
        draw(
            [.rating, .accuracy, .training].filter { !isBlank($0) }, on: canvas,
            in: Rect(x: rect.x, y: rect.y + Self.head, width: rect.width, height: plots))
        draw(
            [.themes, .levels, .days].filter { !isBlank($0) }, on: canvas,
            in: Rect(x: rect.x, y: rect.y + Self.head + plots + 1, width: rect.width, height: bars))
    }

    /// Whether the first page has the numbers, the rating, the themes and the days.
    private static func hasOverview(in area: Rect) -> Bool { area.width >= 78 && area.height >= 20 }

    /// The parts of each page where there is no room for all: two on a page, one above the other, if it is high enough. What would be empty has no page.
    private var pages: [[Pane]] {
        let area = navigator.area
        if isEmpty || Self.hasRoomForAll(in: area) { return [Pane.allCases] }
        let pages: [[Pane]] =
            if Self.hasOverview(in: area) {
                [[.words, .rating, .themes, .days] + besides, Self.second.filter { !besides.contains($0) }]
            } else if area.height >= 20 {
                [[.words, .days], [.rating, .accuracy], [.themes, .levels], [.training]]
            } else {
                [[.words], [.rating], [.accuracy], [.levels], [.themes], [.training], [.days]]
            }
        return pages.filter { !$0.allSatisfy(isBlank) }
    }

    /// The parts of the second of two pages.
    private static let second: [Pane] = [.accuracy, .levels, .training]

    /// What stands beside the first steps where it would have a page of its own: nothing but one part.
    private var besides: [Pane] {
        let rest = Self.second.filter { !isBlank($0) }
        return !hasPlot && rest.count == 1 ? rest : []
    }

    private var pageIndex: Int { pages.firstIndex { $0.contains(pane) } ?? 0 }

    private func drawPage(on canvas: Canvas, in rect: Rect) {
        let index = pageIndex
        if index == 0, Self.hasOverview(in: navigator.area) { return drawOverview(on: canvas, in: rect) }
        var panes = pages[index].filter { !isBlank($0) }
        // The results stand beside what was trained.
        let isBeside = panes.contains(.levels) && panes.contains(.training)
        if isBeside { panes.removeAll { $0 == .training } }
        let gap = panes.count - 1
        let hasFoot = Self.hasOverview(in: navigator.area)
        if hasFoot { drawNext(on: canvas, in: rect) }
        let height = (rect.height - (hasFoot ? Self.foot : 0) - 2 * gap) / panes.count
        for (index, pane) in panes.enumerated() {
            let part = Rect(x: rect.x, y: rect.y + gap + index * (height + gap), width: rect.width, height: height)
            draw(isBeside && pane == .levels ? [.levels, .training] : [pane], on: canvas, in: part)
        }
    }

    /// The widths of the main numbers on the first page; the last one has the rest.
    private static let widths = [21, 21, 16]
    /// The rows of the days, with a blank one, and of the sentence below the line.
    private static let (strip, foot) = (4, 3)

    private func drawOverview(on canvas: Canvas, in rect: Rect) {
        let top = Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: Self.head)
        drawNumbers(on: canvas, in: top, widths: Self.widths + [rect.width - Self.widths.reduce(0, +)])
        let end = rect.y + rect.height - Self.strip - Self.foot
        let middle = Rect(x: rect.x, y: top.y + Self.head, width: rect.width, height: end - top.y - Self.head)
        draw(isBlank(.themes) || isBeginning ? [.rating] + besides : [.rating, .themes], on: canvas, in: middle)
        days.drawStrip(on: canvas, in: Rect(x: rect.x, y: end + 1, width: rect.width, height: Self.strip - 1))
        drawNext(on: canvas, in: rect)
    }

    /// Draws what comes next at the bottom of `rect`, below a line.
    private func drawNext(on canvas: Canvas, in rect: Rect) {
        let line = rect.y + rect.height - Self.foot
        canvas.put(String(repeating: "─", count: navigator.area.width - 2), x: navigator.area.x + 1, y: line, .faint)
        canvas.put(words.next, x: rect.x, y: line + 1, limit: rect.width)
    }

    /// Whether there is nothing to show of a part yet.
    private func isBlank(_ pane: Pane) -> Bool {
        switch pane {
        case .accuracy: statistics.accuracies.isEmpty
        case .levels: statistics.levels.isEmpty
        case .themes: missed == nil
        case .training: words.training.allSatisfy { $0.value.isEmpty }
        case .words, .rating, .days: false
        }
    }

    /// Draws parts side by side.
    private func draw(_ panes: [Pane], on canvas: Canvas, in rect: Rect) {
        let width = (rect.width - (panes.count - 1) * Self.gap) / panes.count
        for (index, pane) in panes.enumerated() {
            draw(pane, on: canvas, in: Rect(x: rect.x + index * (width + Self.gap), y: rect.y, width: width, height: rect.height))
        }
    }

    private func draw(_ pane: Pane, on canvas: Canvas, in rect: Rect) {
        switch pane {
        case .words: canvas.put(([words.next] + words.mainSentences).map { ($0, .plain) }, in: rect)
        case .rating where !hasPlot: drawFirstSteps(on: canvas, in: rect)
        case .rating where isBeginning && rect.width >= Self.leastPlotWidth:
            let half = (rect.width - Self.gap) / 2
            drawFirstSteps(on: canvas, in: Rect(x: rect.x, y: rect.y, width: half, height: rect.height))
            drawRating(on: canvas, in: Rect(x: rect.x + half + Self.gap, y: rect.y, width: half, height: rect.height))
        case .rating: drawRating(on: canvas, in: rect)
        case .accuracy:
            let end = canvas.put(words.accuracyTitle, x: rect.x, y: rect.y, .label, limit: rect.width)
            graph(below: rect).drawAccuracies(statistics.accuracies, window: Self.window, keyAfter: end, on: canvas)
        case .levels:
            LevelBars(levels: statistics.levels, glyphs: navigator.glyphs, least: Self.window).draw(on: canvas, in: rect)
        case .themes: drawThemes(on: canvas, in: rect)
        case .training: drawTraining(on: canvas, in: rect)
        case .days: days.draw(on: canvas, in: rect)
        }
    }

    private func drawRating(on canvas: Canvas, in rect: Rect) {
        canvas.put(words.ratingTitle(width: rect.width), x: rect.x, y: rect.y, .label, limit: rect.width)
        let graph = graph(below: rect)
        canvas.picture(in: graph.rect) {
            graph.drawLine(ratings, window: 1, range: ProgressWords.range(of: ratings), on: canvas) {
                trn("{count} puzzle ago", "{count} puzzles ago", $0)
            }
        }
    }

    /// Draws the main numbers in large digits, side by side.
    private func drawNumbers(on canvas: Canvas, in rect: Rect, widths: [Int]) {
        if isEmpty { return _ = canvas.put([(ProgressWords.none, .plain)], in: rect) }
        PixelText.draw(words.numbers, widths: widths, at: Point(x: rect.x, y: rect.y), glyphs: navigator.glyphs, on: canvas)
    }

    /// Draws what there is to do first, each with a tick once it is done.
    private func drawFirstSteps(on canvas: Canvas, in rect: Rect) {
        canvas.put(tr("First steps"), x: rect.x, y: rect.y, .label, limit: rect.width)
        for (index, step) in words.firstSteps.enumerated() where 1 + index < rect.height {
            let sign = step.isDone ? navigator.glyphs.isUnicode ? "✓" : "+" : "·"
            canvas.put(sign, x: rect.x, y: rect.y + 1 + index, step.isDone ? .good : .faint)
            canvas.put(step.words, x: rect.x + 3, y: rect.y + 1 + index, step.isDone ? .faint : .plain, limit: rect.width - 3)
        }
    }

    /// Draws what was trained besides puzzles and games, and how far it is.
    private func drawTraining(on canvas: Canvas, in rect: Rect) {
        canvas.put(tr("Training"), x: rect.x, y: rect.y, .label, limit: rect.width)
        let rows = words.training
        for (index, row) in rows.enumerated() where 1 + index < rect.height {
            let y = rect.y + 1 + index
            let value = row.value.isEmpty ? tr("not yet") : row.value
            let end = rect.x + rect.width - TextWidth.of(value)
            canvas.put(row.name, x: rect.x, y: y, row.value.isEmpty ? .faint : .plain, limit: end - 1 - rect.x)
            canvas.put(value, x: end, y: y, row.value.isEmpty ? .faint : .label)
        }
    }

    /// A graph in `rect`, below its title.
    private func graph(below rect: Rect) -> Graph {
        Graph(rect: Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rect.height - 1), glyphs: navigator.glyphs)
    }

    /// Draws a bar for each theme that was missed: the missed part of its puzzles.
    private func drawThemes(on canvas: Canvas, in rect: Rect) {
        canvas.put(words.themesTitle(width: rect.width), x: rect.x, y: rect.y, .label, limit: rect.width)
        let themes = puzzles.missedThemes
        let step = rect.height > 2 * themes.count ? 2 : 1
        let counts = themes.map { tr("{step} of {count}", ["step": $0.missed, "count": $0.count]) }
        let number = counts.map { TextWidth.of($0) }.max() ?? 0
        let name = min(rect.width - number - 6, 1 + (themes.map { TextWidth.of($0.theme.name) }.max() ?? 0))
        for (index, theme) in themes.enumerated() where 1 + index * step < rect.height {
            let y = rect.y + 1 + index * step
            canvas.put(TextWidth.clip(theme.theme.name, to: max(1, name - 1)), x: rect.x, y: y)
            let width = max(0, rect.width - name - number - 1)
            let done = max(1, theme.missed * width / theme.count)
            let bar = navigator.glyphs.bar(done, of: max(1, width), width: width)
            canvas.put(String(bar.prefix(done)), x: rect.x + name, y: y, .problem)
            canvas.put(String(bar.dropFirst(done)), x: rect.x + name + done, y: y, .faint)
            canvas.put(counts[index], x: rect.x + rect.width - TextWidth.of(counts[index]), y: y, .faint)
        }
        let end = 1 + themes.count * step
        let rest = Rect(x: rect.x, y: rect.y + end, width: rect.width, height: rect.height - end)
        // What the first of them is, where there is room.
        if !themes.isEmpty, TextWidth.wrap(words.mostMissed, to: rest.width).count <= rest.height {
            canvas.put([(words.mostMissed, .faint)], in: rest)
        }
    }
}
