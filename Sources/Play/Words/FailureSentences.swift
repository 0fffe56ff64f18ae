// The sentences for errors of the network.

import Language
import Session

@MainActor extension NetworkFailure {
    /// The reason as the end of a sentence.
    package var reason: String {
        switch self {
        case .noSuchHost: tr("there is no host with that name")
        case .refused: tr("no game is listening there")
        case .timedOut: tr("nobody answered")
        case .unreachable: tr("that address cannot be reached from here")
        case .placeTaken: tr("the port is taken by another program")
        case .forbidden: tr("you are not allowed to use that port")
        case .notHere(let address): tr("{address} is not an address of this machine", ["address": address])
        case .relay: tr("the relay cannot be used")
        case .otherVersion: tr("that program has a different version")
        case .playing: tr("a game is being played there")
        case .disturbed: tr("somebody is disturbing that room")
        case .noMemory: tr("there is not enough memory for a private game")
        case .other(let words): words
        }
    }

    /// Why `name` could not be joined, and what to do.
    func sentence(joining name: String, at endpoint: Endpoint) -> String {
        switch self {
        case .noSuchHost:
            tr(
                "There is no computer called {name}. Is the name right, and is that machine on this network?",
                ["name": name])
        case .refused:
            tr(
                "{name} refused the connection: no game is hosted there on {port}, or it is full.",
                ["name": name, "port": portWords(endpoint.port)])
        case .timedOut:
            tr(
                "{name} did not answer. Is it on this network? If it has a firewall, open TCP {port} on that machine.",
                ["name": name, "port": portWords(endpoint.port)])
        case .unreachable: tr("{name} cannot be reached from here. Are both machines on one network?", ["name": name])
        case .relay(let trouble): trouble.sentence
        case .otherVersion: otherVersionSentence(of: name)
        case .placeTaken, .forbidden, .notHere, .playing, .disturbed, .noMemory, .other:
            tr("{name} could not be reached: {reason}.", ["name": name, "reason": reason])
        }
    }
}

extension SeatRefusal {
    /// Why there is no seat at the table of this name.
    func sentence(joining name: String) -> String {
        switch self {
        case .refused(let reason): reason.sentence
        case .silent: tr("{name}'s program does not answer.", ["name": name])
        case .lost: tr("{name}'s program is gone.", ["name": name])
        case .gone: tr("{name} no longer hosts this table.", ["name": name])
        case .otherVersion: otherVersionSentence(of: name)
        case .unreachable(let failure, let endpoint): failure.sentence(joining: name, at: endpoint)
        }
    }
}

/// Says that the programs of two players differ.
nonisolated func otherVersionSentence(of name: String) -> String {
    tr("{name} has a different version. Both players need the same one.", ["name": name])
}

@MainActor extension DiscoveryTrouble {
    /// Why the offers of a kind cannot be seen, and what to do.
    package func sentence(browsing kind: OfferKind) -> String {
        sentence { reason in
            kind == .game
                ? tr("Nearby games cannot be listed ({reason}). Type the host's address instead.", ["reason": reason])
                : tr("Nobody can be listed ({reason}).", ["reason": reason])
        }
    }

    /// Why others cannot see an offer, and what to do.
    func sentence(advertising kind: OfferKind) -> String {
        sentence { reason in
            kind == .game
                ? tr(
                    "Other players cannot see this game in their lists ({reason}). Tell them this machine's address instead.",
                    ["reason": reason])
                : tr("Others cannot see this in their lists ({reason}).", ["reason": reason])
        }
    }

    /// `helper` makes the sentence where the helper program is the problem.
    private func sentence(without helper: (_ reason: String) -> String) -> String {
        switch self {
        case .noNetwork:
            tr("This computer is not on a network. Plug in a cable or join a Wi-Fi network, and nearby games will appear.")
        case .nameServiceTaken:
            tr(
                "Nearby games cannot be listed: avahi-daemon allows no other mDNS program (disallow-other-stacks=yes in avahi-daemon.conf). You can still type the host's address."
            )
        case .noHelper: helper(tr("fourinarow-bonjour was not found"))
        case .helperStopped: helper(tr("fourinarow-bonjour stopped"))
        case .relay(let trouble): trouble.sentenceWhileTrying
        case .helperNotStarted(let words):
            helper(tr("fourinarow-bonjour could not be started: {reason}", ["reason": words.asStartFailure]))
        case .other(let words): words
        }
    }
}

@MainActor extension AddressMistake {
    /// What is wrong, as the end of a sentence.
    package var reason: String {
        switch self {
        case .empty: tr("type an address, such as 192.168.1.7 or ann.local")
        case .blanks: tr("addresses can't contain spaces")
        case .noHost: tr("the host is missing before the colon")
        case .openBracket: tr("the bracket is not closed: [address]:port")
        case .emptyBrackets: tr("there is no address in the brackets")
        case .noColon: tr("after the bracket, add a colon and the port: [address]:port")
        case .noPort: tr("the port must be a number from 1 to 65535")
        }
    }

    /// What is wrong, for the player.
    var sentence: String { reason.asSentence }
}

/// The port that a firewall must let through, for the middle of a sentence.
func portWords(_ port: String) -> String { tr("port {number}", ["number": port]) }
