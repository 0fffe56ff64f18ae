// One game's connection: owns the socket with its packet codec, turns packets into what the peer did and back. It knows its
// delegate and nothing else: no board, no rules, no screen.

import Wire

/// Why a game's connection ended.
package enum Disconnection: Equatable {
    /// The peer said goodbye.
    case bye(ByeReason)
    /// It closed without a word, or the network broke.
    case closed
    /// What it sent makes no sense.
    case nonsense(WireError)
    /// The same before any packet: there is no Four in a Row at the other end.
    case notAGame
    /// It stopped in the middle of a packet.
    case stalled
    /// The game that we joined is private.
    case isPrivate
}

/// Is told what the peer does.
package protocol GameControllerDelegate: AnyObject {
    /// The peer is this program, and says who plays.
    func controller(_ controller: GameController, didReceive hello: Hello)
    /// The peer dropped a disc.
    func controller(_ controller: GameController, didAddDiscToColumn column: Int)
    /// The peer starts a new game and moves first; perhaps instead of one that we started at the same moment.
    func controllerDidStartNewGame(_ controller: GameController, insteadOfOurs: Bool)
    /// The host says by what the game can be taken up again.
    func controller(_ controller: GameController, didOpen secret: SessionSecret)
    /// The peer asks for something, or answers.
    func controller(_ controller: GameController, didReceive message: ConsentMessage)
    /// It is over; the controller is of no more use.
    func controllerDidDisconnect(_ controller: GameController, because reason: Disconnection)
}

/// One game's connection.
package final class GameController {
    package weak var delegate: GameControllerDelegate?
    /// Who the peer said it is; nil for the original app.
    package private(set) var peer: Hello?
    /// Where the peer is.
    package var origin: Origin { connection.origin }
    /// Whether nobody on the way can read or change what is said.
    package var isSealed: Bool { connection.isSealed }

    private let connection: PacketConnection
    private var agreement: ReplayAgreement
    private let isHost: Bool
    private var hasHeard = false
    private var isOver = false

    /// Takes the connection over and says hello as `name`.
    package init(connection: PacketConnection, isHost: Bool, name: String) {
        self.connection = connection
        self.isHost = isHost
        agreement = ReplayAgreement(isHost: isHost)
        PacketEncoder.prepare()
        let capabilities = [Self.yieldCapability, Self.consentCapability, Self.resumeCapability]
        send(.hello(Hello(name: name, version: Program.version, game: Hello.fourInARow, capabilities: capabilities)))
    }

    private static let yieldCapability = "yield"
    /// Whoever says so can be asked for hints and the like.
    package static let consentCapability = "consent"
    /// Whoever says so can take a game up again that broke off.
    package static let resumeCapability = "resume"

    /// From now on the delegate is told what arrives.
    package func start() {
        connection.delegate = self
        connection.start()
    }

    /// Tells the peer that our disc went into `column`.
    package func addDisc(toColumn column: Int) { send(.didAddDisc(column: column)) }

    /// Tells the peer that a new game starts, in which we move first.
    package func startNewGame() {
        agreement.didSendNewGame()
        send(.startNewGame)
    }

    /// Asks the peer, or answers it.
    package func send(_ message: ConsentMessage) { send(.consent(message)) }

    /// Tells the guest by what the game can be taken up again.
    package func open(_ secret: SessionSecret) { send(.session(.open(secret))) }

    /// Says goodbye and closes.
    package func disconnect(because reason: ByeReason) {
        send(.bye(reason))
        close()
    }

    private func send(_ packet: Packet) { connection.send(packet) }

    private func close() {
        isOver = true
        connection.close()
    }

    private func end(because reason: Disconnection) {
        close()
        delegate?.controllerDidDisconnect(self, because: reason)
    }
}

// MARK: - What arrives

extension GameController: PacketConnectionDelegate {
    package func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        if isOver { return }
        let isFirst = !hasHeard
        hasHeard = true
        switch packet {
        case .hello(let hello):
            if !hello.game.isEmpty && hello.game != Hello.fourInARow { return end(because: .notAGame) }
            peer = hello
            agreement.canYield = hello.capabilities.contains(Self.yieldCapability)
            delegate?.controller(self, didReceive: hello)
        case .didAddDisc(let column):
            if agreement.didReceiveDisc() { delegate?.controller(self, didAddDiscToColumn: column) }
        case .startNewGame: receiveNewGame()
        case .yield: agreement.didReceiveYield()
        case .bye(let reason): end(because: .bye(reason))
        case .consent(let message): delegate?.controller(self, didReceive: message)
        case .privacy: if isFirst && !isHost { end(because: .isPrivate) }
        case .session(.open(let secret)): delegate?.controller(self, didOpen: secret)
        case .matchmaking, .peer, .secretNumber, .snap, .party, .session, .ignored: break
        }
    }

    package func connectionDidEnd(_ connection: PacketConnection, because end: PacketConnection.End) {
        switch end {
        case .closed: self.end(because: .closed)
        case .nonsense(let error): self.end(because: .nonsense(error))
        case .stranger: self.end(because: .notAGame)
        case .stalled: self.end(because: .stalled)
        }
    }

    private func receiveNewGame() {
        let verdict = agreement.didReceiveNewGame()
        if verdict == .ignore { return }
        if verdict == .acceptAndYield { send(.yield) }
        delegate?.controllerDidStartNewGame(self, insteadOfOurs: verdict == .acceptAndYield)
    }
}
