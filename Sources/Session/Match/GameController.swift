// One game's connection: owns the socket and the packet codec, gets the moves that are made here, turns packets into what the peer
// did, and tells its delegate. It knows no board, no rules, no screen.

import Wire

/// Why a game's connection ended.
nonisolated package enum Disconnection: Equatable {
    /// The peer said goodbye.
    case bye(ByeReason)
    /// It closed without a word, or the network broke.
    case closed
    /// It closed without a word, and that it was the peer is sure. It may come back.
    case left
    /// The network broke, or somebody on the way cut it: the peer did not close it.
    case cut
    /// What it sent makes no sense.
    case nonsense(WireError)
    /// The same before any packet: this game is not played at the other end, be it a host that we found or a guest that came to us.
    case notAGame(isGuest: Bool)
    /// It stopped in the middle of a packet.
    case stalled
    /// The game that we joined is private.
    case isPrivate

    /// Whether nobody wanted it.
    package var mayBeAccident: Bool { [.closed, .left, .cut, .stalled, .bye(.stalled)].contains(self) }
}

/// Is told what the peer does.
package protocol GameControllerDelegate: AnyObject {
    /// The peer is this program, and says who plays.
    func controller(_ controller: GameController, didReceive hello: Hello)
    /// The peer made a move.
    func controller(_ controller: GameController, didMove move: Int)
    /// The peer starts a new game and moves first; perhaps instead of one that we started at the same moment.
    func controllerDidStartNewGame(_ controller: GameController, insteadOfOurs: Bool)
    /// The host says by what the game can be taken up again.
    func controller(_ controller: GameController, didOpen secret: SessionSecret, version: Int)
    /// The guest has what the game can be taken up by, and this is the way.
    func controller(_ controller: GameController, didAgreeOn version: Int)
    /// The peer asks for something, or answers.
    func controller(_ controller: GameController, didReceive message: ConsentMessage)
    /// The peer's program does not answer, or answers again.
    func controllerDidChangeSilence(_ controller: GameController)
    /// It is over; the controller is of no more use.
    func controllerDidDisconnect(_ controller: GameController, because reason: Disconnection)
}

/// One game's connection, and with that the peer's seat.
package final class GameController: PacketSpeaker {
    package weak var delegate: GameControllerDelegate?
    package let socket: Connection
    package let codec: PacketCodec
    /// Who the peer said it is; nil for the original app.
    package private(set) var peer: Hello?
    /// Whether we host the game.
    package let isHost: Bool
    /// What the peer was called before it said so itself.
    private let expectedName: String

    /// How long a host may be silent before a guest says who it is, in milliseconds. A host of ours speaks first; so nobody's name is
    /// told to one who will ask for a code.
    package static let timeout = 1000

    private var agreement: ReplayAgreement
    private var hasHeard = false
    private var receipts = Receipts()
    private var receiptTimer: Cancellable?
    /// Whether its program reads what we do, as far as it says so.
    package private(set) var isAnswering = true
    /// What is to be said first; nil once it was.
    private var hello: Packet?
    private var silence: Cancellable?

    /// Takes a connection over and says hello as `name`: a guest in the open when the host has said something, or will not. The peer is
    /// called `opponent` until it says another name; `isKnown`: it is this program, as was seen before.
    package init(
        _ connection: (socket: Connection, codec: PacketCodec), isHost: Bool, name: String,
        opponent: String, isKnown: Bool = false
    ) {
        (socket, codec) = connection
        self.isHost = isHost
        expectedName = opponent
        agreement = ReplayAgreement(isHost: isHost, mayBeOriginal: !isKnown)
        let capabilities = [Capability.yield, Capability.consent, Capability.resume]
        hello = .control(
            .hello(Hello(name: name, version: Program.version, game: Hello.fourInARow, capabilities: capabilities)))
        if isHost || isKnown || isSealed {
            sayHello()
        } else {
            silence = codec.scheduler.after(milliseconds: Self.timeout) { [weak self] in self?.sayHello() }
        }
    }

    private func sayHello() {
        guard let hello else { return }
        self.hello = nil
        silence?.cancel()
        send(hello)
    }

    /// What a program can do beyond the original app, as its hello says it.
    private enum Capability {
        static let yield = "yield"
        static let consent = "consent"
        static let resume = "resume"
    }

    /// Whether nobody on the way can read or change what is said.
    package var isSealed: Bool { socket is SealedConnection }
    /// Whether the peer may be the original app: it has said no hello.
    package var mayBeOriginal: Bool { agreement.mayBeOriginal }
    /// Whether the peer can be asked for hints and the like.
    package var canConsent: Bool { peer?.capabilities.contains(Capability.consent) ?? false }
    /// Whether it can take a game up again that broke off.
    package var canResume: Bool { peer?.capabilities.contains(Capability.resume) ?? false }

    /// Tells the guest by what the game can be taken up again.
    package func open(_ secret: SessionSecret) {
        send(.control(.session(.open(secret, version: Resumption.Version.latest.rawValue))))
    }

    /// Tells the host that we have it, and how we take the game up.
    package func confirm(_ version: Resumption.Version) { send(.control(.session(.opened(version: version.rawValue)))) }

    /// Says goodbye and closes.
    package func disconnect(because reason: ByeReason) {
        send(.control(.bye(reason)))
        receiptTimer?.cancel()
        close()
    }

    private func end(because reason: Disconnection) {
        receiptTimer?.cancel()
        close()
        delegate?.controllerDidDisconnect(self, because: reason)
    }
}

