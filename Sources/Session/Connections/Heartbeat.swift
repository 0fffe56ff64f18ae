// Notices a peer whose program is stopped. The peer's machine would go on acknowledging packets, so both programs send heartbeats: one
// when they have sent none for a while, and in a game of two one after each game packet they have read. `GameController` has one for
// its peer, a table one per player.

import Wire

/// The heartbeats of one connection, in both directions.
final class Heartbeat {
    /// The intervals of heartbeats, in milliseconds.
    struct Timing {
        /// The longest time between two of our heartbeats.
        let interval: Int
        /// How long a peer may be silent.
        let timeout: Int
        /// How long a peer may take to confirm a game packet.
        let receiptTimeout: Int

        /// For a game of two; `receiptTimeout` is the connection's.
        static func match(receiptTimeout: Int) -> Timing {
            Timing(interval: 15_000, timeout: 15_000 + receiptTimeout, receiptTimeout: receiptTimeout)
        }
        /// For tables, whose packets are not confirmed.
        static let party = Timing(interval: 2000, timeout: 5000, receiptTimeout: 5000)
    }

    /// How long a peer on the local network may take to confirm a game packet, in milliseconds.
    static let receiptTimeout = 3000

    /// Sends a heartbeat that says how many game packets were read on this connection.
    var send: (_ read: Int) -> Void = { _ in }
    /// Called when `isAnswering` has changed.
    var didChange: () -> Void = {}
    /// Whether the peer's program runs. True for one that has never sent a heartbeat. While it does not, no player can do what it would
    /// have to know of.
    private(set) var isAnswering = true

    private let scheduler: Scheduler
    private let timing: Timing
    private var isRunning = false
    /// Whether the peer sends heartbeats.
    private(set) var isExpected = false
    private var lastSent = 0
    private var lastHeard = 0
    /// Our game packets: how many were sent and confirmed, and since when a confirmation is awaited.
    private(set) var sent = 0
    private(set) var confirmed = 0
    private var awaitedSince: Int?
    /// Whether something came so long after a game packet that it must have been read, although it was not confirmed.
    private(set) var isOverdue = false
    /// How many of the peer's game packets were read.
    private var read = 0
    private var receipt: Cancellable?
    private var timer: (due: Int, task: Cancellable)?

    /// Heartbeats that begin with `start`.
    init(scheduler: Scheduler, timing: Timing) {
        self.scheduler = scheduler
        self.timing = timing
    }

    /// The peer is one of our programs: sends it the first heartbeat.
    func start() {
        guard !isRunning else { return }
        isRunning = true
        lastHeard = scheduler.now
        beat()
    }

    /// Ends the heartbeats.
    func stop() {
        isRunning = false
        receipt?.cancel()
        timer?.task.cancel()
        timer = nil
    }

    /// `count` game packets were sent.
    func didSend(_ count: Int = 1) {
        sent += count
        update()
    }

    /// A game packet was read. It is confirmed after the screen has been drawn.
    func didRead() {
        read += 1
        guard isRunning, receipt == nil else { return }
        receipt = scheduler.after(milliseconds: 0) { [weak self] in
            self?.receipt = nil
            self?.beat()
        }
    }

    /// Confirms at once what was read: our own move follows.
    func confirm() {
        guard let receipt else { return }
        receipt.cancel()
        self.receipt = nil
        beat()
    }

    /// A packet arrived. `confirming`: how many of our game packets the peer has read, if the packet is a heartbeat.
    func didReceive(confirming count: Int? = nil) {
        lastHeard = scheduler.now
        isOverdue = awaitedSince.map { scheduler.now - $0 > timing.receiptTimeout } ?? false
        if let count {
            isExpected = true
            if count > confirmed { awaitedSince = nil }
            confirmed = max(confirmed, min(count, sent))
        }
        update()
    }

    /// Sends a heartbeat now.
    func beat() {
        guard isRunning else { return }
        lastSent = scheduler.now
        send(read)
        update()
    }

    private func didTick(due: Int) {
        timer = nil
        // A program that was stopped itself has heard nobody, and the peer's packets may be waiting to be read.
        if scheduler.now - due > timing.interval / 2 {
            lastHeard = scheduler.now
            if awaitedSince != nil { awaitedSince = scheduler.now }
        }
        if scheduler.now - lastSent >= timing.interval { beat() } else { update() }
    }

    /// Judges the peer, and sets the timer for whatever is due next.
    private func update() {
        guard isRunning else { return }
        awaitedSince = confirmed < sent ? awaitedSince ?? scheduler.now : nil
        let deadlines = isExpected ? [lastHeard + timing.timeout] + (awaitedSince.map { [$0 + timing.receiptTimeout] } ?? []) : []
        let deadline = deadlines.min()
        let isLate = deadline.map { scheduler.now >= $0 } ?? false
        let due = min(lastSent + timing.interval, isLate ? .max : deadline ?? .max)
        if timer?.due != due {
            timer?.task.cancel()
            timer = (due, scheduler.after(milliseconds: max(0, due - scheduler.now)) { [weak self] in self?.didTick(due: due) })
        }
        guard isAnswering == isLate else { return }
        isAnswering = !isLate
        didChange()
    }
}

extension Packet {
    /// How many of our game packets a heartbeat confirms; nil for other packets.
    var confirmedCount: Int? { if case .control(.heartbeat(let message)) = self { message.read } else { nil } }
}
