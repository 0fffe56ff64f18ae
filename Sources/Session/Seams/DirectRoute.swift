// How a friend anywhere reaches a game on this machine without a relay: through a port that the router opens, over a VPN, or because both dial each
// other.

import Wire

/// The ways to a direct game from outside the local network, as far as they are known.
nonisolated package struct DirectRoute: Equatable, Sendable {
    /// What leads to an address.
    package enum Kind: Equatable, Sendable {
        /// The router says that the port is open.
        case router
        /// The address is this machine's own, and public.
        case own
        /// The address belongs to a VPN, and leads here for its members.
        case vpn
        /// The address leads here from this machine's own network only.
        case ownNetwork
        /// An IPv6 address of this machine; nobody says whether a firewall stands before it.
        case unchecked
        /// The address outside, as public servers see it: it leads here for whoever is dialled from here.
        case outside
    }

    /// An address that can be typed, with its port.
    package struct Address: Equatable, Sendable {
        package let text: String
        package let kind: Kind

        package init(_ text: String, _ kind: Kind) { (self.text, self.kind) = (text, kind) }
    }

    /// Whether the router is still being asked.
    package var isAsking: Bool
    /// Why the router opens no port for IPv4.
    package var trouble: RouterTrouble?
    /// The addresses, the best first.
    package var addresses: [Address]
    /// What public servers say of the address outside; nil where nobody has asked them.
    package private(set) var outside: OutsideState?

    package init(isAsking: Bool, trouble: RouterTrouble? = nil, addresses: [Address] = []) {
        (self.isAsking, self.trouble, self.addresses) = (isAsking, trouble, addresses)
    }

    /// Whether a friend can simply connect.
    package var isOpen: Bool { addresses.contains { $0.kind == .router || $0.kind == .own } }
    /// Whether the friend has to send a line back, so that both can dial each other.
    package var needsAnswer: Bool { !isOpen && addresses.contains { $0.kind == .outside || $0.kind == .unchecked } }

    /// The same with what public servers say.
    func adding(_ outside: OutsideState?) -> DirectRoute {
        if isOpen { return self }
        var route = self
        route.outside = outside
        route.isAsking = isAsking || outside == .asking
        if case .known(let address) = outside {
            let place = addresses.firstIndex { $0.kind == .ownNetwork } ?? addresses.endIndex
            route.addresses.insert(Address(address.text, .outside), at: place)
        }
        return route
    }
}

/// What public servers say of the address at which others see a port of this machine.
nonisolated package enum OutsideState: Equatable, Sendable {
    /// They are being asked.
    case asking
    /// Two agree.
    case known(PublicAddress)
    /// They have answered, and no two agree: the router gives every connection its own port.
    case differing
    /// No two have answered.
    case unknown
}

/// Why a router opens no port.
nonisolated package enum RouterTrouble: Error, Equatable, Sendable {
    /// No router answers.
    case noRouter
    /// The router's address outside is private. It may be unknown.
    case privateAddress(String?)
    /// The router says that it is not connected to the internet.
    case offline
    /// The router refuses, for this reason; it may be empty.
    case refused(String)
    /// The router's answer makes no sense, or takes too long.
    case nonsense
    /// The helper program is not installed.
    case noHelper
    /// The helper program could not be started, in the system's words.
    case helperNotStarted(String)
}

extension Endpoint {
    nonisolated private static let directPrefix = "direct:"
    /// The usual port of this machine, opened by the router.
    nonisolated package static let direct = Endpoint(text: directPrefix, words: "", port: "")

    /// Whether it is a port of this machine that the router is asked to open.
    nonisolated package var isDirect: Bool { text.hasPrefix(Self.directPrefix) }

    /// The same port of this machine, opened by the router.
    nonisolated package var opened: Endpoint { Endpoint(text: Self.directPrefix + text, words: words, port: port) }

    /// The text of an endpoint without the router.
    nonisolated package static func textBehindRouter(_ text: String) -> String {
        text.hasPrefix(directPrefix) ? String(text.dropFirst(directPrefix.count)) : text
    }
}
