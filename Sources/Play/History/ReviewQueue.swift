// Reviews saved games one after the other, and saves the accuracy of each.

import Engine
import Session

extension GameRecord {
    /// Whether it was played to its end, was long enough, and is not reviewed.
    var waitsForReview: Bool { firstAccuracy == nil && result != .unfinished && !digits.isEmpty && showsAccuracy }
}

/// Games waiting to be reviewed.
final class ReviewQueue {
    /// The number of games, and of those that are done.
    let count: Int
    private(set) var done = 0
    /// The number of moves in all games, and of those that are judged.
    let moves: Int
    private(set) var judged = 0
    /// Called after every move: with a game when its review is complete, or with the error if it could not be saved.
    var didProgress: ((Result<KeptGame, StorageFailure>?) -> Void)?

    private var games: ArraySlice<(kept: KeptGame, game: Game)>
    private let archive: Archive
    private let analysis: Analysis

    /// A queue of those of `games` that were not reviewed, newest first.
    init(of games: [KeptGame], environment: Environment) {
        self.games = Self.waiting(in: games)[...]
        count = self.games.count
        moves = self.games.reduce(0) { $0 + $1.game.moves.count }
        archive = environment.archive
        analysis = Analysis(environment: environment)
    }

    /// The games that were played to their end and not reviewed. A game with a move has an accuracy after its review, since the first move is always a
    /// choice.
    static func waiting(in games: [KeptGame]) -> [(kept: KeptGame, game: Game)] {
        games.compactMap { kept in
            guard kept.record.waitsForReview else { return nil }
            return (try? Game(digits: kept.record.digits)).map { (kept, $0) }
        }
    }

    /// Whether all games are done.
    var isComplete: Bool { done == count }

    /// Starts, or continues with the next game.
    func advance() {
        guard let next = games.first else { return }
        analysis.review(next.game) { [weak self] in self?.didJudge($0, of: next.kept) }
    }

    /// Stops. What is not done stays unreviewed.
    func stop() { analysis.stop() }

    private func didJudge(_ review: Review, of game: KeptGame) {
        judged += 1
        guard review.isComplete else {
            didProgress?(nil)
            return
        }
        done += 1
        games.removeFirst()
        let kept: Result<KeptGame, StorageFailure>
        do throws(StorageFailure) {
            try archive.keepAccuracy(of: review, id: game.id)
            kept = .success(try archive.game(game.id) ?? game)
        } catch {
            kept = .failure(error)
            games = []
        }
        if games.isEmpty { analysis.stop() }
        didProgress?(kept)
        advance()
    }
}
