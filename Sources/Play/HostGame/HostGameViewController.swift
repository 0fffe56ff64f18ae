// Waiting for a player: a listener, a published service, and what the other one has to type. It knows no board: who of those that
// connect gets the game is for the reception to say, who of them may come so far, where the game is private, for the door. Listener
// and service end when the game is settled.

import HelperLines
import Screen
import Session
import Wire

/// Hosting a game.
final class HostGameViewController {
    private let navigator: Navigator
    private let port: UInt16?
    private var listener: Listener?
    private var service: Publication?
    private var state = PublicationState.pending
    private var arbiter: SeatArbiter?
    private weak var game: FourInARowViewController?
    /// Who came and left again last.
    private var visit: String?
    /// Asks for the code; nil while the game is for whoever comes.
    private(set) var door: PassphraseGate?
    /// Where the last wrong code came from.
    private var refused: String?

    private enum PublicationState: Equatable {
        case pending
        case published(name: String)
        case failed(sentence: String)
    }

    /// Waits on `port`, or on the usual one if nil; `hostGame` follows, then push it.
    init(navigator: Navigator, port: UInt16?) {
        self.navigator = navigator
        self.port = port
    }

    private(set) lazy var bindings: [Binding] = [
        Binding(.escape, .character("q"), label: "Stop hosting", help: "Stop hosting and go back.") { [unowned self] _ in
            navigator.pop()
        },
        Binding(
            .character("p"), label: "Private", help: "Make it private: only who knows its code gets in.",
            isAvailable: { [unowned self] in door == nil }, action: { [unowned self] _ in setPrivate(true) }),
        Binding(
            .character("p"), label: "Public", help: "Let everybody in again; the code is of no use then.",
            isAvailable: { [unowned self] in door != nil }, action: { [unowned self] _ in setPrivate(false) }),
    ]

    /// Listens and publishes; throws where there is nothing to listen on, or no code can be made for a private game: it is not
    /// hosted for everybody instead.
    func hostGame(isPrivate: Bool = false) throws(NetworkFailure) {
        setPrivate(isPrivate)
        if isPrivate && door == nil { throw .other("there is not enough memory for a private game") }
        let listener = try navigator.surroundings.listen(port: port, delegate: self)
        self.listener = listener
        service = navigator.surroundings.publish(
            type: Program.serviceType, name: navigator.playerName.cut(toBytes: Hello.longestName),
            port: listener.port, text: text
        ) { [weak self] event in
            self?.didReceive(event)
        }
    }

    /// The TXT record.
    private var text: [String: String] { door == nil ? [:] : [DiscoveredService.privateKey: "1"] }

    /// Asks for a new code from now on, or for none any more. Who came before that unasked and has not said a word must come again.
    private func setPrivate(_ isPrivate: Bool) {
        door?.close()
        refused = nil
        door = isPrivate ? PassphraseGate(surroundings: navigator.surroundings) : nil
        door?.didOpen = { [weak self] in self?.arbiter?.receive($0) }
        door?.didRefuse = { [weak self] in self?.didRefuse($0) }
        if isPrivate && door == nil { navigator.show(alert: "The game cannot be private: there is not enough memory for that.") }
        if arbiter == nil || door != nil { openSeat() }
        service?.update(text: text)
        navigator.setNeedsDisplay()
    }

    private func openSeat() {
        arbiter?.close(because: .left)
        arbiter = SeatArbiter(language: .fourInARow, name: navigator.playerName, surroundings: navigator.surroundings)
        arbiter?.delegate = self
    }

    private func didRefuse(_ address: String) {
        refused = address
        navigator.setNeedsDisplay()
    }

    private func didReceive(_ event: DiscoveryEvent) {
        switch event {
        case .published(let name), .renamed(let name): state = .published(name: name)
        case .error(_, let sentence): state = .failed(sentence: sentence)
        case .ready: if case .failed = state { state = .pending }
        case .found, .lost: return
        }
        navigator.setNeedsDisplay()
    }

    private func stop() {
        listener?.stop()
        listener = nil
        service?.cancel()
        service = nil
        door?.close()
        door = nil
    }
}

extension HostGameViewController: ListenerDelegate {
    /// Who has to know the code is asked for it first.
    func listener(_ listener: Listener, didAccept connection: Connection) {
        guard let arbiter else { return connection.close() }
        if let door { door.admit(connection) } else { arbiter.receive(connection) }
    }
}

extension HostGameViewController: SeatArbiterDelegate {
    /// The game lies on top of this screen, which is there again should the guest turn out to be none.
    func arbiter(_ arbiter: SeatArbiter, didSeat guest: GameController) {
        visit = nil
        let game = FourInARowViewController(navigator: navigator, opponentName: guest.address)
        self.game = game
        navigator.push(game)
        game.startGame(with: guest, arbiter: arbiter, port: listener?.port ?? Program.usualPort)
        if navigator.settings.bell { navigator.surroundings.ringBell() }
    }

