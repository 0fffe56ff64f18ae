// What a player does while a screen waits for another one, a hosted game's or that for strangers: Enter plays the computer. When somebody comes, the guest is seated at once, and the player is
// asked on whatever screen is on top. The player's own game stays where it is, under the wait and the game with the guest, and is come back to.

import Language
import Screen
import Session

/// What the player does on a screen that waits for another one, and the guest who has come.
final class Meanwhile {
    private unowned let screen: any ViewController
    private var navigator: Navigator { screen.navigator }
    /// The guest who has come, until the player answers.
    private var arrived: ArrivedGuest?
    /// Opens the game with that guest.
    private var open: (GameController) -> Void = { _ in }
    /// Whether a game with a guest is open over the screen.
    private var isPlaying = false
    /// Whether the screen lies over a game of the player's own.
    private(set) var isOverOwnGame = false
    /// Whether the player was asked before the game with the guest began.
    private(set) var wasAsked = false
    /// Whether the player still waits: whoever leaves a game over the screen comes back to it.
    var isWaiting: Bool { !isPlaying }

    /// The question, among the invitations.
    private static let question = "guest"

    /// For a screen that owns it.
    init(on screen: any ViewController) { self.screen = screen }

    // MARK: Guests

    /// A guest has the seat. `open` opens the game, at once if the player is looking at the screen, otherwise when the player comes.
    func seat(_ guest: GameController, by arbiter: SeatArbiter, open: @escaping (GameController) -> Void) {
        wasAsked = navigator.top !== screen
        if !wasAsked {
            isPlaying = true
            return open(guest)
        }
        self.open = open
        let arrived = ArrivedGuest(guest, seatedBy: arbiter, scheduler: navigator.environment)
        self.arrived = arrived
        arrived.didChange = { [weak self] in self?.ask() }
        arrived.didTire = { [weak self, unowned arrived] in
            let name = arrived.controller.state.shownName
            self?.navigator.show(
                alert: tr("{name} has waited for a minute, and was told that you cannot play now.", ["name": name]))
        }
        ask()
        navigator.call(sentence(about: arrived))
    }

    private func sentence(about guest: ArrivedGuest) -> String {
        tr("{name} is here. Play now?", ["name": guest.controller.state.shownName])
    }

    private func ask() {
        guard let arrived else { return }
        navigator.nearby.ask(sentence(about: arrived), id: Self.question) { [weak self] in self?.answer($0) }
    }

    private func answer(_ comes: Bool) {
        guard let arrived else { return }
        self.arrived = nil
        guard comes else {
            arrived.decline()
            let sentence = tr("{name} was told that you cannot play now.", ["name": arrived.controller.state.shownName])
            return navigator.show(alert: together([sentence] + (screen.isList ? [tr("You stay on the list.")] : [])))
        }
        if navigator.top !== screen {
            isOverOwnGame = true
            navigator.raise(screen)
        }
        isPlaying = true
        arrived.letIn(to: open)
    }

    /// The guest is gone before the game began: the wait goes on. Returns whether a game was on the screen.
    func unseat() -> Bool {
        arrived = nil
        navigator.nearby.withdraw(Self.question)
        defer { isPlaying = false }
        return isPlaying
    }

    /// Says why a guest is gone. It must be read only where it ended what the player was looking at.
    func tell(_ sentence: String) {
        if navigator.top === screen {
            navigator.show(standing: sentence, passesKeys: true)
        } else {
            navigator.show(alert: sentence)
        }
    }

    /// The player waits for another guest after a game.
    func waitAgain() { isPlaying = false }

    /// The player has left the screen.
    func stop() {
        arrived?.leave(because: .left)
        _ = unseat()
    }

    // MARK: The player's own game

    /// The key that plays the computer, or goes on with the player's own game.
    func game(hasEnter: Bool = true) -> Binding {
        let goesOn = isOverOwnGame
        // On a narrow screen Enter may stand there already, for another game.
        let isNarrow = navigator.canvas.size.width < 60
        let label = !isNarrow ? tr("Play meanwhile") : hasEnter ? tr("Play") : ""
        return Binding(
            keys: (hasEnter ? [.enter] : []) + [.character("g")], label: goesOn ? tr("Your game") : label,
            help: goesOn ? tr("Go on with your game while you wait.") : tr("Play the computer while you wait."),
            isNeeded: hasEnter
        ) { [unowned self] _ in play() }
    }

    /// The key that opens a puzzle.
    var puzzles: Binding {
        Binding(.character("z"), label: tr("Puzzles"), help: tr("Solve puzzles while you wait.")) { [unowned self] _ in
            PuzzleViewController.open(on: navigator, from: .shelf(nil))
        }
    }

    private func play() {
        if !isOverOwnGame { return navigator.launcher.openGameMeanwhile() }
        isOverOwnGame = false
        navigator.lowerTop()
    }
}
