// What scores say in words, and which threats there are and which of them decides.

import Engine
import Testing

@Suite struct HintTests {
    @Test(
        arguments: [
            ("", [-2, -1, 0, 1, 0, -1, -2], "Column 4 wins in 21 moves, nothing else does."),
            ("112233", [0, 0, 0, 18, 0, 0, 0], "Column 4 wins at once."),
            ("44", [3, 3, 5, 5, 5, -1, 3], "Columns 3, 4 and 5 win in 16 moves."),
            ("4444", [-1, 0, -2, nil, -2, 0, -1], "Columns 2 and 6 hold the draw, all else loses."),
            ("4444", [-1, -1, 0, nil, -2, -2, -1], "Column 3 holds the draw, all else loses."),
            ("4444", [0, 0, 0, nil, 0, 0, 0], "Every column holds the draw."),
            ("4", [-4, -2, -2, -1, -2, -2, -4], "Every column loses; column 4 holds out longest: 20 moves."),
            ("4", [-4, -1, -2, -1, -2, -2, -4], "Every column loses; columns 2 and 4 hold out longest: 20 moves."),
            ("1121212", [-17, -17, -17, -17, -17, -17, -17], "Every column loses in 1 move."),
            ("4", [-3, -3, -3, -3, -3, -3, -3], "Every column loses in 18 moves."),
        ] as [(String, [Int?], String)])
    func theBestColumnsInWords(digits: String, scores: [Int?], sentence: String) throws {
        #expect(Hint(scores: scores, of: try Position(digits: digits))?.sentence == sentence)
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
            let match = try Match(digits: line.digits)
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
        ("732273773624545554434", Player.first, 5, 2), ("5345365335636454474665467723222121", .first, 6, 4),
        ("2626223541436446141511462163373372", .second, 4, 3),
    ])
    func oneThreatDecides(digits: String, player: Player, column: Int, row: Int) throws {
        let position = try Position(digits: digits)
        let threat = position.decidingThreat(score: try #require(Solver().score(of: position)))
        #expect(threat == Threat(square: Square(column: column, row: row), player: player, isOpen: false))
    }

    @Test func noThreatDecidesNothing() { #expect(Position().decidingThreat(score: 1) == nil) }

    /// Somebody would win by waiting, but the other wins first, or by something else.
    @Test(arguments: [
        "22534453367345357621", "225344533673453576212645522737", "416241457135667257544653477276253",
        "167777443572311567433634435524252566", "16777744357231156743",
    ])
    func whoCannotWaitIsNotToldTo(digits: String) throws {
        let position = try Position(digits: digits)
        #expect(position.waitingThreat() != nil)
        #expect(position.decidingThreat(score: try #require(Solver().score(of: position))) == nil)
    }
}
