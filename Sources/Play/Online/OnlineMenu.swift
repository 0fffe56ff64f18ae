// Playing over the internet: the menus, and the way from them to the screens. It knows the screens, no relay.

import Session

/// The menus behind "Play online".
enum OnlineMenu {
    /// The line in the first menu.
    static let entry = MenuEntry(words: "Play online", behind: "with a friend", letter: "p") { $0.openOnline() }

    /// Who to play with.
    fileprivate static let opponents = [
        MenuEntry(words: "With a friend", behind: "anywhere", letter: "f") {
            $0.push(MenuViewController(navigator: $0, title: "With a friend") { _ in friend })
        },
        MenuEntry(words: "Find an opponent", behind: "anybody", letter: "o") { $0.openOpponents() },
        MenuEntry(words: "Players met", behind: "rename, block", letter: "m") {
            $0.push(PlayersMetViewController(navigator: $0))
        },
        MenuEntry(words: "Back") { $0.pop() },
    ]

    private static let friend = [
        MenuEntry(words: "Host", behind: "get a number and four words", letter: "h") { $0.openOnlineHosting() },
        MenuEntry(words: "Join", behind: "type what your friend sees", letter: "j") { $0.openOnlineJoining() },
        MenuEntry(words: "Back") { $0.pop() },
    ]
}

extension Navigator {
    /// Shows who to play with; without a relay, how to get one.
    fileprivate func openOnline() {
        guard hasRelay() else { return }
        push(MenuViewController(navigator: self, title: "Play online") { _ in OnlineMenu.opponents })
    }

    /// Waits for a friend in a room; without a relay, says how to get one.
    func openOnlineHosting() {
        guard hasRelay() else { return }
        do throws(NetworkFailure) {
            try openHosting(at: RelayPlace.anyRoom.endpoint, isPrivate: true)
        } catch {
            show(alert: "The game cannot be hosted: \(error.reason).")
        }
    }

    /// Shows the line for a friend's code, and tries `code` if there is one; without a relay, says how to get one.
    func openOnlineJoining(_ code: RoomCode? = nil) {
        guard hasRelay() else { return }
        let join = JoinOnlineViewController(navigator: self)
        join.delegate = self
        push(join)
        if let code { join.join(code) }
    }

    /// Whether there is a relay; if not, says how to get one.
    func hasRelay() -> Bool {
        if settings.relay.isEmpty { push(NoRelayViewController(navigator: self)) }
        return !settings.relay.isEmpty
    }
}

extension Navigator: JoinOnlineViewControllerDelegate {
    func controller(_ controller: JoinOnlineViewController, didJoin game: JoinedGame, with connection: Connection) {
        let screen = FourInARowViewController(navigator: self, opponentName: game.name)
        replaceTop(with: screen)
        screen.startGame(with: connection, isHost: false)
    }

    func controllerDidCancelJoining(_ controller: JoinOnlineViewController) { pop() }
}
