// Where somebody can be reached. A rendezvous makes an endpoint, and reads it to connect. Others ask of it only what RelayEndpoint, MutualPlace and
// the extensions of Endpoint say: whether it is at a relay, in which room, behind a router, or a place of two who dial each other; and where an
// address was typed, `words` can be parsed as one.

/// Where somebody can be reached.
nonisolated package struct Endpoint: Hashable, Sendable {
    /// What its rendezvous reads. It can be stored and used again.
    package let text: String
    /// For the player, in the form that can be typed.
    package let words: String
    /// The port that a firewall on that machine must let through: "27364".
    package let port: String

    /// The port of games unless the player chooses another one, so that a firewall can be opened for it. It is unassigned and below the
    /// ephemeral ports (32,768 and up).
    package static let usualPort: UInt16 = 27364

    /// An endpoint whose text a rendezvous reads.
    package init(text: String, words: String, port: String) {
        self.text = text
        self.words = words
        self.port = port
    }
}

/// The other end of a connection.
nonisolated package struct Origin: Equatable, Sendable {
    /// The peer's address, for the player.
    package var words: String
    /// The peer's machine, for the player: the address without its port.
    package var machine: String
    /// Shares out places where there are too few (`AdmissionQueue`).
    package var source: Source
    /// Where to connect again. For an accepted connection: the endpoint at which both meet after a break, if it differs from the one
    /// where the connection was accepted.
    package var endpoint: Endpoint?
    /// The keys that two strangers have shown each other; nil for all others.
    package var keys: PlayerKeys?

    /// An origin of these.
    package init(words: String, machine: String, network: String, endpoint: Endpoint?, keys: PlayerKeys? = nil) {
        self.words = words
        self.machine = machine
        source = Source(network: network, machine: machine)
        self.endpoint = endpoint
        self.keys = keys
    }
}

/// What is wrong with an address that a person typed.
nonisolated package enum AddressMistake: Error, CaseIterable, Sendable {
    /// It is empty.
    case empty
    /// It contains spaces.
    case blanks
    /// The host is missing before the colon.
    case noHost
    /// A bracket is not closed.
    case openBracket
    /// The brackets are empty.
    case emptyBrackets
    /// Something other than a colon follows the brackets.
    case noColon
    /// The port is not a number from 1 to 65535.
    case noPort
}

extension Endpoint {
    /// For a log: the address, or that it is at a relay. Numbers of rooms are half a code.
    package var noted: String { isAtRelay ? "the relay" : words }  // English
}

extension Origin {
    /// Whether it is at a relay.
    var isAtRelay: Bool { endpoint?.isAtRelay == true }

    /// For a log.
    package var noted: String { isAtRelay || words.isEmpty ? "a player at the relay" : words }  // English
}
