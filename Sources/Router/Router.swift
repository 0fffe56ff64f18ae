// What is asked of a router, whichever protocol it speaks.

import HelperProtocol

/// A router on this network.
public protocol Router: AnyObject {
    /// Finds it. Returns its address outside, which is one of the internet.
    func outsideAddress() throws(RouterError) -> String
    /// Opens a port of this machine, or keeps it open.
    func open(_ port: UInt16) throws(RouterError) -> MappedPort
    /// Closes the port that is open. Throws where the router does not confirm that.
    func close() throws(RouterError)
}

/// A port that is open to the outside.
public struct MappedPort: Equatable, Sendable {
    /// How long the router is asked to keep a port open, in seconds.
    static let lease: UInt32 = 600
    /// After how many seconds it is asked again at the latest: it may have been restarted.
    private static let longestPause: UInt32 = 60

    /// The address outside.
    public let address: String
    /// The port outside.
    public let port: UInt16
    /// After how many seconds the router is to be asked again.
    public let pause: UInt32

    /// A port that stays open for `lease` seconds. Throws where nobody outside can use the address.
    init(address: String, port: UInt16, lease: UInt32) throws(RouterError) {
        (self.address, self.port) = (try Self.checked(address), port)
        pause = max(1, min(Self.longestPause, lease / 2))
    }

    /// An address as a router reports it. Throws if it is not one of the internet.
    static func checked(_ address: String) throws(RouterError) -> String {
        switch AddressScope(of: address) {
        case .global: return address
        case .local, .shared: throw RouterError(.privateAddress, address)
        case .uniqueLocal, AddressScope.none?, nil: throw RouterError(.nonsense)
        }
    }
}

/// Why the port is not open.
public struct RouterError: Error, Equatable {
    /// The kind of trouble.
    public let failure: RouterFailure
    /// More about it, or empty.
    public let detail: String

    init(_ failure: RouterFailure, _ detail: String = "") { (self.failure, self.detail) = (failure, detail) }
}
