// Guests who have connected and wait to be let in, limited in number and in time. Where there are too many, the most crowded network
// loses one, of its most crowded machine, the oldest first: whoever comes a thousand times, from any addresses of one network,
// keeps nobody else out. Guests who have sent something sensible wait in places of their own that newcomers do not take.
//
// `AdmissionQueue` is a value that is given the time in milliseconds; `WaitingRoom` is a queue with a clock.

/// How many may wait, and for how long.
nonisolated package struct AdmissionRules: Equatable, Sendable {
    /// How many guests that have sent nothing may wait, and as many that have. With a thousand newcomers a second, 256 leave each a
    /// quarter of a second to send something.
    package var limit: Int
    /// How long each may wait, in milliseconds; nil: for ever.
    package var timeout: Int?

    /// Rules of these.
    package init(limit: Int = 256, timeout: Int? = nil) {
        self.limit = limit
        self.timeout = timeout
    }
}

/// Where a guest comes from. Places are shared out by network, then by machine.
nonisolated package struct Source: Hashable, Sendable {
    /// The network. One person can have all of its addresses.
    package var network: String
    /// The machine.
    package var machine: String

    /// A machine on a network.
    package init(network: String, machine: String) {
        self.network = network
        self.machine = machine
    }
}

/// Waiting guests, by any id.
nonisolated package struct AdmissionQueue<Guest: Hashable & Sendable>: Equatable, Sendable {
    private struct Entry: Equatable, Sendable {
        let guest: Guest
        let source: Source
        var deadline: Int?
        var isHeard = false
    }

    private let rules: AdmissionRules
    private var entries: [Entry] = []

    /// An empty queue.
    package init(_ rules: AdmissionRules) { self.rules = rules }

    /// The waiting guests, the oldest first.
    package var guests: [Guest] { entries.map(\.guest) }

    /// The earliest deadline; nil: none.
    package var nextDeadline: Int? { entries.compactMap(\.deadline).min() }

    /// Adds a guest. Returns who has to leave for that, if anybody.
    package mutating func admit(_ guest: Guest, from source: Source, at now: Int) -> Guest? {
        let gone = makeRoom(for: source, isHeard: false)
        entries.append(Entry(guest: guest, source: source, deadline: rules.timeout.map { now + $0 }))
        return gone
    }

    /// A guest has sent something sensible: newcomers do not take its place any more. Returns who has to leave for that, if anybody.
    package mutating func hear(_ guest: Guest) -> Guest? {
        guard let index = index(of: guest), !entries[index].isHeard else { return nil }
        let gone = makeRoom(for: entries[index].source, isHeard: true)
        if let index = self.index(of: guest) { entries[index].isHeard = true }
        return gone
    }

    /// Removes a guest. Returns whether it waited.
    @discardableResult
    package mutating func remove(_ guest: Guest) -> Bool {
        guard let index = index(of: guest) else { return false }
        entries.remove(at: index)
        return true
    }

    /// Changes a guest's deadline; nil: none.
    package mutating func setDeadline(_ deadline: Int?, of guest: Guest) {
        if let index = index(of: guest) { entries[index].deadline = deadline }
    }

    /// Removes and returns the guests whose deadline has passed.
    package mutating func removeOverdue(at now: Int) -> [Guest] {
        func isOverdue(_ entry: Entry) -> Bool { entry.deadline.map { $0 <= now } ?? false }
        defer { entries.removeAll(where: isOverdue) }
        return entries.filter(isOverdue).map(\.guest)
    }

    // MARK: Room

    private func index(of guest: Guest) -> Int? { entries.firstIndex { $0.guest == guest } }

    /// Removes a guest where there is no place for another one from `source`.
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

/// Waiting guests with their deadlines.
package final class WaitingRoom<Guest: AnyObject> {
    /// Called with each guest that had to leave or whose time was up, after its removal.
    package var turnAway: (Guest) -> Void = { _ in }

    private let scheduler: Scheduler
    private var queue: AdmissionQueue<ObjectIdentifier>
    private var present: [ObjectIdentifier: Guest] = [:]
    private var timer: Cancellable?

    /// An empty room.
    package init(_ rules: AdmissionRules, scheduler: Scheduler) {
        queue = AdmissionQueue(rules)
        self.scheduler = scheduler
    }

    /// The waiting guests, the oldest first.
    package var guests: [Guest] { queue.guests.compactMap { present[$0] } }

    /// Adds a guest.
    package func admit(_ guest: Guest, from source: Source) {
        let id = ObjectIdentifier(guest)
        present[id] = guest
        seeOff(queue.admit(id, from: source, at: scheduler.now))
    }

    /// A guest has sent something sensible: newcomers do not take its place any more.
    package func hear(_ guest: Guest) { seeOff(queue.hear(ObjectIdentifier(guest))) }

    private func seeOff(_ gone: ObjectIdentifier?) {
        awaitDeadline()
        if let gone = gone.flatMap({ present.removeValue(forKey: $0) }) { turnAway(gone) }
    }

    /// Removes a guest. Returns whether it waited.
    @discardableResult
    package func remove(_ guest: Guest) -> Bool {
        present[ObjectIdentifier(guest)] = nil
        defer { awaitDeadline() }
        return queue.remove(ObjectIdentifier(guest))
    }

    /// Gives a guest this many milliseconds from now on; nil: for ever.
    package func give(_ guest: Guest, milliseconds: Int?) {
        queue.setDeadline(milliseconds.map { scheduler.now + $0 }, of: ObjectIdentifier(guest))
        awaitDeadline()
    }

    /// Removes and returns all guests, without calling `turnAway`.
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
