// What went wrong on the network, in words for the player. It knows no network.

import Session

@MainActor extension NetworkFailure {
    /// The reason as the end of a sentence.
    package var reason: String {
        switch self {
        case .noSuchHost: "there is no host of that name"
        case .refused: "nothing listens there"
        case .timedOut: "nobody answered"
        case .unreachable: "there is no way to that address from here"
        case .portTaken: "the port is taken by another program"
        case .forbidden: "that port needs more rights than you have"
        case .other(let words): words
        }
    }

    /// Why `name` could not be joined, and what to do.
    func sentence(joining name: String, at destination: Destination) -> String {
        switch self {
        case .noSuchHost: "\(name): no such host. Is the name right, and is that machine on this network?"
        case .refused:
            "\(name) refused the connection: no game is hosted there on port \(destination.port), or it has its two players already."
        case .timedOut:
            "\(name) did not answer. Is it on this network? If it has a firewall, open TCP port \(destination.port) on that machine."
        case .unreachable: "\(name) cannot be reached from here. Are both machines on one network?"
        case .portTaken, .forbidden, .other: "\(name) could not be reached: \(reason)."
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
        case .unreachable(let failure, let destination): failure.sentence(joining: name, at: destination)
        }
    }
}
