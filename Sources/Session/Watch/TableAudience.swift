// What the spectators of a game at a table are shown: the packets that go to all players, and who is away. Who comes is told the game as it
// stands. At a relay, where a message may be missed, the packets are numbered, and each message has the latest of them.

import Wire

/// The spectators of one game at a table, at its host.
final class TableAudience {
    /// Called a moment after more or fewer watch.
    var didChange: () -> Void = {}
    /// How long that moment is, in milliseconds: those who come and go in a hurry do not keep the players busy.
    static let countInterval = 500
    /// Of how many packets a message has as many as fit.
    private static let mostPackets = 16

    private let audience: Audience
    private let environment: Scheduler
    private let game: String
    private let isAtRelay: Bool
    private weak var party: TableParty?
    private var counting: Cancellable?
    /// The latest packets of the game, and how many there were.
    private var latest: [Packet] = []
    private var packetCount = 0
    /// Whether spectators at the relay were shown all of them.
    private var isShown = true

    /// Lets spectators come to the game with this id: to `room` at the relay; nil: it is listed.
    init(of party: TableParty, playing game: String, in room: RoomCode?, environment: NetworkEnvironment) {
        (self.party, self.game, self.environment, isAtRelay) = (party, game, environment, room != nil)
        audience = Audience(
            of: party.names[0], facts: [Audience.gameFact: game], code: room?.passphrase, isAtRelay: isAtRelay,
            environment: environment)
        audience.greeting = { [unowned self] in greeting }
        audience.present = { [unowned self] in takePresent() }
        audience.heartbeat = { [weak party] in party?.presenceMessage ?? HeartbeatMessage() }
        audience.didChange = { [unowned self] in awaitCount() }
        audience.open(at: room?.endpoint)
    }

    /// How many watch.
    var count: Int { audience.count }

    /// Somebody came to the table to watch its game.
    func admit(_ connection: PacketConnection) { audience.admit(connection) }

    /// A packet goes to all players.
    func send(_ packet: GamePacket) {
        packetCount += 1
        if isEachPacketComplete, isShown { latest = [] }
        isShown = false
        latest = latest.suffix(Self.mostPackets - 1) + [.game(packet)]
        audience.send(.game(packet))
    }

    /// The player at a seat says something.
    func tell(_ phrase: Phrase, from seat: Int) { audience.send(.control(.phrase(PhraseMessage(phrase, from: seat)))) }

    /// Shows who is away.
    func showPresence() { if let party { audience.send(.control(.heartbeat(party.presenceMessage))) } }

    /// The game is over.
    func end() {
        counting?.cancel()
        audience.end()
    }

    private var isEachPacketComplete: Bool { party?.delegate?.isEachPacketComplete == true }

    private func awaitCount() {
        counting =
            counting
            ?? environment.after(milliseconds: Self.countInterval) { [weak self] in
                guard let self else { return }
                counting = nil
                audience.tell(.count(count))
                didChange()
            }
    }

    /// What a new spectator has to know.
    private var greeting: [Packet] {
        guard let party else { return [] }
        return [.control(.watch(.table(game: game, names: party.names))), .control(.heartbeat(party.presenceMessage))]
            + (party.delegate?.partyStateForSpectators(party) ?? []).map(Packet.game)
            + (isAtRelay ? [first(of: [])] : [])
    }

    /// What all see now.
    private func takePresent() -> [Packet] {
        guard let party else { return [] }
        isShown = true
        let others: [Packet] = [.control(.heartbeat(party.presenceMessage)), .control(.watch(.count(count)))]
        let packets = StreamSeal.latest(of: latest, besides: [first(of: [])] + others)
        return [first(of: packets)] + others + packets
    }

    /// The number of the first of the latest packets.
    private func first(of packets: [Packet]) -> Packet { .control(.watch(.packets(from: packetCount - packets.count + 1))) }
}
