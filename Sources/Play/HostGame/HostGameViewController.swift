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
        Binding(.escape, .character("q"), label: "Stop hosting", help: "Stop hosting and go back.") { [unowned self] _ in
            navigator.pop()
        }
    ]

    /// Listens and publishes; throws where there is nothing to listen on.
    func hostGame() throws(NetworkFailure) {
        let listener = try navigator.surroundings.listen(port: port, delegate: self)
        self.listener = listener
        service = navigator.surroundings.publish(
            type: Program.serviceType, name: TextLimits.clip(navigator.playerName, toBytes: Settings.longestName),
            port: listener.port, text: [:]
        ) { [weak self] event in
            self?.didReceive(event)
        }
    }

    private func didReceive(_ event: DiscoveryEvent) {
        switch event {
        case .published(let name), .renamed(let name): publication = .published(name: name)
        case .error(_, let sentence): publication = .failed(sentence: sentence)
        case .ready: if case .failed = publication { publication = .pending }
        case .found, .lost: return
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
        guard let port = self.listener?.port else { return connection.close() }
        stop()
        let game = FourInARowViewController(navigator: navigator, opponentName: connection.peer)
        navigator.replaceTop(with: game)
        game.startGame(with: connection, isHost: true, port: port)
        if navigator.settings.bell { navigator.surroundings.ringBell() }
    }
}

extension HostGameViewController: ViewController {
    var title: String { "Host a game" }

    func didLeave() { stop() }

    func draw(on canvas: Canvas, in area: Rect) {
        let width = min(area.width - 4, 72)
        let lines = rows(height: area.height).flatMap { row in
            row.text.isEmpty
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
    private func rows(height: Int) -> [Row] {
        let port = listener?.port ?? Program.usualPort
        let all = navigator.surroundings.addresses.filter { !$0.hasPrefix("127.") && $0 != "::1" }
        let farReaching = all.filter { !$0.contains("%") }  // a zone means nothing on another machine
        let addresses = farReaching.isEmpty ? all : farReaching
        var rows = [Row(.label, "Waiting for a player…"), .blank] + nameRows()
        if height > 10 { rows.append(.blank) }
        if addresses.isEmpty {
            rows.append(Row(.problem, "This machine has no network address: nobody can join. Connect it to a network."))
        } else {
            rows.append(Row(.plain, "If the other player does not see it: Join a game, then Type an address:"))
            let room = max(1, height - rows.count - 1)
            rows += addresses.prefix(room).map { Row(.key, AddressLine.text($0, port: port), indent: 2) }
        }
        if listener?.isUsualPortTaken == true {
            rows.append(Row(.faint, "(The usual port \(Program.usualPort) is taken by another program here.)"))
        }
        return rows
    }

    private func nameRows() -> [Row] {
        switch publication {
        case .pending: [Row(.faint, "Publishing the game as \(navigator.playerName)…")]
        case .failed(let sentence): [Row(.problem, sentence)]
        case .published(let name) where name == navigator.playerName:
            [Row(.plain, "On the network this game is called"), Row(.title, name, indent: 2)]
        case .published(let name):
            [Row(.plain, "\(navigator.playerName) is taken; on the network this game is called"), Row(.title, name, indent: 2)]
        }
    }
}
