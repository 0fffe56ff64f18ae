// Hosting, joining and seeking without a screen: what each is told, and the games that come of it.

import Engine
import Session
import TestSupport
import Testing
import Wire

/// A player's end of a game: what Hosting, Joining or Seeking tells it, and the match that begins.
private final class MeetingPlayer {
    let machine: FakeEnvironment
    let name: String
    lazy var joining = Joining(environment: machine)
    private(set) lazy var hosting = Hosting(name: name, at: place, environment: machine)
    private(set) lazy var seeking = Seeking(
        by: machine.key, name: name, broker: machine.broker, archive: machine.games, environment: machine)
    private(set) var match: Match?
    private(set) var failures: [NetworkFailure] = []
    private(set) var outcomes: [String] = []
    private(set) var lost: [MatchEnd] = []
    private(set) var unseated = 0
    private(set) var repeated = 0
    private let place: Endpoint?

    init(_ name: String, on machine: FakeEnvironment, at place: Endpoint? = nil) {
        (self.name, self.machine, self.place) = (name, machine, place)
    }

    func host(isPrivate: Bool = false) throws {
        hosting.didSeat = { [weak self] in self?.begin(with: $0, arbiter: $1) }
        hosting.didUnseat = { [weak self] in self?.unseated += 1 }
        hosting.didLose = { [weak self] in self?.lost.append($1) }
        try hosting.start(isPrivate: isPrivate)
    }

    func join(_ target: JoinTarget, code: Passphrase? = nil) {
        joining.didHappen = { [weak self] in self?.receive($0) }
        joining.join(target, code: code)
    }

    func look() {
        seeking.didHappen = { [weak self] in self?.receive($0) }
        seeking.watch()
    }

    var seen: [SeekCard] { seeking.rows(atMost: 10).rows.map(\.card) }

    private func begin(with controller: GameController, arbiter: SeatArbiter? = nil) {
        let match = Match(
            with: AbsentOpponent(name: "?"), name: name, environment: machine, archive: machine.games)
        self.match = match
        match.begin(with: controller, arbiter: arbiter, at: hosting.offer.endpoint)
    }

    private func begin(on link: Link) {
        begin(
            with: GameController(
                link, isHost: false, name: name, opponent: "?"))
    }

    func receive(_ event: JoiningEvent) {
        switch event {
        case .changed: break
        case .failed(let failure, _): failures.append(failure)
        case .refused(let outcome, _): outcomes.append("\(outcome)")
        case .codeRepeated: repeated += 1
        case .joined(_, let link, _): begin(on: link)
        case .foundTable(_, let link): link.close()
        }
    }

    private func receive(_ event: SeekingEvent) {
        switch event {
        case .changed: break
        case .joined(_, let owner): begin(with: owner, arbiter: nil)
        case .failed(let failure, _): failures.append(failure)
        case .seated(let guest, let arbiter): begin(with: guest, arbiter: arbiter)
        case .unseated: unseated += 1
        case .lost(_, let end): lost.append(end)
        }
    }
}

@Suite struct HostingTests {
    private let network = FakeNetwork(3)

    private func player(_ index: Int, _ name: String, at place: Endpoint? = nil) -> MeetingPlayer {
        MeetingPlayer(name, on: network.machines[index], at: place)
    }

    private func games(at index: Int) -> NearbyGames {
        let games = NearbyGames(rendezvous: network.machines[index]) {}
        network.settle()
        return games
    }

    /// Moves in turn, the host first.
    private func play(_ digits: String, _ host: MeetingPlayer, _ guest: MeetingPlayer) {
        for (index, digit) in digits.enumerated() {
            (index.isMultiple(of: 2) ? host : guest).match?.move((digit.wholeNumberValue ?? 0) - 1)
            network.settle()
        }
    }

    @Test func aListedGameIsJoinedAndTheOfferClosesOnceBothHaveMoved() throws {
        let (ann, bob) = (player(0, "Ann"), player(1, "Bob"))
        try ann.host()
        let games = games(at: 1)
        let listing = try #require(games.listings.first)
        #expect(listing.name == "Ann" && !listing.isPrivate && ann.hosting.offer.state == .listed(name: "Ann"))
        bob.join(JoinTarget(listing))
        network.advance(seconds: 2)
        #expect(ann.match?.opponent.state.name == "Bob" && bob.match?.opponent.state.name == "Ann")
        #expect(games.listings.isEmpty, "the seat is taken")
        play("44", ann, bob)
        #expect(ann.match?.game.digits == "44" && bob.match?.game.digits == "44")
        #expect(ann.hosting.offer.endpoint == nil, "nobody else can come")
    }

