// What can be played and opened, one line each. It knows the screens.

import Session

/// The menus' entries.
enum GameList {
    /// The first screen's. A game that the player saved comes first, for as long as the opponent may look for it.
    static func main(_ navigator: Navigator) -> [MenuEntry] {
        guard navigator.knowsBrokenGames, let broken = navigator.brokenGame(isSaved: true) else { return usual }
        let words = "Resume with \(broken.session.opponent)"
        let entry = MenuEntry(words: words, behind: "the game that was cut off", letter: "g", isNumbered: false) {
            if !$0.takeUpBrokenGame(isSaved: true) { $0.show(alert: "It is too late to resume this game.") }
        }
        return [entry] + usual
    }

    static let usual = [
        MenuEntry(words: "Host a game", behind: "others can join", letter: "h", open: hostGame),
        MenuEntry(words: "Join a game", behind: "one on the network", letter: "j") {
            $0.openJoining()
        },
        MenuEntry(words: "Two players", behind: "on this keyboard") { $0.push(FourInARowViewController(sharedBy: $0)) },
        MenuEntry(words: "Play the computer", behind: "seven levels", letter: "c") {
            $0.push(SetupViewController(navigator: $0, setup: ComputerSetup(navigator: $0)))
        },
        OnlineMenu.entry,
        MenuEntry(words: "Other games", behind: "with others or alone", letter: "o") {
            $0.push(MenuViewController(navigator: $0, title: "Other games") { _ in other })
        },
        MenuEntry(words: "History", behind: "your games, with reviews", letter: "y") {
            $0.push(HistoryViewController(navigator: $0))
        },
        MenuEntry(words: "Options", behind: "name, colours, animation") { $0.push(OptionsViewController(navigator: $0)) },
        MenuEntry(words: "Help", behind: "how to play, and all keys") { $0.push(GuideViewController(navigator: $0)) },
        MenuEntry(words: "Quit") { $0.surroundings.quit() },
    ]

    /// Those of the menu behind "Other games".
    static let other = [
        MenuEntry(words: "Nearby players", behind: "invite, or be invited", letter: "n") {
            $0.push(NearbyViewController(navigator: $0))
        },
        MenuEntry(words: "Host a table", behind: "others sit down at it", letter: "h") {
            $0.push(HostTableViewController(navigator: $0))
        },
        MenuEntry(words: "Join a table", behind: "one on the network", letter: "j") {
            $0.push(JoinTableViewController(navigator: $0))
        },
        MenuEntry(words: "Card matching", behind: "one player, 52 cards", letter: "c") {
            $0.push(CardMatchingViewController(navigator: $0))
        },
        MenuEntry(words: "Snap!", behind: "against the computer", letter: "s") {
            $0.push(SetupViewController(navigator: $0, setup: SnapAloneSetup(navigator: $0)))
        },
        MenuEntry(words: "Back") { $0.pop() },
    ]

    private static func hostGame(_ navigator: Navigator) {
        do throws(NetworkFailure) {
            try navigator.openHosting()
        } catch {
            navigator.show(alert: "The game cannot be hosted: \(error.reason).")
        }
    }
}
