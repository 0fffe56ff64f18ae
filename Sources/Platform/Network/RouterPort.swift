// A port of this machine that the router keeps open to the internet. For each way to ask the router there is a helper process
// (fourinarow-router). UPnP takes longer, and opens nothing where NAT-PMP has done so before.

import Glibc
import HelperProtocol
import Session

/// A port that the router is asked to open, as long as this object lives.
final class RouterPort {
    /// Called when `route` changes.
    var didChange: () -> Void = {}

    private let port: UInt16
    private let setup: HelperProcess.Setup
    private var helpers: [RouterMethod: HelperProcess] = [:]
    /// What the router has opened.
    private var opened: [RouterMethod: String] = [:]
    private var troubles: [RouterMethod: RouterTrouble] = [:]
    static let ipv4Methods = [RouterMethod.natPMP, .upnp]

    /// The environment's variable that names another helper.
    static let variable = "FOURINAROW_ROUTER"

    /// How the helpers are found and restarted: a router that is switched on again may need minutes. They give the port back when
    /// the game is gone.
    static func setup(loop: MainLoop, onComplaint: @escaping (String) -> Void = { _ in }) -> HelperProcess.Setup {
        HelperProcess.Setup(
            loop: loop, path: { HelperProcess.path(of: "fourinarow-router", variable: variable) },
            pauses: [2000, 4000, 8000, 15_000, 20_000], mayOutlive: true, onComplaint: onComplaint)
    }

    /// Asks the router when the loop gets to it.
    init(_ port: UInt16, loop: MainLoop, onComplaint: @escaping (String) -> Void) {
        self.port = port
        setup = Self.setup(loop: loop, onComplaint: onComplaint)
        for method in Self.ipv4Methods + (pinholeTarget == nil ? [] : [.pinhole]) { start(method) }
    }

    /// The ways to this port.
    var route: DirectRoute {
        let tunnelled = HostAddresses.tunnelled
        let scopes = HostAddresses.all.compactMap { address in AddressScope(of: address).map { (address, $0) } }
        let own = scopes.filter { $0.1 == .global && !$0.0.contains(":") }.map { text($0.0, .own) }
        let members = scopes.filter { $0.1 == .shared || $0.1 == .uniqueLocal && tunnelled.contains($0.0) }.map {
            text($0.0, .vpn)
        }
        let neighbours = scopes.filter { $0.1 == .uniqueLocal && !tunnelled.contains($0.0) }.map { text($0.0, .ownNetwork) }
        let mapped = Self.ipv4Methods.compactMap { opened[$0] }.map { DirectRoute.Address($0, .router) }
        let pinhole = opened[.pinhole].map { [DirectRoute.Address($0, .router)] } ?? []
        let unchecked = pinhole.isEmpty ? pinholeTarget.map { [text($0, .unchecked)] } ?? [] : []
        let isDecided = !own.isEmpty || !mapped.isEmpty || Self.ipv4Methods.allSatisfy { troubles[$0] != nil }
        let isPublic = !(own + mapped + pinhole).isEmpty
        return DirectRoute(
            isAsking: !isDecided, trouble: mapped.isEmpty && own.isEmpty ? trouble : nil,
            addresses: own + mapped + pinhole + members + (isPublic ? [] : unchecked) + neighbours)
    }

    /// Checks at once that the port is open.
    func check() {
        for (method, helper) in helpers {
            if opened[method] != nil { helper.write(open.line) }
            helper.hurry()
        }
    }

    private func text(_ address: String, _ kind: DirectRoute.Kind) -> DirectRoute.Address {
        DirectRoute.Address(Destination.text(address, port: port), kind)
    }

    /// The address of this machine to which a pinhole would lead.
    private var pinholeTarget: String? { HostAddresses.outgoingIPv6(nil).flatMap { AddressScope(of: $0) == .global ? $0 : nil } }

    /// The trouble that says most.
    private var trouble: RouterTrouble? { .most(of: Self.ipv4Methods.compactMap { troubles[$0] }) }

    // MARK: The helpers

    private func start(_ method: RouterMethod) {
        let helper = HelperProcess(setup)
        helpers[method] = helper
        helper.firstLines = { [unowned self] in
            let ask = RouterCommand.ask(method, address: method == .pinhole ? pinholeTarget ?? "" : "")
            return [ask.line] + (method == .upnp ? [] : [open.line])
        }
        helper.didRead = { [unowned self] in didRead($0, method) }
        helper.didFail = { [unowned self] in didFail($0, method) }
        helper.start()
    }

    private var open: RouterCommand { .open(port: port) }

    private func didRead(_ line: String, _ method: RouterMethod) {
        switch RouterEvent(line: line) {
        case .found:
            guard method == .upnp else { return }
            if opened[.natPMP] == nil { helpers[method]?.write(open.line) } else { helpers[method]?.stop() }
        case .opened(let address, let port):
            troubles[method] = nil
            opened[method] = Destination.text(address, port: port)
            didChange()
        case .trouble(let failure, let detail): troubles[method] = RouterTrouble(failure, detail)
        case nil: break
        }
    }

    private func didFail(_ failure: HelperProcess.Failure, _ method: RouterMethod) {
        opened[method] = nil
        // While one way for IPv4 works, the others are left alone: nobody wakes up for nothing.
        if case .ended = failure, Self.ipv4Methods.allSatisfy({ opened[$0] == nil }) {
            helpers[method]?.restart()
            for other in Self.ipv4Methods { helpers[other]?.start() }
        }
        troubles[method] = troubles[method] ?? RouterTrouble(failure)
        didChange()
    }
}

extension RouterTrouble {
    /// The trouble that a helper reports.
    init(_ failure: RouterFailure, _ detail: String) {
        self =
            switch failure {
            case .noRouter: .noRouter
            case .privateAddress: .privateAddress(detail.isEmpty ? nil : detail)
            case .offline: .offline
            case .refused: .refused(detail)
            case .nonsense: .nonsense
            }
    }

    /// The trouble of a helper that does not run. Without a last word, its alarm ended it.
    init(_ failure: HelperProcess.Failure) {
        self =
            switch failure {
            case .notInstalled: .noHelper
            case .notStarted(let words): .helperNotStarted(words)
            case .ended: .nonsense
            }
    }

    /// The one that says most.
    package static func most(of troubles: [RouterTrouble]) -> RouterTrouble? { troubles.max { $0.weight < $1.weight } }

    /// How much it says, compared with another one.
    fileprivate var weight: Int {
        switch self {
        case .privateAddress(_?): 6
        case .privateAddress(nil): 5
        case .refused: 4
        case .offline: 3
        case .nonsense: 2
        case .noHelper, .helperNotStarted: 1
        case .noRouter: 0
        }
    }
}
