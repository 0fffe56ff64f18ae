// The review of a game: the player steps through the moves and reads the score of each, better moves and why. The engine judges on its own
// thread, from the last move back. Leaving the screen stops it.

import Engine
import Language
import Screen
import Session

/// The review of one game.
final class ReviewViewController {
    let navigator: Navigator
    let game: Game
    let names: ReviewNames
    private(set) var review: Review
    /// The number of steps from the empty board. An unfinished game has one more step after its last move.
    private(set) var step: Int
    /// The part that is shown where there is no room for all.
    private(set) var page = Page.board
    /// Whether the scores are shown above the board.
    private(set) var showsScores = true
    /// Whether plans are shown.
    private(set) var showsPlan = true
    private let analysis: Analysis
    /// Whether it goes to the move that decided the game once that is known: until the player chooses another one.
    private var findsTurn: Bool
    /// The number of moves after which one sees how the game was won, if no move is to blame; nil in other games, and before the review is complete.
    private(set) var key: Int?
    private var isReviewing = false
    /// The number of the stored game; nil where it is not stored.
    private let id: Int?
    /// How many discs were set up, or played before a try from another review: they are not judged, because nobody here played them.
    let setUp: Int
    /// How many moves lie before a puzzle, and are nobody's mistakes; nil for a game.
    let puzzle: Int?
    /// Which of several puzzles it is; nil for one alone.
    let series: Series?

    /// What a review of one of several is called, and what opens the next one.
    typealias Series = (title: String, next: () -> Void)

    /// The parts of the screen.
    enum Page {
        case board, verdict, graph, moves
    }

    /// The review of `game`; `id` is its number if it is stored. It opens after `moves` moves; if that is nil, at the move that decided the game, where
    /// one sees how it was won, or at the end. A puzzle opens at the first move of its solution.
    init(
        navigator: Navigator, game: Game, names: ReviewNames, storedAs id: Int?, after moves: Int? = nil, from setUp: Int = 0,
        puzzle: Int? = nil, in series: Series? = nil
    ) {
        self.navigator = navigator
        self.game = game
        self.names = names
        self.id = id
        review = Review(of: game, from: setUp)
        self.setUp = setUp
        (self.puzzle, self.series) = (puzzle, series)
        let isOver = game.outcome != nil || names.ending != nil
        findsTurn = puzzle == nil && moves == nil && isOver
        let turn = isOver ? DecidingMove(in: game, knowing: nil).map { $0.ply + 1 } : nil
        step = puzzle.map { $0 + 1 } ?? moves ?? turn ?? Self.lastStep(of: game)
        analysis = Analysis(environment: navigator.environment)
    }

    var bindings: [Binding] { pageBindings + stepBindings }

    private lazy var stepBindings: [Binding] =
        [
            Binding(
                .left, .right, .up, .down, name: "←→", label: tr("Step"), help: tr("Step back or forward by a move."),
                isNeeded: true
            ) {
                [unowned self] in
                show($0 == .left || $0 == .up ? step - 1 : step + 1)
            },
            Binding(
                .character("n"), label: tr("Next mistake"), help: tr("Go to the next mistake or blunder."),
                isAvailable: { [unowned self] in puzzle == nil },
                standing: { [unowned self] in
                    // Where nothing else is to be shown it keeps its place.
                    puzzle != nil ? .absent : nextMistake.map { $0 + 1 != step } == true ? .lit : .dim
                }, action: { [unowned self] _ in showNextMistake() }),
            Binding(
                .character("n"), label: tr("Next"), help: tr("Go to another puzzle."),
                isAvailable: { [unowned self] in series != nil }, action: { [unowned self] _ in series?.next() }),
            Binding(
                .character("t"), label: tr("Try it yourself"),
                help: tr("Play on from this position against the computer."),
                isAvailable: { [unowned self] in start != nil }, action: { [unowned self] _ in tryIt() }),
            Binding(
                .character("p"), label: tr("Plan"), help: tr("Show or hide the plan on the board."),
                isAvailable: { [unowned self] in plan != nil },
                action: { [unowned self] _ in
                    showsPlan.toggle()
                    navigator.setNeedsDisplay()
                }),
            Binding(.escape, .character("q"), .enter, name: "Esc", label: tr("Back"), help: tr("Leave the review.")) {
                [unowned self] _ in
                navigator.pop()
            },
            Binding(.home, label: tr("First"), help: tr("Go to the empty board.")) { [unowned self] _ in show(0) },
            Binding(.end, label: tr("Last"), help: tr("Go to the last move.")) { [unowned self] _ in
                show(Self.lastStep(of: game))
            },
            Binding(.character("e"), label: tr("Scores"), help: tr("Show or hide column scores.")) {
                [unowned self] _ in
                showsScores.toggle()
                if panel == nil { page = .board }
                navigator.setNeedsDisplay()
            },
        ]

