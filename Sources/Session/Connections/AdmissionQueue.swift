// Who may wait to be heard: so many at once, so many of one group, each for so long. Where there is not room for everybody, those
// of the most crowded group make it, unless groups have a limit of their own: so one who comes a thousand times keeps nobody else
// out. The queue knows no clock: the time is told to it, in milliseconds; the waiting room is a queue with a clock. Neither knows
// connections.

/// How many may wait, and for how long.
nonisolated package struct AdmissionRules: Equatable, Sendable {
    /// Who goes where there is no room.
    package enum Overflow: Sendable {
        /// Whoever has waited longest.
        case oldestLeaves
        /// Whoever comes, unless others of one group have more room than it would have.
        case newestIsRefused
    }

    /// So many may wait.
    package var limit: Int
    /// So many of one group; nil: as many as there is room for.
    package var limitAGroup: Int?
    /// So long, in milliseconds; nil: for ever.
    package var patience: Int?
    /// Who goes where there is no room.
    package var overflow: Overflow
}

/// Those that wait, by whatever tells them apart.
nonisolated package struct AdmissionQueue<Guest: Hashable & Sendable>: Equatable, Sendable {
    /// What becomes of one that comes.
    package enum Verdict: Equatable, Sendable {
        /// It waits; perhaps in the place of another, who has left the queue.
        case admitted(insteadOf: Guest?)
        /// There is no room.
        case refused
    }

    private struct Entry: Equatable, Sendable {
        let guest: Guest
        let group: String
        var deadline: Int?
        var isSafe = false
    }

    private let rules: AdmissionRules
    private var entries: [Entry] = []

    /// Nobody waits.
    package init(_ rules: AdmissionRules) { self.rules = rules }

    /// Who waits, the oldest first.
    package var guests: [Guest] { entries.map(\.guest) }

    /// When the first one's time is up; nil: never.
    package var nextDeadline: Int? { entries.compactMap(\.deadline).min() }

    /// Somebody comes who was not here before.
    package mutating func admit(_ guest: Guest, from group: String, at now: Int) -> Verdict {
        let isGroupFull = rules.limitAGroup.map { size(of: group) >= $0 } ?? false
        var gone: Guest?
        if isGroupFull || entries.count >= rules.limit {
            guard let index = isGroupFull ? place(within: group) : place(for: group) else { return .refused }
            gone = entries.remove(at: index).guest
        }
        entries.append(Entry(guest: guest, group: group, deadline: rules.patience.map { now + $0 }))
        return .admitted(insteadOf: gone)
    }

    /// Somebody goes, or has been heard; false: they did not wait.
    @discardableResult
    package mutating func remove(_ guest: Guest) -> Bool {
        guard let index = index(of: guest) else { return false }
        entries.remove(at: index)
        return true
    }

    /// Their time ends then; nil: never.
    package mutating func setDeadline(_ deadline: Int?, of guest: Guest) {
        if let index = index(of: guest) { entries[index].deadline = deadline }
    }

    /// They make room for nobody from now on.
    package mutating func makeSafe(_ guest: Guest) {
        if let index = index(of: guest) { entries[index].isSafe = true }
    }

    /// Takes those out whose time is up.
    package mutating func removeOverdue(at now: Int) -> [Guest] {
        func isOverdue(_ entry: Entry) -> Bool { entry.deadline.map { $0 <= now } ?? false }
        defer { entries.removeAll(where: isOverdue) }
        return entries.filter(isOverdue).map(\.guest)
    }

    // MARK: Room

    private func index(of guest: Guest) -> Int? { entries.firstIndex { $0.guest == guest } }

    private func size(of group: String) -> Int { entries.count { $0.group == group } }

    private func place(within group: String) -> Int? {
        if rules.overflow == .newestIsRefused { return nil }
        return entries.firstIndex { $0.group == group && !$0.isSafe }
    }

    /// Whose place is taken by one of `group`, who counts as one of them already.
    private func place(for group: String) -> Int? {
        if rules.limitAGroup != nil { return rules.overflow == .newestIsRefused ? nil : entries.firstIndex { !$0.isSafe } }
        func crowd(_ entry: Entry) -> Int { size(of: entry.group) + (entry.group == group ? 1 : 0) }
        guard let largest = entries.filter({ !$0.isSafe }).map(crowd).max() else { return nil }
        if rules.overflow == .newestIsRefused, size(of: group) + 1 >= largest { return nil }
        return entries.firstIndex { !$0.isSafe && crowd($0) == largest }
    }
}

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
