// A game of the secret number at one seat of a party. It connects a SecretNumberTable with the party and the clock, and tells its
// owner, the screen, about every change.

import Games
import Wire

/// A game of the secret number at one seat.
package final class SecretNumberSession {
    /// Called when a message was sent or received, or a deadline passed. The table was `before`; it may be unchanged.
    package var didChange: (_ before: SecretNumberTable) -> Void = { _ in }
    /// Called when the player at this seat, who had lost the connection, is back.
    package var didReturn: (_ seat: Int) -> Void = { _ in }
    /// Called when the player at this seat said something.
    package var didHear: (Phrase, _ seat: Int) -> Void = { _, _ in }
    /// Called when the party is over.
    package var didEnd: (QuitReason) -> Void = { _ in }
    /// The game as this player's program knows it.
    package private(set) var table: SecretNumberTable
    /// Whether the party is over.
    package private(set) var isOver = false

    /// The players.
    package let party: Party
    private let environment: Scheduler & Cryptography
    private var timer: (deadline: SecretNumberTable.Deadline, task: Cancellable)?
    /// When the host was last told that this player is choosing.
    private var lastSign = Int.min
    /// The shortest time between two such messages, in milliseconds.
    private static let signInterval = 5_000

    /// Joins the game of a party. Alone there need not be a pause between two guesses.
    package init(party: Party, pause: Int = SecretNumberTable.pause, environment: Scheduler & Cryptography) {
        self.party = party
        self.environment = environment
        table = SecretNumberTable(
            seats: party.names.count, mySeat: party.mySeat, pause: pause, digest: { environment.digest(of: $0) })
        if let secret = SecretNumberSeal(text: party.memory) { table.restore(secret) }
        party.didHappen = { [weak self] in self?.follow($0) }
    }

    /// The players' names by seat.
    package var names: [String] { party.names }
    /// The players who cannot act now.
    package var absences: [Absence] { isOver ? [] : party.absences }
    /// Whether the host or the keeper cannot act. The player then does nothing that they would receive later.
    package var isHeldUp: Bool {
        let away = party.awaySeats
        return away.contains(0) || table.phase == .guessing && away.contains(table.round?.keeper ?? 0)
    }
}

// MARK: - The player's actions

extension SecretNumberSession {
    /// Seals a secret within a range. Does nothing if it is not this player's turn to choose.
    package func choose(_ secret: Int, in range: SecretNumberRange) {
        if isHeldUp { return }
        let nonce = environment.randomBytes(SecretNumberSeal.nonceLength)
        change { $0.choose(secret, in: range, nonce: nonce) }
    }

    /// The player is choosing the next secret: asks the host to wait, at most every `signInterval`.
    package func showChoosing() {
        guard table.mayChoose, lastSign == .min || environment.now - lastSign >= Self.signInterval else { return }
        lastSign = environment.now
        change { $0.showChoosing() }
    }

    /// Sends a typed guess. Returns why it was not sent, or nil.
    package func guess(_ typed: String) -> SecretNumberMistake? {
        if isHeldUp { return nil }
        var mistake: SecretNumberMistake?
        change { mistake = $0.guess(typed, at: environment.now) }
        return mistake
    }

    /// As the host or the winner: keeps the next secret. Does nothing if that is not allowed.
    package func keepNext() {
        if isHeldUp { return }
        change { if $0.isHost { $0.takeOver() } else { $0.decide(keeps: true) } }
    }

    /// As the winner: leaves the next secret to the host.
    package func leaveNextToHost() { if !isHeldUp { change { $0.decide(keeps: false) } } }

    /// After a round: asks for another one.
    package func ask() { change { $0.ask() } }

    /// At the host: goes on without the players who cannot act.
    package func removeAbsent() { party.removeAbsent() }

    /// Leaves the party. Nothing changes any more.
    package func leave() {
        stopWaiting()
        party.leave()
    }
}

// MARK: - Changes

extension SecretNumberSession {
    private func change(_ body: (inout SecretNumberTable) -> Void) {
        let before = table
        body(&table)
        if !table.isHost, table.mine != before.mine { party.memory = table.mine?.text ?? "" }
        for outgoing in table.takeOutgoing() {
            if let seat = outgoing.seat {
                party.send(outgoing.message.packet, to: seat)
            } else {
                party.sendToAll(outgoing.message.packet)
            }
        }
        awaitOthers()
        if table.number != before.number { party.gameDidBegin() }
        didChange(before)
    }

    private func awaitOthers() {
        guard table.deadline != timer?.deadline else { return }
        stopWaiting()
        timer = table.deadline.map { deadline in
            let due = environment.now + deadline.timeout
            let task = environment.after(milliseconds: deadline.timeout) { [weak self] in self?.didMiss(deadline, due: due) }
            return (deadline, task)
        }
    }

    /// If this program was stopped meanwhile, the other player could not act in time: the time starts again.
    private func didMiss(_ deadline: SecretNumberTable.Deadline, due: Int) {
        timer = nil
        if environment.hasOverslept(due) { awaitOthers() } else { change { $0.didMiss(deadline) } }
    }

    private func stopWaiting() {
        timer?.task.cancel()
        timer = nil
    }
}

// MARK: - The party

extension SecretNumberSession {
    private func follow(_ event: PartyEvent) {
        switch event {
        case .received(let packet, let seat):
            guard let message = SecretNumberMessage(packet) else { return }
            change { $0.receive(message, from: seat, at: environment.now) }
        case .heard(let phrase, let seat): didHear(phrase, seat)
        case .presenceChanged:
            change {
                $0.away = party.awaySeats
                // A guest does not know who sits out, and waits only for those who are awaited for a known time.
                $0.waitsFor = party.isHost ? party.awaySeats.subtracting(party.sittingOut) : Set(party.reservedSeats.keys)
            }
        case .lost(let seat, let how): change { $0.lose(seat, how) }
        case .returned(let seat):
            if party.isHost { for message in table.repetition(for: seat) { party.send(message.packet, to: seat) } }
            didReturn(seat)
        case .ended(let reason):
            isOver = true
            stopWaiting()
            didEnd(reason)
        }
    }
}
