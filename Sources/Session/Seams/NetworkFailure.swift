// Why the network does not do what was asked: values, for which Play has the sentences.

/// Why nobody can come, or somebody cannot be reached.
nonisolated package enum NetworkFailure: Error, Equatable, Sendable {
    /// No host has that name.
    case noSuchHost
    /// The host is there, but nothing listens.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// There is no way to that address.
    case unreachable
    /// The place to be found at is taken by another program.
    case placeTaken
    /// It may not be used without more rights.
    case forbidden
    /// The address that others were to come to is none of this machine's.
    case notHere(address: String)
    /// There is no connection to the relay.
    case relay(BrokerTrouble)
    /// The program there is of another version, and says it in a way that ours does not know.
    case otherVersion
    /// Anything else, in the system's words.
    case other(String)
}

/// Why the lists do not work.
nonisolated package enum DiscoveryTrouble: Equatable, Sendable {
    /// This machine is on no network.
    case noNetwork
    /// Another program keeps the network's name service to itself.
    case nameServiceTaken
    /// The helper program is not installed.
    case noHelper
    /// It ended.
    case helperStopped
    /// It could not be started, in the system's words.
    case helperNotStarted(String)
    /// There is no connection to the relay.
    case relay(BrokerTrouble)
    /// Anything else, in the helper's words.
    case other(String)
}
