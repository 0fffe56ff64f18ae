// The live list of players who look for an opponent. It is that of everybody or, where there are too many, one of sixteen buckets, or one of
// 256, by chance; those met last are looked for in buckets of their own. Anybody at the broker can publish cards there, ten
// thousand of them, so signatures are checked a few at a time and key presses are handled in between.

import Wire

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

    /// With fewer cards in a bucket, a larger one is read; with more, a smaller one. Between them is a screen or ten.
    static let (fewest, most) = (8, 256)
    /// How many milliseconds after the broker's answer the cards that it keeps in a bucket are counted.
    static let counting = 150
    /// How many of those met last are looked for.
    static let mostRecent = 16

    /// The list.
    package internal(set) var list: SeekList
    /// The keys of players met before, the latest first.
    package var met: [[UInt8]] = [] { didSet { list.met = Set(met) } }
    /// The state of the list.
    package private(set) var state = State.pending
    /// Whether messages still waited to be checked at the last `didChange`.
    package private(set) var isBehind = false

    private let broker: any Broker
    private let environment: Scheduler & Cryptography
    private let didChange: () -> Void
    private var watch: Cancellable?
    /// Our place among the buckets, two hexadecimal digits: the first one is the larger bucket's.
    private var place = ""
    /// The bucket that is read, or whose cards are being counted.
    private var bucket: String
    private var isCounting = false
    /// Whose cards were there.
    private var counted: Set<[UInt8]> = []
    /// The subscriptions, by bucket.
    private var readings: [String: Cancellable] = [:]
    private var count: Cancellable?
    private var pause: Cancellable?
    /// How many were checked since the last pause.
    private var checked = 0
    private var expiry: Cancellable?
    /// No `didChange` while it runs.
    private var quiet: Cancellable?
    /// Whether the list has changed since the last `didChange`.
    private var hasChanged = false
    private var unchecked: [(topic: String, bytes: [UInt8])] = []
    /// When topics of these inboxes were cleared, of which no card was published since.
    private var cleared: [String: Int] = [:]
    private var isOver = false

    /// Watches the list: this bucket, or the one that has neither too many nor too few. `didChange` is called after each change, less often
    /// where there are many. `heard`: the time of each player's last message, from an earlier list.
    package init(
        bucket: String? = nil, heard: [[UInt8]: Int] = [:], broker: any Broker, environment: Scheduler & Cryptography,
        didChange: @escaping () -> Void
    ) {
        (self.bucket, self.broker, self.environment, self.didChange) = (bucket ?? "", broker, environment, didChange)
        list = SeekList(salt: environment.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }, latest: heard)
        watch = broker.watch { [weak self] in self?.receive($0) }
        if let bucket { read(bucket) } else { chooseBucket() }
        awaitExpiry()
    }

    isolated deinit { cancel() }

    package func cancel() {
        isOver = true
        for task in [watch, pause, expiry, quiet, count] { task?.cancel() }
        for reading in readings.values { reading.cancel() }
        (readings, unchecked) = ([:], [])
    }

    /// Puts the cards that follow this one on top, or reads another bucket.
    package func turn(past card: SeekCard) {
        if bucket == RelayTopic.everybody, !isTooLarge { list.turn(past: card) } else { chooseBucket(elsewhere: true) }
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

    private func receive(_ event: SubscriptionEvent, at topic: String, in bucket: String) {
        guard readings[bucket] != nil else { return }
        switch event {
        case .ready where isCounting: if bucket == self.bucket { countSoon() }
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

    /// Returns whether the list has changed. The signature is checked last because that takes longest, and only if its author has worked. A
    /// cleared topic alone means nothing: anybody can clear it, and an owner who is there publishes the card again. An owner who stops signs
    /// that the seek is over.
    private func read(_ bytes: [UInt8], at topic: String) -> Bool {
        if bytes.isEmpty, cleared.count < SeekList.most, let name = RelayTopic.seekName(topic) {
            cleared[name] = cleared[name] ?? environment.now
        }
        guard let words = RelayWords(bytes) else { return false }
        if let card = SeekCard(words), card.topics(environment).contains(topic), isRead(card),
            card.counts(at: environment.wallClock),
            isNews(card, at: topic), card.isWorked(for: environment), words.isSigned(by: card.key, environment)
        {
            list.put(card, at: environment.wallClock)
            note(card, at: topic)
            cleared[card.inbox] = nil
        } else if let over = SeekOver(words), RelayTopic.seekName(topic) == over.inbox, list.isNews(over.issued, by: over.key),
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
            // The player is looking at the list: no pause grows.
            if case .trouble = state { broker.hurry() }
            let before = list.count
            let left = cleared.filter { environment.now - $0.value >= Self.expiryInterval }.keys
            for name in left { cleared[name] = nil }
            list.expire(at: environment.wallClock, without: Set(left))
            if list.count != before { tellChange() }
            reviewBucket()
            awaitExpiry()
        }
    }
}

// MARK: - Buckets

extension SeekBrowser {
    /// Reads the smallest bucket that has enough cards, perhaps at another place. Where the smallest has none, there are few in all.
    private func chooseBucket(elsewhere: Bool = false) {
        if place.isEmpty || elsewhere { place = Hexadecimal.text(environment.randomBytes(1)) }
        countCards(in: place)
    }

    private func countCards(in bucket: String) {
        (self.bucket, isCounting, counted) = (bucket, true, [])
        read(bucket)
    }

    /// A bucket that is read already is opened again, so that its cards come once more.
    private func read(_ bucket: String) {
        let before = readings[bucket]
        readings[bucket] = broker.subscribe(below: RelayTopic.seeks(in: bucket)) { [weak self] in
            self?.receive($1, at: $0, in: bucket)
        }
        before?.cancel()
    }

    private func countSoon() {
        count?.cancel()
        count = environment.after(milliseconds: Self.counting) { [weak self] in self?.didCount() }
    }

    private func didCount() {
        switch counted.count {
        case Self.fewest...:
            let kept = counted.union(met)
            list.keep { kept.contains($0) }
            change(to: .ready)
        case 1... where bucket == place: return countCards(in: String(place.prefix(1)))
        default:
            bucket = RelayTopic.everybody
            if readings[bucket] == nil { read(bucket) } else { change(to: .ready) }
        }
        isCounting = false
        readOthers()
        tellChange()
    }

    /// Reads the buckets of those met last, and no others but the one that is read.
    private func readOthers() {
        var wanted: Set = [bucket]
        if bucket != RelayTopic.everybody {
            let slot = WorkStamp.slot(at: environment.wallClock)
            wanted.formUnion(met.prefix(Self.mostRecent).map { SeekCard.buckets(of: $0, in: slot, environment)[3] })
        }
        for (name, reading) in readings where !wanted.contains(name) {
            readings[name] = nil
            reading.cancel()
        }
        for name in wanted where readings[name] == nil { read(name) }
    }

    /// The crowd has grown or shrunk, or those met have other buckets now.
    private func reviewBucket() {
        guard !isCounting, !place.isEmpty, state == .ready else { return }
        if isTooLarge { return chooseBucket(elsewhere: true) }
        if bucket != RelayTopic.everybody, list.count < Self.fewest / 2 { chooseBucket() } else { readOthers() }
    }

    /// Whether there are too many cards in a bucket that is not one of the smallest.
    private var isTooLarge: Bool { bucket.count != 2 && list.count > Self.most }

    /// Whether the card is of the bucket that is read, or of somebody met.
    private func isRead(_ card: SeekCard) -> Bool {
        guard !isCounting, let slot = card.stamp?.slot else { return true }
        return list.met.contains(card.key) || SeekCard.buckets(of: card.key, in: slot, environment).contains(bucket)
    }

    /// Whether a card is newer than what is known of its player. One that is on the list is counted again.
    private func isNews(_ card: SeekCard, at topic: String) -> Bool {
        if list.has(card) { note(card, at: topic) }
        return list.isNews(card.issued, by: card.key)
    }

    private func note(_ card: SeekCard, at topic: String) {
        if isCounting, topic == RelayTopic.seek(card.inbox, in: bucket) { counted.insert(card.key) }
    }
}
