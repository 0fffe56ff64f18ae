// The heartbeats of a party, one per connection, and who cannot act: the host finds out by itself, a guest hears from the host about the
// other guests.

import Wire

/// The heartbeats of a party whose members are told apart by number.
final class PartyHeartbeats {
    /// How long a program may be silent before nobody waits for its player any longer, in milliseconds.
    static let sittingOutAfter = 30_000

    /// Sends a heartbeat.
    var send: (_ member: Int, HeartbeatMessage) -> Void = { _, _ in }
    /// At the host: what each heartbeat reports, the silent seats and for how many seconds each lost one is reserved.
    var report: () -> (silent: Set<Int>, reserved: [Int: Int]) = { ([], [:]) }

    private let scheduler: Scheduler
    private let didChange: () -> Void
    private var heartbeats: [Int: Heartbeat] = [:]
    private var timers: [Int: Cancellable] = [:]
    /// The members that have been silent for `sittingOutAfter`.
    private(set) var sittingOut: Set<Int> = []
    /// At a guest: the seats that the host reports as silent, and until when it reserves others.
    private var reportedSilent: Set<Int> = []
    private(set) var reportedEnds: [Int: Int] = [:]

    /// A party without members. `didChange` is called when anything here has changed.
    init(scheduler: Scheduler, didChange: @escaping () -> Void) {
        self.scheduler = scheduler
        self.didChange = didChange
    }

    /// The members that do not answer.
    var silent: Set<Int> { Set(heartbeats.filter { !$1.isAnswering }.keys) }

    /// Sets the members. A new one gets its first heartbeat at once.
    func follow(_ members: [Int]) {
        for gone in heartbeats.keys where !members.contains(gone) {
            heartbeats.removeValue(forKey: gone)?.stop()
            stopTimer(of: gone)
        }
        for member in members where heartbeats[member] == nil {
            let heartbeat = Heartbeat(scheduler: scheduler, timing: .party)
            heartbeats[member] = heartbeat
            heartbeat.send = { [unowned self] read in
                let (silent, reserved) = report()
                send(member, HeartbeatMessage(read: read, silent: silent.sorted(), reserved: reserved))
            }
            heartbeat.didChange = { [unowned self] in didChange(of: member) }
            heartbeat.start()
        }
    }

    /// Sends a heartbeat to every member now: what it reports has changed.
    func beat() { for heartbeat in heartbeats.values { heartbeat.beat() } }

    /// A packet arrived from a member.
    func didReceive(_ packet: Packet, from member: Int) {
        heartbeats[member]?.didReceive(confirming: packet.confirmedCount)
    }

    /// Whether a member has sent a heartbeat.
    func hasHeard(_ member: Int) -> Bool { heartbeats[member]?.isExpected == true }

    private func didChange(of member: Int) {
        stopTimer(of: member)
        if silent.contains(member) {
            let rest = Self.sittingOutAfter - Heartbeat.Timing.party.timeout
            timers[member] = scheduler.after(milliseconds: rest) { [weak self] in
                self?.sittingOut.insert(member)
                self?.didChange()
            }
        }
        didChange()
    }

    private func stopTimer(of member: Int) {
        timers.removeValue(forKey: member)?.cancel()
        sittingOut.remove(member)
    }

    // MARK: At a guest

    /// The silent seats: the host, or those that it reports.
    var seatsAtGuest: Set<Int> { silent.isEmpty ? reportedSilent : [0] }

    /// The host reports at the guest who has this seat.
    func didReport(_ message: HeartbeatMessage, at seat: Int?) {
        let own = [0, seat ?? 0]
        let silent = Set(message.silent).subtracting(own)
        let ends = message.reserved.filter { !own.contains($0.key) }.mapValues { scheduler.now + $0 * 1000 }
        // The host rounds to seconds, which is no change.
        let kept = ends.merging(reportedEnds) { new, old in abs(new - old) < 2000 ? old : new }.filter { ends[$0.key] != nil }
        guard silent != reportedSilent || kept != reportedEnds else { return }
        (reportedSilent, reportedEnds) = (silent, kept)
        didChange()
    }
}

extension Scheduler {
    /// How many seconds are left until each end, rounded up.
    func secondsLeft(until ends: [Int: Int]) -> [Int: Int] { ends.mapValues { max(0, $0 - now + 999) / 1000 } }
}
