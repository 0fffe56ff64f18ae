// Playing over the internet: the menus, and what they open.

import Language
import Session
import Text
import Wire

extension MenuEntry {
    /// The menu “Play online”.
    fileprivate static func opponents(_ navigator: Navigator) -> [MenuEntry] {
        let hasRelay = !navigator.settings.relay.isEmpty
        let meeting = tr("Meet somebody at the relay who is looking for a game, too.")
        return [
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
                words: tr("Find an opponent"), remark: hasRelay ? tr("anybody") : tr("needs a relay"), letter: "o",
                about: hasRelay
                    ? meeting : together([meeting, tr("A relay is a server that passes your encrypted games on.")])
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
        let aboutRouter = tr("Your router lets your friend in, or you send each other a line.")
        let hasRelay = !navigator.settings.relay.isEmpty
        // The first letter is that of the way that the command `host --online` takes.
        return [
            MenuEntry(
                words: tr("Host directly"), remark: tr("through your router"), letter: hasRelay ? "d" : "h", about: aboutRouter
            ) { $0.launcher.openDirectHosting() },
            MenuEntry(
                words: tr("Host through a relay"),
                remark: hasRelay ? navigator.settings.relayHost.shortened(to: 20) : tr("you have none yet"),
                letter: hasRelay ? "h" : "r", about: aboutRelay
            ) { $0.launcher.openOnlineHosting() },
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
        navigator.push(MenuViewController(navigator: navigator, title: tr("Play online")) { MenuEntry.opponents($0) })
    }

    /// Waits for a friend: through the relay if there is one, otherwise directly.
    func openHostingOnline() { navigator.settings.relay.isEmpty ? openDirectHosting() : openOnlineHosting() }

    /// Waits for a friend who connects to this machine, through the router.
    func openDirectHosting() {
        // It may carry the friend's line.
        navigator.environment.useRelay(at: navigator.settings.relay)
        openFriendHosting(at: .direct)
    }

    /// Waits for a friend in a room; without a relay, asks for one. `triedDirectly`: a friend cannot come through the router.
    func openOnlineHosting(triedDirectly: Bool = false) {
        withRelay(because: tr("To host this way you need a relay."), triedDirectly: triedDirectly) {
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
    func openOpponents() {
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
    func withRelay(because reason: String, triedDirectly: Bool = false, _ action: @escaping (Navigator) -> Void) {
        guard navigator.settings.relay.isEmpty else {
            // A friend's line may have led to another one.
            navigator.environment.useRelay(at: navigator.settings.relay)
            return action(navigator)
        }
        navigator.push(
            RelayViewController(navigator: navigator, because: reason, hasDirect: !triedDirectly) { [unowned navigator] in
                action(navigator)
            })
    }

    /// What can be done on a screen that needs a relay while it does not answer.
    static var waysWithoutRelay: [Page.Option] {
        [
            Page.Option(letter: "r", words: tr("Another relay"), remark: tr("you type its address")),
            Page.Option(letter: "d", words: tr("Host directly"), remark: tr("through your router")),
            Page.Option(letter: "m", words: tr("Play by message"), remark: tr("one line for each move, over days")),
        ]
    }

    /// The keys for it.
    func keysWithoutRelay(isAvailable: @escaping () -> Bool) -> [Binding] {
        let navigator = navigator
        return [
            Binding(.enter, label: tr("Try again"), help: tr("Try the relay again at once."), isAvailable: isAvailable) { _ in
                navigator.environment.broker.hurry()
                navigator.show(alert: tr("Trying again…"))
            },
            Binding(.character("r"), help: tr("Type another relay's address."), isAvailable: isAvailable) { _ in
                navigator.push(RelayViewController(navigator: navigator) {})
            },
            Binding(.character("d"), help: tr("Host through your router instead."), isAvailable: isAvailable) { _ in
                navigator.pop()
                navigator.launcher.openDirectHosting()
            },
            Binding(.character("m"), help: tr("Play by message instead."), isAvailable: isAvailable) { _ in
                navigator.pop()
                navigator.launcher.go(to: .message)
            },
        ]
    }
}
