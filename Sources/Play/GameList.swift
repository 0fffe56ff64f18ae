// What can be played and opened, one line each. It knows the screens.

/// The menus' entries.
enum GameList {
    /// The first screen's.
    static let main = [
        MenuEntry(words: "Host a game", behind: "others on the network see it and join", letter: "h", open: hostGame),
        MenuEntry(words: "Join a game", behind: "choose one from the network", letter: "j") {
            $0.push(JoinGameViewController(navigator: $0))
        },
        MenuEntry(words: "Two players on this keyboard") { $0.push(FourInARowViewController(sharedBy: $0)) },
        MenuEntry(words: "Card matching", behind: "one player, 52 cards") { $0.push(CardMatchingViewController(navigator: $0)) },
        MenuEntry(words: "Snap! against the computer", behind: "one to three players") {
            $0.push(SnapAloneViewController(navigator: $0))
        },
        MenuEntry(words: "Options", behind: "name, colours, animation") { $0.push(OptionsViewController(navigator: $0)) },
        MenuEntry(words: "Help", behind: "the game and its keys") { $0.push(GuideViewController(navigator: $0)) },
        MenuEntry(words: "Quit") { $0.surroundings.quit() },
    ]

    private static func hostGame(_ navigator: Navigator) {
        let host = HostGameViewController(navigator: navigator, port: nil)
        do throws(NetworkFailure) {
            try host.hostGame()
            navigator.push(host)
        } catch {
            navigator.show(alert: "The game cannot be hosted: \(error.reason).")
        }
    }
}
