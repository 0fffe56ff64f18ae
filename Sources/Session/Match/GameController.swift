// A peer as the opponent of a match: owns the link to it, sends our moves, and reports what the peer's packets mean.

import Engine
import Wire

/// A peer as the opponent of a match, and the link to it. The name is the original app's.
package final class GameController {
    package var didHappen: (OpponentEvent) -> Void = { _ in }
    /// The link to it.
    package let link: Link
    /// The peer's hello; nil for the original app.
    package private(set) var peer: Hello?
    /// Whether we host the game.
    package let isHost: Bool
    /// Whether whoever moves first is yellow on both screens: the host asks for it, and the guest is this program.
    package var isYellowFirst: Bool { isHost ? terms.isYellowFirst && peer != nil : peer?.isYellowFirst == true }
    /// How much time players have: what the host wants, if the guest is this program.
    package var timeControl: TimeControl? {
        isHost ? peer.flatMap { _ in terms.timeControl } : peer.flatMap { TimeControl(text: $0.clock) }
    }

    /// Whether others may watch: the host allows it, and both are this program.
    package var isWatchable: Bool { isHost ? terms.isWatchable && peer != nil : peer?.isWatchable == true }

    /// How long a guest waits for the host's first packet before it says hello, in milliseconds. Our hosts speak first, so a private
    /// game's host hears no name before it has asked for the code.
    package static let timeout = 1000
    /// How long a host may send nothing before the guest is told, in milliseconds.
    package static let silenceTimeout = 6000

    /// The peer's name until it says hello, or else its address.
    private let expectedName: String
    private let isNamed: Bool
    /// Whether the peer was known to be this program before it said hello.
    private let isKnown: Bool
    /// What a host wants.
    private let terms: GameTerms
    private let isFarAway: Bool
    private var agreement: ReplayAgreement
    private let heartbeat: Heartbeat
    private var hasHeard = false
    /// Whether the host's player is at something else.
    private var isHostComing = false
    /// How many game packets we had sent with our last new game; nil once the peer has read them.
    private var newGameCount: Int?
    /// Our hello until it is sent.
    private var hello: Packet?
    /// Whether it waits for `sayHello`.
    private let waits: Bool
    /// Runs while a host has sent nothing: until we say hello, then until the player is told.
    private var silence: Cancellable?
    /// Whether the match has lost it: of the peer's program nothing is known any more.
    private var isLost = false
    /// Whether it was not looked for then.
    private var isGone = false

    /// Takes over a link and says hello as `name`. A guest whose link is not sealed waits for the host's first packet or the
    /// timeout, and a host that `waits` until it has a seat for the guest (`sayHello`). The peer is called `opponent` until its hello; that is its
    /// address unless `isNamed`. `isKnown`: it is known to be this program.
    /// `terms`: what a host wants.
    package init(
        _ link: Link, isHost: Bool, name: String, opponent: String,
        isNamed: Bool = true, isKnown: Bool = false, waits: Bool = false, terms: GameTerms = GameTerms()
    ) {
        self.link = link
        self.isHost = isHost
        isFarAway = link.origin.endpoint.flatMap(RelayEndpoint.init) != nil
        expectedName = opponent
        (self.isNamed, self.isKnown, self.waits) = (isNamed, isKnown, waits)
        self.terms = terms
        agreement = ReplayAgreement(isHost: isHost, mayBeOriginal: !isKnown)
        heartbeat = Heartbeat(scheduler: link.scheduler, timing: .match(receiptTimeout: link.socket.receiptTimeout))
        hello = .control(
            .hello(
                Hello(
                    name: name, version: Program.version, game: Hello.fourInARow, isYellowFirst: isHost && terms.isYellowFirst,
                    clock: isHost ? terms.timeControl?.text ?? "" : "", isWatchable: isHost && terms.isWatchable)))
        heartbeat.send = { link.send(.control(.heartbeat(HeartbeatMessage(read: $0)))) }
        heartbeat.didChange = { [unowned self] in didHappen(.changed) }
        link.didReceive = { [weak self] (packet) throws(WireError) in try self?.receive(packet) }
        link.didEnd = { [weak self] in self?.linkDidEnd(because: $0) }
        if !waits, isHost || isKnown || link.isSealed { sayHello() }
        if !isHost { awaitHost() }
    }

    /// Says hello to a host that sends nothing, and reports it if it stays silent.
    private func awaitHost() {
        silence = link.scheduler.after(milliseconds: Self.timeout) { [weak self] in
            guard let self else { return }
            sayHello()
            silence = link.scheduler.after(milliseconds: Self.silenceTimeout - Self.timeout) { [weak self] in
                self?.didHappen(.changed)
            }
        }
    }

    /// Says hello, once.
    func sayHello() {
        guard let hello else { return }
        self.hello = nil
        link.send(hello)
    }

    /// At the host: sends the token with which the guest can resume the game. Returns the game to be stored; `endpoint` is where we
    /// host, if the connection does not say so.
    func offerSession(at endpoint: Endpoint?, token: ResumeToken) -> ResumableGame {
        link.send(.control(.resume(.open(token))))
        return session(token, at: link.origin.endpoint ?? endpoint)
    }

    private func session(_ token: ResumeToken, at endpoint: Endpoint?) -> ResumableGame {
        var session = ResumableGame(token: token, isHost: isHost, opponent: state.name, endpoint: endpoint)
        session.isSealed = link.isSealed
        return session
    }

    /// At the host: tells the guest whether our player is at something else. The original app knows nothing of that.
    func tell(isComing: Bool) { if peer != nil { link.send(.control(.coming(isComing))) } }

    /// Says goodbye and closes the connection.
    package func disconnect(because reason: ByeReason) {
        link.send(.control(.bye(reason)))
        stop()
    }

    private func stop() {
        silence?.cancel()
        heartbeat.stop()
        link.close()
    }

    private func end(because reason: Disconnection) {
        stop()
        didHappen(.disconnected(reason))
    }
}

