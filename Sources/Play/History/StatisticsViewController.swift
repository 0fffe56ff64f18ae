// The statistics of the saved games, by opponent, by level and over time. It also reviews the games that were not reviewed yet.
// StatisticsDrawing draws it.

import Engine
import Language
import Screen
import Session

/// The statistics.
final class StatisticsViewController {
    let navigator: Navigator
    private var games: [KeptGame] {
        didSet { (statistics, waiting) = (Statistics(of: games), ReviewQueue.waiting(in: games).count) }
    }
    private(set) var statistics: Statistics
    /// The level that the menu proposes; nil without any game against the computer.
    var proposedLevel: Level? { games.proposedLevel }
    /// The one that was played last.
    var lastLevel: Level? { games.lastLevel }
    /// How many games can be reviewed and were not.
    private(set) var waiting: Int
    /// The games being reviewed; nil if none are.
    private(set) var queue: ReviewQueue?
    /// The index of the first opponent shown.
    private(set) var offset = 0
    /// The part shown on a screen that has no room for all.
    private(set) var pane = Pane.table

    /// A part of the screen.
    enum Pane: Int, CaseIterable {
        case table, levels, accuracy
    }

    /// The statistics of games, given newest first.
    init(navigator: Navigator, games: [KeptGame]) {
        self.navigator = navigator
        self.games = games
        statistics = Statistics(of: games)
        waiting = ReviewQueue.waiting(in: games).count
    }

    private(set) lazy var bindings: [Binding] = [
        Binding(
            .left, .right, name: "←→", label: tr("Page"), help: tr("Show the table, the levels or the accuracy."),
            isAvailable: { [unowned self] in !hasRoomForAll(in: navigator.area) }
        ) { [unowned self] in
            let count = Pane.allCases.count
            pane = Pane(rawValue: (pane.rawValue + ($0 == .left ? count - 1 : 1)) % count) ?? .table
            navigator.setNeedsDisplay()
        },
        Binding(
            .character("a"), label: tr("Review all"), help: tr("Review every game that was not reviewed yet."),
            isAvailable: { [unowned self] in queue == nil && waiting > 0 }, action: { [unowned self] _ in reviewAll() }),
        Binding(
            .character("a"), label: tr("Stop"), help: tr("Stop reviewing. What is done stays."),
            isAvailable: { [unowned self] in queue != nil }, action: { [unowned self] _ in stop() }),
        Binding(.up, .down, name: "↑↓", label: tr("Scroll"), help: tr("Scroll the opponents.")) { [unowned self] in
            offset = max(0, min(statistics.rows.count - 1, offset + ($0 == .up ? -1 : 1)))
            navigator.setNeedsDisplay()
        },
        Binding(.character("o"), label: tr("Other games"), help: tr("Show the statistics of the other games.")) {
            [unowned self] _ in navigator.push(ResultsViewController(navigator: navigator, isCounting: true))
        },
        Binding(.escape, .character("q"), .enter, name: "Esc", label: tr("Back"), help: tr("Back to the games.")) {
            [unowned self] _ in
            navigator.pop()
        },
    ]

    private func reviewAll() {
        let queue = ReviewQueue(of: games, environment: navigator.environment)
        self.queue = queue
        queue.didProgress = { [unowned self] in didReview($0) }
        queue.advance()
        navigator.setNeedsDisplay()
    }

    private func stop() {
        queue?.stop()
        queue = nil
        navigator.setNeedsDisplay()
    }

    private func didReview(_ kept: Result<KeptGame, StorageFailure>?) {
        navigator.setNeedsDisplay()
        switch kept {
        case .success(let game):
            if let index = games.firstIndex(where: { $0.id == game.id }) { games[index] = game }
            if queue?.isComplete == true { stop() }
        case .failure(let failure):
            stop()
            navigator.show(alert: failure.sentence)
        case nil: break
        }
    }
}

extension StatisticsViewController: ViewController {
    var title: String { tr("Statistics") }
    /// Only what one likes to read.
    var status: String {
        let words = statistics.winsOnEnd > 1 ? statistics.streakWords : statistics.longestRunWords
        return TextWidth.of(title) + TextWidth.of(words) + 4 <= navigator.canvas.size.width ? words : ""
    }
    func didLeave() { queue?.stop() }
}
