// Playing over the internet: the menus, and what they open.

import Language
import Session
import Wire

/// The menus behind "Play online".
enum OnlineMenu {
    /// The item in the first menu.
    static var entry: MenuEntry {
        MenuEntry(
            words: tr("Play online"), remark: tr("with a friend"), letter: "p",
            about: tr("Over the internet, through a relay. On one network you need none.")
        ) { $0.launcher.openOnline() }
    }

    /// The menu of opponents.
    fileprivate static var opponents: [MenuEntry] {
        [
            MenuEntry(words: tr("With a friend"), remark: tr("anywhere"), letter: "f") {
                $0.push(MenuViewController(navigator: $0, title: tr("With a friend")) { _ in friend })
            },
            MenuEntry(words: tr("Find an opponent"), remark: tr("anybody"), letter: "o") { $0.launcher.openOpponents() },
            MenuEntry(words: tr("Players met"), remark: tr("rename, block"), letter: "m") {
                $0.push(PlayersMetViewController(navigator: $0))
            },
            MenuEntry(words: tr("Back")) { $0.pop() },
        ]
    }

    private static var friend: [MenuEntry] {
        [
            MenuEntry(words: tr("Host"), remark: tr("get a number and four words"), letter: "h") {
                $0.launcher.openOnlineHosting()
            },
            MenuEntry(words: tr("Join"), remark: tr("type what your friend sees"), letter: "j") {
                $0.launcher.openOnlineJoining()
            },
            MenuEntry(words: tr("Host a table"), remark: tr("other games, more players"), letter: "t") {
                $0.push(HostTableViewController(navigator: $0, isOnline: true))
            },
            MenuEntry(words: tr("Back")) { $0.pop() },
        ]
    }
}

extension GameLauncher {
    /// Opens the menu; without a relay, asks for one.
    fileprivate func openOnline() {
        withRelay { navigator in
            navigator.push(MenuViewController(navigator: navigator, title: tr("Play online")) { _ in OnlineMenu.opponents })
        }
    }

    /// Waits for a friend in a room; without a relay, asks for one.
    func openOnlineHosting() {
        withRelay { navigator in
            do throws(NetworkFailure) {
                try navigator.launcher.openHosting(at: RelayEndpoint.anyRoom.endpoint, isPrivate: true)
            } catch {
                navigator.show(alert: tr("The game cannot be hosted: {reason}.", ["reason": error.reason]))
            }
        }
    }

    /// Asks for a friend's code, and tries `code` if there is one; without a relay, asks for one.
    func openOnlineJoining(_ code: RoomCode? = nil) {
        withRelay { navigator in
            let join = JoinOnlineViewController(navigator: navigator)
            navigator.push(join)
            if let code { join.join(code) }
        }
    }

    /// Shows the players who look for an opponent; without a relay, asks for one.
    fileprivate func openOpponents() {
        withRelay { navigator in
            do throws(StorageFailure) {
                navigator.push(FindOpponentViewController(navigator: navigator, key: try navigator.environment.playerKey()))
            } catch {
                navigator.show(alert: error.sentence)
            }
        }
    }

    /// Does what needs a relay, now or once one works.
    private func withRelay(_ action: @escaping (Navigator) -> Void) {
        guard navigator.settings.relay.isEmpty else { return action(navigator) }
        navigator.push(RelayViewController(navigator: navigator) { [unowned navigator] in action(navigator) })
    }
}
