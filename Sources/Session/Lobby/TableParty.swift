// The party of a game that started at a table. It takes the seats over from TableHost, or that of the host from TableGuest, and
// is the only implementation of `Party` over a network. Who loses the connection has two minutes to come back (TableSeats).

import Games
import Wire

/// The players of a game that started at a table.
package final class TableParty: Party {
    /// How long a seat is reserved for a player who lost the connection, in seconds.
    package nonisolated static let reservedSeconds = TableSeats.timeout

    package var didHappen: (PartyEvent) -> Void = { _ in }
    package let names: [String]
    package let mySeat: Int
    /// The others' seats: at the host those of all guests, at a guest the host's.
    private let seats: TableSeats
    private let environment: Scheduler
    /// How much each seat may still say.
    private var phrases: [Int: RateLimit] = [:]
    /// Called when this player leaves.
    var didLeave: () -> Void = {}
    /// At the host: called when the player leaves while somebody may still come back, who reads so until what it gets is cancelled.
    package var didLeaveSomebody: (any Cancellable) -> Void = { $0.cancel() }
    package var memory = "" { didSet { if memory != oldValue { keepSeat() } } }
    /// At a guest: where the seat is stored until the game is over, and as a seat at which game.
    private var store: (archive: Archive, game: String)?
    /// Called with each failure to store it that is not the one before.
    private var didFailToKeep: (StorageFailure) -> Void = { _ in }
    private var keepFailure: StorageFailure?
    private var refreshing: Cancellable?

    /// Creates a party and takes over the seats.
    init(names: [String], mySeat: Int, seats: TableSeats, environment: Scheduler) {
        self.names = names
        self.mySeat = mySeat
        self.seats = seats
        self.environment = environment
        seats.title = names[0]
        seats.place = { $0 }
        seats.ownPlace = { mySeat }
        seats.didReceive = { [weak self] in self?.receive($1, from: $0) }
        seats.didChange = { [weak self] in self?.didHappen(.presenceChanged) }
        seats.willReturn = { [weak self] in self?.greet($0) }
        seats.didReturn = { [weak self] in self?.didHappen(.returned($0)) }
        seats.didLose = { [weak self] in self?.didLose($0, $1) }
        seats.follow()
    }

    /// A guest's program was started again after it was killed: looks for the host for so many seconds.
    package convenience init(
        returningTo kept: KeptSeat, for seconds: Int, environment: Match.Services
    ) {
        let seats = TableSeats(isHost: false, environment: environment)
        seats.note(kept.session, of: 0)
        seats.begin([0: 0])
        self.init(names: kept.names, mySeat: kept.seat, seats: seats, environment: environment)
        memory = kept.memory
        seats.reserve(0, for: seconds)
    }

    package var silentSeats: Set<Int> { seats.silent }
    package var sittingOut: Set<Int> { seats.sittingOut }
    package var reservedSeats: [Int: Int] { seats.reserved }
    package var isCutOff: Bool { seats.isCutOff }

    package func send(_ packet: GamePacket, to seat: Int) { seats.send(.game(packet), to: seat) }

    package func say(_ phrase: Phrase) -> Bool? {
        guard phrases[mySeat, default: .phrases].allows(at: environment.now) else {
            return phrases[mySeat]?.isSpent == true ? nil : false
        }
        pass(phrase, from: mySeat)
        return true
    }

    package func gameDidBegin() { phrases = [:] }

    /// A guest tells the host, and the host tells all but the speaker.
    private func pass(_ phrase: Phrase, from seat: Int) {
        for (other, link) in seats.links where other != seat {
            link.send(.control(.phrase(PhraseMessage(phrase, from: isHost ? seat : nil))))
        }
    }

    /// Somebody says something: at the host from the seat of the connection, at a guest from the seat in the message.
    private func hear(_ message: PhraseMessage, from sender: Int) {
        guard let seat = isHost ? sender : message.seat, names.indices.contains(seat), seat != mySeat,
            phrases[seat, default: .phrases].allows(at: environment.now)
        else { return }
        if isHost { pass(message.phrase, from: seat) }
        didHappen(.heard(message.phrase, from: seat))
    }

    package func leave() {
        didHappen = { _ in }
        for link in seats.links.values { link.send(isHost ? .lobby(.matchmaking(.hostQuit)) : .control(.bye(.left))) }
        forgetSeat()
        if seats.close() { didLeaveSomebody(seats) }
        didLeave()
    }

    package func remove(_ seat: Int) {
        guard isHost, seats.has(seat) else { return }
        seats.sendAway(seat)
        lose(seat, .removed)
    }

    /// Leaves, and returns the link to the only other player, for a game that speaks its own packets: nothing is read on it until
    /// `start`. Returns nil if there is not exactly one.
    package func handOver() -> Link? {
        guard names.count == 2, let link = seats.remove(isHost ? 1 : 0) else { return nil }
        link.hold()
        leave()
        return link
    }

    private func end() {
        forgetSeat()
        _ = seats.close()
    }
}

