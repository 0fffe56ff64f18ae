// Decides which of a host's guests gets the seat. Anybody can connect and say nothing, or leave, a thousand times; somebody who wants
// to play must get in all the same.
//
// A program of ours says hello at once and is seated. Where the original app cannot come, the host says hello only to whom it seats. The original
// app sends nothing before its first disc, so a silent guest is seated after a moment, and loses the seat to one that says hello later: that one
// gets the host's first move, if there was one. A hello, a move or a new game takes the seat: other guests are told so. When both
// have moved, the host stops listening. If the guest leaves before that, nobody has lost a game and the host goes on waiting.

import Wire

/// The guests of one hosted game.
package final class SeatArbiter {
    /// After how much silence a guest is taken for the original app, in milliseconds.
    package static let timeout = 300

    /// Called when a guest has the seat. The match takes the controller over.
    package var didSeat: (GameController) -> Void = { _ in }
    /// Called when the seated guest left before both had moved. The host waits for another.
    package var didUnseat: () -> Void = {}
    /// Called when the seat is taken: other guests are turned away while this one stays.
    package var didTake: () -> Void = {}
    /// Called when both have moved: nobody else can come.
    package var didSettle: () -> Void = {}
    /// Called with the match that can be watched at this place while the seat is taken, and is listed instead of the game. Returns the door if
    /// that stays open for spectators when both have moved.
    package var didShow: (Offer) -> HostedOffer? = { _ in nil }
    /// Called when a guest left, and no game was played with it.
    package var didLose: (GameController, _ reason: MatchEnd) -> Void = { _, _ in }
    /// Called when a guest that has spoken takes the seat of one that has not. The match with that one goes on with this one.
    var didReplace: (GameController) -> Void = { _ in }

    private let name: String
    private let terms: GameTerms
    private let environment: Scheduler
    private let queue: AdmissionQueue<GameController>
    /// Whether a guest that says no hello may be the original app.
    private let mayBeOriginal: Bool
    private var seated: GameController?
    private var isTaken = false
    private var isClosed = false
    /// Lets in whoever comes while the seat is taken, to look on.
    private var admit: ((Link) -> Void)?
    private var timer: Cancellable?

    /// For a game by the player of this name. `timeout` is how long a guest may take to say hello, in milliseconds; nil where the
    /// original app can come, which says none.
    package init(
        name: String, environment: Scheduler, timeout: Int? = nil, terms: GameTerms = GameTerms()
    ) {
        self.name = name
        self.terms = terms
        self.environment = environment
        mayBeOriginal = timeout == nil
        queue = AdmissionQueue(timeout: timeout, scheduler: environment)
        queue.didTurnAway = { [weak self] in self?.turnAway($0) }
    }

    private func turnAway(_ guest: GameController) {
        guest.disconnect(because: .taken)
        if !mayBeOriginal { didLose(guest, .disconnected(.stalled)) }
    }

    /// A guest has come over this link.
    package func receive(_ link: Link) {
        if isTaken, let admit { return admit(link) }
        guard !isClosed else { return link.close() }
        let guest = GameController(
            link, isHost: true, name: name,
            opponent: link.origin.words, isNamed: false, waits: !mayBeOriginal, terms: terms)
        if isTaken { return guest.disconnect(because: .taken) }
        guest.didHappen = { [weak self, weak guest] in if let guest { self?.receive($0, from: guest) } }
        queue.admit(guest, from: link.origin.source)
        guest.link.start()
        seatNext()
    }

    /// The seated guest takes the seat: its program has spoken.
    package func takeSeat() {
        guard !isClosed, !isTaken, seated != nil else { return }
        isTaken = true
        turnAwayAll(because: .taken)
        didTake()
    }

    /// While the seat is taken, those who come look on at this match, which is listed. Returns the door if that stays open for them.
    func show(_ match: Offer, to admit: @escaping (Link) -> Void) -> HostedOffer? {
        self.admit = admit
        return didShow(match)
    }

    /// Nobody looks on any more.
    func stopShowing() {
        admit = nil
        didTake()
    }

    /// Settles the seat: both have moved.
    package func settle() {
        guard !isClosed, seated != nil else { return }
        close(because: .taken)
        didSettle()
    }

    /// The seated guest left, and no game was played with it.
    package func seatedDidLeave(because reason: MatchEnd) {
        guard !isClosed, let guest = seated else { return }
        seated = nil
        isTaken = false
        didUnseat()
        didLose(guest, reason)
        seatNext()
    }

    /// Ends the wait. Waiting guests are told why.
    package func close(because reason: ByeReason) {
        isClosed = true
        turnAwayAll(because: reason)
    }

    private func turnAwayAll(because reason: ByeReason) {
        timer?.cancel()
        for guest in queue.empty() { guest.disconnect(because: reason) }
    }

    // MARK: The seat

    private func seatNext() {
        timer?.cancel()
        guard !isClosed, !isTaken else { return }
        if let next = queue.firstHeard {
            sit(next)
        } else if seated == nil, mayBeOriginal, let (first, since) = queue.first {
            let wait = since + Self.timeout - environment.now
            if wait <= 0 { return sit(first) }
            timer = environment.after(milliseconds: wait) { [weak self] in self?.seatNext() }
        }
    }

    private func sit(_ guest: GameController) {
        let (silent, hasSpoken) = (seated, queue.isHeard(guest))
        queue.remove(guest)
        seated = guest
        guest.didHappen = { _ in }
        guest.sayHello()
        if let silent {
            silent.disconnect(because: .taken)
            didReplace(guest)
        } else {
            didSeat(guest)
        }
        if hasSpoken { takeSeat() }
    }
}

// MARK: - Waiting guests

extension SeatArbiter {
    private func receive(_ event: OpponentEvent, from guest: GameController) {
        guard queue.guests.contains(where: { $0 === guest }) else { return }
        if event.isFirstWord { return didSpeak(guest, event) }
        guard case .disconnected(let reason) = event else { return }
        let hasSpoken = queue.isHeard(guest)
        queue.remove(guest)
        if !hasSpoken { didLose(guest, .disconnected(reason)) }
        seatNext()
    }

    /// The match judges a guest's first move, if the guest gets the seat. That there was a hello `GameController.start` says again.
    private func didSpeak(_ guest: GameController, _ event: OpponentEvent) {
        queue.hear(guest)
        seatNext()
        if case .met = event { return }
        if seated === guest { guest.didHappen(event) }
    }
}
