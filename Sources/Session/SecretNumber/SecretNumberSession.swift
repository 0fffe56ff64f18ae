// The secret number at one seat of a party: what the table says goes out, what the others say goes in, and whoever has to do
// something in time gets that time and no more. It tells its delegate of every change, and knows no screen, no key and no words.

import Games
import Wire

/// Is told what happened in a game of the secret number, when it has.
package protocol SecretNumberSessionDelegate: AnyObject {
    /// Something was said, by me or another, or a time is over; the table was `before`, and may be so still.
    func secretNumberDidChange(before: SecretNumberTable)
    /// The party is over.
    func secretNumberDidEnd(because reason: QuitReason)
}

/// A game of the secret number as one player has it.
package final class SecretNumberSession {
    /// Is told what happened.
    package weak var delegate: SecretNumberSessionDelegate?
    /// What my program knows of the game.
    package private(set) var table: SecretNumberTable
    /// Whether the party is over.
    package private(set) var isOver = false

    private let party: Party
    private let environment: Scheduler & Cryptography
    private var timer: (awaited: SecretNumberTable.Awaited, task: Cancellable)?
    /// When the host was last told that I am choosing.
    private var lastSign = Int.min
    /// How often it is told at the most, in milliseconds.
    private static let signInterval = 5_000

    /// My seat of a party.
    package init(party: Party, environment: Scheduler & Cryptography) {
        self.party = party
        self.environment = environment
        table = SecretNumberTable(seats: party.names.count, mySeat: party.mySeat, digest: { environment.digest(of: $0) })
        party.delegate = self
    }

    /// The players' names by seat.
    package var names: [String] { party.names }
    /// Whose programs do not answer.
    package var silentNames: [String] { isOver ? [] : party.silentNames }
    /// Whether the host's program, or that of the keeper of the secret, is stopped: it would hear of what I do later.
    package var isHeldUp: Bool {
        party.silentSeats.contains(0) || table.phase == .guessing && party.silentSeats.contains(table.round?.keeper ?? 0)
    }
}

// MARK: - What I do

extension SecretNumberSession {
    /// Seals a secret of that range; nothing where it is not mine to choose.
    package func choose(_ secret: Int, in range: SecretNumberRange) {
        if isHeldUp { return }
        let nonce = environment.randomBytes(SecretNumberSeal.nonceLength)
        change { $0.choose(secret, in: range, nonce: nonce) }
    }

    /// I do something towards the next secret: the host is told, now and then, that it is worth waiting.
    package func showChoosing() {
        guard table.mayChoose, lastSign == .min || environment.now - lastSign >= Self.signInterval else { return }
        lastSign = environment.now
        change { $0.showChoosing() }
    }

    /// Guesses what was typed, or says why not.
    package func guess(_ typed: String) -> SecretNumberMistake? {
        if isHeldUp { return nil }
        var mistake: SecretNumberMistake?
        change { mistake = $0.guess(typed, at: environment.now) }
        return mistake
    }

    /// I, the host or the winner, keep the next secret; nothing where I may not.
    package func keepNext() {
        if isHeldUp { return }
        change { if $0.isHost { $0.takeOver() } else { $0.decide(keeps: true) } }
    }

    /// I, who won, leave the next secret to the host.
    package func leaveNextToHost() { if !isHeldUp { change { $0.decide(keeps: false) } } }

    /// Leaves the party; nothing more is told.
    package func leave() {
        stopWaiting()
        party.leave()
    }
}

// MARK: - What happens

extension SecretNumberSession {
    private func change(_ body: (inout SecretNumberTable) -> Void) {
        let before = table
        body(&table)
        for outgoing in table.takeOutgoing() {
            if let seat = outgoing.seat {
                party.send(outgoing.message.packet, to: seat)
            } else {
                party.sendToAll(outgoing.message.packet)
            }
        }
        awaitOthers()
        delegate?.secretNumberDidChange(before: before)
    }

    private func awaitOthers() {
        guard table.awaited != timer?.awaited else { return }
        stopWaiting()
        timer = table.awaited.map { awaited in
            let task = environment.after(milliseconds: awaited.timeout) { [weak self] in
                self?.change { $0.didWait(for: awaited) }
            }
            return (awaited, task)
        }
    }

    private func stopWaiting() {
        timer?.task.cancel()
        timer = nil
    }
}

// MARK: - The party

extension SecretNumberSession: PartyDelegate {
    package func party(_ party: Party, didReceive packet: GamePacket, from seat: Int) {
        guard let message = SecretNumberMessage(packet) else { return }
        change { $0.receive(message, from: seat, at: environment.now) }
    }

    package func party(_ party: Party, didLose seat: Int) { change { $0.lose(seat) } }

    package func partyDidChangeSilence(_ party: Party) { delegate?.secretNumberDidChange(before: table) }

    package func partyDidEnd(_ party: Party, because reason: QuitReason) {
        isOver = true
        stopWaiting()
        delegate?.secretNumberDidEnd(because: reason)
    }
}
