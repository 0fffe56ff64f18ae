// A game at a table somewhere else, as the party of a session in which nobody here plays. It reads what the host's program sends to all
// players (Watching) and sends nothing. Who loses the connection to the host has as long as a player to find it again.

import Games
import Wire

/// The players of a game that is watched.
package final class WatchedParty: Party {
    package weak var delegate: PartyDelegate?
    /// The game's id (`LobbyGame`).
    package let game: String
    package let names: [String]
    package let mySeat = Seating.spectator
    package private(set) var spectators: Int? = 1
    package var memory = ""
    package let sittingOut: Set<Int> = []

    private let watching: Watching
    private let scheduler: Scheduler
    private lazy var heartbeats = PartyHeartbeats(scheduler: scheduler) { [unowned self] in
        delegate?.partyDidChangePresence(self)
    }
    /// The numbers of the packet that is missing next and of the one that comes next. They differ where packets come again.
    private var (missing, coming) = (1, 1)
    /// Until when the host is looked for, and what happens then; nil while it answers.
    private var search: (end: Int, timer: Cancellable)?

    /// The party that `watching` sees.
    init(_ watching: Watching, game: String, names: [String], environment: Scheduler) {
        (self.watching, self.game, self.names, scheduler) = (watching, game, names, environment)
    }

    package var silentSeats: Set<Int> { search == nil ? heartbeats.seatsAtGuest : [] }
    package var reservedSeats: [Int: Int] { search.map { [0: $0.end] } ?? heartbeats.reportedEnds }

    /// A spectator says nothing.
    package func send(_ packet: GamePacket, to seat: Int) {}
    package func say(_ phrase: Phrase) -> Bool { false }
    package func gameDidBegin() {}
    package func remove(_ seat: Int) {}

    package func leave() {
        stop()
        watching.leave(because: .left)
    }

    private func stop() {
        delegate = nil
        search?.timer.cancel()
        search = nil
    }
}

// MARK: - What the host says

extension WatchedParty {
    func receive(_ packet: Packet) {
        switch packet {
        case .game(let packet):
            defer { coming += 1 }
            guard coming == missing else { return }
            missing += 1
            delegate?.party(self, didReceive: packet, from: 0)
        case .control(.heartbeat(let message)): heartbeats.didReport(message, at: nil)
        case .control(.phrase(let message)):
            if let seat = message.seat, names.indices.contains(seat) {
                delegate?.party(self, didHear: message.phrase, from: seat)
            }
        case .control, .lobby, .ignored: break
        }
    }

    /// The packets that follow have numbers from this one on. Returns whether the game can be seen so: none is missing that is needed.
    /// `isStart`: the host has just told everything before them.
    func follow(packetsFrom first: Int, isStart: Bool) -> Bool {
        guard isStart || first <= missing || delegate?.isEachPacketComplete == true else { return false }
        if isStart || first > missing { missing = first }
        coming = first
        return true
    }

    func show(spectators count: Int) {
        if count == spectators { return }
        spectators = count
        delegate?.partyDidChangePresence(self)
    }

    /// The connection to the host is lost, or there again.
    func show(isAnswering: Bool) {
        search?.timer.cancel()
        search = nil
        if !isAnswering {
            let time = ReservedSeats.timeout * 1000
            let timer = scheduler.after(milliseconds: time) { [weak self] in self?.end(because: .closed) }
            search = (scheduler.now + time, timer)
        }
        delegate?.partyDidChangePresence(self)
        if isAnswering { delegate?.party(self, didReturn: 0) }
    }

    /// There is nothing to see any more.
    func end(because reason: Disconnection) {
        let delegate = delegate
        stop()
        watching.leave(because: .left)
        delegate?.partyDidEnd(self, because: reason == .bye(.left) ? .serverQuit : .connectionDropped)
    }
}
