// Playing over the internet: the menus, and what they open.

import Language
import Session
import Wire

extension MenuEntry {
    /// The menu “Play online”.
    fileprivate static var opponents: [MenuEntry] {
        [
            MenuEntry(
                words: tr("With a friend"), remark: tr("anywhere"), letter: "f",
                about: tr("One of you hosts and sends a line; the other pastes it.")
            ) {
                $0.push(MenuViewController(navigator: $0, title: tr("With a friend")) { friend($0) })
            },
            MenuEntry(
                words: tr("By message"), remark: tr("over days"), letter: "b",
                about: tr("You send each other a line a move, in any messenger, over days if you like.")
            ) { $0.launcher.go(to: .message) },
            MenuEntry(
                words: tr("Find an opponent"), remark: tr("anybody"), letter: "o",
                about: tr("Meet somebody at the relay who is looking for a game, too.")
            ) { $0.launcher.openOpponents() },
            MenuEntry(
                words: tr("Players met"), remark: tr("rename, block"), letter: "m",
                about: tr("The strangers you have played with. Give them a name, or block them.")
            ) {
                $0.push(PlayersMetViewController(navigator: $0))
            },
        ]
    }

    private static func friend(_ navigator: Navigator) -> [MenuEntry] {
        let aboutRelay = tr("A server passes on your encrypted game. This works from any network.")
        let aboutRouter = tr("Your router lets your friend in, or two lines do. No relay is needed.")
        let hasRelay = !navigator.settings.relay.isEmpty
        // The same rule as for the command `host --online`; the other way is the next line.
        let host =
            hasRelay
            ? [
                MenuEntry(
                    words: tr("Host"), remark: tr("through {relay}", ["relay": navigator.settings.relayHost]), letter: "h",
                    about: aboutRelay
                ) { $0.launcher.openHostingOnline() },
                MenuEntry(words: tr("Host directly"), remark: tr("through your router"), letter: "d", about: aboutRouter) {
                    $0.launcher.openDirectHosting()
                },
            ]
            : [
                MenuEntry(words: tr("Host"), remark: tr("directly, through your router"), letter: "h", about: aboutRouter) {
                    $0.launcher.openHostingOnline()
                },
                MenuEntry(words: tr("Host through a relay"), remark: tr("you have none yet"), letter: "r", about: aboutRelay) {
                    $0.launcher.openOnlineHosting()
                },
            ]
        return host + [
            MenuEntry(
                words: tr("Join"), remark: tr("what your friend sent you"), letter: "j",
                about: tr("Paste your friend's line, or type the number and the four words.")
            ) { $0.launcher.openOnlineJoining() },
            MenuEntry(
                words: tr("Watch"), remark: tr("your friend's game"), letter: "w",
                about: tr("Paste your friend's line, or type the number and the four words.")
            ) { $0.launcher.openOnlineJoining(isWatching: true) },
        ]
    }
}

extension GameLauncher {
    /// Opens the menu.
    func openOnline() {
        navigator.push(MenuViewController(navigator: navigator, title: tr("Play online")) { _ in MenuEntry.opponents })
    }

    /// Waits for a friend: through the relay if there is one, otherwise directly.
    func openHostingOnline() { navigator.settings.relay.isEmpty ? openDirectHosting() : openOnlineHosting() }

    /// Waits for a friend who connects to this machine, through the router.
    func openDirectHosting() {
        // It may carry the friend's line.
        navigator.environment.useRelay(at: navigator.settings.relay)
        openFriendHosting(at: .direct)
    }

    /// Waits for a friend in a room; without a relay, asks for one.
    func openOnlineHosting() {
        withRelay(because: tr("To host this way you need a relay.")) {
            $0.launcher.openFriendHosting(at: RelayEndpoint.anyRoom.endpoint)
        }
    }

    private func openFriendHosting(at place: Endpoint) {
        do throws(NetworkFailure) {
            try openHosting(at: place, isPrivate: true)
        } catch {
            navigator.show(alert: tr("The game cannot be hosted: {reason}.", ["reason": error.reason]))
        }
    }

    /// Hosts a table in a room; without a relay, asks for one.
    func openOnlineTable() {
        withRelay(because: tr("To host a table for friends elsewhere you need a relay.")) {
            $0.push(HostTableViewController(navigator: $0))
        }
    }

    /// Asks for what a friend sent, and tries `code` if there is one. `isWatching`: to watch the friend's game.
    func openOnlineJoining(_ code: JoinCode? = nil, isWatching: Bool = false) {
        let join = JoinOnlineViewController(navigator: navigator, isWatching: isWatching)
        navigator.push(join)
        if let code { join.join(code) }
    }

    /// Shows the players who look for an opponent; without a relay, asks for one.
    fileprivate func openOpponents() {
        withRelay(because: tr("To find an opponent you need a relay.")) { navigator in
            do throws(StorageFailure) {
                navigator.push(try navigator.launcher.opponents())
            } catch {
                navigator.show(alert: error.sentence)
            }
        }
    }

    /// The list of the players who look for an opponent. `isSeeking`: the player is on it as well.
    func opponents(isSeeking: Bool = false) throws(StorageFailure) -> FindOpponentViewController {
        FindOpponentViewController(navigator: navigator, key: try navigator.environment.playerKey(), isSeeking: isSeeking)
    }

    /// Does what needs a relay, now or once one works. The player reads why one is needed.
    func withRelay(because reason: String, _ action: @escaping (Navigator) -> Void) {
        guard navigator.settings.relay.isEmpty else {
            // A friend's line may have led to another one.
            navigator.environment.useRelay(at: navigator.settings.relay)
            return action(navigator)
        }
        navigator.push(RelayViewController(navigator: navigator, because: reason) { [unowned navigator] in action(navigator) })
    }
}
