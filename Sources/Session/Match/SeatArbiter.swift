// Who of those that come to a host gets the game. Anybody can connect, say nothing and stay, or leave, a thousand times; the host
// must be there all the same for whoever wants to play. It knows connections and hellos, no board and no screen.
//
// A program of ours says hello at once and gets the seat. The original app says nothing before its host has moved: who is silent
// gets the seat after a moment, and loses it to one that says hello later, unless the host has moved meanwhile. With the guest's
// first packet or the host's first move the seat is held: other guests are told that it is taken. Only when both have moved the
// door closes for good. A guest that goes before that has cost nobody a game, and the wait goes on.

import Wire

/// Is told who plays.
package protocol SeatArbiterDelegate: AnyObject {
    /// The peer of `guest` sits at the table; whoever plays with it takes it over.
    func arbiter(_ arbiter: SeatArbiter, didSeat guest: GameController)
    /// The guest that sat there is gone or had to go before both had moved: others are wanted again.
    func arbiterDidUnseat(_ arbiter: SeatArbiter)
    /// Nobody else is wanted as long as the guest is there.
    func arbiterDidHold(_ arbiter: SeatArbiter)
    /// Both have moved: the guest stays.
    func arbiterDidSettle(_ arbiter: SeatArbiter)
    /// One that came is gone, and no game was played with it.
    func arbiter(_ arbiter: SeatArbiter, didLose guest: GameController, because reason: MatchEnd)
}

/// Those that came to one hosted game.
package final class SeatArbiter {
    /// How long a guest may be silent and not be taken for the original app, in milliseconds.
    package static let timeout = 300
    /// How long one that is silent keeps its seat while another that said hello waits for it, in milliseconds.
    package static let grace = 10_000

    package weak var delegate: SeatArbiterDelegate?

    private final class Guest {
        let controller: GameController
        let since: Int
        var hasSpoken = false

        init(_ controller: GameController, since: Int) {
            self.controller = controller
            self.since = since
        }
    }

    private let name: String
    private let environment: Scheduler
    private let room: WaitingRoom<Guest>
    /// Whether one that says no hello may be the original app.
    private let mayBeOriginal: Bool
    private var seated: Guest?
    private var isHeld = false
    private var isClosed = false
    private var timer: Cancellable?

    /// For a game by the player of this name. `timeout`: where the original app cannot come, so many milliseconds are
    /// enough to say hello in; nobody else gets the seat.
    package init(name: String, environment: Scheduler, timeout: Int? = nil) {
        self.name = name
        self.environment = environment
        mayBeOriginal = timeout == nil
        room = WaitingRoom(AdmissionRules(timeout: timeout), scheduler: environment)
        room.turnAway = { [weak self] in self?.turnAway($0) }
    }

    private func turnAway(_ guest: Guest) {
        guest.controller.disconnect(because: .taken)
        if !mayBeOriginal { delegate?.arbiter(self, didLose: guest.controller, because: .disconnected(.stalled)) }
    }

    /// Somebody connected.
    package func receive(_ connection: Connection) {
        guard !isClosed else { return connection.close() }
        let controller = GameController(
            (connection, PacketCodec(scheduler: environment)), isHost: true, name: name,
            opponent: connection.origin.words)
        controller.delegate = self
        if isHeld { return controller.disconnect(because: .taken) }
        room.admit(Guest(controller, since: environment.now), from: connection.origin.source)
        controller.start()
        awaitNext()
    }

    /// The host moved, or the guest at the table said its first word: nobody else is wanted unless it goes again.
    package func hold() {
        guard !isClosed, !isHeld, seated != nil else { return }
        isHeld = true
        turnAwayAll(because: .taken)
        delegate?.arbiterDidHold(self)
    }

    /// Both have moved: the guest at the table stays.
    package func settle() {
        guard !isClosed, seated != nil else { return }
        close(because: .taken)
        delegate?.arbiterDidSettle(self)
    }

    /// The guest at the table is gone, and no game was played with it.
    package func seatedDidLeave(because reason: MatchEnd) {
        guard !isClosed, let guest = seated else { return }
        seated = nil
        isHeld = false
        delegate?.arbiterDidUnseat(self)
        delegate?.arbiter(self, didLose: guest.controller, because: reason)
        seatNext()
    }

    /// Nobody is wanted any more: those that wait are told why.
    package func close(because reason: ByeReason) {
        isClosed = true
        turnAwayAll(because: reason)
    }

    private func turnAwayAll(because reason: ByeReason) {
        timer?.cancel()
        for guest in room.empty() { guest.controller.disconnect(because: reason) }
    }

    // MARK: The seat

    private func seatNext() {
        timer?.cancel()
        guard !isClosed, !isHeld else { return }
        let waiting = room.guests
        if let next = waiting.first(where: { $0.hasSpoken }) {
            if let guest = seated {
                guard environment.now >= guest.since + Self.grace else { return awaitNext() }
                seated = nil
                guest.controller.disconnect(because: .taken)
                delegate?.arbiterDidUnseat(self)
            }
            sit(next)
        } else if seated == nil, mayBeOriginal, let first = waiting.first, environment.now >= first.since + Self.timeout {
            sit(first)
        } else {
            awaitNext()
        }
    }

    private func sit(_ guest: Guest) {
        room.remove(guest)
        seated = guest
        guest.controller.delegate = nil
        delegate?.arbiter(self, didSeat: guest.controller)
        if guest.hasSpoken { hold() }
    }

    /// Comes back when somebody's time is up.
    private func awaitNext() {
        timer?.cancel()
        let waiting = room.guests
        var due: Int?
        if let seated {
            if waiting.contains(where: { $0.hasSpoken }) { due = seated.since + Self.grace }
        } else {
            due = mayBeOriginal ? waiting.first.map { $0.since + Self.timeout } : nil
        }
        guard let due else { return }
        timer = environment.after(milliseconds: max(0, due - environment.now)) { [weak self] in self?.seatNext() }
    }
}

