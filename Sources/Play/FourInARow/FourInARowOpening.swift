// Creates the screen of a game, one way for each kind of opponent.

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

    /// An interrupted game; `lookAgain` follows. Nil where the stored moves are no game.
    convenience init?(navigator: Navigator, takingUp broken: BrokenGame) {
        guard
            let match = Match(
                resuming: broken, name: navigator.name(in: broken.session),
                environment: navigator.environment,
                history: navigator.environment.history)
        else { return nil }
        match.waitingTitle = navigator.waitingTitle
        self.init(navigator: navigator, match: match, words: .peer)
    }

    /// A game against the computer, which begins at `start`. `beginner` says who moves first.
    convenience init(navigator: Navigator, level: Level, beginner: Beginner, start: Game = Game(), isKept: Bool = true) {
        let thinker = Analysis(environment: navigator.environment)
        let seat = ComputerOpponent(
            level, name: OpponentWords.keptName(of: level), beginner: beginner,
            pause: navigator.settings.animation && navigator.settings.pause ? ComputerOpponent.pause : 0, analysis: thinker,
            environment: navigator.environment, history: navigator.environment.history)
        self.init(
            navigator: navigator, match: navigator.match(with: seat, at: start, isKept: isKept), words: .computer(level),
            thinker: thinker)
    }

    /// A position to try moves in, against the computer of this level or, where that is nil, playing both sides. Yellow is `me`. Nothing
    /// is stored, and leaving leads back to the screen that opened it.
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

    /// Continues a stored game.
    func resume(_ game: Game, isPlayerFirst: Bool, id: Int) { match.resume(game, areWeFirst: isPlayerFirst, id: id) }

    /// Looks for the opponent of an interrupted game.
    func lookAgain(for seconds: Int) { match.reconnect(for: seconds) }
}

extension Navigator {
    fileprivate func match(with seat: any Opponent, at start: Game = Game(), isKept: Bool = true) -> Match {
        let match = Match(
            with: seat, at: start, name: playerName, environment: environment, history: environment.history,
            isKept: isKept)
        match.waitingTitle = waitingTitle
        return match
    }

    fileprivate var waitingTitle: (ResumableGame) -> String { { $0.title(hostedBy: $0.name) } }

    /// The player's name in a resumed game: the one they had in it, unless the command line names another.
    fileprivate func name(in session: ResumableGame) -> String {
        isNameGiven ? playerName : session.name
    }
}
