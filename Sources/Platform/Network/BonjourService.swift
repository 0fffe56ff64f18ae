// Publishing and browsing as the game sees them: one helper process each, restarted when it dies, its lines turned into events.
// It knows no mDNS and no screen.

import Glibc
import HelperProtocol
import Session

/// One thing published or browsed for, for as long as this object is kept and not cancelled.
final class BonjourService: @MainActor Cancellable {
    /// What becomes of it.
    enum Event: Equatable {
        /// The helper works, over this mDNS stack.
        case ready(stack: String)
        /// It is published under this name, which may be another than the one that was wished for.
        case published(name: String)
        /// An address of this machine came or went.
        case moved
        /// A service is there, or what is known of it changed.
        case found(DiscoveredService)
        /// It is gone.
        case lost(name: String)
        /// It does not work.
        case trouble(DiscoveryTrouble)
    }

    /// What the services of one game share.
    struct Setup {
        var loop: MainLoop
        /// Where the helper is; nil where it is nowhere. Asked at every start.
        var helperPath: () -> String? = { helper }
        /// The one address of this machine that is announced; nil: all.
        var only: String?
        /// How long to wait before each new start, in milliseconds; the last one for ever.
        var pauses = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]
    }

    /// The helper's path: what FOURINAROW_BONJOUR says; else beside the game; else where `make install` puts it. Nil: nowhere.
    static var helper: String? {
        let places = ["", "../libexec/fourinarow/", "../lib/fourinarow/"]
        return Executable.path(of: "fourinarow-bonjour", named: "FOURINAROW_BONJOUR", in: places, X_OK)
    }

    /// No more rows than this, whatever a helper says: a network has few games.
    static let mostRows = 500

    private var command: DiscoveryCommand
    private let setup: Setup
    private var onEvent: ((Event) -> Void)?
    private var child: ChildProcess?
    private var restart: Timer?
    private var attempts = 0
    private var startedAt = 0
    private var isFailureTold = false
    /// The names that the present child has reported, each to be taken back when it dies.
    private var rows: [String] = []

    /// Starts the helper with `command`; events come later, never from within this call.
    init(_ command: DiscoveryCommand, in setup: Setup, onEvent: @escaping (Event) -> Void) {
        self.command = command
        self.setup = setup
        self.onEvent = onEvent
        restart = setup.loop.after(milliseconds: 0) { [weak self] in self?.start() }
    }

    deinit {
        let (child, restart) = (child, restart)
        MainActor.assumeIsolated {
            restart?.cancel()
            child?.end()
        }
    }

    /// Withdraws it: the helper's input is closed, and nothing more is told.
    func cancel() {
        onEvent = nil
        restart?.cancel()
        child?.end()
        child = nil
    }

    /// Says the same of the service but for its text. A helper that is started later learns it then.
    func update(text: [String: String]) {
        guard case .publish(let type, let name, let port, _) = command, onEvent != nil else { return }
        command = .publish(type: type, name: name, port: port, text: text)
        child?.write(command.line)
    }

    // MARK: The helper's life

    private func start() {
        guard let path = setup.helperPath() else { return didFail(.noHelper) }
        startedAt = MainLoop.now
        do {
            let child = try ChildProcess(
                path: path, loop: setup.loop, onLine: { [weak self] in self?.didRead($0) },
                onEnd: { [weak self] in self?.didEnd() })
            self.child = child
            if let only = setup.only { child.write(DiscoveryCommand.bind(address: only).line) }
            child.write(command.line)
        } catch {
            didFail(.helperNotStarted(error.words))
        }
    }

    private func didRead(_ line: String) {
        guard let event = DiscoveryEvent(line: line).map(Event.init) else { return }
        isFailureTold = false
        switch event {
        case .found(let service):
            if !rows.contains(service.name) {
                if rows.count >= Self.mostRows { return }
                rows.append(service.name)
            }
        case .lost(let name): rows.removeAll { $0 == name }
        case .ready, .published, .moved, .trouble: break
        }
        onEvent?(event)
    }

    private func didEnd() {
        child = nil
        let gone = rows
        rows = []
        for name in gone { onEvent?(.lost(name: name)) }
        didFail(.helperStopped)
    }

    /// Tells the player once until it works again, and starts anew after a pause that grows; a helper that served longer than
    /// the longest pause begins with the shortest again.
    private func didFail(_ trouble: DiscoveryTrouble) {
        guard onEvent != nil else { return }
        if MainLoop.now - startedAt > setup.pauses.last ?? 0 { attempts = 0 }
        let pause = setup.pauses[min(attempts, setup.pauses.count - 1)]
        attempts += 1
        restart = setup.loop.after(milliseconds: pause) { [weak self] in self?.start() }
        guard !isFailureTold else { return }
        isFailureTold = true
        onEvent?(.trouble(trouble))
    }
}

extension BonjourService.Event {
    /// What the helper says.
    fileprivate init(_ event: DiscoveryEvent) {
        self =
            switch event {
            case .ready(let stack): .ready(stack: stack)
            case .published(let name), .renamed(let name): .published(name: name)
            case .moved: .moved
            case .found(let service): .found(service)
            case .lost(_, let name): .lost(name: name)
            case .error(.noNetwork, _): .trouble(.noNetwork)
            case .error(.noStack, _): .trouble(.nameServiceTaken)
            case .error(.badCommand, let words), .error(.failed, let words): .trouble(.other(words))
            }
    }
}
