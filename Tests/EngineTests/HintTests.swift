// What scores say, and which threats there are and which of them decides.

import Engine
import Testing

@Suite struct HintTests {
    @Test func theBestColumnsAndWhatTheyLeadTo() throws {
        let draw = try #require(Hint(scores: [-1, 0, -2, nil, -2, 0, -1], of: try Position(digits: "4444")))
        #expect(draw.columns == [1, 5] && draw.prospect == .draw && draw.isAllElseWorse && draw.hasOthers)
        let win = try #require(Hint(scores: [3, 3, 5, 5, 5, -1, 3], of: try Position(digits: "44")))
        #expect(win.columns == [2, 3, 4] && win.prospect == .win(discs: 16) && !win.isAllElseWorse)
        let loss = try #require(Hint(scores: Array(repeating: -17, count: 7), of: try Position(digits: "1121212")))
        #expect(loss.columns == Array(0...6) && loss.prospect == .loss(discs: 1) && !loss.hasOthers)
    }

    @Test func aFullBoardHasNoHint() {
        #expect(Hint(scores: Array(repeating: nil, count: 7), of: Position()) == nil)
    }

    @Test func threatsAreTheSquaresThatCompleteFour() throws {
        #expect(
            try Position(digits: "12121").threats() == [
                Threat(square: Square(column: 0, row: 3), player: .first, isOpen: true)
            ])
        #expect(
            try Position(digits: "2132734").threats() == [
                Threat(square: Square(column: 4, row: 0), player: .first, isOpen: true)
            ])
    }

    /// Against a look at every empty square by itself.
    @Test func threatsAgreeWithTheRules() throws {
        for line in try Oracle.lines().filter({ $0.digits.count > 8 }).prefix(400) {
            let match = try Game(digits: line.digits)
            let position = match.position
            for player in Player.allCases {
                let threats = position.threats().filter { $0.player == player && $0.isOpen }
                let wins = Board.columns.filter { column in
                    guard let square = match.board.landing(in: column) else { return false }
                    return lines(through: square).contains { line in
                        line.filter { match.board[$0] == player }.count == 3
                    }
                }
                #expect(threats.map(\.square.column) == wins && position.winningColumns(of: player) == wins, "\(line.digits)")
            }
        }
    }

    /// The lines of four through a square, the slow way.
    private func lines(through square: Square) -> [[Square]] {
        [(1, 0), (0, 1), (1, 1), (1, -1)].flatMap { across, up in
            (-3...0).compactMap { start -> [Square]? in
                let places = (start..<start + 4).map { (square.column + $0 * across, square.row + $0 * up) }
                guard places.allSatisfy({ Board.columns.contains($0.0) && Board.rows.contains($0.1) }) else { return nil }
                return places.map { Square(column: $0.0, row: $0.1) }
            }
        }
    }

    /// Positions in which waiting decides, with the winner that the scores name.
    @Test(arguments: [
        ("5345365335636454474665467723222121", Player.first, 6, 4),
        ("2626223541436446141511462163373372", .second, 4, 3),
    ])
    func oneThreatDecides(digits: String, player: Player, column: Int, row: Int) throws {
        let position = try Position(digits: digits)
        let threat = position.decidingThreat(score: try #require(Solver().score(of: position)))
        #expect(threat == Threat(square: Square(column: column, row: row), player: player, isOpen: false))
    }

    @Test func noThreatDecidesNothing() { #expect(Position().decidingThreat(score: 1) == nil) }

    /// Somebody would win by waiting, but the other wins first, or he wins sooner, perhaps by something else.
    @Test(arguments: ["22534453367345357621", "16777744357231156743", "732273773624545554434", "222474765624452216644655"])
    func whoCannotWaitIsNotToldTo(digits: String) throws {
        let position = try Position(digits: digits)
        #expect(position.waitingThreat() != nil)
        #expect(position.decidingThreat(score: try #require(Solver().score(of: position))) == nil)
    }

    @Test(arguments: [
        "225344533673453576212645522737", "416241457135667257544653477276253", "167777443572311567433634435524252566",
    ])
    func nobodyWaitsWhereTheNextMoveWins(digits: String) throws {
        let position = try Position(digits: digits)
        #expect(position.nextWin?.canBeBlocked == false && position.waitingThreat() == nil)
    }

    @Test(arguments: [("121212", [0], false), ("12121", [0], true), ("44556", [2, 6], false)])
    func aWinOnTheNextMove(digits: String, columns: [Int], canBeBlocked: Bool) throws {
        let win = try #require(try Position(digits: digits).nextWin)
        #expect(win.player == .first && win.columns == columns && win.canBeBlocked == canBeBlocked)
    }

    @Test(arguments: ["44", "1212121"])
    func nobodyWinsNext(digits: String) throws { #expect(try Position(digits: digits).nextWin == nil) }

    @Test func onlyColumnsBetterThanOthersAreMarked() throws {
        let both = try #require(Hint(scores: Array(repeating: -18, count: 7), of: try Position(digits: "44556")))
        #expect(both.columns.count == 7 && both.marked == [2, 6])
        #expect(try #require(Hint(scores: Array(repeating: 0, count: 7), of: Position())).marked.isEmpty)
    }
}