    func arbiterDidUnseat(_ arbiter: SeatArbiter) {
        if let game, navigator.isOnTop(game) { navigator.pop() }
        game = nil
    }

    func arbiterDidSettle(_ arbiter: SeatArbiter) {
        stop()
        game?.duel.settle()
    }

    func arbiter(_ arbiter: SeatArbiter, didLose peer: String, because reason: Disconnection) {
        switch reason {
        case .notAGame, .nonsense: visit = "What connected from \(peer) is not a Four in a Row game."
        case .bye, .closed, .stalled, .isPrivate: visit = "\(peer) connected, and left without a word."
        }
        navigator.setNeedsDisplay()
    }
}

extension HostGameViewController: ViewController {
    var title: String { door == nil ? "Host a game" : "Host a private game" }

    func didLeave() {
        stop()
        arbiter?.close(because: .left)
        arbiter = nil
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let width = min(area.width - 4, 72)
        let lines = rows(width: width, height: area.height).flatMap { row in
            row.text.isEmpty || row.role == .selected
                ? [row]
                : TextWidth.wrap(navigator.glyphs.spelt(row.text), to: width - row.indent).map {
                    Row(row.role, $0, indent: row.indent)
                }
        }
        let first = area.y + max(0, min(3, (area.height - lines.count) / 2))
        for (index, line) in lines.prefix(area.height).enumerated() {
            canvas.put(line.text, x: (area.width - width) / 2 + line.indent, y: first + index, line.role)
        }
    }

    private struct Row {
        let role: Role
        let text: String
        let indent: Int

        init(_ role: Role, _ text: String, indent: Int = 0) {
            self.role = role
            self.text = text
            self.indent = indent
        }

        static let blank = Row(.plain, "")
    }

    /// What is to be read, the most important first; as many addresses as there is room for.
    private func rows(width: Int, height: Int) -> [Row] {
        let port = listener?.port ?? Program.usualPort
        let all = navigator.surroundings.outwardAddresses
        let farReaching = all.filter { !$0.contains("%") }  // a zone means nothing on another machine
        let addresses = farReaching.isEmpty ? all : farReaching
        let isRoomy = height > 10
        let isTight = height < 9
        var rows = [Row(.label, door == nil ? "Waiting for a player…" : "Waiting for a player with this code:"), .blank]
        rows += codeRows(width: width, isRoomy: isRoomy) + nameRows(isTight: isTight)
        if isRoomy { rows.append(.blank) }
        if addresses.isEmpty {
            rows.append(Row(.problem, "This machine has no network address: nobody can join. Connect it to a network."))
        } else {
            rows.append(
                Row(
                    .plain,
                    isTight ? "If it is not listed:" : "If the other player does not see it: Join a game, then Type an address:"))
            let room = max(1, height - rows.count - (isRoomy ? 3 : 1))
            rows += addresses.prefix(room).map { Row(.key, AddressLine.text($0, port: port), indent: 2) }
        }
        if listener?.isUsualPortTaken == true {
            rows.append(Row(.faint, "(The usual port \(Program.usualPort) is taken by another program here.)"))
        }
        if let visit { rows.append(Row(.faint, "(\(visit))")) }
        if isRoomy && door == nil { rows += [.blank, Row(.faint, "P makes it private: only who knows its code gets in.")] }
        return rows
    }

    /// The code, to be read across a room, and who tried another.
    private func codeRows(width: Int, isRoomy: Bool) -> [Row] {
        guard let door else { return [] }
        let isWide = width > 60
        let lines = TextWidth.wrap(door.code.text, to: width - 6).map {
            isWide ? $0.split(separator: " ").joined(separator: "   ") : $0
        }
        let widest = lines.map { TextWidth.of($0) }.max() ?? 0
        let margin = isWide ? "    " : "  "
        func row(_ text: String) -> Row {
            Row(.selected, margin + text + String(repeating: " ", count: widest - TextWidth.of(text)) + margin, indent: 2)
        }
        let edge = isRoomy ? [row("")] : []
        var rows = edge + lines.map(row) + edge
        if let refused { rows.append(Row(.problem, "Somebody at \(refused) tried a wrong code.")) }
        return rows + [.blank]
    }

    private func nameRows(isTight: Bool) -> [Row] {
        switch state {
        case .published(let name) where isTight: [Row(.plain, "Listed as"), Row(.title, name, indent: 2)]
        case .pending: [Row(.faint, "Publishing the game as \(navigator.playerName)…")]
        case .failed(let sentence): [Row(.problem, sentence)]
        case .published(let name) where name == navigator.playerName:
            [Row(.plain, "On the network this game is called"), Row(.title, name, indent: 2)]
        case .published(let name):
            [Row(.plain, "\(navigator.playerName) is taken; on the network this game is called"), Row(.title, name, indent: 2)]
        }
    }
}
