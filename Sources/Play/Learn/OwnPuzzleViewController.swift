// An exercise from the player's own games: the engine looks for a position where the player went wrong and few columns were right.

import Engine
import Language
import Screen
import Session

/// Looks for such an exercise, and opens it.
final class OwnPuzzleViewController {
    let navigator: Navigator
    let view = PageView()
    private let analysis: Analysis
    private var isSearching = false
    /// Whether mistakes are left that are too hard for the player.
    private var leavesHard = false
    /// How many games are searched, and how many of them are done.
    private var (count, done) = (0, 0)
    private var trouble: String?

    /// How many games are searched at most, the newest first.
    private static let games = 50

    init(navigator: Navigator) {
        self.navigator = navigator
        analysis = Analysis(environment: navigator.environment)
    }

    private func search() {
        isSearching = true
        let known = navigator.knownPuzzles
        do throws(StorageFailure) {
            let records = try navigator.environment.archive.games().map(\.record).filter {
                $0.kind != .shared && !$0.isPlayedByMessage
            }
            .prefix(Self.games)
            let games = records.compactMap { record in
                (try? Game(digits: record.digits)).map { (game: $0, player: record.isFirst ? Player.first : .second) }
            }
            (count, done) = (games.count, 0)
            analysis.puzzle(from: games, of: navigator.puzzleProgress.rating.level, except: known) { [weak self] in
                self?.done = $0
                self?.navigator.setNeedsDisplay()
            } answer: { [weak self] in
                self?.didFind($0, leavesHard: $1)
            }
        } catch {
            trouble = error.sentence
        }
    }

    private func didFind(_ puzzle: Puzzle?, leavesHard: Bool) {
        guard let puzzle else {
            (isSearching, self.leavesHard) = (false, leavesHard)
            return navigator.setNeedsDisplay()
        }
        navigator.replaceTop(with: PuzzleViewController(navigator: navigator, puzzle: puzzle, from: .ownGame))
    }
}

extension OwnPuzzleViewController: PageViewController {
    var title: String { tr("From your games") }

    func didAppear() { if !isSearching { search() } }
    func didLeave() { analysis.stop() }
    /// What comes through a pipe waits for the engine.
    func holdsInput(isTyped: Bool) -> Bool { isSearching && !isTyped }

    func page(in size: Size) -> Page {
        var page = Page(reserved: 1)
        page.headline = sentences.map { Page.Note(trouble == nil ? .label : .problem, $0) }
        page.keys = [backBinding(help: tr("Leave the puzzles."))]
        guard trouble == nil, !isSearching else {
            // Those who listen would hear every number.
            let isSeen = trouble == nil && navigator.listener == nil
            page.busy = isSeen ? tr("{step} of {count}", ["step": min(done + 1, count), "count": count]) : nil
            return page
        }
        page.rows = [
            Page.Row("play", tr("Play the computer")) { [unowned self] in
                navigator.replaceTop(with: LevelsViewController(navigator: navigator))
            },
            Page.Row("puzzles", tr("Puzzles")) { [unowned self] in
                navigator.pop()
                PuzzleViewController.open(on: navigator, from: .shelf(nil))
            },
        ]
        return page
    }

    private var sentences: [String] {
        if let trouble { return [trouble] }
        if isSearching { return [tr("Looking through your games…")] }
        guard count > 0 else {
            return [
                tr("You have played no games yet."),
                tr("Play one against the computer: where you go wrong, you are asked here for the better disc."),
            ]
        }
        return [
            leavesHard
                ? trn(
                    "Your last game has no puzzle of your level.", "Your last {count} games have no puzzle of your level.", count)
                : trn(
                    "Your last game has no more mistakes with a clear answer.",
                    "Your last {count} games have no more mistakes with a clear answer.", count),
            tr("Play another one: the stronger your opponent, the more there is to find."),
        ]
    }
}
