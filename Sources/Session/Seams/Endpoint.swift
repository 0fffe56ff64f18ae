// Where somebody is, without saying how it is written: only the rendezvous that made an endpoint reads it.

/// Where somebody is.
nonisolated package struct Endpoint: Hashable, Sendable {
    /// What its rendezvous reads. It can be kept, and is then as good as new.
    package let text: String
    /// For the player, as one could type it.
    package let words: String
    /// What a firewall on that machine must let through: "27364".
    package let door: String

    /// To be made by a rendezvous.
    package init(text: String, words: String, door: String) {
        self.text = text
        self.words = words
        self.door = door
    }
}

/// Where a connection leads.
nonisolated package struct Origin: Equatable, Sendable {
    /// Who is at its other end, for the player.
    package var words: String
    /// The same without what is another with each connection: the machine, for the player.
    package var machine: String
    /// Where it comes from, where there is not room for everybody.
    package var source: Source
    /// Where it was made to, so that it can be made again. For one that came to us, where its guest and we find each other again, if
    /// that is another place than it came to; else nil.
    package var endpoint: Endpoint?
    /// Whose keys the two have shown each other; nil where they know each other by a code, or not at all.
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
    /// There is nothing.
    case empty
    /// There are blanks in it.
    case blanks
    /// There is nothing before the colon.
    case noHost
    /// A bracket is opened and not closed.
    case openBracket
    /// There is nothing between the brackets.
    case emptyBrackets
    /// Something other than a colon follows the brackets.
    case noColon
    /// What follows the colon is no port.
    case noPort
}
