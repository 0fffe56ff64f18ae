// What makes a puzzle work, as its line of moves shows it. Each theme is a fact about the last turns of the side that loses, and not a matter of
// opinion.

/// The theme of a puzzle.
public enum PuzzleTheme: Character, CaseIterable, Sendable {
    /// The loser faces two wins at once, and can stop one.
    case doubleThreat = "2"
    /// Every reply of the loser, of at least two, is forced: there is only one that does not lose at once.
    case forcedSequence = "f"
    /// The loser has to stop a win, and the winner's square is the one above.
    case squareAbove = "a"
    /// Nothing is threatened, but the loser has only the column below the winner's square: an odd one of the first player. In that column there
    /// may be threats to stop until the square is reached.
    case oddThreat = "o"
    /// As `oddThreat`, with an even square of the second player.
    case evenThreat = "e"
    /// Nothing is threatened, but each of the loser's columns gives a square away, or the only one a square that the winner would not get by
    /// waiting alone.
    case zugzwang = "z"

    /// Whether the winner waits until the loser has no good column left.
    public var isWaiting: Bool { [.oddThreat, .evenThreat, .zugzwang].contains(self) }

    /// The theme of a line that begins with a move of the winner, at `start`, and ends with four in a row. The loser answers with the longest
    /// defence. Nil for a line of one move.
    public init?(winning line: [Int], from start: Position) {
        guard line.count >= 3 else { return nil }
        var position = start
        let winner = start.player
        /// The loser's turns, and how many wins the loser faces at each.
        var (turns, threats): ([Position], [Int]) = ([], [])
        for (index, column) in line.dropLast().enumerated() {
            position.play(column)
            guard index.isMultiple(of: 2) else { continue }
            turns.append(position)
            threats.append(position.winningColumns(of: winner).count)
        }
        let last = line[line.count - 1]
        if threats.count >= 2, threats.allSatisfy({ $0 > 0 }) {
            self = .forcedSequence
        } else if threats.last ?? 0 > 1 {
            self = .doubleThreat
        } else {
            guard last == line[line.count - 2], let square = position.square(above: last) else { return nil }
            // The last turn at which nothing was threatened: what follows in the column of a square that was a threat already is forced.
            let turn = threats.lastIndex(of: 0)
            guard let turn, turns[turn].threats(of: winner).contains(square),
                line[(2 * turn + 1)...].allSatisfy({ $0 == last })
            else {
                self = .squareAbove
                return
            }
            let threat = Threat(square: square, player: winner, isOpen: true)
            let isAlone = Board.columns.count(where: turns[turn].canPlay) == 1
            self = !threat.isOfUse || !isAlone ? .zugzwang : threat.isOdd ? .oddThreat : .evenThreat
        }
    }
}

extension Position {
    /// The square that a disc in `column` would take; nil if the column is full.
    package func square(above column: Int) -> Square? {
        Square.all.first { $0.column == column && landing(column) == $0.bit }
    }
}
