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
    /// How many lessons were finished.
    private(set) var lessons = 0
    /// Why something cannot be read; nil where it can.
    private(set) var trouble: String?
    /// The part shown on a screen that has no room for all.
    private(set) var pane = Pane.words

    /// A part of the page.
    enum Pane: Int, CaseIterable {
        case words, rating, accuracy, levels, themes, days
    }

    init(navigator: Navigator) { self.navigator = navigator }

    /// Today, as the number of days since 1970 in UTC.
    var today: Int { navigator.today }
    /// The ratings after each try, without those of the first puzzles, which place the player.
    var ratings: [Int] { puzzles.dropFirst(PuzzleTry.placements - 1).map { Int($0.rating.value.rounded()) } }
    /// The days on which something was played.
    var days: DaysMap {
        let days = puzzles.map { String(day: $0.day) } + games.map { String($0.date.prefix(10)) }
        return DaysMap(counts: Dictionary(days.map { ($0, 1) }, uniquingKeysWith: +), today: today, glyphs: navigator.glyphs)
    }
    /// Whether there is nothing to show.
    var isEmpty: Bool { puzzles.isEmpty && lessons == 0 && statistics.all.games == 0 && statistics.accuracies.isEmpty }

    private func load() {
        do throws(StorageFailure) {
            games = try navigator.environment.archive.games()
            puzzles = try navigator.environment.archive.tries()
            lessons = try navigator.environment.archive.lessons().values.count(where: \.isFinished)
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
            isAvailable: { [unowned self] in !isEmpty && !Self.hasRoomForAll(in: navigator.area) }
        ) { [unowned self] key in
            let pages = Self.pages(in: navigator.area)
            let step = key == .left || key == .up ? pages.count - 1 : 1
            pane = pages[(pageIndex(in: navigator.area) + step) % pages.count][0]
            navigator.setNeedsDisplay()
        },
        Binding(
            .enter, name: "Enter", label: tr("Practise"), help: tr("Solve puzzles of the theme that was missed most often."),
            isAvailable: { [unowned self] in missed != nil }, action: { [unowned self] _ in practise() }),
        Binding(
            .character("e"), label: tr("Export"), help: tr("Write every puzzle and every game to a CSV file."),
            isAvailable: { [unowned self] in !puzzles.isEmpty || !games.isEmpty },
            action: { [unowned self] _ in export() }),
        Binding(.escape, .character("q"), name: "Esc", label: tr("Back"), help: tr("Back to the menu.")) {
            [unowned self] _ in navigator.pop()
        },
    ]

    /// The theme that was missed most often.
    private var missed: PuzzleTheme? { puzzles.missedThemes.first?.theme }

    private func practise() {
        if let missed { PuzzleViewController.open(on: navigator, from: .shelf(missed)) }
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
        let area = navigator.area
        let page = tr("{step} of {count}", ["step": pageIndex(in: area) + 1, "count": Self.pages(in: area).count])
        let isAlone = isEmpty || Self.hasRoomForAll(in: area)
        return [(TextWidth.clip(title, to: width), .title)] + (isAlone ? [] : [("  " + page, .faint)])
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
        if isEmpty { return canvas.putBlock(ProgressWords.none, in: area) }
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
        let plots = rect.height - Self.head - bars - 1
        draw([.rating, .accuracy], on: canvas, in: Rect(x: rect.x, y: rect.y + Self.head, width: rect.width, height: plots))
        draw(
            [.themes, .levels, .days], on: canvas,
            in: Rect(x: rect.x, y: rect.y + Self.head + plots + 1, width: rect.width, height: bars))
    }

    /// Whether the first page has the numbers, the rating, the themes and the days.
    private static func hasOverview(in area: Rect) -> Bool { area.width >= 78 && area.height >= 20 }

    /// The parts of each page where there is no room for all: two on a page, one above the other, if it is high enough.
    private static func pages(in area: Rect) -> [[Pane]] {
        if hasOverview(in: area) { return [[.words, .rating, .themes, .days], [.accuracy, .levels]] }
        return area.height >= 20
            ? [[.words, .days], [.rating, .accuracy], [.themes, .levels]]
            : [[.words], [.rating], [.accuracy], [.levels], [.themes], [.days]]
    }

    private func pageIndex(in area: Rect) -> Int { Self.pages(in: area).firstIndex { $0.contains(pane) } ?? 0 }

    private func drawPage(on canvas: Canvas, in rect: Rect) {
        let index = pageIndex(in: navigator.area)
        if index == 0, Self.hasOverview(in: navigator.area) { return drawOverview(on: canvas, in: rect) }
        let panes = Self.pages(in: navigator.area)[index]
        let gap = panes.count - 1
        let titles = panes.count(where: isTitle)
        let height = (rect.height - 2 * gap - titles) / max(1, panes.count - titles)
        var y = rect.y + gap
        for pane in panes {
            let rows = isTitle(pane) ? 1 : height
            draw(pane, on: canvas, in: Rect(x: rect.x, y: y, width: rect.width, height: rows))
            y += rows + gap
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
        draw([.rating, .themes], on: canvas, in: middle)
        days.drawStrip(on: canvas, in: Rect(x: rect.x, y: end + 1, width: rect.width, height: Self.strip - 1))
        guard missed != nil else { return }
        let line = rect.y + rect.height - Self.foot
        canvas.put(String(repeating: "─", count: navigator.area.width - 2), x: navigator.area.x + 1, y: line, .faint)
        let words = labelled("Enter", tr("Solve puzzles of the theme that was missed most often."))
        canvas.put(words, x: rect.x, y: line + 1, limit: rect.width)
    }

    /// Whether a part is only a title that says what is missing.
    private func isTitle(_ pane: Pane) -> Bool {
        switch pane {
        case .rating: ratings.isEmpty
        case .accuracy: statistics.accuracies.isEmpty
        case .themes: missed == nil
        case .words, .levels, .days: false
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
        case .words: canvas.put(words.mainSentences.map { ($0, .plain) }, in: rect)
        case .rating:
            canvas.put(words.ratingTitle, x: rect.x, y: rect.y, .label, limit: rect.width)
            let graph = graph(below: rect)
            canvas.picture(in: graph.rect) {
                graph.drawLine(ratings, window: 1, range: ProgressWords.range(of: ratings), on: canvas)
            }
        case .accuracy:
            let end = canvas.put(words.accuracyTitle, x: rect.x, y: rect.y, .label, limit: rect.width)
            graph(below: rect).drawAccuracies(statistics.accuracies, window: Self.window, keyAfter: end, on: canvas)
        case .levels: LevelBars(levels: statistics.levels, glyphs: navigator.glyphs).draw(on: canvas, in: rect)
        case .themes: drawThemes(on: canvas, in: rect)
        case .days: days.draw(on: canvas, in: rect)
        }
    }

    /// Draws the main numbers in large digits, side by side.
    private func drawNumbers(on canvas: Canvas, in rect: Rect, widths: [Int]) {
        var x = rect.x
        for (index, (number, width)) in zip(words.numbers, widths).enumerated() {
            let short = { (words: [String]) in words.first { TextWidth.of($0) < width } ?? words.last ?? "" }
            canvas.put(short(number.titles), x: x, y: rect.y, .faint, limit: width - 1)
            let pixels = navigator.glyphs.isUnicode ? PixelText(number.number) : nil
            for (row, line) in (pixels?.rows ?? ["", number.number]).enumerated() {
                canvas.put(line, x: x, y: rect.y + 1 + row, index == 0 ? .yellow : .label)
            }
            canvas.put(short(number.remarks), x: x, y: rect.y + 1 + PixelText.height, .faint, limit: width - 1)
            x += width
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
        // What the first of them is, and what Enter does, as far as there is room.
        var sentences = themes.isEmpty ? [] : [words.mostMissed, tr("Enter: practise the first of these.")]
        while sentences.reduce(0, { $0 + TextWidth.wrap($1, to: rest.width).count }) > rest.height { sentences.removeLast() }
        canvas.put(sentences.map { ($0, .faint) }, in: rest)
    }
}
