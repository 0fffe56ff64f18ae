// The iPhone app of 2013 in memory, as it behaves: it keeps its board from one connection to the next, decides by that board who has won,
// does not check whose turn it is when a disc arrives, and ends on a disc in a full column.

import Wire

/// A phone with the app, which goes on running while connections come and go.
package struct OriginalPhone {
    /// The owner of a disc, as the phone sees it.
    package enum Owner { case mine, yours }
    /// What the phone says below its board.
    package enum State { case myTurn, yourTurn, iWin, youWin }

    /// Its seven columns, each from the bottom up.
    package private(set) var columns = Self.empty
    /// The state of its game.
    package private(set) var state = State.myTurn
    /// Whether its Replay button can be pressed; nothing but a new game hides it.
    package private(set) var showsReplay = false
    /// Whether the app has ended.
    package private(set) var hasCrashed = false

    private static let empty = [[Owner]](repeating: [], count: 7)

    /// A phone on which the app was just started.
    package init() {}

    /// A guest came to its game: it moves first. The board stays as it was.
    package mutating func didHost() { state = .myTurn }

    /// It joined a game: the host moves first. The board stays as it was.
    package mutating func didJoin() { state = .yourTurn }

    /// Its player taps a column, 0…6; what it says then, nil where it is not its turn.
    package mutating func tap(_ column: Int) -> Packet? {
        guard state == .myTurn, !hasCrashed else { return nil }
        drop(column, .mine)
        state = hasWon(.mine) ? .iWin : .yourTurn
        if state == .iWin { showsReplay = true }
        return hasCrashed ? nil : .game(FourInARowMessage.didAddDisc(column: column).packet)
    }

    /// Its player presses Replay; what it says then, nil where the button is hidden.
    package mutating func replay() -> Packet? {
        guard showsReplay, !hasCrashed else { return nil }
        reset(to: .myTurn)
        return .game(FourInARowMessage.startNewGame.packet)
    }

    /// A packet arrives. Types of later programs are ignored.
    package mutating func receive(_ packet: Packet) {
        guard !hasCrashed, case .game(let packet) = packet, let message = try? FourInARowMessage(packet) else { return }
        switch message {
        case .startNewGame: reset(to: .yourTurn)
        case .didAddDisc(let column):
            drop(column, .yours)
            state = hasWon(.yours) ? .youWin : .myTurn
            if state == .youWin { showsReplay = true }
        }
    }

    private mutating func reset(to state: State) {
        columns = Self.empty
        showsReplay = false
        self.state = state
    }

    private mutating func drop(_ column: Int, _ owner: Owner) {
        if columns[column].count == 6 { hasCrashed = true } else { columns[column].append(owner) }
    }

    private func hasWon(_ owner: Owner) -> Bool {
        func isTheirs(_ column: Int, _ row: Int) -> Bool {
            columns.indices.contains(column) && columns[column].indices.contains(row) && columns[column][row] == owner
        }
        return columns.indices.contains { column in
            (0..<6).contains { row in
                [(1, 0), (0, 1), (1, 1), (1, -1)].contains { step in
                    (0..<4).allSatisfy { isTheirs(column + $0 * step.0, row + $0 * step.1) }
                }
            }
        }
    }
}
