// The computer's levels against each other, the perfect one against the scores, and chance: the same seed, the same game.

import Engine
import Testing

@Suite struct ComputerPlayerTests {
    /// The game of two players, from its first move; the solver is not needed below the perfect level.
    private func play(_ first: Level, _ second: Level, seed: UInt64) -> Game {
        let players = [ComputerPlayer(level: first, seed: seed), ComputerPlayer(level: second, seed: seed &* 31 &+ 7)]
        var match = Game()
        while match.outcome == nil {
            let player = players[match.moves.count % 2]
            guard let column = player.column(in: match.position, with: { Solver(tableBytes: 0) }) else { break }
            _ = match.play(column)
        }
        return match
    }

    /// Two points a win, one a draw, over games with both sides beginning.
    private func points(of stronger: Level, against weaker: Level, games: Int) -> Int {
        (0..<games).reduce(0) { points, game in
            let begins = game.isMultiple(of: 2)
            let match = play(begins ? stronger : weaker, begins ? weaker : stronger, seed: UInt64(game))
            guard case .won(let winner, _) = match.outcome else { return points + 1 }
            return points + ((winner == .first) == begins ? 2 : 0)
        }
    }

    @Test(arguments: [(Level.beginner, Level.firstGame), (.casual, .beginner), (.steady, .casual)])
    func higherLevelsBeatLowerOnes(stronger: Level, weaker: Level) {
        let points = points(of: stronger, against: weaker, games: 60)
        #expect(points >= 72, "\(stronger) took \(points) of 120 points from \(weaker)")
    }

    @Test func theSlowerLevelsBeatTheQuickOnes() {
        #expect(points(of: .strong, against: .casual, games: 8) > 8)
    }

    @Test(arguments: Level.allCases.filter { $0.rawValue < 5 }) func theSameGameDoesNotComeTwice(level: Level) {
        let games = (0..<20).map { play(level, level, seed: UInt64($0) &* 77).digits }
        #expect(Set(games).count == games.count)
        #expect(play(level, level, seed: 5) == play(level, level, seed: 5), "but a seed's game does")
    }

    @Test func steadyPlayersOverlookNoWinAndNoThreatAcross() throws {
        for seed: UInt64 in 0..<30 {
            let player = ComputerPlayer(level: .steady, seed: seed)
            #expect(player.column(in: try Position(digits: "112233"), with: { Solver(tableBytes: 0) }) == 3, "wins")
            #expect(player.column(in: try Position(digits: "2132734"), with: { Solver(tableBytes: 0) }) == 4, "blocks")
        }
    }

    @Test func theFirstGameIsNotPerfect() throws {
        let position = try Position(digits: "112233")
        let columns = (0..<60).compactMap { seed in
            ComputerPlayer(level: .firstGame, seed: UInt64(seed)).column(in: position, with: { Solver(tableBytes: 0) })
        }
        #expect(columns.contains(3) && columns.contains { $0 != 3 }, "it sees four in a row most of the time")
    }

    @Test func thePerfectPlayerNeverLosesScore() throws {
        let solver = Solver()
        let lines = try Oracle.lines().filter { $0.digits.count >= 26 }
        #expect(lines.count > 300)
        for (index, line) in lines.enumerated() {
            let position = try Position(digits: line.digits)
            let column = try #require(ComputerPlayer(level: .perfect, seed: UInt64(index)).column(in: position, with: { solver }))
            #expect(line.scores[column] == line.scores.compactMap { $0 }.max(), "\(line.digits)")
        }
    }

    /// All columns but one are equal; only after some of them has the other one single right reply.
    @Test func amongEqualsThePerfectPlayerSetsATrap() throws {
        let solver = Solver()
        var traps = 0
        for line in try Oracle.lines().filter({ $0.digits.count >= 28 }) {
            let position = try Position(digits: line.digits)
            let best = line.scores.indices.filter {
                line.scores[$0] != nil && line.scores[$0] == line.scores.compactMap { $0 }.max()
            }
            let onlyReplies = try best.filter { column in
                let next = position.playing(column)
                guard !next.isOver else { return false }
                let replies = try #require(solver.scores(of: next)).compactMap { $0 }
                return replies.count > 1 && replies.count { $0 == replies.max() } == 1
            }
            guard best.count > 1, !onlyReplies.isEmpty, onlyReplies.count < best.count else { continue }
            traps += 1
            let column = try #require(ComputerPlayer(level: .perfect, seed: 1).column(in: position, with: { solver }))
            #expect(onlyReplies.contains(column), "\(line.digits)")
        }
        #expect(traps > 10)
    }

    @Test func whenTheLimitIsReachedItStillMoves() throws {
        let solver = Solver()
        let position = Position()
        let column = ComputerPlayer(level: .perfect, seed: 1).column(
            in: position, until: SearchLimit(nodes: 10), with: { solver })
        #expect(column.map(position.canPlay) == true)
        let cancellation = Cancellation()
        cancellation.cancel()
        let none = ComputerPlayer(level: .perfect, seed: 1)
            .column(in: position, until: SearchLimit(cancellation: cancellation), with: { solver })
        #expect(none == nil)
    }
}
