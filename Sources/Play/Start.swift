// What the program opens with.

import Session

/// What the player asked for on the command line.
package enum Start: Equatable, Sendable {
    case menu
    /// The menu, after what a player reads at the first start.
    case welcome
    /// Host a game, in this place and no other if one is given; for whoever connects, or for who knows its code.
    case host(at: Endpoint?, isPrivate: Bool = false)
    /// Join a game from the list, or at an address as typed; a private one with its code.
    case join(address: String?, code: Passphrase? = nil)
    /// Host a friend over the relay.
    case hostOnline
    /// Join a friend over the relay; with the number and the words at once.
    case joinOnline(RoomCode?)
    /// Two players on this keyboard.
    case two
    /// A game against the computer at once: of this level, with who moves next, from this position; what is nil or empty is as the
    /// player chose it last, and the empty board.
    case computer(level: Int?, beginner: Beginner?, position: String)
    /// The review of a game of these column digits.
    case review(digits: String)
}

extension Start {
    /// Whether this may lead to a game on the network.
    var isForTwoMachines: Bool {
        switch self {
        case .menu, .welcome, .host, .join, .hostOnline, .joinOnline: true
        case .two, .computer, .review: false
        }
    }
}
