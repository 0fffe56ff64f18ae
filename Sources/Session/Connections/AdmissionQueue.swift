// Who may wait to be heard, and for how long. Where there is not room for everybody, those of the most crowded network make it, and
// among them those of its most crowded machine, the oldest first: so one who comes a thousand times, from however many addresses of
// one network, keeps nobody else out. Who has said something sensible waits in places of its own, which no newcomer takes. The
// queue knows no clock: the time is told to it, in milliseconds; the waiting room is a queue with a clock. Neither knows connections.

/// How many may wait, and for how long.
nonisolated package struct AdmissionRules: Equatable, Sendable {
    /// So many that have said nothing may wait, and as many that have. A newcomer is there for as long as it takes so many others to
    /// come: with a thousand a second a quarter of a second, time enough to be heard.
    package var limit: Int
    /// So long, in milliseconds; nil: for ever.
    package var timeout: Int?

    /// Rules of these; without a limit those of every door.
    package init(limit: Int = 256, timeout: Int? = nil) {
        self.limit = limit
        self.timeout = timeout
    }
}

/// Where somebody comes from: room is shared out by it.
nonisolated package struct Source: Hashable, Sendable {
    /// The network: those of one are one crowd, as one person can have all of its addresses.
    package var network: String
    /// The machine.
    package var machine: String

    /// A machine on a network.
    package init(network: String, machine: String) {
        self.network = network
        self.machine = machine
    }
}

/// Those that wait, by whatever tells them apart.
nonisolated package struct AdmissionQueue<Guest: Hashable & Sendable>: Equatable, Sendable {
    private struct Entry: Equatable, Sendable {
        let guest: Guest
        let source: Source
        var deadline: Int?
        var isHeard = false
    }

    private let rules: AdmissionRules
    private var entries: [Entry] = []

    /// Nobody waits.
    package init(_ rules: AdmissionRules) { self.rules = rules }

    /// Who waits, the oldest first.
    package var guests: [Guest] { entries.map(\.guest) }

    /// When the first one's time is up; nil: never.
    package var nextDeadline: Int? { entries.compactMap(\.deadline).min() }

    /// Somebody comes who was not here before: who makes room, if anybody must.
    package mutating func admit(_ guest: Guest, from source: Source, at now: Int) -> Guest? {
        let gone = makeRoom(for: source, isHeard: false)
        entries.append(Entry(guest: guest, source: source, deadline: rules.timeout.map { now + $0 }))
        return gone
    }

    /// They have said something sensible: no newcomer takes their place. Who of those that have makes room, if anybody must.
    package mutating func hear(_ guest: Guest) -> Guest? {
        guard let index = index(of: guest), !entries[index].isHeard else { return nil }
        let gone = makeRoom(for: entries[index].source, isHeard: true)
        if let index = self.index(of: guest) { entries[index].isHeard = true }
        return gone
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

    /// Takes those out whose time is up.
    package mutating func removeOverdue(at now: Int) -> [Guest] {
        func isOverdue(_ entry: Entry) -> Bool { entry.deadline.map { $0 <= now } ?? false }
        defer { entries.removeAll(where: isOverdue) }
        return entries.filter(isOverdue).map(\.guest)
    }

    // MARK: Room

    private func index(of guest: Guest) -> Int? { entries.firstIndex { $0.guest == guest } }

    /// Takes one out where there are too many for another of `source`, who counts already.
    private mutating func makeRoom(for source: Source, isHeard: Bool) -> Guest? {
        let places = entries.indices.filter { entries[$0].isHeard == isHeard }
        guard places.count >= rules.limit else { return nil }
        let sources = places.map { entries[$0].source } + [source]
        let networks = Dictionary(grouping: sources, by: \.network).mapValues(\.count)
        let machines = Dictionary(grouping: sources, by: \.self).mapValues(\.count)
        let crowds = sources.dropLast().map { (networks[$0.network] ?? 0, machines[$0] ?? 0) }
        guard let largest = crowds.max(by: <), let index = crowds.firstIndex(where: { $0 == largest }) else { return nil }
        return entries.remove(at: places[index]).guest
    }
}

/// Those that wait, with the time they have.
package final class WaitingRoom<Guest: AnyObject> {
    /// Is told who made room, or whose time was up; they have left the room. Never from within `init`.
    package var turnAway: (Guest) -> Void = { _ in }

    private let scheduler: Scheduler
    private var queue: AdmissionQueue<ObjectIdentifier>
    private var present: [ObjectIdentifier: Guest] = [:]
    private var timer: Cancellable?

    /// Nobody waits.
    package init(_ rules: AdmissionRules, scheduler: Scheduler) {
        queue = AdmissionQueue(rules)
        self.scheduler = scheduler
    }

    /// Who waits, the oldest first.
    package var guests: [Guest] { queue.guests.compactMap { present[$0] } }

    /// Somebody comes.
    package func admit(_ guest: Guest, from source: Source) {
        let id = ObjectIdentifier(guest)
        present[id] = guest
        seeOff(queue.admit(id, from: source, at: scheduler.now))
    }

    /// They have said something sensible: no newcomer takes their place.
    package func hear(_ guest: Guest) { seeOff(queue.hear(ObjectIdentifier(guest))) }

    private func seeOff(_ gone: ObjectIdentifier?) {
        awaitDeadline()
        if let gone = gone.flatMap({ present.removeValue(forKey: $0) }) { turnAway(gone) }
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
        queue.setDeadline(milliseconds.map { scheduler.now + $0 }, of: ObjectIdentifier(guest))
        awaitDeadline()
    }

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
            scheduler.after(milliseconds: max(0, deadline - scheduler.now)) { [weak self] in self?.deadlineDidPass() }
        }
    }

    private func deadlineDidPass() {
        let gone = queue.removeOverdue(at: scheduler.now).compactMap { present.removeValue(forKey: $0) }
        awaitDeadline()
        for guest in gone { turnAway(guest) }
    }
}
