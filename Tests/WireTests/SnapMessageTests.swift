// The messages of Snap! through the codec: what goes in comes out, and what says nothing is passed over.

import TestSupport
import Testing

@testable import Wire

@Suite struct SnapMessageTests {
    static let state = SnapState(
        deal: 2, number: 31, mover: 1, turn: 30, winner: nil, left: 10_000, claim: 412,
        seats: [[20, 3, 17, 0], [0, 0, -1, 2], [12, 17, 4, 0], [0, 0, -1, 3]], matches: [[5, 0, 2]],
        outcomes: [[1, 0, 17, 0], [9, 5, 0, 2], [10, 1, 30]])

    static let messages: [SnapMessage] = {
        var ended = state
        ended.winner = 3
        ended.claim = nil
        ended.matches = []
        var odd = state
        odd.outcomes = [[], [.min, .max]]
        odd.left = .min
        odd.slack = 3_000
        ended.asking = [0, 2]
        ended.announcesMatches = true
        return [
            .turn(deal: 1, turn: 1), .turn(deal: .max, turn: .min), .snap(deal: 1, after: 350),
            .snap(deal: -1, after: .max), .seen(deal: 1, number: 9), .table(state), .table(ended), .table(odd),
            .listens, .again(deal: 2),
        ]
    }()

    @Test(arguments: messages) func roundTrip(message: SnapMessage) throws {
        var decoder = PacketDecoder()
        decoder.append(Packet.frame(of: .snap(message)))
        guard case .game(let packet) = try decoder.next() else { return #expect(Bool(false)) }
        #expect(SnapMessage(packet) == message)
        #expect(try decoder.next() == nil && !decoder.isInsideFrame)
    }

    /// Without any one of its fields but those that may lack, a message is none.
    @Test(arguments: messages) func aMissingField(message: SnapMessage) {
        let fields = message.fields
        for name in fields.numbers.keys where !["claim", "winner", "slack", "announced"].contains(name) {
            var damaged = fields
            damaged.numbers[name] = nil
            #expect(SnapMessage(damaged) == nil, "without \(name)")
        }
        for name in fields.lists.keys {
            var damaged = fields
            damaged.lists[name] = nil
            #expect(SnapMessage(damaged) == nil, "without \(name)")
        }
    }

    @Test func rowsThatAreNone() {
        let fields = SnapMessage.table(Self.state).fields
        for row in ["a", "1 b", "1.5", "99999999999999999999", Array(repeating: "1", count: 17).joined(separator: " ")] {
            var damaged = fields
            damaged.lists["outcomes"] = [row]
            #expect(SnapMessage(damaged) == nil, "\(row)")
        }
        #expect(SnapMessage(MessageFields(kind: 6)) == nil && SnapMessage(MessageFields(kind: .min)) == nil)
    }

    /// The longest state of a game of four stays far below the limit of a frame.
    @Test func aTellingIsShort() {
        var state = Self.state
        state.outcomes = Array(repeating: [6, 3, 0, 13, 1, 13, 2, 13], count: 20)
        #expect(Packet.frame(of: .snap(.table(state))).count < 2_000)
    }
}
