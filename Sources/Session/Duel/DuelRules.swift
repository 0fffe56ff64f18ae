// What a game of two must be for two to play it here, and how its moves travel. A second game is a value that follows these rules and
// a codec for its moves. It knows no players, connections or screens.

import Engine
import Wire

/// A game of two from its first move on, as a value. A move is a number, which the game gives a meaning.
package protocol DuelRules: Equatable, Sendable {
    /// A game of no moves.
    init()
    /// The game of these moves, written as `notation` writes them; nil where they are no game.
    init?(notation: String)
    /// Its moves in at most 42 bytes of text, which never changes: it is written to disk.
    var notation: String { get }
    /// Its moves, in order.
    var moves: [Int] { get }
    /// Whose turn it is (or would be, after the end).
    var mover: Player { get }
    /// How it ended; nil while it goes on.
    var result: DuelResult? { get }
    /// Why a move cannot be made now; nil if it can.
    func refusal(of move: Int) -> MoveRefusal?
    /// Makes the mover's move, which can be made.
    mutating func make(_ move: Int)
    /// The game as it stood after so many moves.
    func prefix(_ count: Int) -> Self
}

/// How a game of two ended.
package enum DuelResult: Equatable, Sendable {
    case won(Player)
    case draw
}

/// Why a move is not made.
package enum MoveRefusal: Error, Equatable, Sendable {
    /// The game has no such move.
    case noSuchMove
    /// There is no room for it.
    case noRoom
    /// The game is over.
    case gameOver
}

/// How the moves of a game travel between two programs.
nonisolated package struct MoveCodec: Sendable {
    /// The game's word in a hello.
    package let game: String
    /// The packet that says a move.
    package let packet: @Sendable (_ move: Int) -> Packet
    /// The move that a packet says; nil where it says none.
    package let move: @Sendable (_ packet: Packet) throws(WireError) -> Int?

    /// A codec of these.
    package init(
        game: String, packet: @escaping @Sendable (_ move: Int) -> Packet,
        move: @escaping @Sendable (_ packet: Packet) throws(WireError) -> Int?
    ) {
        self.game = game
        self.packet = packet
        self.move = move
    }
}

// MARK: - Four in a Row

/// A move is a column, 0…6.
nonisolated extension Match: DuelRules {
    package init?(notation: String) {
        guard let match = try? Match(digits: notation) else { return nil }
        self = match
    }

    package var notation: String { digits }

    package var result: DuelResult? {
        switch outcome {
        case .won(let winner, _): .won(winner)
        case .draw: .draw
        case nil: nil
        }
    }

    package func refusal(of move: Int) -> MoveRefusal? {
        switch reasonAgainst(move) {
        case .noSuchColumn: .noSuchMove
        case .columnFull: .noRoom
        case .gameOver: .gameOver
        case nil: nil
        }
    }

    package mutating func make(_ move: Int) { _ = play(move) }
}

nonisolated extension MoveCodec {
    /// Discs as the original app sends them.
    package static let fourInARow = MoveCodec(game: Hello.fourInARow, packet: { .didAddDisc(column: $0) }) { packet in
        if case .didAddDisc(let column) = packet { column } else { nil }
    }
}
