// How a game's screen comes about, one way an opponent. It knows the seats, and who is called what.

import Engine
import Session
import Wire

extension FourInARowViewController {
    /// Two players on this keyboard.
    convenience init(sharedBy navigator: Navigator) {
        self.init(navigator: navigator, match: navigator.match(with: LocalOpponent()), words: .shared)
    }

    /// A game with the peer at the other end of a connection; `startGame(with:isHost:)` follows.
    convenience init(navigator: Navigator, opponentName: String) {
        self.init(navigator: navigator, match: navigator.match(with: AbsentOpponent(name: opponentName)), words: .peer)
    }

    /// A game that broke off; `lookAgain` follows. Nil where what was kept is no game.
    convenience init?(navigator: Navigator, takingUp broken: BrokenGame) {
        guard
            let match = Match(
                takingUp: broken, name: navigator.name(in: broken.session),
                machine: navigator.environment,
                history: navigator.environment.history)
        else { return nil }
        match.waitingTitle = navigator.waitingTitle
        self.init(navigator: navigator, match: match, words: .peer)
    }

    /// A game against the computer, which begins at `start`. `beginner` says who moves first in it and in those that follow.
    convenience init(navigator: Navigator, level: Level, beginner: Beginner, start: Game = Game(), isKept: Bool = true) {
        let thinker = Analysis(environment: navigator.environment)
        let seat = ComputerOpponent(
            level, name: OpponentWords.keptName(of: level), beginner: beginner,
            pause: navigator.settings.animation && navigator.settings.pause ? ComputerOpponent.pause : 0, thinker: thinker,
            environment: navigator.environment, history: navigator.environment.history)
        self.init(
            navigator: navigator, match: navigator.match(with: seat, at: start, isKept: isKept), words: .computer(level),
            thinker: thinker)
    }

    /// A position to try something out in, with the computer of this level or, without one, both sides; yellow is `me`. Nothing of it is
    /// kept, and the way out leads back to where it was opened.
    convenience init(trying start: Game, as me: Player, level: Level?, on navigator: Navigator) {
        let isFirst = start.mover == me
        guard let level else {
            self.init(
                navigator: navigator,
                match: navigator.match(with: LocalOpponent(isYellowFirst: isFirst), at: start, isKept: false), words: .shared)
            return
        }
        self.init(navigator: navigator, level: level, beginner: isFirst ? .me : .computer, start: start, isKept: false)
    }

    /// A game that was kept goes on.
    func resume(_ game: Game, isPlayerFirst: Bool, id: Int) { match.goOn(with: game, areWeFirst: isPlayerFirst, id: id) }

    /// Looks for the opponent of a game that broke off.
    func lookAgain(for seconds: Int) { match.reconnect(for: seconds) }
}

extension Navigator {
    fileprivate func match(with seat: any Opponent, at start: Game = Game(), isKept: Bool = true) -> Match {
        let match = Match(
            with: seat, at: start, name: playerName, machine: environment, history: environment.history,
            isKept: isKept)
        match.waitingTitle = waitingTitle
        return match
    }

    fileprivate var waitingTitle: (ResumableGame) -> String { { $0.title(hostedBy: $0.name) } }

    /// What the player is called in a game that is taken up: what they were called in it, unless the command line says otherwise.
    fileprivate func name(in session: ResumableGame) -> String {
        isNameGiven || session.name.isEmpty ? playerName : session.name
    }
}
