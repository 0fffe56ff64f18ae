// The games that were kept, the newest first: to be looked over, gone on with, filtered by opponent, summed up. It knows no database.

import Engine
import Screen
import Session

/// The list of kept games.
final class HistoryViewController {
    private let navigator: Navigator
    private var games: [KeptGame] = []
    /// Whose games are listed; nil: everybody's.
    private var opponent: String?
    private var list = ChoiceList()
    private var trouble: String?

    init(navigator: Navigator) { self.navigator = navigator }

    private(set) lazy var bindings: [Binding] = [
        Binding(.up, .down, name: "↑↓", label: "Choose", help: "Choose a game.") { [unowned self] in
            _ = list.move(by: $0)
            navigator.setNeedsDisplay()
        },
        Binding(
            .enter, .character("v"), name: "Enter", label: "Review", help: "Review the chosen game.",
            isAvailable: hasGames, action: { [unowned self] _ in review() }),
        Binding(
            .character("r"), label: "Resume", help: "Continue an unfinished game against the computer.",
            isAvailable: { [unowned self] in chosen.map { Self.canResume($0) } == true }, action: { [unowned self] _ in resume() }
        ),
        Binding(
            .left, .right, .character("f"), name: "←→", label: "Opponent", help: "Show one opponent's games, or all.",
            isAvailable: hasGames, action: { [unowned self] in changeOpponent(by: $0 == .left ? -1 : 1) }),
        Binding(
            .character("s"), label: "Statistics", help: "Show your results and your accuracy.", isAvailable: hasGames,
            action: { [unowned self] _ in navigator.push(StatisticsViewController(navigator: navigator, games: games)) }),
        Binding(.escape, .character("q"), label: "Back", help: "Back to the menu.") { [unowned self] _ in navigator.pop() },
        Binding(
            .character("x"), label: "Export", help: "Write the chosen game to a file: digits, diagram, picture or recording.",
            isAvailable: hasGames, action: { [unowned self] _ in export() }),
    ]

    private var hasGames: () -> Bool { { [unowned self] in !games.isEmpty } }

    private var shown: [KeptGame] { opponent.map { name in games.filter { $0.record.opponentWords == name } } ?? games }
    private var chosen: KeptGame? { shown.indices.contains(list.chosen) ? shown[list.chosen] : nil }

    private static func canResume(_ game: KeptGame) -> Bool {
        game.record.kind == .computer && game.record.result == .unfinished
    }

    private func load() {
        do throws(StorageFailure) {
            games = try navigator.surroundings.history.games()
            trouble = nil
        } catch {
            games = []
            trouble = error.sentence
        }
        if !games.contains(where: { $0.record.opponentWords == opponent }) { opponent = nil }
        list.setCount(shown.count)
        navigator.setNeedsDisplay()
    }

    private func changeOpponent(by step: Int) {
        var names: [String?] = [nil]
        for game in games where !names.contains(game.record.opponentWords) { names.append(game.record.opponentWords) }
        let index = names.firstIndex(of: opponent) ?? 0
        opponent = names[(index + step + names.count) % names.count]
        list.setCount(shown.count)
        list.choose(0)
        navigator.setNeedsDisplay()
    }

    private func review() {
        guard let chosen, let match = match(of: chosen) else { return }
        navigator.push(
            ReviewViewController(navigator: navigator, match: match, names: ReviewNames(of: chosen.record), keptAs: chosen.id))
    }

    private func resume() {
        guard let chosen, Self.canResume(chosen), let match = match(of: chosen) else { return }
        guard let level = chosen.record.level.flatMap(Level.init) else {
            return navigator.show(alert: "This game's level is not known.")
        }
        let game = FourInARowViewController(navigator: navigator, level: level, beginner: navigator.settings.beginner)
        navigator.push(game)
        game.resume(match, isPlayerFirst: chosen.record.isFirst, id: chosen.id)
    }

    private func export() {
        guard let chosen else { return }
        navigator.push(MenuViewController.export(of: chosen, navigator: navigator))
    }

    /// The game's moves, if they are a game; if not, the player reads so.
    private func match(of game: KeptGame) -> Match? {
        do throws(PositionError) {
            return try Match(digits: game.record.digits)
        } catch {
            navigator.show(alert: "Game \(game.id) cannot be read: \(error.sentence).")
            return nil
        }
    }
}

extension HistoryViewController: ViewController {
    var title: String { opponent.map { "History: \($0)" } ?? "History" }
    var status: String { games.isEmpty ? "" : "\(shown.count) \(shown.count == 1 ? "game" : "games")" }

    func didAppear() { load() }

    func didPress(_ key: Key) -> Bool {
        if case .click = key, let index = list.index(named: key) {
            list.choose(index)
        } else if !list.move(by: key) {
            return false
        }
        navigator.setNeedsDisplay()
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        if games.isEmpty {
            let words = trouble ?? "No games yet. Every game you play is kept here, move by move."
            for (index, line) in TextWidth.wrap(words, to: area.width - 4).prefix(area.height - 1).enumerated() {
                canvas.put(line, x: area.x + 2, y: area.y + 1 + index, trouble == nil ? .plain : .problem)
            }
            return
        }
        let width = min(area.width - 2, 76)
        let rows = Rect(x: (area.width - width) / 2, y: area.y, width: width, height: area.height)
        let shown = shown
        let widest = shown.map { TextWidth.of($0.record.opponentWords) }.max() ?? 0
        list.draw(on: canvas, in: rows) { Self.words(for: shown[$0], width: width, opponents: widest) }
    }

    /// A row of so many cells, results below each other where the longest name of an opponent takes `opponents` cells.
    private static func words(for game: KeptGame, width: Int, opponents: Int) -> (words: String, behind: String) {
        let isWide = width > 50
        let count = game.record.digits.utf8.count
        let date = isWide ? game.date + " " : String(game.date.dropFirst(5).prefix(5))
        let result = isWide ? "\(game.record.resultWord), \(count) \(count == 1 ? "move" : "moves")" : game.record.resultWord
        let start = "#\(game.id)".padded(to: isWide ? 6 : 4) + date + " "
        // Four cells before the words, two behind them, and one at the edge.
        let room = max(4, width - 7 - TextWidth.of(start) - TextWidth.of(result))
        let name = TextWidth.clip(game.record.opponentWords, to: room)
        return (start + (isWide ? name.padded(to: min(opponents, 26)) : name), result)
    }
}