// MARK: - The opponent

extension GameController: Opponent {
    package var state: OpponentState {
        // A peer without a name is taken for the original app.
        let name = peer.flatMap { $0.name.isEmpty ? nil : $0.name } ?? (isNamed ? expectedName : nil)
        var state = OpponentState(
            .network, name: name ?? "iPhone, \(link.origin.machine)", address: name == nil ? expectedName : nil)
        (state.isGuest, state.isSealed) = (isHost, link.isSealed)
        if isLost {
            state.canBeAsked = isGone && peer != nil
            return state
        }
        state.isAnswering = heartbeat.isAnswering
        state.isHostSilent = !isHost && !hasHeard && !isKnown
        state.isHostComing = isHostComing
        state.hasReadNewGame = newGameCount == nil
        (state.hasReadAll, state.mustHaveRead) = (hasReadAll, mustHaveRead)
        state.canBeAsked = peer != nil
        state.isFarAway = isFarAway
        state.keys = link.origin.keys
        return state
    }

    /// A host that goes on with a game knows only from the guest's hello that the guest has read the host's report.
    private var hasReadAll: Bool { heartbeat.confirmed == heartbeat.sent && (peer != nil || !isKnown) }
    private var mustHaveRead: Bool { peer != nil && (hasReadAll || heartbeat.isOverdue) }

    package func start() {
        link.start()
        // A guest's hello was read while it waited for the seat: the match has to hear of it, too.
        if peer != nil { didHappen(.met(self)) }
    }

    /// The player who asks for a game moves first in it.
    package func areWeFirst(after last: LastGame?) -> Bool { true }

    /// A new game that must precede the first move is sent together with it, so that nobody sees the board between the two.
    package func send(move column: Int) {
        heartbeat.confirm()
        let packet = Packet.game(FourInARowMessage.didAddDisc(column: column).packet)
        let isWithNewGame = agreement.willMove()
        if isWithNewGame { link.send(.game(FourInARowMessage.startNewGame.packet), packet) } else { link.send(packet) }
        heartbeat.didSend(isWithNewGame ? 2 : 1)
    }

    package func sendNewGame() {
        agreement.didSendNewGame()
        link.send(.game(FourInARowMessage.startNewGame.packet))
        heartbeat.didSend()
        newGameCount = heartbeat.sent
    }