    @Test func aGuestWhoLeavesBeforeBothHaveMovedCostsNobodyAGame() throws {
        let (ann, bob) = (player(0, "Ann"), player(1, "Bob"))
        try ann.host()
        let games = games(at: 2)
        bob.join(JoinTarget(try #require(games.listings.first)))
        network.advance(seconds: 2)
        play("4", ann, bob)
        bob.match?.leave()
        network.advance(seconds: 1)
        ann.hosting.arbiter?.seatedDidLeave(because: .disconnected(.left))
        network.advance(seconds: 1)
        #expect(ann.unseated == 1 && ann.lost.count == 1)
        #expect(games.listings.count == 1, "it is listed again")
    }

    @Test func aPrivateGameIsJoinedAfterAWrongCode() throws {
        let (ann, bob) = (player(0, "Ann"), player(1, "Bob"))
        try ann.host(isPrivate: true)
        let target = JoinTarget(try #require(games(at: 1).listings.first))
        let right = try #require(ann.hosting.offer.gate).code
        let wrong = try Passphrase(typed: right.words.reversed().joined(separator: " "))
        bob.join(target, code: wrong)
        network.advance(seconds: 2)
        #expect(bob.outcomes == ["wrong"] && ann.hosting.offer.wrongCodes?.count == 1)
        bob.joining.attempt(wrong, at: target)
        network.advance(seconds: 2)
        #expect(bob.repeated == 1 && ann.hosting.offer.wrongCodes?.count == 1, "it costs no try")
        bob.joining.attempt(right, at: target)
        network.advance(seconds: 2)
        #expect(bob.match?.opponent.state.name == "Ann" && bob.match?.opponent.state.isSealed == true)
    }

    @Test func whoCameWithoutACodeHasToComeAgainOnceTheGameIsPrivate() throws {
        let (ann, bob) = (player(0, "Ann"), player(1, "Bob"))
        try ann.host()
        var closed = false
        var silent: Connection?
        let target = JoinTarget(try #require(games(at: 1).listings.first))
        let attempt = network.machines[1].connect(to: target.endpoint) {
            guard case .success(let connection) = $0 else { return }
            silent = connection
            connection.didReceive = { if $0 == nil { closed = true } }
        }
        network.settle()
        #expect(silent != nil)
        try ann.hosting.setPrivate(true)
        network.advance(seconds: 1)
        #expect(closed && ann.match == nil)
        bob.join(target)
        network.advance(seconds: 2)
        #expect(bob.match?.opponent.state.isSealed != true && ann.match == nil)
        attempt.cancel()
    }

    @Test func aRoomHasACodeAndGetsAnother() throws {
        let (ann, bob) = (player(0, "Ann", at: RelayEndpoint.anyRoom.endpoint), player(1, "Bob"))
        try ann.host(isPrivate: true)
        #expect(ann.hosting.offer.isOnline && ann.hosting.offer.roomCode == nil)
        network.advance(seconds: 2)
        let old = try #require(ann.hosting.offer.roomCode)
        try ann.hosting.start(isPrivate: true)
        network.advance(seconds: 2)
        let new = try #require(ann.hosting.offer.roomCode)
        #expect(new != old)
        bob.join(JoinTarget(old), code: old.passphrase)
        network.advance(seconds: 6)
        #expect(bob.failures == [.refused])
        bob.joining.attempt(new.passphrase, at: JoinTarget(new))
        network.advance(seconds: 2)
        #expect(bob.match?.opponent.state.name == "Ann" && ann.match?.opponent.state.name == "Bob")
    }

    @Test func goingBackCancelsOneStepAtATime() throws {
        let (ann, bob) = (player(0, "Ann"), player(1, "Bob"))
        try ann.host(isPrivate: true)
        let target = JoinTarget(try #require(games(at: 1).listings.first))
        bob.joining.didHappen = { [weak bob] in bob?.receive($0) }
        bob.joining.join(target, isPrivate: true)
        #expect(bob.joining.codeTarget == target && bob.joining.activity == nil)
        bob.joining.attempt(try #require(ann.hosting.offer.gate).code, at: target)
        #expect(bob.joining.activity == .connecting)
        #expect(bob.joining.goBack() && bob.joining.codeTarget == target, "the code can be typed again")
        #expect(bob.joining.goBack() && bob.joining.codeTarget == nil)
        #expect(!bob.joining.goBack())
        network.advance(seconds: 2)
        #expect(bob.match == nil)
    }
}

@Suite struct SeekingTests {
    private let network = FakeNetwork(3)
    private let players: [MeetingPlayer]

    init() {
        players = zip(["Ann", "Bob", "Eve"], network.machines).map { MeetingPlayer($0, on: $1) }
        for player in players { player.look() }
        network.settle()
        network.advance(seconds: 2)
    }

    private var ann: MeetingPlayer { players[0] }
    private var bob: MeetingPlayer { players[1] }
    private var eve: MeetingPlayer { players[2] }

    @Test func whoAcceptsASeekPlaysWithItsOwner() throws {
        ann.seeking.post()
        network.advance(seconds: 1)
        #expect(ann.seeking.postedState == .listed && ann.seen.isEmpty, "one's own card is not on the list")
        bob.seeking.accept(try #require(bob.seen.first))
        network.advance(seconds: 1)
        #expect(ann.match?.opponent.state.name == "Bob" && bob.match?.opponent.state.name == "Ann")
        #expect(eve.seen.isEmpty)
    }

    @Test func twoWhoAcceptEachOtherPlayOneGame() throws {
        for player in [ann, bob] { player.seeking.post() }
        network.advance(seconds: 1)
        ann.seeking.accept(try #require(ann.seen.first { $0.name == "Bob" }))
        bob.seeking.accept(try #require(bob.seen.first { $0.name == "Ann" }))
        network.advance(seconds: 1)
        #expect(ann.match?.opponent.state.name == "Bob" && bob.match?.opponent.state.name == "Ann")
        #expect(ann.seeking.accepted == nil && bob.seeking.accepted == nil && eve.seen.isEmpty)
    }

    @Test("Whoever accepts with one key after the other and says nothing keeps nobody out")
    func hog() throws {
        ann.seeking.post()
        network.advance(seconds: 1)
        let card = try #require(eve.seen.first)
        let attempts = (0..<8).map { _ in
            JoinAttempt(accepting: card, by: eve.machine.newKey(), broker: eve.machine.broker, environment: eve.machine) { _ in }
        }
        network.settle()
        bob.seeking.accept(try #require(bob.seen.first))
        network.advance(seconds: 1)
        #expect(ann.match?.opponent.state.name == "Bob" && bob.match?.opponent.state.name == "Ann")
        withExtendedLifetime(attempts) {}
    }

    /// The second accepts at any moment until the first plays.
    @Test("Of two who accept one seek one plays, and the other is told", arguments: 0..<16) func two(steps: Int) throws {
        ann.seeking.post()
        network.advance(seconds: 1)
        bob.seeking.accept(try #require(bob.seen.first))
        for _ in 0..<steps {
            for machine in network.machines { machine.advance(milliseconds: 0) }
            network.relay.deliverOne()
        }
        let card = eve.seen.first
        card.map { eve.seeking.accept($0) }
        network.advance(seconds: 1)
        #expect(ann.match?.opponent.state.name == "Bob" && bob.match?.opponent.state.name == "Ann")
        network.advance(seconds: 6)
        #expect(eve.match == nil && eve.failures == (card == nil ? [] : [.refused]) && eve.seen.isEmpty)
    }

    /// The fourth time the key has to wait.
    @Test func whoAcceptsAndSaysNoHelloHasToWait() throws {
        ann.seeking.post()
        network.advance(seconds: 1)
        var results: [Result<Connection, NetworkFailure>] = []
        for _ in 0..<4 {
            let attempt = JoinAttempt(
                accepting: try #require(eve.seen.first), by: eve.machine.key, broker: eve.machine.broker, environment: eve.machine
            ) { results.append($0) }
            network.settle()
            network.advance(seconds: 8)
            withExtendedLifetime(attempt) {}
        }
        #expect(results.count { if case .success = $0 { true } else { false } } == 3)
        #expect(ann.match == nil && ann.lost.count == 3 && ann.seeking.postedState == .listed)
        bob.seeking.accept(try #require(bob.seen.first))
        network.advance(seconds: 1)
        #expect(ann.match?.opponent.state.name == "Bob")
    }

    @Test func whoIsBlockedIsNotListedAndDoesNotGetIn() throws {
        for player in [ann, eve] { player.seeking.post() }
        network.advance(seconds: 1)
        try ann.seeking.block(try #require(ann.seen.first { $0.name == "Eve" }))
        #expect(ann.seen.isEmpty)
        eve.seeking.accept(try #require(eve.seen.first { $0.name == "Ann" }))
        network.advance(seconds: 1)
        #expect(eve.failures == [.refused] && ann.match == nil)
    }

    @Test func whoStopsLeavesNothingAtTheRelay() {
        ann.seeking.post()
        network.advance(seconds: 1)
        for player in players { player.seeking.stop() }
        network.advance(seconds: 2)
        #expect(network.relay.retainedTopics == [] && (0...2).allSatisfy { !network.relay.isUsed(by: $0) })
    }
}
