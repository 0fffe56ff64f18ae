// Which screen the program opens with. It knows the screens, no command line.

/// What the player asked for on the command line.
public enum Start: Equatable, Sendable {
    case menu
    /// Host a game, on this port and no other if one is given; for whoever connects, or for who knows its code.
    case host(port: UInt16?, isPrivate: Bool = false)
    /// Join a game from the list, or at an address as typed; a private one with its code.
    case join(address: String?, code: Code? = nil)
    /// Two players on this keyboard.
    case two
}

extension Navigator {
    /// Opens the menu and what was asked for on top of it. Throws where the game cannot be hosted.
    public func open(_ start: Start) throws(NetworkFailure) {
        push(MenuViewController(navigator: self, title: "Four in a Row", entries: GameList.main))
        switch start {
        case .menu: break
        case .host(let port, let isPrivate):
            let host = HostGameViewController(navigator: self, port: port)
            try host.hostGame(isPrivate: isPrivate)
            push(host)
        case .join(let address, let code):
            let join = JoinGameViewController(navigator: self)
            push(join)
            if let address { join.join(address, code: code) }
        case .two: push(FourInARowViewController(sharedBy: self))
        }
    }
}
