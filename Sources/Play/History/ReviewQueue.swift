// Kept games reviewed one after the other, and how well their players chose kept with each. It knows no screen.

import Engine
import Session

/// Games that wait for their review.
final class ReviewQueue {
    /// How many games there are to do, and how many are done.
    let count: Int
    private(set) var done = 0
    /// The moves of all of them, and how many are judged.
    let moves: Int
    private(set) var judged = 0
    /// Told after every move; with the game whose review is complete, or why that could not be kept.
    var didGoOn: ((Result<KeptGame, StorageFailure>?) -> Void)?

    private var games: ArraySlice<(game: KeptGame, match: Game)>
    private let history: GameHistory
    private let thinker: Analysis

    /// Those of `games` that nobody reviewed, the newest first.
    init(of games: [KeptGame], environment: Environment) {
        self.games = Self.waiting(in: games)[...]
        count = self.games.count
        moves = self.games.reduce(0) { $0 + $1.match.moves.count }
        history = environment.history
        thinker = Analysis(environment: environment)
    }

    /// Those that were not reviewed and can be: in the first move of a game there is always a choice, so that there is an accuracy after
    /// a review.
    static func waiting(in games: [KeptGame]) -> [(game: KeptGame, match: Game)] {
        games.compactMap { game in
            guard game.record.firstAccuracy == nil, !game.record.digits.isEmpty else { return nil }
            return (try? Game(digits: game.record.digits)).map { (game, $0) }
        }
    }

    /// Whether all is done.
    var isComplete: Bool { done == count }

    /// Begins, or goes on with the next game.
    func goOn() {
        guard let next = games.first else { return }
        thinker.review(next.match) { [weak self] in self?.didJudge($0, of: next.game) }
    }

    /// Whatever is not done is left.
    func stop() { thinker.stop() }

    private func didJudge(_ review: Review, of game: KeptGame) {
        judged += 1
        guard review.isComplete else {
            didGoOn?(nil)
            return
        }
        done += 1
        games.removeFirst()
        let kept: Result<KeptGame, StorageFailure>
        do throws(StorageFailure) {
            try history.keepAccuracy(of: review, id: game.id)
            kept = .success(try history.game(game.id) ?? game)
        } catch {
            kept = .failure(error)
            games = []
        }
        if games.isEmpty { thinker.stop() }
        didGoOn?(kept)
        goOn()
    }
}
