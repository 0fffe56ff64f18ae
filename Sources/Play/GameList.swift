// What the first menu and the menu of the other games list.

import Language
import Session

/// The entries of these menus.
enum GameList {
    /// The first menu. A game left with “Save and leave” comes first while it can be resumed.
    static func main(_ navigator: Navigator) -> [MenuEntry] {
        guard let broken = navigator.launcher.savedGame else { return usual }
        let words = tr("Resume with {name}", ["name": broken.session.opponent])
        let entry = MenuEntry(words: words, remark: tr("the game that was cut off"), letter: "g", isNumbered: false) {
            if !$0.launcher.resumeGame(isSaved: true) { $0.show(alert: tr("It is too late to resume this game.")) }
        }
        return [entry] + usual
    }

    /// The first menu without it.
    static var usual: [MenuEntry] {
        [
            MenuEntry(
                words: tr("Host a game"), remark: tr("others can join"), letter: "h",
                about: tr("Another player finds your game in the list and joins."), open: hostGame),
            MenuEntry(
                words: tr("Join a game"), remark: tr("on the local network"), letter: "j",
                about: tr("Pick a game that somebody hosts on your network.")
            ) {
                $0.launcher.openJoining()
            },
            MenuEntry(
                words: tr("Two players"), remark: tr("on this keyboard"),
                about: tr("Play with somebody who sits next to you.")
            ) {
                $0.launcher.openGameForTwo()
            },
            MenuEntry(
                words: tr("Play the computer"), remark: tr("seven levels"), letter: "c",
                about: tr("From your first game to perfect play. It gives hints, too.")
            ) {
                $0.push(SetupViewController(navigator: $0, setup: .computer(on: $0)))
            },
            online,
            MenuEntry(
                words: tr("Other games"), remark: tr("with others or alone"), letter: "o",
                about: tr("Card matching, Snap! and Guess the secret number.")
            ) {
                $0.push(MenuViewController(navigator: $0, title: tr("Other games")) { _ in other })
            },
            MenuEntry(
                words: tr("History"), remark: tr("your games, with reviews"), letter: "y",
                about: tr("Go through your games and see what would have been best.")
            ) {
                $0.push(HistoryViewController(navigator: $0))
            },
            MenuEntry(
                words: tr("Options"), remark: tr("name, colours, animation"),
                about: tr("Your name, colours, sounds and language.")
            ) {
                $0.push(OptionsViewController(navigator: $0))
            },
            MenuEntry(
                words: tr("Learn"), remark: tr("lessons, puzzles, openings"), letter: "l",
                about: tr("How to play, ten lessons, puzzles, openings, and your progress.")
            ) {
                $0.push(MenuViewController(navigator: $0, title: tr("Learn")) { _ in learn })
            },
            MenuEntry(words: tr("Quit")) { $0.environment.quit() },
        ]
    }

    /// The menu “Other games”.
    static var other: [MenuEntry] {
        [
            MenuEntry(
                words: tr("Nearby players"), remark: tr("invite, or be invited"), letter: "n",
                about: tr("Everybody on the network who has opened this list. Invite them, or be invited.")
            ) { $0.push(NearbyViewController(navigator: $0)) },
            MenuEntry(
                words: tr("Host a table"), remark: tr("others sit down at it"), letter: "h",
                about: tr("Choose a game. Others sit down at your table, and you start.")
            ) { $0.push(HostTableViewController(navigator: $0)) },
            MenuEntry(
                words: tr("Join a table"), remark: tr("on the local network"), letter: "j",
                about: tr("Tables on the local network that wait for players.")
            ) { $0.push(JoinTableViewController(navigator: $0)) },
            MenuEntry(
                words: tr("Guess the secret number"), remark: tr("with others or the computer"), letter: "g",
                about: tr("One keeps a number, the others guess it. With others at a table, or alone with the computer.")
            ) {
                $0.push(MenuViewController(navigator: $0, title: tr("Guess the secret number")) { _ in secretNumber })
            },
            MenuEntry(
                words: tr("Card matching"), remark: tr("one player, for points"), letter: "c",
                about: tr("Turn cards up and remember them: find those of one suit or rank.")
            ) { $0.push(CardMatchingViewController(navigator: $0)) },
            MenuEntry(
                words: tr("Snap!"), remark: tr("against the computer"), letter: "s",
                about: tr("Be the first to see two piles with the same rank. To play with others, host a table.")
            ) { $0.push(SetupViewController(navigator: $0, setup: .snap(on: $0))) },
            MenuEntry(words: tr("Back")) { $0.pop() },
        ]
    }

    /// The ways to play the secret number.
    private static var secretNumber: [MenuEntry] {
        [
            MenuEntry(words: tr("Alone"), remark: tr("against the computer"), letter: "c") {
                $0.push(SetupViewController(navigator: $0, setup: .secretNumber(on: $0)))
            },
            MenuEntry(words: tr("Host a table"), remark: tr("others sit down at it"), letter: "h") {
                let table = HostTableViewController(navigator: $0)
                $0.push(table)
                table.host(gameNamed: PartyGame.secretNumber)
            },
            MenuEntry(words: tr("Back")) { $0.pop() },
        ]
    }

    /// The menu “Learn”.
    private static var learn: [MenuEntry] {
        [
            MenuEntry(words: tr("How to play"), letter: "h", about: tr("How to play, and what every key does.")) {
                $0.push(GuideViewController(navigator: $0))
            },
            MenuEntry(
                words: tr("Lessons"), letter: "l", about: tr("Ten short lessons, from the first disc to the last column.")
            ) {
                $0.push(MenuViewController(navigator: $0, title: tr("Lessons"), entries: lessons))
            },
            MenuEntry(
                words: tr("Puzzle of the day"), letter: "d", about: tr("The same one for everybody, a new one each day (UTC).")
            ) { PuzzleViewController.open(on: $0, from: .day(PuzzleViewController.today($0.environment))) },
            MenuEntry(
                words: tr("Puzzles"), letter: "p",
                about: tr("Find the only column that wins or saves the game. Puzzles are chosen to suit your rating.")
            ) { PuzzleViewController.open(on: $0, from: .shelf(nil)) },
            MenuEntry(
                words: tr("From your games"), letter: "g",
                about: tr("Positions where you went wrong, and only one column was right.")
            ) { $0.push(OwnPuzzleViewController(navigator: $0)) },
            MenuEntry(
                words: tr("Openings"), letter: "o",
                about: tr("What each column leads to, from any position, and how often you played it.")
            ) { $0.push(ExplorerViewController(navigator: $0)) },
            MenuEntry(
                words: tr("Progress"), letter: "r", about: tr("Your rating, your accuracy, your results and your streaks.")
            ) { $0.push(ProgressViewController(navigator: $0)) },
            MenuEntry(words: tr("Back")) { $0.pop() },
        ]
    }

    private static func hostGame(_ navigator: Navigator) {
        do throws(NetworkFailure) {
            try navigator.launcher.openHosting()
        } catch {
            navigator.show(alert: tr("The game cannot be hosted: {reason}.", ["reason": error.reason]))
        }
    }
}