// MARK: - The stored seat

extension TableParty {
    /// At a guest: stores the seat until the game is over. `didFail` is called with each failure that is not the one before.
    package func keepSeat(in archive: Archive, playing game: String, didFail: @escaping (StorageFailure) -> Void) {
        guard !isHost else { return }
        (self.store, didFailToKeep) = ((archive, game), didFail)
        keepSeat()
    }

    /// Stores the seat as it is now. A program that is killed cannot store when that was, so the time is stored regularly.
    private func keepSeat() {
        guard let store, let session = seats.session(of: 0) else { return }
        var seat = KeptSeat(session: session, game: store.game, seat: mySeat, names: names)
        seat.memory = memory
        storing { () throws(StorageFailure) in try store.archive.keep(seat) }
        refreshing?.cancel()
        refreshing = environment.after(milliseconds: ResumableGame.refreshInterval) { [weak self] in self?.keepSeat() }
    }

    private func forgetSeat() {
        refreshing?.cancel()
        if let store, let session = seats.session(of: 0) {
            storing { () throws(StorageFailure) in try store.archive.forgetSeat(session.token) }
        }
        store = nil
    }

    private func storing(_ action: () throws(StorageFailure) -> Void) {
        do throws(StorageFailure) {
            try action()
        } catch {
            if error != keepFailure { didFailToKeep(error) }
            keepFailure = error
        }
    }
}

// MARK: - The others

extension TableParty {
    private func receive(_ packet: Packet, from seat: Int) {
        switch packet {
        case .game(let packet): didHappen(.received(packet, from: seat))
        case .control(.phrase(let message)): hear(message, from: seat)
        case .control(.bye(.left)): if isHost { lose(seat, .left) } else { close(because: .serverQuit) }
        case .control(.bye): didLose(seat, .connectionDropped)
        case .lobby(.matchmaking(.hostQuit)): if !isHost { close(because: .serverQuit) }
        // During a game only those who cannot act are; where there was nobody else, it is over.
        case .lobby(.matchmaking(.sentAway)): if !isHost { close(because: names.count > 2 ? .seatGivenUp : .serverQuit) }
        case .control, .lobby, .ignored: break
        }
    }

    /// Another player is back. A guest may have lost the connection before it read that the game has started.
    private func greet(_ seat: Int) {
        if isHost { seats.send(.lobby(.matchmaking(.start(seat: seat, names: names))), to: seat) }
        keepSeat()
    }

    private func didLose(_ seat: Int, _ reason: QuitReason) { if isHost { lose(seat, .lost) } else { close(because: reason) } }

    /// At the host: a guest is gone for good.
    private func lose(_ seat: Int, _ how: Departure) {
        seats.remove(seat)?.close()
        didHappen(.lost(seat, how))
        seats.connectionsDidChange()
    }

    /// At a guest: the game is over.
    private func close(because reason: QuitReason) {
        end()
        didHappen(.ended(reason))
    }
}
