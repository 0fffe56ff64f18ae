// Waiting for a player: a listener, a published service, and what the other one has to type. It knows no board: whoever connects
// first starts the game, and listener and service end with the wait.

import Screen
import Wire

/// Hosting a game.
final class HostGameViewController {
    private let navigator: Navigator
    private let port: UInt16?
    private var listener: Listener?
    private var service: Cancellable?
    private var publication = Publication.pending

    private enum Publication: Equatable {
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
        Binding(.escape, .character("q"), label: "Stop hosting", help: "Stop hosting and go back.") { [unowned self] _ in navigator.pop() }
    ]

    /// Listens and publishes; throws where there is nothing to listen on.
    func hostGame() throws(NetworkFailure) {
        let listener = try navigator.surroundings.listen(port: port, delegate: self)
        self.listener = listener
        service = navigator.surroundings.publish(
            type: Program.serviceType, name: TextLimits.clip(navigator.playerName, toBytes: Settings.longestName), port: listener.port, text: [:]
        ) { [weak self] event in
            self?.didReceive(event)
        }
    }

    private func didReceive(_ event: DiscoveryEvent) {
        switch event {
        case .published(let name), .renamed(let name): publication = .published(name: name)
        case .error(_, let sentence): publication = .failed(sentence: sentence)
        case .ready, .found, .lost: return
        }
        navigator.setNeedsDisplay()
    }

    private func stop() {
        listener?.stop()
        listener = nil
        service?.cancel()
        service = nil
    }
}

extension HostGameViewController: ListenerDelegate {
    /// The first peer starts the game.
    func listener(_ listener: Listener, didAccept connection: Connection) {
        guard self.listener != nil else { return connection.close() }
        stop()
        let game = FourInARowViewController(navigator: navigator, opponentName: connection.peer)
        navigator.replaceTop(with: game)
        game.startGame(with: connection, isHost: true)
        if navigator.settings.bell { navigator.surroundings.ringBell() }
    }
}

extension HostGameViewController: ViewController {
    var title: String { "Host a game" }

    func didLeave() { stop() }

    func draw(on canvas: Canvas, in area: Rect) {
        let port = listener?.port ?? 0
        let addresses = navigator.surroundings.addresses
        let width = min(area.width - 4, 72)
        let x = (area.width - width) / 2
        var rows: [(role: Role, text: String)] = [(.label, "Waiting for a player…"), (.plain, "")]
        rows += nameRows()
        if area.height > 10 { rows.append((.plain, "")) }
        if addresses.isEmpty {
            rows.append((.problem, "This machine has no network address: nobody can join. Connect it to a network."))
        } else {
            rows.append((.plain, "Not in the other one's list? Then type there, under Join a game:"))
            rows += addresses.prefix(max(1, area.height - rows.count - 5)).map { (.key, "  " + Self.typed($0, port: port)) }
        }
        if listener?.isUsualPortTaken == true {
            rows.append((.faint, "(The usual port \(Program.usualPort) is taken by another program here.)"))
        }
        let lines = rows.flatMap { row in
            row.text.isEmpty ? [row] : TextWidth.wrap(navigator.glyphs.spelt(row.text), to: width).map { (role: row.role, text: $0) }
        }
        let first = area.y + max(0, min(3, (area.height - lines.count) / 2))
        for (index, line) in lines.prefix(area.height).enumerated() {
            canvas.put(line.text, x: x, y: first + index, line.role)
        }
    }

    private func nameRows() -> [(role: Role, text: String)] {
        switch publication {
        case .pending: [(.faint, "Publishing the game as \(navigator.playerName)…")]
        case .failed(let sentence): [(.problem, sentence)]
        case .published(let name) where name == navigator.playerName:
            [(.plain, "On the network this game is called"), (.title, "  " + name)]
        case .published(let name):
            [(.plain, "\(navigator.playerName) is taken; on the network this game is called"), (.title, "  " + name)]
        }
    }

    /// What the other one types: an address with its port where that is not the usual one.
    private static func typed(_ address: String, port: UInt16) -> String {
        address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
}
