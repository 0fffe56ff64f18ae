// Every sentence of a hint and about threats, in two thousand positions, against what the solver and a slow look at the board say.

import Engine
import Foundation
import Screen
import TestSupport
import Testing

@testable import Play

@Suite struct AdviceTests {
    @Test func everyHintIsTrue() throws {
        var said: Set<String> = []
        for (game, scores) in try Self.knownPositions() + Self.latePositions(Thoroughness.pick(300, of: 1_000), seed: 1) {
            let facts = Facts(of: game, scores: scores)
            let hint = try #require(Hint(scores: scores, of: game.position))
            #expect(hint.marked == facts.better, "\(game.digits)")
            let claims = hint.sentence { OpponentWords.shared.winner(isMine: $0 == .first, "") }.claims
            #expect(claims.allSatisfy(facts.claims.contains), "\(game.digits): \(claims)")
            #expect(facts.nextWin == nil || claims.first == facts.nextWin, "\(game.digits): \(claims)")
            said.formUnion(claims.map { $0.filter { !$0.isNumber } })
        }
        for kind in [
            "Yellow wins next: column ", "Red wins next: columns  and ", "Yellow wins next unless column  is blocked",
            "Every column loses", "Column  holds out longest", "Columns  and  hold out longest",
            "Only column  leads to a win", "Only columns  and  lead to a win", "Column  wins soonest",
            "Columns  and  win soonest", "Only column  holds the draw", "Only columns  and  hold the draw",
            "Only column  is left", "It leads to a draw", "It loses",
            "All equal: every column holds the draw", "All equal: every column loses",
        ] {
            #expect(said.contains(kind), "no position says it: \(kind)")
        }
    }

    @Test func everySentenceAboutThreatsIsTrue() throws {
        var said: Set<String> = []
        for (game, scores) in Self.latePositions(Thoroughness.pick(150, of: 500), seed: 2) {
            let facts = Facts(of: game, scores: scores)
            let seat = Seat()
            let screen = seat.navigator.launcher.gameForTwo()
            screen.match?.begin(continuing: (game, true, 1, ""))
            screen.insight.toggleThreats()
            seat.machine.work()
            for claims in [screen.insight.threatSentence.claims, screen.announcement.sentences.flatMap(\.claims)] {
                #expect(claims.allSatisfy(facts.claims.contains), "\(game.digits): \(claims)")
                #expect(facts.nextWin == nil || claims.first == facts.nextWin, "\(game.digits): \(claims)")
                said.formUnion(claims.map { $0.filter { !$0.isNumber } })
            }
        }
        for kind in [
            "None of the threats is decisive", "Red's even threat at column , row  (!) is decisive", "Decisive: column , row ",
        ] {
            #expect(said.contains(kind), "no position says it: \(kind)")
        }
    }

    /// The position of the question: yellow on 4-5-6, both ends open.
    @Test(arguments: [Size(width: 80, height: 24), Size(width: 29, height: 10)])
    func threeWithBothEndsOpen(size: Size) throws {
        let seat = Seat(size: size)
        seat.press(.character("3"))
        seat.type("44556t")
        for words in size.width < 40
            ? ["+ wins next: 3, 7"] : ["Yellow wins next: columns 3 and 7.", "+ yellow's", "x red's", "# both"]
        {
            #expect(seat.text.contains(words))
        }
        seat.type("h")
        seat.machine.work()
        #expect(seat.text.contains("Yellow wins next: columns 3 and 7.") && seat.text.contains("column loses."))
        #expect(try #require(seat.game).insight.hinted == [2, 6])
    }

    @Test(
        arguments: [
            (OpponentWords.peer, "You win next: column 1.", "Bob wins next unless column 1 is blocked."),
            (.computer(.steady), "You win next: column 1.", "The computer wins next unless column 1 is blocked."),
            (.shared, "Yellow wins next: column 1.", "Red wins next unless column 1 is blocked."),
        ] as [(OpponentWords, String, String)])
    func theWinnerIsNamedAsInTheRestOfTheGame(words: OpponentWords, win: String, threat: String) throws {
        #expect(try Position(digits: "121212").nextWin?.sentence(words.winner(isMine: true, "Bob")) == win)
        #expect(try Position(digits: "12121").nextWin?.sentence(words.winner(isMine: false, "Bob")) == threat)
    }

