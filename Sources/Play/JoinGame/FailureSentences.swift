// What went wrong on the network, in words for the player. It knows no network.

import Session

@MainActor extension NetworkFailure {
    /// The reason as the end of a sentence.
    package var reason: String {
        switch self {
        case .noSuchHost: "there is no host with that name"
        case .refused: "nothing listens there"
        case .timedOut: "nobody answered"
        case .unreachable: "that address cannot be reached from here"
        case .placeTaken: "the port is taken by another program"
        case .forbidden: "you are not allowed to use that port"
        case .notHere(let address): "\(address) is not an address of this machine"
        case .relay: "the relay cannot be used"
        case .otherVersion: "that program is of another version"
        case .other(let words): words
        }
    }

    /// Why `name` could not be joined, and what to do.
    func sentence(joining name: String, at endpoint: Endpoint) -> String {
        switch self {
        case .noSuchHost: "\(name): no such host. Is the name right, and is that machine on this network?"
        case .refused:
            "\(name) refused the connection: no game is hosted there on \(endpoint.door), or it is full."
        case .timedOut:
            "\(name) did not answer. Is it on this network? If it has a firewall, open TCP \(endpoint.door) on that machine."
        case .unreachable: "\(name) cannot be reached from here. Are both machines on one network?"
        case .relay(let trouble): trouble.sentence
        case .placeTaken, .forbidden, .notHere, .otherVersion, .other: "\(name) could not be reached: \(reason)."
        }
    }
}

extension SeatRefusal {
    /// Why there is no seat at the table of this name.
    func sentence(joining name: String) -> String {
        switch self {
        case .refused(let reason): reason.sentence
        case .silent: "\(name) did not give you a seat."
        case .gone: "\(name) no longer hosts this table."
        case .unreachable(let failure, let endpoint): failure.sentence(joining: name, at: endpoint)
        }
    }
}

@MainActor extension DiscoveryTrouble {
    /// Why the offers of a kind cannot be seen, and what to do.
    package func sentence(browsing kind: OfferKind) -> String {
        sentence { reason in
            kind == .game
                ? "Nearby games cannot be listed (\(reason)). Type the host's address instead."
                : "Nobody can be listed (\(reason))."
        }
    }

    /// Why others cannot see an offer, and what to do.
    func sentence(advertising kind: OfferKind) -> String {
        sentence { reason in
            kind == .game
                ? "Other players cannot see this game in their lists (\(reason)). Tell them this machine's address instead."
                : "Others cannot see this in their lists (\(reason))."
        }
    }

    /// Only where the helper is the matter it depends on what was wanted: games of Four in a Row can be joined without it.
    private func sentence(without helper: (_ reason: String) -> String) -> String {
        switch self {
        case .noNetwork:
            "This computer is not on a network. Plug in a cable or join a Wi-Fi network, and nearby games will appear."
        case .nameServiceTaken:
            "Nearby games cannot be listed: another program on this computer blocks the network's name service (mDNS). "
                + "You can still type the host's address."
        case .noHelper: helper("fourinarow-bonjour was not found")
        case .helperStopped: helper("fourinarow-bonjour stopped")
        case .relay(let trouble): trouble.sentence
        case .helperNotStarted(let words): helper("fourinarow-bonjour could not be started: \(words)")
        case .other(let words): words
        }
    }
}

@MainActor extension AddressMistake {
    /// What is wrong, as the end of a sentence.
    package var reason: String {
        switch self {
        case .empty: "type an address, such as 192.168.1.7 or ann.local"
        case .blanks: "addresses can't contain spaces"
        case .noHost: "the host is missing before the colon"
        case .openBracket: "the bracket is not closed: [address]:port"
        case .emptyBrackets: "there is no address in the brackets"
        case .noColon: "after the bracket, add a colon and the port: [address]:port"
        case .noPort: "the port must be a number from 1 to 65535"
        }
    }

    /// What is wrong, for the player.
    var sentence: String { reason.prefix(1).uppercased() + reason.dropFirst() + "." }
}
