// A service that is published, or a type that is browsed for, over mDNS. Each has a helper process of its own (fourinarow-bonjour).

import HelperProtocol
import Session

/// Publishes or browses until it is cancelled or released.
final class BonjourService: @MainActor Cancellable {
    /// A change of the service or of the list.
    enum Event: Equatable {
        /// The helper works.
        case ready
        /// The service is published under this name, which may differ from the one asked for.
        case published(name: String)
        /// An address of this machine came or went.
        case moved
        /// A service was found, or has changed.
        case found(DiscoveredService)
        /// A service has gone.
        case lost(name: String)
        /// Publishing or browsing does not work.
        case trouble(DiscoveryTrouble)
    }

    /// The most services that are listed, whatever a helper says.
    static let mostRows = 500

    private var command: DiscoveryCommand
    private let helper: HelperProcess
    private var onEvent: ((Event) -> Void)?
    /// The trouble that was reported last; nil once the helper works again.
    private var trouble: DiscoveryTrouble?
    /// The names that this process of the helper has reported.
    private var names: [String] = []

    /// Starts a helper with `command`. `bind` is the only address of this machine to announce; nil: all. `onEvent` is never called from
    /// within this call.
    init(
        _ command: DiscoveryCommand, bind: String? = nil, in setup: HelperProcess.Setup, onEvent: @escaping (Event) -> Void
    ) {
        self.command = command
        self.onEvent = onEvent
        helper = HelperProcess(setup)
        helper.firstLines = { [unowned self] in
            (bind.map { [DiscoveryCommand.bind(address: $0).line] } ?? []) + [self.command.line]
        }
        helper.didRead = { [unowned self] in didRead($0) }
        helper.didFail = { [unowned self] in didFail($0) }
        helper.start()
    }

    /// The environment's variable that names another helper.
    static let variable = "FOURINAROW_BONJOUR"

    /// How the helpers are found and restarted.
    static func setup(loop: MainLoop, onComplaint: @escaping (String) -> Void = { _ in }) -> HelperProcess.Setup {
        HelperProcess.Setup(
            loop: loop, path: { HelperProcess.path(of: "fourinarow-bonjour", variable: variable) },
            pauses: [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000], onComplaint: onComplaint)
    }

    /// Withdraws the service, or stops browsing. No events follow.
    func cancel() {
        onEvent = nil
        helper.stop()
    }

    /// Replaces the text of a published service.
    func update(text: [String: String]) {
        guard case .publish(let type, let name, let port, _) = command, onEvent != nil else { return }
        command = .publish(type: type, name: name, port: port, text: text)
        helper.write(command.line)
    }
}

extension BonjourService {
    private func didRead(_ line: String) {
        switch DiscoveryEvent(line: line) {
        case .ready: report(.ready)
        case .published(let name), .renamed(let name): report(.published(name: name))
        case .moved: report(.moved)
        case .found(let service):
            if !names.contains(service.name) {
                if names.count >= Self.mostRows { return }
                names.append(service.name)
            }
            report(.found(service))
        case .lost(_, let name):
            names.removeAll { $0 == name }
            report(.lost(name: name))
        case .error(.noNetwork, _): report(.trouble(.noNetwork))
        case .error(.portTaken, _): report(.trouble(.nameServiceTaken))
        case .error(.badCommand, let words), .error(.failed, let words): report(.trouble(.other(words)))
        case nil: break
        }
    }

    private func didFail(_ failure: HelperProcess.Failure) {
        for name in names { report(.lost(name: name)) }
        names = []
        guard onEvent != nil else { return }
        helper.restart()
        // Its last words, or an earlier failure, say more.
        guard trouble == nil else { return }
        switch failure {
        case .notInstalled: report(.trouble(.noHelper))
        case .notStarted(let words): report(.trouble(.helperNotStarted(words)))
        case .ended: report(.trouble(.helperStopped))
        }
    }

    /// Reports an event. A problem that lasts is reported once.
    private func report(_ event: Event) {
        if case .trouble(let new) = event {
            guard new != trouble else { return }
            trouble = new
        } else {
            trouble = nil
        }
        onEvent?(event)
    }
}
