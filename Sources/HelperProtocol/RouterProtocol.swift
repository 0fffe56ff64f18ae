// The messages between the game and fourinarow-router.

/// How a router is asked.
public enum RouterMethod: String, CaseIterable, Sendable {
    /// NAT-PMP, for IPv4.
    case natPMP = "nat-pmp"
    /// UPnP's port mappings, for IPv4.
    case upnp
    /// UPnP's pinholes in the router's firewall, for IPv6.
    case pinhole
}

/// What the game tells the helper.
public enum RouterCommand: HelperMessage, Equatable, Sendable {
    /// `ask METHOD ADDRESS`, the first command: finds the router and its address outside. A pinhole will lead to this address of this
    /// machine; otherwise it is empty.
    case ask(RouterMethod, address: String = "")
    /// `open PORT`: opens a TCP port of this machine to the outside until the helper's input ends. Repeated, it is checked at once that the
    /// port is open.
    case open(port: UInt16)

    /// The verb and the escaped arguments.
    public var words: [String] {
        switch self {
        case .ask(let method, let address): ["ask", method.rawValue, .word(address)]
        case .open(let port): ["open", String(port)]
        }
    }

    /// Reads the arguments of `verb`. Nil if there is no such message.
    public init?(_ verb: String, _ words: inout LineWords) {
        switch verb {
        case "ask":
            guard let method = words.next().flatMap(RouterMethod.init), let address = words.next() else { return nil }
            self = .ask(method, address: address)
        case "open":
            guard let port = words.nextPort() else { return nil }
            self = .open(port: port)
        default: return nil
        }
    }
}

/// What the helper tells the game.
public enum RouterEvent: HelperMessage, Equatable, Sendable {
    /// `found ADDRESS`: there is a router, with this address outside.
    case found(address: String)
    /// `opened ADDRESS PORT`: the router says that connections to this address reach the port; sent again when it changes.
    case opened(address: String, port: UInt16)
    /// `trouble FAILURE DETAIL`: the port is not open. The helper ends.
    case trouble(RouterFailure, detail: String)

    /// The verb and the escaped arguments.
    public var words: [String] {
        switch self {
        case .found(let address): ["found", .word(address)]
        case .opened(let address, let port): ["opened", .word(address), String(port)]
        case .trouble(let failure, let detail): ["trouble", failure.rawValue, .word(detail)]
        }
    }

    /// Reads the arguments of `verb`. Nil if there is no such message.
    public init?(_ verb: String, _ words: inout LineWords) {
        switch verb {
        case "found":
            guard let address = words.next() else { return nil }
            self = .found(address: address)
        case "opened":
            guard let address = words.next(), let port = words.nextPort() else { return nil }
            self = .opened(address: address, port: port)
        case "trouble":
            guard let failure = words.next().flatMap(RouterFailure.init), let detail = words.next() else { return nil }
            self = .trouble(failure, detail: detail)
        default: return nil
        }
    }
}

/// Why the router does not open the port.
public enum RouterFailure: String, CaseIterable, Sendable {
    /// No router answers.
    case noRouter = "no-router"
    /// The router's outside address is private: the provider shares one address between customers, or the router is behind another one.
    /// The detail is that address, or empty.
    case privateAddress = "private-address"
    /// The router is not connected to the internet.
    case offline
    /// The router refuses to open ports. The detail is its reason.
    case refused
    /// The router's answer makes no sense.
    case nonsense
}
