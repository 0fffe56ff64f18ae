// Errors of the network as values. Play has the sentences for them.

/// Why nobody can connect to us, or we cannot connect.
nonisolated package enum NetworkFailure: Error, Equatable, Sendable {
    /// No host has that name.
    case noSuchHost
    /// The host is there, but nothing listens.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// There is no route to that address.
    case unreachable
    /// The port is taken by another program.
    case placeTaken
    /// The port may not be used without more rights.
    case forbidden
    /// The address to listen at is not one of this machine's.
    case notHere(address: String)
    /// There is no connection to the relay.
    case relay(BrokerTrouble)
    /// The program there has a different version.
    case otherVersion
    /// The game in that room has begun.
    case playing
    /// Somebody writes into that room again and again, and its host was not found.
    case disturbed
    /// There is not enough memory for the code of a private game.
    case noMemory
    /// Anything else, in the system's words.
    case other(String)
}

/// Why the lists do not work.
nonisolated package enum DiscoveryTrouble: Equatable, Sendable {
    /// This machine is on no network.
    case noNetwork
    /// Another program blocks the network's name service.
    case nameServiceTaken
    /// The helper program is not installed.
    case noHelper
    /// The helper program ended.
    case helperStopped
    /// The helper program could not be started, in the system's words.
    case helperNotStarted(String)
    /// There is no connection to the relay.
    case relay(BrokerTrouble)
    /// Anything else, in the helper's words.
    case other(String)
}
