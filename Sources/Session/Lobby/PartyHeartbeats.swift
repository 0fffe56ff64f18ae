// The heartbeats of a party, one per connection, and the seats that do not answer: the host finds out by itself, a guest hears from the
// host about the other guests.

import Wire

/// The heartbeats of a party whose members are told apart by `Member`.
final class PartyHeartbeats<Member: Hashable> {
    /// Sends a heartbeat.
    var send: (Member, HeartbeatMessage) -> Void = { _, _ in }

    private let scheduler: Scheduler
    private let didChange: () -> Void
    private var heartbeats: [Member: Heartbeat] = [:]
    /// At a guest: the seats that the host reports.
    private var reported: Set<Int> = []

    /// A party without members. `didChange` is called when the silent seats have changed.
    init(scheduler: Scheduler, didChange: @escaping () -> Void) {
        self.scheduler = scheduler
        self.didChange = didChange
    }

    /// The members that do not answer.
    var silent: Set<Member> { Set(heartbeats.filter { !$1.isAnswering }.keys) }

    /// Sets the members. A new one gets its first heartbeat at once; `silentSeats` says what to report in each.
    func follow(_ members: [Member], silentSeats: @escaping () -> [Int] = { [] }) {
        for gone in heartbeats.keys where !members.contains(gone) { heartbeats.removeValue(forKey: gone)?.stop() }
        for member in members where heartbeats[member] == nil {
            let heartbeat = Heartbeat(scheduler: scheduler, timing: .party)
            heartbeats[member] = heartbeat
            heartbeat.send = { [unowned self] in send(member, HeartbeatMessage(read: $0, silent: silentSeats())) }
            heartbeat.didChange = didChange
            heartbeat.start()
        }
    }

    /// A packet arrived from a member.
    func didReceive(_ packet: Packet, from member: Member) {
        heartbeats[member]?.didReceive(confirming: packet.confirmedCount)
    }

    /// At the host: the silent seats, where `guests` have the seats from 1 on.
    func seats(ofGuests guests: [Member]) -> Set<Int> {
        let silent = silent
        return Set(guests.indices.filter { silent.contains(guests[$0]) }.map { $0 + 1 })
    }

    /// At a guest: the silent seats.
    var seatsAtGuest: Set<Int> { silent.isEmpty ? reported : [0] }

    /// At a guest who has this seat: the host reports these seats as silent.
    func didReport(silent: [Int], at seat: Int?) {
        let others = Set(silent).subtracting([0, seat ?? 0])
        guard others != reported else { return }
        reported = others
        didChange()
    }
}