    /// The original app knows nothing of clocks and spectators.
    package func send(_ message: ControlPacket) {
        switch message {
        case .clock, .watch: if peer == nil, !isKnown { return }
        default: break
        }
        if message.changesGame { heartbeat.confirm() }
        link.send(.control(message))
        if message.changesGame { heartbeat.didSend() }
    }

    package func leave(because reason: ByeReason) { disconnect(because: reason) }
    package func wasLost(isGone: Bool) {
        (isLost, self.isGone) = (true, isGone)
    }
}

// MARK: - Packets

extension GameController {
    private func receive(_ packet: Packet) throws(WireError) {
        let isFirst = !hasHeard
        hasHeard = true
        silence?.cancel()
        if isFirst, !isHost {
            if case .control(.privacy) = packet { return end(because: .isPrivate) }
            if case .lobby(.matchmaking(.table)) = packet { return end(because: .isTable) }
        }
        if !waits { sayHello() }
        let hadRead = (hasReadAll, mustHaveRead)
        heartbeat.didReceive(confirming: packet.confirmedCount)
        if let count = newGameCount, heartbeat.confirmed >= count { didConfirmNewGame() }
        if hadRead != (hasReadAll, mustHaveRead) { didHappen(.confirmed) }
        switch packet {
        case .control(let packet):
            receive(packet)
            if packet.changesGame { heartbeat.didRead() }
        case .game(let packet):
            guard let message = try FourInARowMessage(packet) else { return }
            receive(message)
            heartbeat.didRead()
        case .lobby, .ignored: break
        }
    }

    private func receive(_ message: FourInARowMessage) {
        switch message {
        case .didAddDisc(let column):
            if agreement.didReceiveMove(hasArrived: link.socket.hasArrived) { didHappen(.moved(column: column)) }
        case .startNewGame: receiveNewGame()
        }
    }

    private func receive(_ packet: ControlPacket) {
        switch packet {
        case .hello(let hello): receive(hello)
        case .yield: agreement.didReceiveYield()
        case .bye(let reason): end(because: .bye(reason))
        case .consent(let message): didHappen(.consent(message))
        case .phrase(let message): didHappen(.said(message.phrase))
        case .clock(let message): didHappen(.clock(message))
        case .resume(.open(let token)): if !isHost { didHappen(.offered(session(token, at: link.origin.endpoint))) }
        case .watch(.count(let count)): if !isHost, isWatchable { didHappen(.watched(by: count)) }
        case .coming(let isComing):
            if isHost { break }
            isHostComing = isComing
            didHappen(.changed)
        case .resume(.call) where isHost && peer == nil:
            // It looks for the host of another game, who may have been here.
            if !waits { sayHello() }
            end(because: .bye(.taken))
        case .resume, .privacy, .heartbeat, .watch: break
        }
    }

    private func didConfirmNewGame() {
        newGameCount = nil
        agreement.didConfirmNewGame()
        didHappen(.changed)
    }

    private func receive(_ hello: Hello) {
        // Somebody else plays there already.
        if hello.game == Hello.watched { return end(because: .bye(.taken)) }
        if !hello.game.isEmpty && hello.game != Hello.fourInARow { return end(because: .notAGame) }
        // A second one would rename the player, and change the clocks, in mid-game.
        if peer != nil {
            link.send(.control(.bye(.nonsense)))
            return end(because: .nonsense(.badData))
        }
        peer = hello
        if !Program.isSameVersion(hello.version) { return end(because: .otherVersion) }
        agreement.mayBeOriginal = false
        heartbeat.start()
        didHappen(.met(self))
    }

    private func receiveNewGame() {
        let verdict = agreement.didReceiveNewGame()
        if verdict == .ignore { return }
        if verdict == .acceptAndYield { link.send(.control(.yield)) }
        // The board of the original app may still show a game with somebody else.
        didHappen(.began(mayInterrupt: verdict == .acceptAndYield || agreement.mayBeOriginal))
    }

    private func linkDidEnd(because end: Disconnection) {
        silence?.cancel()
        heartbeat.stop()
        didHappen(.disconnected(end))
    }
}