// MARK: - Those that wait

extension SeatArbiter: GameControllerDelegate {
    package func controller(_ controller: GameController, didReceive hello: Hello) {
        didSpeak(controller)
    }

    /// What else it says first is for whoever plays with it to judge.
    package func controller(_ controller: GameController, didMove move: Int) {
        didSpeak(controller)?.controller(controller, didMove: move)
    }

    package func controllerDidStartNewGame(_ controller: GameController, insteadOfOurs: Bool) {
        didSpeak(controller)?.controllerDidStartNewGame(controller, insteadOfOurs: insteadOfOurs)
    }

    package func controller(_ controller: GameController, didReceive message: ConsentMessage) {
        didSpeak(controller)?.controller(controller, didReceive: message)
    }

    /// Only a host says so, and this is one.
    package func controller(_ controller: GameController, didOpen secret: SessionSecret, version: Int) { didSpeak(controller) }

    /// Nothing was opened yet.
    package func controller(_ controller: GameController, didAgreeOn version: Int) { didSpeak(controller) }

    /// Nobody has moved yet.
    package func controllerDidChangeSilence(_ controller: GameController) {}

    package func controllerDidDisconnect(_ controller: GameController, because reason: Disconnection) {
        guard let guest = guest(of: controller) else { return }
        room.remove(guest)
        if !guest.hasSpoken { delegate?.arbiter(self, didLose: controller, because: .disconnected(reason)) }
        seatNext()
    }

    private func guest(of controller: GameController) -> Guest? { room.guests.first { $0.controller === controller } }

    /// Who plays with it from now on; nil where it has to wait, or go.
    @discardableResult
    private func didSpeak(_ controller: GameController) -> GameControllerDelegate? {
        guard let guest = guest(of: controller) else { return nil }
        guest.hasSpoken = true
        room.hear(guest)
        seatNext()
        return controller.delegate === self ? nil : controller.delegate
    }
}
