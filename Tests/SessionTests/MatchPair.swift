// Two programs on one network in memory that play a match without a screen: the host is advertised, the guest comes, all through the
// real codec. What each is told is written down.

import TestSupport
import Testing
import Wire

@testable import Session

/// One player of a match, and what the player was told.
final class MatchPlayer {
    let machine: FakeEnvironment
    private(set) var match: Match
    private(set) var heard: [MatchEvent] = []
    /// Why those that came, and with whom no game was played, are gone.
    private(set) var lost: [MatchEnd] = []
    private let name: String
    private let arbiter: SeatArbiter
    private(set) var advertisement: Advertisement?
    /// The code of a private game.
    var code: Passphrase?

    init(name: String, machine: FakeEnvironment, terms: GameTerms = GameTerms()) {
        self.machine = machine
        self.name = name
        match = Match(with: AbsentOpponent(name: "?"), name: name, environment: machine, archive: machine.games)
        arbiter = SeatArbiter(name: name, environment: machine, terms: terms)
        match.didHappen = { [weak self] in self?.heard.append($0) }
        arbiter.didSeat = { [weak self] in
            guard let self else { return }
            match.begin(with: $0, arbiter: arbiter, at: advertisement?.endpoint, code: code)
        }
        arbiter.didShow = { [weak self] in
            self?.advertisement?.list($0)
            return nil
        }
        arbiter.didUnseat = { [weak self] in self?.advertisement?.list(Offer(kind: .game, name: "Ann")) }
        arbiter.didSettle = { [weak self] in self?.advertisement?.cancel() }
        arbiter.didLose = { [weak self] in self?.lost.append($1) }
    }

    /// The program was killed and is started anew: it takes up what the one before it kept.
    func restart() throws {
        let broken = try #require(try machine.games.brokenGames().first)
        match = try #require(
            Match(resuming: broken, name: name, environment: machine, archive: machine.games))
        match.didHappen = { [weak self] in self?.heard.append($0) }
        match.reconnect(for: min(broken.secondsLeft, ResumableGame.timeout))
    }

    /// What was told since the last time.
    func take() -> [MatchEvent] {
        defer { heard = [] }
        return heard
    }

    func host(at place: Endpoint? = nil) throws {
        advertisement = try machine.advertise(
            Offer(kind: .game, name: "Ann"), at: place,
            didAccept: { [weak self] in
                guard let self else { return $0.close() }
                if let admit { admit($0) } else { receive($0) }
            }, onEvent: { _ in })
    }

    /// Joins the game at a place, or the first in the list. `dress` may put a seal around the connection.
    func join(
        at place: Endpoint? = nil, dress: ((Connection, @escaping (Link) -> Void) -> Void)? = nil
    ) {
        reach(place) { [self] connection in
            let begin: (Link) -> Void = { [self] in
                match.begin(with: GameController($0, isHost: false, name: name, opponent: "Ann"))
            }
            if let dress { dress(connection, begin) } else { begin(Link(connection, scheduler: machine)) }
        }
    }

    /// Connects to a place, or to the first game in the list.
    func reach(_ place: Endpoint? = nil, _ use: @escaping (Connection) -> Void) {
        if let place {
            attempt = machine.connect(to: place) { if case .success(let connection) = $0 { use(connection) } }
            return
        }
        browser = machine.browse(.game) { [self] in
            guard case .found(let listing) = $0 else { return }
            browser?.cancel()
            attempt = machine.connect(to: listing.endpoint) { if case .success(let connection) = $0 { use(connection) } }
        }
    }

    private var browser: Cancellable?
    private var attempt: Cancellable?

    /// How those that come are let in; a private game puts a gate here.
    var admit: ((Connection) -> Void)?

    func receive(_ connection: Connection) { receive(Link(connection, scheduler: machine)) }

    func receive(_ link: Link) { arbiter.receive(link) }
}

/// A host and a guest at a match.
final class MatchPair {
    let network: FakeNetwork
    let host: MatchPlayer
    let guest: MatchPlayer

    /// They have the first two of this many machines. The host wants these clocks, and perhaps spectators.
    init(at place: Endpoint? = nil, machines: Int = 2, timeControl: TimeControl? = nil, isWatchable: Bool = false) throws {
        network = FakeNetwork(machines)
        host = MatchPlayer(
            name: "Ann", machine: network.machines[0], terms: GameTerms(timeControl: timeControl, isWatchable: isWatchable))
        guest = MatchPlayer(name: "Bob", machine: network.machines[1])
        try host.host(at: place)
    }

    /// The guest comes, and both have said hello.
    func meet() {
        guest.join()
        network.settle()
    }

    /// The same in a private game, with its code. What is returned must live until then.
    func meetWithACode() throws -> Any {
        let gate = try #require(PassphraseGate(listedAs: "Ann", environment: host.machine))
        host.admit = { gate.admit($0) }
        host.code = gate.code
        gate.didOpen = { [host] in host.receive($0) }
        var entry: PassphraseEntry?
        guest.join { [guest] connection, go in
            entry = PassphraseEntry(connection, code: gate.code, listedAs: "Ann", environment: guest.machine) {
                if case .success(let sealed) = $0 { go(sealed) }
            }
        }
        network.settle()
        network.advance(seconds: 1)
        return try #require(entry)
    }

    /// Moves in turn, the host's first unless said otherwise; each arrives before the next.
    func play(_ moves: [Int], hostFirst: Bool = true) {
        for (index, move) in moves.enumerated() {
            (index.isMultiple(of: 2) == hostFirst ? host : guest).match.move(move)
            network.settle()
        }
    }

    /// Everything under way is lost, and the two lose each other. Those programs were killed, and are started anew.
    func breakOff(dead: [Int]) throws {
        for end in network.connections { end.lose() }
        if dead.isEmpty { return network.breakAll() }
        for index in dead { network.kill(index) }
        for index in dead { try [host, guest][index].restart() }
    }

    /// The same, and they find each other again.
    func breakAndMend(dead: [Int]) throws {
        try breakOff(dead: dead)
        network.settle()
        network.advance(seconds: 6)
    }

    /// Both have this game before them, and see each other.
    func expect(_ notation: String, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(host.match.game.digits == notation, comment, sourceLocation: sourceLocation)
        #expect(guest.match.game.digits == notation, comment, sourceLocation: sourceLocation)
        #expect(
            host.match.me != guest.match.me && !host.match.isOver && !guest.match.isOver, comment, sourceLocation: sourceLocation)
        #expect(host.match.reconnection == nil && guest.match.reconnection == nil, comment, sourceLocation: sourceLocation)
    }
}