    /// The parts beside the board; nil where there is no room.
    private var panel: ReviewLayout.Panel? { ReviewLayout(in: navigator.area).panel }

    /// Whether the list of moves is shown beside the board.
    var showsList: Bool { panel.map { $0.list != nil || page == .moves } ?? false }

    /// The keys that show the parts for which there is no room.
    private var pageBindings: [Binding] {
        func binding(_ key: Unicode.Scalar, _ page: Page, _ label: String, _ help: String) -> Binding {
            Binding(.character(key), label: label, help: help) { [unowned self] _ in
                self.page = self.page == page ? .board : page
                navigator.setNeedsDisplay()
            }
        }
        if let panel {
            return panel.list == nil ? [binding("m", .moves, tr("Moves"), tr("Show the list of moves, or the graph again."))] : []
        }
        return [
            binding("v", .verdict, tr("Verdict"), tr("Show what is said of the move, or the board again.")),
            binding("g", .graph, tr("Graph"), tr("Show the graph, or the board again.")),
            binding("m", .moves, tr("Moves"), tr("Show the list of moves, or the board again.")),
        ]
    }

    private static func lastStep(of game: Game) -> Int {
        game.moves.count + (game.outcome == nil && !game.moves.isEmpty ? 1 : 0)
    }

    /// The number of moves on the board.
    var shown: Int { min(step, game.moves.count) }
    /// Whether the step after the last move of an unfinished game is shown.
    var isAhead: Bool { step > game.moves.count }
    /// The judgement of the last move on the board; nil before the first, after an unfinished game, and while it is not known.
    var judgement: Judgement? { shown > 0 && !isAhead ? review.judgements[shown - 1] : nil }
    /// The scores of the columns before the last move on the board, or before the next move where there is none; nil while they are not
    /// known.
    var scores: [Score?]? {
        if isAhead { return review.ending }
        return shown > 0 ? judgement?.scores : (review.judgements.first ?? nil)?.scores
    }
    /// The best columns according to `scores`.
    var best: [Int] { scores.map { ComputerPlayer.best(of: $0) } ?? [] }

    /// The disc that decided the game, counted from 0, as the end of the game says; nil where none did, or it is not known yet.
    var decisive: Int? {
        let isOver = game.outcome != nil || names.ending != nil
        guard isOver, puzzle == nil, !isDecidedByEnd else { return nil }
        return DecidingMove(in: game, knowing: review, isDrawn: names.end != nil && names.end?.winner == nil)?.ply
    }

    /// Where the winner threatens two fours, or else where the plan begins that worked for the winner until the end, or else the last move. Nil if the
    /// game was not won on the board.
    private var explanation: Int? {
        guard case .won(let winner, _) = game.outcome, puzzle == nil else { return nil }
        if !game.twoFours.isEmpty { return game.moves.count - 2 }
        var start: Int?
        for count in game.moves.indices.reversed() {
            if let plan = plan(after: count), plan.player == winner, plan.wins { start = count } else if start != nil { break }
        }
        return start ?? game.moves.count
    }

    /// Whether the game ended otherwise than its last position says: a resignation, the clock or an agreement decided it, and no move.
    var isDecidedByEnd: Bool {
        guard let end = names.end, let value = review.ending?.compactMap({ $0 }).max() else { return false }
        return value.signum() != (end.winner.map { $0 == game.mover ? 1 : -1 } ?? 0)
    }

    /// Whether this disc, counted from 0, was a mistake or a blunder.
    func isGreat(_ index: Int) -> Bool { review.judgements[index].map { Self.great.contains($0.mark) } == true }

    func show(_ step: Int) {
        findsTurn = false
        self.step = max(0, min(step, Self.lastStep(of: game)))
        navigator.setNeedsDisplay()
    }

    /// The disc that N shows, counted from 0: the next mistake, or the first one after the last; nil without any.
    private var nextMistake: Int? {
        let order = Array(shown..<game.moves.count) + Array(0..<shown)
        // Inaccuracies only where there is nothing worse.
        let isInaccuracy = { [review] (index: Int) in review.judgements[index]?.mark == .inaccuracy }
        return order.first(where: isGreat) ?? order.first(where: isInaccuracy)
    }

