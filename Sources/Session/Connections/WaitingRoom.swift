// An admission queue with a clock: whoever had to make room, or has waited too long, is turned away in the way of its owner. It knows
// no connections.

/// Those that wait, with the time they have.
package final class WaitingRoom<Guest: AnyObject> {
    /// Is told who made room, or whose time was up; they have left the room. Never from within `init`.
    package var turnAway: (Guest) -> Void = { _ in }

    private let clock: LoopClock
    private var queue: AdmissionQueue<ObjectIdentifier>
    private var present: [ObjectIdentifier: Guest] = [:]
    private var timer: Cancellable?

    /// Nobody waits.
    package init(_ rules: AdmissionRules, clock: LoopClock) {
        queue = AdmissionQueue(rules)
        self.clock = clock
    }

    /// Who waits, the oldest first.
    package var guests: [Guest] { queue.guests.compactMap { present[$0] } }

    /// Somebody comes; false: there is no room.
    package func admit(_ guest: Guest, from group: String) -> Bool {
        let id = ObjectIdentifier(guest)
        guard case .admitted(let gone) = queue.admit(id, from: group, at: clock.now) else { return false }
        present[id] = guest
        if let gone = gone.flatMap({ present.removeValue(forKey: $0) }) { turnAway(gone) }
        awaitDeadline()
        return true
    }

    /// Somebody goes, or has been heard; false: they did not wait.
    @discardableResult
    package func remove(_ guest: Guest) -> Bool {
        present[ObjectIdentifier(guest)] = nil
        defer { awaitDeadline() }
        return queue.remove(ObjectIdentifier(guest))
    }

    /// They have so long from now on, in milliseconds; nil: for ever.
    package func give(_ guest: Guest, milliseconds: Int?) {
        queue.setDeadline(milliseconds.map { clock.now + $0 }, of: ObjectIdentifier(guest))
        awaitDeadline()
    }

    /// They make room for nobody from now on.
    package func makeSafe(_ guest: Guest) { queue.makeSafe(ObjectIdentifier(guest)) }

    /// Nobody waits any more: those that did, to be seen off. They are not turned away.
    package func empty() -> [Guest] {
        let gone = guests
        for guest in gone { queue.remove(ObjectIdentifier(guest)) }
        present = [:]
        awaitDeadline()
        return gone
    }

    private func awaitDeadline() {
        timer?.cancel()
        timer = queue.nextDeadline.map { deadline in
            clock.after(milliseconds: max(0, deadline - clock.now)) { [weak self] in self?.deadlineDidPass() }
        }
    }

    private func deadlineDidPass() {
        let gone = queue.removeOverdue(at: clock.now).compactMap { present.removeValue(forKey: $0) }
        awaitDeadline()
        for guest in gone { turnAway(guest) }
    }
}