    /// Nothing is marked where nothing is better.
    @Test(arguments: [("", [0, 0, 0, 0, 0, 0, 0]), ("444444", [nil, nil, nil, nil, nil, 3, nil])] as [(String, [Int?])])
    func equalColumnsHaveNoStars(digits: String, scores: [Int?]) throws {
        #expect(try #require(Hint(scores: scores, of: try Position(digits: digits))).marked.isEmpty)
    }
}

// MARK: - Positions

extension AdviceTests {
    /// The thousand positions on whose scores two other solvers agree: from the first move to the last.
    private static func knownPositions() throws -> [(Game, [Score?])] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "EngineTests/Positions/oracle.tsv"), encoding: .utf8)
        return try text.split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return (try Game(digits: fields[0]), fields[1].split(separator: ",").map { Int($0) })
        }
    }

    /// Random positions whose scores come at once. In every second one nobody has overlooked a win.
    private static func latePositions(_ count: Int, seed: UInt64) -> [(Game, [Score?])] {
        let solver = Solver()
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            while true {
                let ply = Int.random(in: 24...41, using: &generator)
                var game = Game()
                while game.moves.count < ply, game.outcome == nil {
                    let columns = Board.columns.filter { game.reasonAgainst($0) == nil }
                    let wins = game.position.winningColumns(of: game.mover)
                    let blocks = game.position.winningColumns(of: game.mover.other)
                    let careful = wins.isEmpty ? blocks : wins
                    _ = game.play(
                        (index.isMultiple(of: 2) && !careful.isEmpty ? careful : columns).randomElement(using: &generator) ?? 0)
                }
                if game.outcome == nil, let scores = solver.scores(of: game.position) { return (game, scores) }
            }
        }
    }
}

// MARK: - What may be said

/// What is true of a position, from its scores and a slow look at its board.
private struct Facts {
    let game: Game
    let scores: [Score?]

    init(of game: Game, scores: [Score?]) {
        self.game = game
        self.scores = scores
    }

    private var open: [Int] { Board.columns.filter { scores[$0] != nil } }
    private var best: Score { scores.compactMap { $0 }.max() ?? 0 }
    private var bestColumns: [Int] { open.filter { scores[$0] == best } }
    private var others: [Score] { open.compactMap { scores[$0] }.filter { $0 != best } }
    private var mine: [Int] { wins(of: game.mover) }
    private var theirs: [Int] { wins(of: game.mover.other) }
    /// Whether the opponent wins with the next disc after this column.
    private func losesNext(_ column: Int) -> Bool {
        game.moves.count < 41 && scores[column] == -(22 - (game.moves.count + 1) / 2 - 1)
    }

    /// The columns that should be marked.
    var better: [Int] {
        let blocking = best < 0 ? bestColumns.filter(theirs.contains) : []
        let better = blocking.isEmpty ? bestColumns : blocking
        return better == open ? [] : better
    }

    /// The claim that has to come first.
    var nextWin: String? {
        if !mine.isEmpty { return "\(game.mover.name) wins next: \(Self.named(mine))" }
        guard let first = theirs.first else { return nil }
        if open.allSatisfy(losesNext) { return "\(game.mover.other.name) wins next: \(Self.named(theirs))" }
        if open.count == 1 { return nil }
        // Then only this column does not lose at once.
        guard theirs.count == 1, open.allSatisfy({ losesNext($0) == ($0 != first) }) else { return "nothing" }
        return "\(game.mover.other.name) wins next unless column \(first + 1) is blocked"
    }

    /// Everything that may be said.
    var claims: Set<String> {
        Set([nextWin].compactMap { $0 } + outlook + threats)
    }

