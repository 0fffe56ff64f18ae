// A simulated player: the game's own card, its own way of taking another's, and instead of a game the number of the card and that of the
// attempt, each told to the other over the sealed connection. So the ledger learns from both ends who plays whom.

import Session

/// Is told what comes of players' doings.
protocol PlayerLedger: AnyObject {
    /// An owner has heard which attempt it was that took its card.
    func didHear(attempt: Int, atCard card: Int)
    /// A guest was told which card it got, this many microseconds after it accepted the card.
    func didHear(card: Int, afterAttempt attempt: Int, microseconds: Int)
    /// An attempt has come to nothing; nil: it was called off, or the game broke before it began.
    func didFail(_ attempt: Int, because failure: NetworkFailure?)
    /// The guest who accepted this card was told that it is gone.
    func didMiss(_ card: SeekCard)
    /// The player's card is up no more.
    func didLeaveList()
    /// The player has nothing to do.
    func didBecomeIdle(_ player: SimulatedPlayer)
    /// Another number for a card or an attempt.
    func nextNumber() -> Int
}

/// One player.
final class SimulatedPlayer {
    /// How long a game lasts, in milliseconds.
    static let game = 3000

    /// Its connection.
    let broker: PlayerConnection
    /// Its machine.
    let machine: PlayerMachine

    private weak var ledger: (any PlayerLedger)?
    private let name: String
    private var stand: PostedSeek?
    private var card = 0
    private var attempt: (number: Int, task: JoinAttempt)?
    private var connection: Connection?
    /// The attempt that has led to its game, until its owner has spoken; nil: it was taken.
    private var taken: (number: Int, start: Int)?

    /// One of that name.
    init(_ name: String, broker: PlayerConnection, machine: PlayerMachine, ledger: any PlayerLedger) {
        (self.name, self.broker, self.machine, self.ledger) = (name, broker, machine, ledger)
    }

    /// Whether everybody can read its card.
    var isListed: Bool { stand?.state == .listed }
    /// Whether it reaches for a card.
    var isTaking: Bool { attempt != nil }

    /// Puts up a card.
    func seek() {
        guard let ledger, stand == nil else { return }
        card = ledger.nextNumber()
        let stand = PostedSeek(by: machine.key, name: name, isBlocked: { _ in false }, broker: broker, environment: machine)
        stand.didMeet = { [weak self] in self?.receive($0) }
        stand.didYield = { [weak self] in self?.callOff() }
        self.stand = stand
        stand.list()
    }

    /// Reaches for a card, as one who is on the list or not; the attempt's number.
    func take(_ other: SeekCard) -> Int? {
        guard let ledger, attempt == nil else { return nil }
        let (number, start) = (ledger.nextNumber(), PollLoop.microseconds)
        stand?.accepting = other.key
        let task = JoinAttempt(accepting: other, by: machine.key, broker: broker, environment: machine) { [weak self] in
            if case .failure(.refused) = $0 { self?.ledger?.didMiss(other) }
            self?.didTake(number, since: start, $0)
        }
        attempt = (number, task)
        return number
    }

    private func didTake(_ number: Int, since start: Int, _ result: Result<Connection, NetworkFailure>) {
        attempt = nil
        switch result {
        case .success(let connection):
            leaveList()
            taken = (number, start)
            begin(connection)
            connection.send(Self.bytes(of: number))
        case .failure(let failure):
            stand?.accepting = nil
            ledger?.didFail(number, because: failure)
            if stand == nil { ledger?.didBecomeIdle(self) }
        }
    }

    private func leaveList() {
        guard let stand else { return }
        stand.cancel()
        self.stand = nil
        ledger?.didLeaveList()
    }

    private func begin(_ connection: Connection) {
        self.connection = connection
        connection.didReceive = { [weak self, unowned connection] in self?.receive($0, on: connection) }
    }

    private func end() {
        guard let connection else { return }
        connection.close()
        self.connection = nil
        if let taken { ledger?.didFail(taken.number, because: nil) }
        taken = nil
        // An owner whose taker is gone before it has said which it is has its card up again.
        if stand?.list() == nil { ledger?.didBecomeIdle(self) }
    }

    private func callOff() {
        guard let attempt else { return }
        attempt.task.cancel()
        self.attempt = nil
        ledger?.didFail(attempt.number, because: nil)
    }

    private static func bytes(of number: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
}

extension SimulatedPlayer {
    private func receive(_ connection: Connection) {
        guard self.connection == nil else { return connection.close() }
        callOff()
        begin(connection)
    }
}

extension SimulatedPlayer {
    private func receive(_ bytes: ArraySlice<UInt8>?, on connection: Connection) {
        guard let bytes, bytes.count == 8 else { return end() }
        let number = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
        if let taken {
            ledger?.didHear(card: number, afterAttempt: taken.number, microseconds: PollLoop.microseconds - taken.start)
            self.taken = nil
            _ = machine.after(milliseconds: Self.game) { [weak self] in self?.end() }
        } else {
            ledger?.didHear(attempt: number, atCard: card)
            connection.send(Self.bytes(of: card))
            leaveList()
        }
    }
}
