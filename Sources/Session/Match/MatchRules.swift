// What a game of two must be for two to play it here, and how its moves travel. A second game is a value that follows these rules and
// a language for its moves. It knows no players, connections or screens.

import Engine
import Wire

/// A game of two from its first move on, as a value. A move is a number, which the game gives a meaning.
package protocol MatchRules: Equatable, Sendable {
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
    var result: MatchResult? { get }
    /// Why a move cannot be made now; nil if it can.
    func refusal(of move: Int) -> MoveRefusal?
    /// All that can be made now; none after the end.
    var possibleMoves: [Int] { get }
    /// Makes the mover's move, which can be made.
    mutating func make(_ move: Int)
    /// The game as it stood after so many moves.
    func prefix(_ count: Int) -> Self
}

extension MatchRules {
    /// How many moves are left when `player`'s last one, made after the first `start`, is taken back; nil where there is none.
    package func undoTarget(of player: Player, after start: Int = 0) -> Int? {
        let parity = player == .first ? 0 : 1
        return (start..<max(start, moves.count)).last { $0 % 2 == parity }
    }
}

/// How a game of two ended.
package enum MatchResult: Equatable, Sendable {
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

/// What the two sides of a game say to each other that belongs to the game.
nonisolated package enum MatchMessage: Equatable, Sendable {
    /// Its sender makes this move.
    case move(Int)
    /// A new game starts; its sender moves first.
    case newGame
}

/// How a game's messages travel between two programs.
nonisolated package struct MatchLanguage: Sendable {
    /// The game's word in a hello.
    package let game: String
    /// The packet that says a message.
    package let packet: @Sendable (MatchMessage) -> GamePacket
    /// The message that a packet says; nil where it says none, and is passed over.
    package let message: @Sendable (GamePacket) throws(WireError) -> MatchMessage?

    /// A language of these.
    package init(
        game: String, packet: @escaping @Sendable (MatchMessage) -> GamePacket,
        message: @escaping @Sendable (GamePacket) throws(WireError) -> MatchMessage?
    ) {
        self.game = game
        self.packet = packet
        self.message = message
    }
}

// MARK: - Four in a Row

/// A move is a column, 0…6.
nonisolated extension Game: MatchRules {
    package init?(notation: String) {
        guard let match = try? Game(digits: notation) else { return nil }
        self = match
    }

    package var notation: String { digits }

    package var result: MatchResult? {
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

    package var possibleMoves: [Int] { Board.columns.filter { reasonAgainst($0) == nil } }

    package mutating func make(_ move: Int) { _ = play(move) }
}

nonisolated extension MatchLanguage {
    /// The original app's.
    package static let fourInARow = MatchLanguage(game: Hello.fourInARow) { message in
        switch message {
        case .move(let column): FourInARowMessage.didAddDisc(column: column).packet
        case .newGame: FourInARowMessage.startNewGame.packet
        }
    } message: { packet throws(WireError) in
        switch try FourInARowMessage(packet) {
        case .didAddDisc(let column): .move(column)
        case .startNewGame: .newGame
        case nil: nil
        }
    }
}
