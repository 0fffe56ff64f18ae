// A party in memory: packets travel between its seats, through the real codec, when the test says so.

import Games
import Session
import Wire

/// One seat of a party in memory.
package final class FakeParty: Party {
    package var didHappen: (PartyEvent) -> Void = { _ in }
    package let names: [String]
    package let mySeat: Int
    /// Whether its owner left.
    package private(set) var hasLeft = false
    /// The seats that are gone, as the host knows it.
    package private(set) var gone: Set<Int> = []
    package var silentSeats: Set<Int> = [] { didSet { didHappen(.presenceChanged) } }
    package var sittingOut: Set<Int> = [] { didSet { didHappen(.presenceChanged) } }
    package var memory = ""
    /// The seats of players who lost the connection: nothing reaches them until `comeBack`.
    package private(set) var reservedSeats: [Int: Int] = [:]
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
        if !hasLeft && !gone.contains(seat) && reservedSeats[seat] == nil {
            travelling.append((Packet.frame(of: .game(packet)), seat))
        }
    }

    package func say(_ phrase: Phrase) -> Bool? {
        for seat in seats where seat.party !== self { seat.party?.didHappen(.heard(phrase, from: mySeat)) }
        return true
    }

    package func gameDidBegin() {}

    package func leave() {
        guard !hasLeft else { return }
        deliver()
        hasLeft = true
        didHappen = { _ in }
        if mySeat != 0 { return seats[0].party?.lose(mySeat, .left) ?? () }
        for seat in seats.dropFirst() { seat.party?.end(because: .serverQuit) }
    }

    /// This guest loses the connection, and its seat is reserved until this time.
    package func lose(until end: Int) {
        travelling = []
        let others = seats.compactMap(\.party).filter { $0 !== self }
        seats[0].party?.travelling.removeAll { $0.seat == mySeat }
        reservedSeats = [0: end]
        for party in others { party.reservedSeats[mySeat] = end }
        for party in others + [self] { party.didHappen(.presenceChanged) }
    }

    /// This guest, whose program may have been started again, is back.
    package func comeBack() {
        reservedSeats = [:]
        let others = seats.compactMap(\.party).filter { $0 !== self }
        for party in others { party.reservedSeats[mySeat] = nil }
        for party in others + [self] { party.didHappen(.presenceChanged) }
        seats[0].party?.didHappen(.returned(mySeat))
        didHappen(.returned(0))
    }

    package func remove(_ seat: Int) {
        guard mySeat == 0 else { return }
        reservedSeats[seat] = nil
        lose(seat, .removed)
        seats[seat].party?.end(because: .sentAway)
        didHappen(.presenceChanged)
    }

    /// This seat is lost for good: at a guest on both sides, at the host on all.
    package func drop() {
        if mySeat == 0 {
            for seat in seats.dropFirst() { seat.party?.end(because: .connectionDropped) }
        } else {
            seats[0].party?.lose(mySeat, .lost)
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
        if case .game(let packet) = try? decoder.next() { didHappen(.received(packet, from: seat)) }
    }

    private func lose(_ seat: Int, _ how: Departure) {
        guard !hasLeft, gone.insert(seat).inserted else { return }
        didHappen(.lost(seat, how))
    }

    private func end(because reason: QuitReason) {
        guard !hasLeft else { return }
        hasLeft = true
        didHappen(.ended(reason))
    }
}

extension PartyEvent {
    /// What happened, in a line; nil for who is away.
    package var line: String? {
        switch self {
        case .received(let packet, let seat): "packet \(packet.type) from \(seat)"
        case .heard(let phrase, let seat): "\(phrase) from \(seat)"
        case .lost(let seat, let how): "\(how) \(seat)"
        case .returned(let seat): "back \(seat)"
        case .presenceChanged: nil
        case .ended(let reason): "over \(reason)"
        }
    }
}
