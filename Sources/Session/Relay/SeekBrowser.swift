// The live list of players who look for an opponent. Anybody at the broker can publish cards there, ten thousand of them, so signatures
// are checked a few at a time and key presses are handled in between.

/// Watches who looks for an opponent, until it is cancelled.
package final class SeekBrowser: Cancellable {
    /// The state of the list.
    package enum State: Equatable {
        /// The broker is being connected.
        case pending
        /// The list is live.
        case ready
        /// There is no list, because of this.
        case trouble(BrokerTrouble)
    }

    /// How many signatures are checked at once. One takes a tenth of a millisecond.
    static let batch = 16
    /// The milliseconds between two batches.
    static let pause = 5
    /// How many messages may wait to be checked; beyond that the oldest are dropped.
    static let mostUnchecked = 10_000
    /// Redrawing goes through the whole list, so `didChange` is called at most once per millisecond and 100 cards,
    static let cardsPerMillisecond = 100
    /// and once in this many milliseconds while messages wait to be checked.
    static let crowdedPause = 250
    /// The milliseconds between two looks for expired cards. An owner has as long to restore a card that somebody cleared.
    static let expiryInterval = 10_000

    /// The list.
    package internal(set) var list: SeekList
    /// The state of the list.
    package private(set) var state = State.pending
    /// Whether messages still waited to be checked at the last `didChange`.
    package private(set) var isBehind = false

    private let environment: Scheduler & Cryptography
    private let didChange: () -> Void
    private var tasks: [Cancellable] = []
    private var pause: Cancellable?
    /// How many were checked since the last pause.
    private var checked = 0
    private var expiry: Cancellable?
    /// No `didChange` while it runs.
    private var quiet: Cancellable?
    /// Whether the list has changed since the last `didChange`.
    private var hasChanged = false
    private var unchecked: [(topic: String, bytes: [UInt8])] = []
    /// When topics were cleared at which no card was published since.
    private var cleared: [String: Int] = [:]
    private var isOver = false

    /// Watches the list. `didChange` is called after each change, less often where there are many.
    package init(broker: any Broker, environment: Scheduler & Cryptography, didChange: @escaping () -> Void) {
        self.environment = environment
        list = SeekList(salt: environment.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) })
        self.didChange = didChange
        tasks = [
            broker.watch { [weak self] in self?.receive($0) },
            broker.subscribe(below: RelayTopic.seeks) { [weak self] in self?.receive($1, at: $0) },
        ]
        awaitExpiry()
    }

    isolated deinit { cancel() }

    package func cancel() {
        isOver = true
        for task in tasks + [pause, expiry, quiet].compactMap({ $0 }) { task.cancel() }
        (tasks, unchecked) = ([], [])
    }

    /// Puts the cards that follow this one on top.
    package func turn(past card: SeekCard) {
        list.turn(past: card)
        tellChange()
    }

    /// Removes a card whose owner turned out not to be there.
    package func forget(_ card: SeekCard) {
        list.forget(card)
        tellChange()
    }

    private func receive(_ event: BrokerEvent) {
        switch event {
        case .connecting, .connected: break
        case .trouble(let trouble): change(to: .trouble(trouble))
        }
    }

    private func receive(_ event: SubscriptionEvent, at topic: String) {
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
        guard !isOver, bytes.count <= RelayWords.longest else { return }
        unchecked.append((topic, bytes))
        if unchecked.count > Self.mostUnchecked { unchecked.removeFirst(Self.mostUnchecked / 10) }
        check()
    }

    private func check() {
        let next = unchecked.prefix(Self.batch - checked)
        unchecked.removeFirst(next.count)
        checked += next.count
        if !unchecked.isEmpty { isBehind = true }
        var isChanged = false
        for (topic, bytes) in next { isChanged = read(bytes, at: topic) || isChanged }
        if pause == nil {
            pause = environment.after(milliseconds: Self.pause) { [weak self] in
                guard let self else { return }
                (pause, checked) = (nil, 0)
                if !unchecked.isEmpty { check() }
            }
        }
        if isChanged { tellChange() }
    }

    private func tellChange() {
        hasChanged = true
        guard quiet == nil, !isOver else { return }
        hasChanged = false
        let pause = unchecked.isEmpty ? list.count / Self.cardsPerMillisecond : Self.crowdedPause
        if pause > 0 {
            quiet = environment.after(milliseconds: pause) { [weak self] in
                guard let self else { return }
                quiet = nil
                if hasChanged { tellChange() }
            }
        }
        didChange()
        isBehind = !unchecked.isEmpty
    }

    /// Returns whether the list has changed. The signature is checked last because that takes longest. A cleared topic alone means
    /// nothing: anybody can clear it, and an owner who is there publishes the card again. An owner who stops signs that the seek is over.
    private func read(_ bytes: [UInt8], at topic: String) -> Bool {
        if bytes.isEmpty, cleared.count < SeekList.most { cleared[topic] = cleared[topic] ?? environment.now }
        guard let words = RelayWords(bytes) else { return false }
        if let card = SeekCard(words), RelayTopic.seek(card.inbox) == topic, card.counts(at: environment.wallClock),
            list.isNews(card.issued, by: card.key), words.isSigned(by: card.key, environment)
        {
            list.put(card, at: environment.wallClock)
            cleared[topic] = nil
        } else if let over = SeekOver(words), RelayTopic.seek(over.inbox) == topic, list.isNews(over.issued, by: over.key),
            words.isSigned(by: over.key, environment)
        {
            list.end(over)
        } else {
            return false
        }
        return true
    }

    private func awaitExpiry() {
        expiry = environment.after(milliseconds: Self.expiryInterval) { [weak self] in
            guard let self else { return }
            let before = list.count
            let left = cleared.filter { environment.now - $0.value >= Self.expiryInterval }.keys
            for topic in left { cleared[topic] = nil }
            list.expire(at: environment.wallClock, without: Set(left.compactMap(RelayTopic.seekName)))
            if list.count != before { tellChange() }
            awaitExpiry()
        }
    }
}
