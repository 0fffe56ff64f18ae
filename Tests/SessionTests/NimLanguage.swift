// How the moves of Nim travel: a packet of a type that nobody else uses. It knows no heaps.

import Session
import Wire

nonisolated extension MatchLanguage {
    /// A seat's moves in Nim.
    static let nim = MatchLanguage(game: "nim") { message in
        switch message {
        case .move(let move): GamePacket(type: 99, content: .fields(MessageFields(kind: 0, numbers: ["move": Int64(move)])))
        case .newGame: GamePacket(type: 99, content: .fields(MessageFields(kind: 1)))
        }
    } message: { packet throws(WireError) in
        guard packet.type == 99, case .fields(let fields) = packet.content else { return nil }
        switch fields.kind {
        case 0: return fields.numbers["move"].flatMap { Int(exactly: $0) }.map { .move($0) }
        case 1: return .newGame
        default: return nil
        }
    }
}
