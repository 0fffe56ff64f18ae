// Guests who have connected and wait to be let in, limited in number and in time. Where there are too many, the most crowded network
// loses one, of its most crowded machine, the oldest first: a thousand connections from any addresses of one network keep nobody else
// out. Guests who have sent something sensible wait in places of their own that newcomers do not take.

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

/// Waiting guests. The owner closes the connection of each guest in `didTurnAway`.
final class AdmissionQueue<Guest: AnyObject> {
    /// Called with each guest that had to leave or whose time was up, after its removal.
    var didTurnAway: (Guest) -> Void = { _ in }

    private struct Entry {
        let guest: Guest
        let source: Source
        let since: Int
        var deadline: Int?
        var isHeard = false
    }

    private let limit: Int
    private let timeout: Int?
    private let scheduler: Scheduler
    private var entries: [Entry] = []
    private var timer: Cancellable?

    /// An empty queue. `limit` guests that have sent nothing may wait, and as many that have: with a thousand newcomers a second, 256
    /// leave each a quarter of a second to send something. `timeout`: how long each may wait, in milliseconds; nil: for ever.
    init(limit: Int = 256, timeout: Int? = nil, scheduler: Scheduler) {
        (self.limit, self.timeout, self.scheduler) = (limit, timeout, scheduler)
    }

    isolated deinit { timer?.cancel() }

    /// The waiting guests, the oldest first.
    var guests: [Guest] { entries.map(\.guest) }
    /// The guest who has waited longest, and since when.
    var first: (guest: Guest, since: Int)? { entries.first.map { ($0.guest, $0.since) } }
    /// The same among those who were heard.
    var firstHeard: Guest? { entries.first(where: \.isHeard)?.guest }
    /// Whether a waiting guest was heard.
    func isHeard(_ guest: Guest) -> Bool { index(of: guest).map { entries[$0].isHeard } ?? false }

    /// Adds a guest.
    func admit(_ guest: Guest, from source: Source) {
        let gone = makeRoom(for: source, isHeard: false)
        let now = scheduler.now
        entries.append(Entry(guest: guest, source: source, since: now, deadline: timeout.map { now + $0 }))
        awaitDeadline()
        gone.map(didTurnAway)
    }

    /// A guest has sent something sensible: newcomers do not take its place any more.
    func hear(_ guest: Guest) {
        guard let entry = entries.first(where: { $0.guest === guest }), !entry.isHeard else { return }
        let gone = makeRoom(for: entry.source, isHeard: true)
        if let index = index(of: guest) { entries[index].isHeard = true }
        awaitDeadline()
        gone.map(didTurnAway)
    }

    /// Removes a guest. Returns whether it waited, for tests.
    @discardableResult
    func remove(_ guest: Guest) -> Bool {
        guard let index = index(of: guest) else { return false }
        entries.remove(at: index)
        awaitDeadline()
        return true
    }

    /// Gives a guest this many milliseconds from now on; nil: for ever.
    func setTimeLimit(of guest: Guest, milliseconds: Int?) {
        guard let index = index(of: guest) else { return }
        entries[index].deadline = milliseconds.map { scheduler.now + $0 }
        awaitDeadline()
    }

    /// Removes and returns all guests, without calling `didTurnAway`.
    func empty() -> [Guest] {
        defer {
            entries = []
            awaitDeadline()
        }
        return guests
    }

    /// Draws one of the waiting guests that are eligible; nil where none is. Half of the time each machine is as likely as any other, and
    /// half of the time each network: neither many connections nor all the addresses of one network crowd others out.
    func draw(
        _ isEligible: (Guest) -> Bool, using random: inout some RandomNumberGenerator
    ) -> Guest? {
        var drawn = entries.filter { isEligible($0.guest) }
        if Bool.random(using: &random), let network = Set(drawn.map(\.source.network)).randomElement(using: &random) {
            drawn.removeAll { $0.source.network != network }
        }
        guard let source = Set(drawn.map(\.source)).randomElement(using: &random) else { return nil }
        return drawn.filter { $0.source == source }.randomElement(using: &random)?.guest
    }

    // MARK: Limits

    private func index(of guest: Guest) -> Int? { entries.firstIndex { $0.guest === guest } }

    /// Removes a guest where there is no place for another one from `source`.
    private func makeRoom(for source: Source, isHeard: Bool) -> Guest? {
        let places = entries.indices.filter { entries[$0].isHeard == isHeard }
        guard places.count >= limit else { return nil }
        let sources = places.map { entries[$0].source } + [source]
        let networks = Dictionary(grouping: sources, by: \.network).mapValues(\.count)
        let machines = Dictionary(grouping: sources, by: \.self).mapValues(\.count)
        let crowds = sources.dropLast().map { (networks[$0.network] ?? 0, machines[$0] ?? 0) }
        guard let largest = crowds.max(by: <), let index = crowds.firstIndex(where: { $0 == largest }) else { return nil }
        return entries.remove(at: places[index]).guest
    }

    private func awaitDeadline() {
        timer?.cancel()
        timer = entries.compactMap(\.deadline).min().map { deadline in
            scheduler.after(milliseconds: max(0, deadline - scheduler.now)) { [weak self] in self?.deadlineDidPass() }
        }
    }

    private func deadlineDidPass() {
        let now = scheduler.now
        func isOverdue(_ entry: Entry) -> Bool { entry.deadline.map { $0 <= now } ?? false }
        let gone = entries.filter(isOverdue).map(\.guest)
        entries.removeAll(where: isOverdue)
        awaitDeadline()
        gone.forEach(didTurnAway)
    }
}
