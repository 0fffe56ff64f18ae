// A puzzle from the player's own games: the engine looks for a position where the player went wrong and only one column was right.

import Engine
import Language
import Screen
import Session

/// Looks for such a puzzle, and opens it.
final class OwnPuzzleViewController {
    let navigator: Navigator
    let view = PageView()
    private let analysis: Analysis
    private var isSearching = false
    private var hasGames = true
    private var trouble: String?

    /// How many games are searched, the newest first.
    private static let games = 50

    init(navigator: Navigator) {
        self.navigator = navigator
        analysis = Analysis(environment: navigator.environment)
    }

    private func search() {
        isSearching = true
        let known = Set(navigator.puzzleProgress.map(\.start))
        do throws(StorageFailure) {
            let records = try navigator.environment.archive.games().map(\.record).filter {
                $0.kind != .shared && !$0.isPlayedByMessage
            }
            .prefix(Self.games)
            let games = records.compactMap { record in
                (try? Game(digits: record.digits)).map { (game: $0, player: record.isFirst ? Player.first : .second) }
            }
            hasGames = !games.isEmpty
            analysis.puzzle(from: games, except: known) { [weak self] in self?.didFind($0) }
        } catch {
            trouble = error.sentence
        }
    }

    private func didFind(_ puzzle: Puzzle?) {
        guard let puzzle else {
            isSearching = false
            return navigator.setNeedsDisplay()
        }
        navigator.replaceTop(with: PuzzleViewController(navigator: navigator, puzzle: puzzle, from: .ownGame))
    }
}

extension OwnPuzzleViewController: PageViewController {
    var title: String { tr("From your games") }

    func didAppear() { if !isSearching { search() } }
    func didLeave() { analysis.stop() }

    func page(in size: Size) -> Page {
        var page = Page(reserved: 1)
        let found =
            hasGames
            ? tr("Your last games have no mistake that makes a puzzle.")
            : tr("You have played no games yet. Your mistakes in them become puzzles.")
        let sentence = trouble ?? (isSearching ? tr("Looking through your games…") : found)
        page.headline = [Page.Note(trouble == nil ? .label : .problem, sentence)]
        page.keys = [backBinding(help: tr("Leave the puzzles."))]
        return page
    }
}