// MARK: - The seat

extension GameController: Opponent {
    package var kind: GameKind { .network }
    package var isFarAway: Bool { origin.endpoint.flatMap(RelayEndpoint.init) != nil }
    package var name: String { peer.flatMap { $0.name.isEmpty ? nil : $0.name } ?? expectedName }
    package var permissions: Permissions { .peer }

    package func sit(at host: OpponentDelegate) {
        delegate = host
        start()
    }

    /// Whoever asks for a game moves first in it.
    package func areWeFirst(after last: LastGame?) -> Bool { true }

    /// The new game that goes before the first move at times goes with it: nobody shall see the board between the two.
    package func didMove(_ move: Int) {
        let packet = Packet.game(FourInARowMessage.didAddDisc(column: move).packet)
        let isWithNewGame = agreement.willMove()
        if isWithNewGame { send(.game(FourInARowMessage.startNewGame.packet), packet) } else { send(packet) }
        receipts.didSend(isWithNewGame ? 2 : 1)
        awaitReceipt()
    }

    package func startNewGame() {
        agreement.didSendNewGame()
        send(.game(FourInARowMessage.startNewGame.packet))
        receipts.didSend(1)
        awaitReceipt()
    }

    package func send(_ message: ConsentMessage) { send(.control(.consent(message))) }

    package func leave(because reason: ByeReason) { disconnect(because: reason) }
}

// MARK: - What arrives

extension GameController {
    package func didReceive(_ packet: Packet) throws(WireError) {
        let isFirst = !hasHeard
        hasHeard = true
        if isFirst, !isHost, case .control(.privacy) = packet { return end(because: .isPrivate) }
        sayHello()
        switch packet {
        case .control(let packet): receive(packet)
        case .game(let packet):
            guard let message = try FourInARowMessage(packet) else { return }
            receive(message)
            if let count = receipts.didRead() { tellSoon(count) }
        case .lobby, .ignored: break
        }
    }

    private func receive(_ message: FourInARowMessage) {
        switch message {
        case .didAddDisc(let move):
            if agreement.didReceiveMove(hasArrived: socket.hasArrived) { delegate?.controller(self, didMove: move) }
        case .startNewGame: receiveNewGame()
        }
    }

    private func receive(_ packet: ControlPacket) {
        switch packet {
        case .hello(let hello):
            if !hello.game.isEmpty && hello.game != Hello.fourInARow { return end(because: .notAGame(isGuest: isHost)) }
            let isFirst = peer == nil
            peer = hello
            agreement.mayBeOriginal = false
            agreement.canYield = hello.capabilities.contains(Capability.yield)
            if isFirst { tell(receipts.tell()) }
            delegate?.controller(self, didReceive: hello)
        case .yield: agreement.didReceiveYield()
        case .bye(let reason): end(because: .bye(reason))
        case .consent(let message): delegate?.controller(self, didReceive: message)
        case .presence(.received(let count)): didReceiveReceipt(count)
        case .presence: break
        case .session(.open(let secret, let version)): delegate?.controller(self, didOpen: secret, version: version)
        case .session(.opened(let version)): delegate?.controller(self, didAgreeOn: version)
        case .session, .privacy: break
        }
    }

    package func didEnd(because end: PacketEnd) {
        receiptTimer?.cancel()
        let reason: Disconnection =
            switch end {
            case .closed: .closed
            case .left: .left
            case .cut: .cut
            case .nonsense(let error): .nonsense(error)
            case .stranger: .notAGame(isGuest: isHost)
            case .stalled: .stalled
            }
        delegate?.controllerDidDisconnect(self, because: reason)
    }

    private func receiveNewGame() {
        let verdict = agreement.didReceiveNewGame()
        if verdict == .ignore { return }
        if verdict == .acceptAndYield { send(.control(.yield)) }
        delegate?.controllerDidStartNewGame(self, insteadOfOurs: verdict == .acceptAndYield)
    }
}

// MARK: - Receipts

extension GameController {
    /// Only to a peer that said hello.
    private func tell(_ count: Int) { send(.control(.presence(.received(count)))) }

    /// What the packet did is on the screen first.
    private func tellSoon(_ count: Int) {
        _ = codec.scheduler.after(milliseconds: 0) { [weak self] in self?.tell(count) }
    }

    private func didReceiveReceipt(_ count: Int) {
        guard peer != nil else { return }
        if let own = receipts.didReceive(count) { tell(own) }
        awaitReceipt()
    }

    /// A program that is stopped gives none, though its machine has the packet.
    private func awaitReceipt() {
        guard receipts.areAwaited else {
            receiptTimer?.cancel()
            receiptTimer = nil
            return change(isAnswering: true)
        }
        guard isAnswering, receiptTimer == nil else { return }
        receiptTimer = codec.scheduler.after(milliseconds: socket.receiptTimeout) { [weak self] in
            self?.receiptTimer = nil
            self?.change(isAnswering: false)
        }
    }

    private func change(isAnswering: Bool) {
        guard isAnswering != self.isAnswering else { return }
        self.isAnswering = isAnswering
        delegate?.controllerDidChangeSilence(self)
    }
}
