// What the kept games come to, opponent by opponent, and the accuracy over time as a plot. It knows no database.

import Screen
import Session

/// The statistics.
final class StatisticsViewController {
    private let navigator: Navigator
    private let statistics: Statistics
    private var offset = 0

    /// Statistics of games, the newest first.
    init(navigator: Navigator, games: [KeptGame]) {
        self.navigator = navigator
        statistics = Statistics(of: games)
    }

    private(set) lazy var bindings: [Binding] = [
        Binding(.up, .down, name: "↑↓", label: "Scroll", help: "Scroll the opponents.") { [unowned self] in
            offset = max(0, min(statistics.lines.count - 1, offset + ($0 == .up ? -1 : 1)))
            navigator.setNeedsDisplay()
        },
        Binding(.escape, .character("q"), .enter, name: "Esc", label: "Back", help: "Back to the games.") { [unowned self] _ in
            navigator.pop()
        },
    ]
}

extension StatisticsViewController: ViewController {
    var title: String { "Statistics" }
    var status: String { statistics.streakWords }

    func draw(on canvas: Canvas, in area: Rect) {
        guard statistics.all.games > 0 else {
            let words = "You have not finished a game against the computer or on the network yet."
            for (index, line) in TextWidth.wrap(words, to: area.width - 4).enumerated() {
                canvas.put(line, x: area.x + 2, y: area.y + 1 + index)
            }
            return
        }
        let width = min(area.width - 2, 72)
        let x = (area.width - width) / 2
        let plot = area.height >= 14 ? 8 : area.height >= 8 ? 4 : 0
        canvas.put(row("Opponent", ["won", "drawn", "lost"], width), x: x, y: area.y, .faint)
        let room = area.height - 2 - plot
        let lines = [statistics.all] + statistics.lines.dropFirst(offset)
        for (index, line) in lines.prefix(max(1, room)).enumerated() {
            let numbers = [line.tally.won, line.tally.drawn, line.tally.lost].map(String.init)
            canvas.put(row(line.opponent, numbers, width), x: x, y: area.y + 1 + index, index == 0 ? .label : .plain)
        }
        if plot > 0 { drawPlot(on: canvas, in: Rect(x: x, y: area.y + area.height - plot, width: width, height: plot)) }
    }

    private func row(_ name: String, _ numbers: [String], _ width: Int) -> String {
        let column = 7
        let cells = numbers.map { String(repeating: " ", count: max(1, column - TextWidth.of($0))) + $0 }
        let room = width - column * numbers.count
        return TextWidth.clip(name, to: room).padded(to: room) + cells.joined()
    }

    /// The accuracies, the newest at the right.
    private func drawPlot(on canvas: Canvas, in rect: Rect) {
        guard !statistics.accuracies.isEmpty else {
            canvas.put("Accuracy: no games reviewed yet.", x: rect.x, y: rect.y, .faint)
            return
        }
        let last = statistics.accuracies.suffix(10)
        canvas.put(
            "Accuracy over your last \(last.count) games: \(last.reduce(0, +) / last.count)%", x: rect.x, y: rect.y, .faint)
        let box = Rect(x: rect.x + 4, y: rect.y + 1, width: rect.width - 4, height: rect.height - 1)
        canvas.put("100", x: rect.x, y: box.y, .faint)
        canvas.put("  0", x: rect.x, y: box.y + box.height - 1, .faint)
        Graph(rect: box, glyphs: navigator.glyphs).drawPoints(statistics.accuracies, most: 100, on: canvas)
    }
}
