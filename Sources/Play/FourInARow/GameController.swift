// One game's connection: owns the socket and the packet codec, turns bytes into what the peer did and back. It knows its
// delegate and nothing else: no board, no rules, no screen.

import Wire

/// Why a game's connection ended.
enum Disconnection: Equatable {
    /// The peer said goodbye.
    case bye(ByeReason)
    /// It closed without a word, or the network broke.
    case closed
    /// What it sent makes no sense; the sentence says why.
    case nonsense(String)
    /// The same before any packet: there is no Four in a Row at the other end.
    case notAGame
    /// It stopped in the middle of a packet.
    case stalled
}

/// Is told what the peer does.
protocol GameControllerDelegate: AnyObject {
    /// The peer is this program, and says who plays.
    func controller(_ controller: GameController, didReceive hello: Hello)
    /// The peer dropped a disc.
    func controller(_ controller: GameController, didAddDiscToColumn column: Int)
    /// The peer starts a new game and moves first.
    func controllerDidStartNewGame(_ controller: GameController)
    /// It is over; the controller is of no more use.
    func controllerDidDisconnect(_ controller: GameController, because reason: Disconnection)
}

/// One game's connection.
final class GameController {
    weak var delegate: GameControllerDelegate?
    /// Who the peer said it is; nil for the original app.
    private(set) var peer: Hello?

    private let connection: Connection
    private let surroundings: Surroundings
    private var decoder = PacketDecoder()
    private var agreement: ReplayAgreement
    private var hasHeardAPacket = false
    private var isOver = false
    private var stall: Cancellable?

    /// How long a peer may stop in the middle of a packet, in milliseconds.
    static let patience = 10_000

    /// Takes the connection over and says hello as `name`.
    init(connection: Connection, isHost: Bool, name: String, surroundings: Surroundings) {
        self.connection = connection
        self.surroundings = surroundings
        agreement = ReplayAgreement(isHost: isHost)
        PacketEncoder.prepare()
        send(.hello(Hello(name: name, version: Program.version, game: "fourinarow", capabilities: [Self.yieldCapability])))
    }

    private static let yieldCapability = "yield"

    /// From now on the delegate is told what arrives.
    func start() { connection.delegate = self }

    /// Tells the peer that our disc went into `column`.
    func addDisc(toColumn column: Int) { send(.didAddDisc(column: column)) }

    /// Tells the peer that a new game starts, in which we move first.
    func startNewGame() {
        agreement.didSendNewGame()
        send(.startNewGame)
    }

    /// Says goodbye and closes.
    func disconnect(because reason: ByeReason) {
        guard !isOver else { return }
        send(.bye(reason))
        close()
    }

    private func send(_ packet: Packet) {
        if !isOver { connection.send(PacketEncoder.encode(packet)) }
    }

    private func close() {
        isOver = true
        stall?.cancel()
        connection.delegate = nil
        connection.close()
    }

    private func end(because reason: Disconnection) {
        close()
        delegate?.controllerDidDisconnect(self, because: reason)
    }
}

// MARK: - What arrives

extension GameController: ConnectionDelegate {
    func connection(_ connection: Connection, didReceive bytes: ArraySlice<UInt8>) {
        decoder.append(bytes)
        do throws(WireError) {
            while !isOver, let packet = try decoder.next() { receive(packet) }
        } catch {
            guard hasHeardAPacket else { return end(because: .notAGame) }
            send(.bye(.nonsense))
            return end(because: .nonsense(error.sentence))
        }
        watchForStall()
    }

    func connectionDidClose(_ connection: Connection) { end(because: .closed) }

    private func receive(_ packet: Packet) {
        hasHeardAPacket = true
        switch packet {
        case .hello(let hello):
            peer = hello
            agreement.canYield = hello.capabilities.contains(Self.yieldCapability)
            delegate?.controller(self, didReceive: hello)
        case .didAddDisc(let column):
            if agreement.didReceiveDisc() { delegate?.controller(self, didAddDiscToColumn: column) }
        case .startNewGame: receiveNewGame()
        case .yield: agreement.didReceiveYield()
        case .bye(let reason): end(because: .bye(reason))
        case .secretNumber, .snap, .ignored: break
        }
    }

    private func receiveNewGame() {
        switch agreement.didReceiveNewGame() {
        case .ignore: return
        case .acceptAndYield: send(.yield)
        case .accept: break
        }
        delegate?.controllerDidStartNewGame(self)
    }

    private func watchForStall() {
        stall?.cancel()
        stall = nil
        guard !isOver, decoder.isInsideFrame else { return }
        stall = surroundings.after(milliseconds: Self.patience) { [weak self] in
            guard let self, !self.isOver else { return }
            self.send(.bye(.stalled))
            self.end(because: .stalled)
        }
    }
}
