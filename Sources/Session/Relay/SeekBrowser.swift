// The list of those who look for an opponent, live. Whoever is at the broker can put anything there, ten thousand times: signatures are
// checked a few at a time, and the player's keys come in between. It knows no screen and takes nobody.

/// Watches those who look for an opponent, until it is cancelled.
package final class SeekBrowser: Cancellable {
    /// How the list is.
    package enum State: Equatable {
        /// The broker is on its way.
        case pending
        /// What is there is told.
        case ready
        /// There is no list, because of this.
        case trouble(BrokerTrouble)
    }

    /// So many signatures are checked at once, and so many milliseconds pass before the next.
    static let batch = 16
    static let pause = 5
    /// So many cards may wait for that; of more, the oldest are forgotten.
    static let mostUnchecked = 10_000
    /// Who is told looks through the whole list and draws: a millisecond passes for so many cards on it before the next telling; and so many
    /// pass where more are waiting to be checked.
    static let cardsAMillisecond = 100
    static let crowded = 250
    /// How often what has expired is looked for; and so long an owner has to put up again what somebody has cleared.
    static let expiring = 10_000

    /// The list.
    package private(set) var list = SeekList()
    /// How it is.
    package private(set) var state = State.pending
    /// Whether more had come since the last telling than could be checked at once.
    package private(set) var isBehind = false

    private let machine: Scheduler & Identity
    private let didChange: () -> Void
    private var tasks: [Cancellable] = []
    /// Until which so many were checked.
    private var pause: Cancellable?
    private var checked = 0
    private var expiry: Cancellable?
    /// Until which nothing more is told, and whether there is something to be told then.
    private var quiet: Cancellable?
    private var hasNews = false
    private var unchecked: [(topic: String, bytes: [UInt8])] = []
    /// When topics were cleared on which nothing was put up since.
    private var cleared: [String: Int] = [:]
    private var isOver = false

    /// Watches; `didChange` is called when something is another: at once, but seldom where much changes.
    package init(broker: any Broker, machine: Scheduler & Identity, didChange: @escaping () -> Void) {
        self.machine = machine
        self.didChange = didChange
        tasks = [
            broker.watch { [weak self] in self?.hear($0) },
            broker.subscribe(below: RelayTopic.seeks) { [weak self] in self?.hear($1, at: $0) },
        ]
        awaitExpiry()
    }

    isolated deinit { cancel() }

    package func cancel() {
        isOver = true
        for task in tasks + [pause, expiry, quiet].compactMap({ $0 }) { task.cancel() }
        (tasks, unchecked) = ([], [])
    }

    /// Somebody is not there, whatever the card says.
    package func forget(_ card: SeekCard) {
        list.forget(card)
        tellNews()
    }

    private func hear(_ event: BrokerEvent) {
        switch event {
        case .connecting, .connected: break
        case .trouble(let trouble): change(to: .trouble(trouble))
        }
    }

    private func hear(_ event: SubscriptionEvent, at topic: String) {
        switch event {
        case .ready: change(to: .ready)
        case .refused: change(to: .trouble(.forbidden))
        case .message(let bytes, _): receive(bytes, at: topic)
        }
    }

    private func change(to state: State) {
        guard !isOver else { return }
        self.state = state
        didChange()
    }

    private func receive(_ bytes: [UInt8], at topic: String) {
        guard !isOver, bytes.count <= SignedWords.longest else { return }
        unchecked.append((topic, bytes))
        if unchecked.count > Self.mostUnchecked { unchecked.removeFirst(Self.mostUnchecked / 10) }
        check()
    }

    private func check() {
        let next = unchecked.prefix(Self.batch - checked)
        unchecked.removeFirst(next.count)
        checked += next.count
        if !unchecked.isEmpty { isBehind = true }
        var isNews = false
        for (topic, bytes) in next { isNews = take(bytes, at: topic) || isNews }
        if pause == nil {
            pause = machine.after(milliseconds: Self.pause) { [weak self] in
                guard let self else { return }
                (pause, checked) = (nil, 0)
                if !unchecked.isEmpty { check() }
            }
        }
        if isNews { tellNews() }
    }

    private func tellNews() {
        hasNews = true
        guard quiet == nil, !isOver else { return }
        hasNews = false
        let pause = unchecked.isEmpty ? list.count / Self.cardsAMillisecond : Self.crowded
        if pause > 0 {
            quiet = machine.after(milliseconds: pause) { [weak self] in
                guard let self else { return }
                quiet = nil
                if hasNews { tellNews() }
            }
        }
        didChange()
        isBehind = !unchecked.isEmpty
    }

    /// Whether it was worth anything. The signature is looked at last: that takes longest. That a topic was cleared says nothing yet:
    /// anybody can do that, and who is there puts the card up again. An owner signs that it is over.
    private func take(_ bytes: [UInt8], at topic: String) -> Bool {
        if bytes.isEmpty, cleared.count < SeekList.most { cleared[topic] = cleared[topic] ?? machine.now }
        guard let signed = SignedWords(bytes) else { return false }
        if let card = SeekCard(signed), RelayTopic.seek(card.inbox) == topic, card.counts(at: machine.wallClock),
            list.isNews(card.issued, by: card.key), signed.areSigned(by: card.key, machine)
        {
            list.put(card, at: machine.wallClock)
            cleared[topic] = nil
        } else if let end = SeekEnd(signed), RelayTopic.seek(end.inbox) == topic, list.isNews(end.issued, by: end.key),
            signed.areSigned(by: end.key, machine)
        {
            list.end(end)
        } else {
            return false
        }
        return true
    }

    private func awaitExpiry() {
        expiry = machine.after(milliseconds: Self.expiring) { [weak self] in
            guard let self else { return }
            let before = list.count
            let left = cleared.filter { machine.now - $0.value >= Self.expiring }.keys
            for topic in left { cleared[topic] = nil }
            list.expire(at: machine.wallClock, without: Set(left.compactMap(RelayTopic.seekName)))
            if list.count != before { tellNews() }
            awaitExpiry()
        }
    }
}