    private func showNextMistake() {
        guard let index = nextMistake else {
            return navigator.show(
                alert: review.isComplete ? tr("No mistakes: every move was the best.") : tr("No mistakes found yet."))
        }
        let isBack = index + 1 < shown
        show(index + 1)
        if isBack { navigator.show(besideLabel: tr("Back to the first mistake.")) }
    }

    /// The position to play on from: before the last move on the board if there was a better one, otherwise after it. Nil after the end.
    private var start: Game? {
        if let judgement, judgement.mark != .best { return game.prefix(shown - 1) }
        let now = game.prefix(shown)
        return now.outcome == nil ? now : nil
    }

    private func tryIt() {
        guard let start else { return }
        let isAgain = start.moves.count < shown
        navigator.push(MenuViewController.trial(from: start, isAgain: isAgain, names: names, on: navigator))
    }

    /// The engine has judged another move.
    func didJudge(_ review: Review) {
        self.review = review
        // Who listens has heard where it is.
        let isKnown = review.turningPoint != nil || review.isComplete
        let turn = isKnown ? decisive : nil
        if review.isComplete, turn == nil { key = explanation }
        if findsTurn, navigator.listener == nil, let step = turn.map({ $0 + 1 }) ?? key { show(step) }
        navigator.setNeedsDisplay()
        if review.isComplete { keepAccuracy() }
    }

    /// Stores the accuracy in the history, for the statistics.
    private func keepAccuracy() {
        guard let id else { return }
        let archive = navigator.environment.archive
        do throws(StorageFailure) {
            let record = try archive.game(id)?.record
            try archive.keepAccuracy(of: review, id: id)
            if let record, record.firstAccuracy == nil, record.kind != .shared { recallMistake() }
        } catch {
            navigator.show(alert: error.sentence)
        }
    }

    /// The player's last mistake that makes a puzzle comes back, once for each game.
    func recallMistake() {
        let level = navigator.puzzleProgress.rating.level
        analysis.puzzle(from: [(game, names.me)], of: level, except: navigator.knownPuzzles) { [weak self] puzzle, _ in
            guard let self, let puzzle else { return }
            navigator.note(.puzzle, puzzle.line, isMissed: true)
            if navigator.top === self {
                navigator.show(besideLabel: tr("One of your mistakes comes back tomorrow, under Once more."))
            }
        }
    }
}

extension ReviewViewController: ViewController {
    var title: String { series?.title ?? tr("Review") }

    /// Both names in their colours, with their discs. On small screens the title is left out.
    func heading(width: Int) -> [(text: String, role: Role)] {
        let space = { (head: String) in width - TextWidth.of("\(head)●    ◉") }
        let head = TextWidth.of(names.yellow + names.red) <= space(title + "  ") ? title + "  " : ""
        let room = space(head)
        let yellow = TextWidth.clip(names.yellow, to: max(1, room - min(TextWidth.of(names.red), room / 2)))
        let red = TextWidth.clip(names.red, to: max(1, room - TextWidth.of(yellow)))
        return [(head, .title), ("● " + yellow, .yellow), ("  ", .title), (red + " " + navigator.redDisc, .red)]
    }
    var status: String { "\(Game.move(ofDisc: shown))/\(game.length)" }
    /// Earlier moves are at the left of the graph and of the list in every language.
    var isInPicture: Bool { true }
    var notes: [HelpNote] {
        Insight.notes(isHeard: navigator.listener != nil) + (plan == nil ? [] : Plan.notes)
            + [HelpNote(sign: "▲12", sentence: tr("Whoever moved wins on move {number}.", ["number": 12]), isSpoken: false)]
            + Mark.allCases.filter { $0 != .best }.map { HelpNote(sign: $0.sign, sentence: $0.name.asSentence, isSpoken: false) }
            + [HelpNote(sign: "● \(navigator.redDisc)", sentence: tr("Below the graph: whose mistake it was."), isSpoken: false)]
            + [HelpNote(sign: "%", sentence: tr("Accuracy: {percent} if every move was the best.", ["percent": percentage(100)]))]
    }

    func didAppear() {
        guard !isReviewing else { return }
        isReviewing = true
        analysis.review(game, from: setUp) { [weak self] in self?.didJudge($0) }
    }

    func didLeave() { analysis.stop() }

    func didPress(_ key: Key) -> Bool {
        guard case .wheel(let step) = key else { return false }
        show(self.step + step)
        return true
    }
}
