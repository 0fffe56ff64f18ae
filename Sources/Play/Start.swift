// Which screen the program opens with. It knows the screens, no command line.

import Engine
import Language
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

extension Navigator {
    /// Opens the menu and what was asked for on top of it. Throws where the game cannot be hosted. A game on the network that broke
    /// off with the program goes before another one.
    package func open(_ start: Start) throws(NetworkFailure) {
        let menu = MenuViewController(navigator: self, title: tr("Four in a Row"), entries: GameList.main)
        push(menu)
        if start == .welcome { push(WelcomeViewController(navigator: self)) }
        if start == .menu || start == .welcome { return lookForBrokenGame(from: menu) }
        knowsBrokenGames = true
        if start.isForTwoMachines && takeUpBrokenGame(isSaved: false) { return }
        switch start {
        case .menu, .welcome: break
        case .host(let place, let isPrivate): try openHosting(at: place, isPrivate: isPrivate)
        case .join(let address, let code):
            let join = openJoining()
            if let address { join.join(address, code: code) }
        case .hostOnline: openOnlineHosting()
        case .joinOnline(let code): openOnlineJoining(code)
        case .two: push(FourInARowViewController(sharedBy: self))
        case .computer(let level, let beginner, let position): openGame(level, beginner, position)
        case .review(let digits):
            guard let game = try? Game(digits: digits) else { return }
            let names = ReviewNames(yellow: tr("Yellow"), red: tr("Red"), me: .first)
            push(ReviewViewController(navigator: self, game: game, names: names, keptAs: nil))
        }
    }

    private func openGame(_ level: Int?, _ beginner: Beginner?, _ position: String) {
        guard let start = try? Game(digits: position) else { return }
        let game = FourInARowViewController(
            navigator: self, level: Level(rawValue: level ?? settings.level) ?? .casual, beginner: beginner ?? settings.beginner,
            start: start)
        push(game)
        game.startGame()
    }
}

extension Start {
    /// Whether this may lead to a game on the network.
    fileprivate var isForTwoMachines: Bool {
        switch self {
        case .menu, .welcome, .host, .join, .hostOnline, .joinOnline: true
        case .two, .computer, .review: false
        }
    }
}
