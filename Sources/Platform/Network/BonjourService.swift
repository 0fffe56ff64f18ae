// Publishing and browsing as the game sees them: one helper process each, restarted when it dies, its lines turned into events.
// It knows no mDNS and no screen.

import HelperLines
import Play
import Session

/// One thing published or browsed for, for as long as this object is kept and not cancelled.
package final class BonjourService: @MainActor Publication {
    /// What the services of one game share.
    struct Setup {
        var loop: MainLoop
        /// Where the helper is; nil where it is nowhere. Asked at every start.
        var helperPath: () -> String? = { BonjourHelper.path() }
        /// How long to wait before each new start, in milliseconds; the last one for ever.
        var pauses = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]
    }

    /// No more rows than this, whatever a helper says: a network has few games.
    static let mostRows = 500

    private var command: DiscoveryCommand
    private let setup: Setup
    private var onEvent: ((DiscoveryEvent) -> Void)?
    private var child: ChildProcess?
    private var restart: Timer?
    private var attempts = 0
    private var startedAt = 0
    private var isFailureTold = false
    /// The rows the present child has reported, each to be taken back when it dies.
    private var rows: [Row] = []

    private struct Row: Equatable {
        var type: String
        var name: String
    }

    /// Starts the helper with `command`; events come later, never from within this call.
    init(_ command: DiscoveryCommand, in setup: Setup, onEvent: @escaping (DiscoveryEvent) -> Void) {
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
    package func cancel() {
        onEvent = nil
        restart?.cancel()
        child?.end()
        child = nil
    }

    /// Says the same of the service but for its text. A helper that is started later learns it then.
    package func update(text: [String: String]) {
        guard case .publish(let type, let name, let port, _) = command, onEvent != nil else { return }
        command = .publish(type: type, name: name, port: port, text: text)
        child?.write(command.line)
    }

    // MARK: The helper's life

    private func start() {
        guard let path = setup.helperPath() else { return didFail("fourinarow-bonjour was not found") }
        startedAt = MainLoop.now
        do {
            let child = try ChildProcess(
                path: path, loop: setup.loop, onLine: { [weak self] in self?.didRead($0) },
                onEnd: { [weak self] in self?.didEnd() })
            self.child = child
            child.write(command.line)
        } catch {
            didFail("fourinarow-bonjour could not be started: \(error.words)")
        }
    }

    private func didRead(_ line: String) {
        guard let event = DiscoveryEvent(line: line) else { return }
        isFailureTold = false
        switch event {
        case .found(let service):
            let row = Row(type: service.type, name: service.name)
            if !rows.contains(row) {
                if rows.count >= Self.mostRows { return }
                rows.append(row)
            }
        case .lost(let type, let name): rows.removeAll { $0 == Row(type: type, name: name) }
        case .ready, .published, .renamed, .error: break
        }
        onEvent?(event)
    }

    private func didEnd() {
        child = nil
        let gone = rows
        rows = []
        for row in gone { onEvent?(.lost(type: row.type, name: row.name)) }
        didFail("fourinarow-bonjour stopped")
    }

    /// Tells the player once until it works again, and starts anew after a pause that grows; a helper that served longer than
    /// the longest pause begins with the shortest again.
    private func didFail(_ reason: String) {
        guard onEvent != nil else { return }
        if MainLoop.now - startedAt > setup.pauses.last ?? 0 { attempts = 0 }
        let pause = setup.pauses[min(attempts, setup.pauses.count - 1)]
        attempts += 1
        restart = setup.loop.after(milliseconds: pause) { [weak self] in self?.start() }
        guard !isFailureTold else { return }
        isFailureTold = true
        onEvent?(.error(.noStack, sentence: sentence(because: reason)))
    }

    /// Only games of Four in a Row can be joined by an address that is typed.
    private func sentence(because reason: String) -> String {
        switch command {
        case .browse(type: Program.serviceType):
            "Nearby games cannot be seen in the list (\(reason)); type the other machine's address instead."
        case .browse: "Nobody can be seen in this list (\(reason))."
        case .publish(type: Program.serviceType, _, _, _):
            "This game cannot be seen in other players' lists (\(reason)); tell them this machine's address instead."
        case .publish: "Others cannot see this in their lists (\(reason))."
        }
    }
}