    private var outlook: [String] {
        let columns = Self.named(bestColumns)
        let isOne = bestColumns.count == 1
        if open.count == 1 {
            return [
                "Only column \(open[0] + 1) is left",
                best < 0 ? "It loses" : "It leads to a \(best > 0 ? "win" : "draw")",
            ]
                + (best < 0 ? ["Every column loses"] : [])
        }
        if others.isEmpty {
            return best == 0
                ? ["All equal: every column holds the draw"]
                : ["All equal: every column \(best > 0 ? "leads to a win" : "loses")"]
                    + (best < 0 ? ["Every column loses"] : [])
        }
        if best < 0 {
            return [
                "Every column loses", "Every column loses late",
                "\(columns.prefix(1).uppercased() + columns.dropFirst()) \(isOne ? "makes" : "make") it hardest",
                "\(columns.prefix(1).uppercased() + columns.dropFirst()) \(isOne ? "holds" : "hold") out longest",
            ]
        }
        if best == 0 { return ["Only \(columns) \(isOne ? "holds" : "hold") the draw"] }
        return others.contains { $0 > 0 }
            ? ["\(columns.prefix(1).uppercased() + columns.dropFirst()) \(isOne ? "wins" : "win") soonest"]
            : ["Only \(columns) \(isOne ? "leads" : "lead") to a win"]
    }

    private var threats: [String] {
        let squares = Player.allCases.map { player in
            Board.columns.flatMap { column in Board.rows.map { Square(column: column, row: $0) } }.filter {
                game.board[$0] == nil && completesFour(at: $0, player)
            }
        }
        guard squares.contains(where: { !$0.isEmpty }) else {
            return ["No threats", "No threats: no empty square completes four in a row"]
        }
        var claims = ["Threats", "Threats: + yellow's, x red's, # both"]
        for (player, squares) in zip(Player.allCases, squares) where !squares.isEmpty {
            claims.append(
                "\(player.name): "
                    + squares.map { "column \($0.column + 1), row \($0.row + 1)" }.joined(separator: "; "))
        }
        if best == 0 { return claims + ["None of the threats is decisive"] }
        // Only the winner's, where nobody wins next, and not yet to be had.
        let winner = best > 0 ? game.mover : game.mover.other
        guard nextWin?.contains("wins next:") != true else { return claims }
        for square in squares[winner.rawValue] where game.board.landing(in: square.column) != square {
            let place = "column \(square.column + 1), row \(square.row + 1)"
            let parity = square.row.isMultiple(of: 2) ? "odd" : "even"
            claims += ["\(winner.name)'s \(parity) threat at \(place) (!) is decisive", "Decisive: \(place)"]
        }
        return claims
    }

    private func wins(of player: Player) -> [Int] {
        open.filter { column in game.board.landing(in: column).map { completesFour(at: $0, player) } ?? false }
    }

    /// Whether a disc of `player` on an empty square makes a line of four.
    private func completesFour(at square: Square, _ player: Player) -> Bool {
        [(1, 0), (0, 1), (1, 1), (1, -1)].contains { across, up in
            func discs(_ step: Int) -> Int {
                (1...3).prefix { count in
                    let (column, row) = (square.column + step * count * across, square.row + step * count * up)
                    guard Board.columns.contains(column), Board.rows.contains(row) else { return false }
                    return game.board[Square(column: column, row: row)] == player
                }.count
            }
            return discs(1) + discs(-1) >= 3
        }
    }

    /// "column 4", "columns 3 and 7", "columns 1, 3 and 7".
    private static func named(_ columns: [Int]) -> String {
        let numbers = columns.map { String($0 + 1) }
        guard let last = numbers.last, numbers.count > 1 else { return "column \(numbers.first ?? "")" }
        return "columns \(numbers.dropLast().joined(separator: ", ")) and \(last)"
    }
}

extension Player {
    fileprivate var name: String { self == .first ? "Yellow" : "Red" }
}

extension String {
    /// The sentences, without their full stops.
    fileprivate var claims: [String] {
        (hasSuffix(".") ? String(dropLast()) : self).components(separatedBy: ". ")
    }
}
