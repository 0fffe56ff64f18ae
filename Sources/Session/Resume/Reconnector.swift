// Two that lost each other find each other again: the host listens and publishes the game's id, the guest watches for it, and dials
// what it finds and where the host was last. It knows services and connections, no board and no screen.

import HelperLines
import Screen
import Wire

/// Is told when they have.
package protocol ReconnectorDelegate: AnyObject {
    /// The opponent is at the other end of `connection`, whose packets wait, and knows this of the game.
    func reconnector(_ reconnector: Reconnector, didFind history: SessionHistory, on connection: PacketConnection)
}

/// The search for an opponent, on one side, until it is cancelled or over.
package final class Reconnector {
    /// The guest's pauses between two rounds of dialling, in milliseconds; the last one for ever.
    package static let pauses = [500, 1000, 2000, 4000, 5000]
    /// How many that have not proved themselves the host hears at a time.
    package static let mostLines = 16
    /// The key of the TXT record that says which game is looked for. Whoever offers games to join passes over such a service.
    package static let textKey = "resume"

    package private(set) var session: ResumableGame
    private weak var delegate: ReconnectorDelegate?
    private let surroundings: LoopClock & Network & Cryptography
    private let name: String
    private var listener: Listener?
    private var publication: Cancellable?
    private var browser: Cancellable?
    private var lines: [ReconnectionAttempt] = []
    private var dialling: Cancellable?
    private var pause: Cancellable?
    private var rounds = 0
    /// Where the guest dials in this round.
    private var round: [Destination] = []
    private var services: [DiscoveredService] = []
    /// Whether somebody else is at the last address.
    private var isAddressStale = false

    /// Looks for the opponent of `session` as the player of this name, once `start` is called.
    package init(
        _ session: ResumableGame, name: String, surroundings: LoopClock & Network & Cryptography, delegate: ReconnectorDelegate
    ) {
        self.session = session
        self.name = name
        self.surroundings = surroundings
        self.delegate = delegate
    }

    /// Starts.
    package func start() {
        guard !session.isHost else { return listen() }
        browser = surroundings.browse(type: Program.serviceType) { [weak self] in self?.didReceive($0) }
        startRound()
    }

    /// Ends the search; nothing stays open.
    package func cancel() {
        listener?.stop()
        for task in [publication, browser, dialling, pause] { task?.cancel() }
        (listener, publication, browser, dialling, pause) = (nil, nil, nil, nil, nil)
        let gone = lines
        lines = []
        for line in gone { line.close() }
    }

    private var word: String { Hexadecimal.text(session.secret.id) }
}

// MARK: - The host

extension Reconnector: ListenerDelegate {
    /// On the port that the guest knows, if that is free.
    private func listen() {
        guard
            let listener = (try? surroundings.listen(port: session.port, delegate: self))
                ?? (try? surroundings.listen(port: nil, delegate: self))
        else {
            pause = surroundings.after(milliseconds: Self.pauses[Self.pauses.count - 1]) { [weak self] in self?.listen() }
            return
        }
        self.listener = listener
        session.port = listener.port
        publication = surroundings.publish(
            type: Program.serviceType, name: serviceName, port: listener.port, text: [Self.textKey: word], onEvent: { _ in })
    }

    /// For whoever sees it all the same. The opponent may be called anything; in a private game only the host's name is public.
    private var serviceName: String {
        if session.isSealed { return "\(name) waits".cut(toBytes: Hello.longestName) }
        let opponent = String(String.UnicodeScalarView(session.opponent.unicodeScalars.filter { TextWidth.isHarmless($0) }))
        return "\(name) waits for \(opponent)".cut(toBytes: Hello.longestName)
    }

    package func listener(_ listener: Listener, didAccept connection: Connection) {
        guard self.listener != nil else { return connection.close() }
        if lines.count == Self.mostLines { lines.removeFirst().close() }
        add(connection)
    }

    private func add(_ connection: Connection) {
        let line = ReconnectionAttempt(connection, session: session, surroundings: surroundings, delegate: self)
        lines.append(line)
        line.start()
    }
}

// MARK: - The guest

extension Reconnector {
    private func didReceive(_ event: DiscoveryEvent) {
        switch event {
        case .found(let service) where service.text[Self.textKey] == word:
            let isNews = !services.contains(service)
            services.removeAll { $0.name == service.name }
            services.append(service)
            if isNews && lines.isEmpty { startRound() }
        case .found(let service): services.removeAll { $0.name == service.name }
        case .lost(_, let name): services.removeAll { $0.name == name }
        case .error, .ready, .published, .renamed: break
        }
    }

    /// What was found first, the latest first of all; then where the host was.
    private func startRound() {
        dialling?.cancel()
        pause?.cancel()
        round = services.reversed().map { Destination(hosts: $0.addresses.isEmpty ? [$0.host] : $0.addresses, port: $0.port) }
        if let address = session.address, !isAddressStale { round.append(Destination(hosts: [address], port: session.port)) }
        dialNext()
    }

    private func dialNext() {
        dialling = nil
        guard !round.isEmpty else { return rest() }
        dialling = surroundings.dial(round.removeFirst()) { [weak self] result in
            guard let self else { return }
            self.dialling = nil
            if case .success(let connection) = result { self.add(connection) } else { self.dialNext() }
        }
    }

    private func rest() {
        let milliseconds = Self.pauses[min(rounds, Self.pauses.count - 1)]
        rounds += 1
        pause = surroundings.after(milliseconds: milliseconds) { [weak self] in self?.startRound() }
    }
}

// MARK: - Both

extension Reconnector: ReconnectionAttemptDelegate {
    package func line(_ line: ReconnectionAttempt, didProve history: SessionHistory) {
        lines.removeAll { $0 === line }
        cancel()
        if !session.isHost, let destination = try? AddressLine.destination(in: line.connection.address) {
            (session.address, session.port) = (destination.hosts[0], destination.port)
        }
        delegate?.reconnector(self, didFind: history, on: line.connection)
    }

    package func lineDidFail(_ line: ReconnectionAttempt, isElsewhere: Bool) {
        lines.removeAll { $0 === line }
        if session.isHost { return }
        // Nobody looks for us there; dialled again and again we would only be in the way of those who are wanted.
        if isElsewhere && services.isEmpty { isAddressStale = true }
        dialNext()
    }
}
