// What the program opens with.

import Session

/// What the player asked for on the command line.
package enum Start: Equatable, Sendable {
    case menu
    /// The menu, after the welcome screen of the first start.
    case welcome
    /// Host a game, at this endpoint only if one is given. With `isPrivate` guests need its code.
    case host(at: Endpoint?, isPrivate: Bool = false)
    /// Join a game from the list, or at an address as typed. A private game needs its code.
    case join(address: String?, code: Passphrase? = nil)
    /// Watch a game from the list, or at an address or a friend's line as typed. A private game needs its code.
    case watch(place: String?, code: Passphrase? = nil)
    /// Host a friend anywhere: over the relay if there is one, otherwise directly.
    case hostOnline
    /// Join a friend, with the code if it was given.
    case joinOnline(JoinCode?)
    /// Two players on this keyboard.
    case two
    /// Play the computer at once, at this level, with this player to move, from this position. Nil stands for the last choice, and an
    /// empty position for the empty board.
    case computer(level: Int?, firstMover: FirstMover?, position: String)
    /// The games by message, and what a friend has sent if there is something.
    case message(line: String?)
    /// The review of a game of these column digits.
    case review(digits: String)
    /// What an entry of the menus opens.
    case place(MenuPlace)
}

/// An entry of the menus that is a command. The raw values are the commands.
package enum MenuPlace: String, CaseIterable, Sendable {
    case puzzle, learn, cards, secret, snap, other, online, message, options
}

extension Start {
    /// Whether this may lead to a game on the network.
    var isNetworkGame: Bool {
        switch self {
        case .menu, .welcome, .host, .join, .hostOnline, .joinOnline: true
        case .place(let place): place == .other || place == .online
        case .watch, .two, .computer, .review, .message: false
        }
    }
}
