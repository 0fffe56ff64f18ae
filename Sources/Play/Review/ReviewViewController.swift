// A game looked over, move by move: what each was worth, what was better and why. The engine judges on its own thread, from the last
// move back, while the player steps about; leaving the screen stops it.

import Engine
import Screen
import Session

/// The review of one game.
final class ReviewViewController {
    let navigator: Navigator
    let match: Match
    let names: ReviewNames
    private(set) var review: Review
    /// How many moves are on the board.
    private(set) var shown: Int
    private let thinker: Thinker
    /// The number under which the game is kept; nil for one that is not.
    private let id: Int?

    /// The review of `match`, which is kept as number `id` if it is.
    init(navigator: Navigator, match: Match, names: ReviewNames, keptAs id: Int?) {
        self.navigator = navigator
        self.match = match
        self.names = names
        self.id = id
        review = Review(of: match)
        shown = match.moves.count
        thinker = Thinker(surroundings: navigator.surroundings)
    }

    private(set) lazy var bindings: [Binding] = [
        Binding(.left, .right, .up, .down, name: "←→", label: "Step", help: "Step back or forward by a move.") { [unowned self] in
            show($0 == .left || $0 == .up ? shown - 1 : shown + 1)
        },
        Binding(.home, label: "First", help: "Go to the empty board.") { [unowned self] _ in show(0) },
        Binding(.end, label: "Last", help: "Go to the last move.") { [unowned self] _ in show(match.moves.count) },
        Binding(.character("n"), label: "Next mistake", help: "Go to the next move that was not the best.") { [unowned self] _ in
            showNextMistake()
        },
        Binding(.escape, .character("q"), .enter, name: "Esc", label: "Back", help: "Leave the review.") { [unowned self] _ in
            navigator.pop()
        },
    ]

    /// The judgement of the last move on the board; nil before the first and while it is not known.
    var judgement: Judgement? { shown > 0 ? review.judgements[shown - 1] : nil }
    /// The judgement of the move to come: its scores are those of the position on the board.
    var nextJudgement: Judgement? { shown < match.moves.count ? review.judgements[shown] : nil }

    private func show(_ count: Int) {
        shown = max(0, min(count, match.moves.count))
        navigator.setNeedsDisplay()
    }

    private func showNextMistake() {
        let isMistake = { [review] (index: Int) in review.judgements[index].map { $0.mark != .best } == true }
        let order = Array(shown..<match.moves.count) + Array(0..<shown)
        guard let index = order.first(where: isMistake) else {
            return navigator.show(alert: review.isComplete ? "No mistakes: every move was the best." : "No mistakes found yet.")
        }
        show(index + 1)
    }

    /// The engine has come a move further.
    func didJudge(_ review: Review) {
        self.review = review
        navigator.setNeedsDisplay()
        if review.isComplete { keepAccuracy() }
    }

    /// The accuracy goes into the history, for its statistics.
    private func keepAccuracy() {
        guard id != nil else { return }
        let history = navigator.surroundings.history
        do throws(StorageFailure) {
            var number = id
            guard let id, var record = try history.game(id)?.record, record.digits == match.digits else { return }
            let (first, second) = (review.accuracy(of: .first), review.accuracy(of: .second))
            guard record.firstAccuracy != first || record.secondAccuracy != second else { return }
            (record.firstAccuracy, record.secondAccuracy) = (first, second)
            try history.keep(record, id: &number)
        } catch {
            navigator.show(alert: error.sentence)
        }
    }
}

extension ReviewViewController: ViewController {
    var title: String { "Review: \(names.yellow) ● and \(names.red) ○" }
    var status: String { "\(shown)/\(match.moves.count)" }

    func didAppear() {
        guard !review.isComplete else { return }
        thinker.review(match) { [weak self] in self?.didJudge($0) }
    }

    func didLeave() { thinker.stop() }

    func didPress(_ key: Key) -> Bool {
        guard case .wheel(let step) = key else { return false }
        show(shown + step)
        return true
    }
}
