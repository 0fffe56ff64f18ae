// A party in memory: packets travel between its seats, through the real codec, when the test says so.

import Session
import Wire

/// One seat of a party in memory.
package final class FakeParty: Party {
    package weak var delegate: PartyDelegate?
    package let names: [String]
    package let mySeat: Int
    /// Whether its owner left.
    package private(set) var hasLeft = false
    /// The seats that are gone, as the host knows it.
    package private(set) var gone: Set<Int> = []
    package var silentSeats: Set<Int> = [] { didSet { delegate?.partyDidChangeSilence(self) } }
    private var seats: [Weak] = []
    /// What this seat sent and nobody has received yet.
    private var travelling: [(bytes: [UInt8], seat: Int)] = []

    private struct Weak {
        weak var party: FakeParty?
    }

    private init(names: [String], mySeat: Int) {
        self.names = names
        self.mySeat = mySeat
    }

    /// A party of these players, the host first. Keep all of them.
    package static func gather(_ names: String...) -> [FakeParty] {
        let parties = names.indices.map { FakeParty(names: names, mySeat: $0) }
        for party in parties { party.seats = parties.map { Weak(party: $0) } }
        return parties
    }

    package func send(_ packet: GamePacket, to seat: Int) {
        precondition(seat != mySeat && (mySeat == 0 || seat == 0), "a party is a star")
        if !hasLeft && !gone.contains(seat) { travelling.append((PacketEncoder.encode(.game(packet)), seat)) }
    }

    package func leave() {
        guard !hasLeft else { return }
        deliver()
        hasLeft = true
        delegate = nil
        if mySeat != 0 { return seats[0].party?.lose(mySeat) ?? () }
        for seat in seats.dropFirst() { seat.party?.end(because: .serverQuit) }
    }

    /// The network loses this seat: at a guest the connection drops on both sides, at the host on all.
    package func drop() {
        if mySeat == 0 {
            for seat in seats.dropFirst() { seat.party?.end(because: .connectionDropped) }
        } else {
            seats[0].party?.lose(mySeat)
            end(because: .connectionDropped)
        }
        hasLeft = true
    }

    /// What this seat sent arrives.
    package func deliver() {
        while !travelling.isEmpty {
            let (bytes, seat) = travelling.removeFirst()
            seats[seat].party?.receive(bytes, from: mySeat)
        }
    }

    /// Everything arrives everywhere, until nothing travels any more.
    package static func settle(_ parties: [FakeParty]) {
        while parties.contains(where: { !$0.travelling.isEmpty }) { for party in parties { party.deliver() } }
    }

    private func receive(_ bytes: [UInt8], from seat: Int) {
        guard !hasLeft else { return }
        var decoder = PacketDecoder()
        decoder.append(bytes)
        if case .game(let packet) = try? decoder.next() { delegate?.party(self, didReceive: packet, from: seat) }
    }

    private func lose(_ seat: Int) {
        guard !hasLeft, gone.insert(seat).inserted else { return }
        delegate?.party(self, didLose: seat)
    }

    private func end(because reason: QuitReason) {
        guard !hasLeft else { return }
        hasLeft = true
        delegate?.partyDidEnd(self, because: reason)
    }
}
