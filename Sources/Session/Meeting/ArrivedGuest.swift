// A guest who has the seat of a hosted game while the host is at something else. The guest's program is told that the host is coming. What it
// sends meanwhile waits for the match, which begins when the host comes; so no clock runs before.

import Wire

/// A guest who waits for the host.
package final class ArrivedGuest {
    /// How long a guest waits at most, in milliseconds.
    package static let patience = 60_000

    /// Called when the guest's name is known, or somebody else has the seat.
    package var didChange: () -> Void = {}
    /// Called when the guest has waited for too long, and was told that the host cannot play.
    package var didTire: () -> Void = {}
    /// The guest.
    package private(set) var controller: GameController

    private let arbiter: SeatArbiter
    /// What the guest has done that the match has to hear.
    private var events: [OpponentEvent] = []
    private var timer: Cancellable?

    /// More than a guest can do before the host's first move.
    private static let mostEvents = 32

    /// The guest of `controller` is seated by `arbiter`.
    package init(_ controller: GameController, seatedBy arbiter: SeatArbiter, scheduler: Scheduler) {
        (self.controller, self.arbiter) = (controller, arbiter)
        arbiter.didReplace = { [weak self] in self?.follow($0) }
        timer = scheduler.after(milliseconds: Self.patience) { [weak self] in
            guard let self else { return }
            decline()
            didTire()
        }
        follow(controller)
    }

    private func follow(_ controller: GameController) {
        self.controller = controller
        events = []
        controller.didHappen = { [weak self] in self?.receive($0) }
        controller.start()
        didChange()
    }

    private func receive(_ event: OpponentEvent) {
        if event.isFirstWord { arbiter.takeSeat() }
        switch event {
        case .met:
            controller.tell(isComing: true)
            didChange()
        case .disconnected(let reason):
            timer?.cancel()
            arbiter.seatedDidLeave(because: .disconnected(reason))
        case .moved, .began, .consent, .clock:
            events.append(event)
            if events.count > Self.mostEvents { decline() }
        case .changed, .confirmed, .offered, .said, .watched: break
        }
    }

    /// The host comes: `begin` has a match follow the guest, and hears what the guest has done.
    package func letIn(to begin: (GameController) -> Void) {
        timer?.cancel()
        controller.tell(isComing: false)
        begin(controller)
        for event in events { controller.didHappen(event) }
    }

    /// The host cannot play now. Others can come.
    package func decline() {
        leave(because: .busy)
        arbiter.seatedDidLeave(because: .disconnected(.bye(.busy)))
    }

    /// Says goodbye.
    package func leave(because reason: ByeReason) {
        timer?.cancel()
        controller.didHappen = { _ in }
        controller.disconnect(because: reason)
    }
}
