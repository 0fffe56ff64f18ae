// Initialisers of a game's screen, one for each kind of opponent.

import Engine
import Session
import Wire

extension FourInARowViewController {
    /// Two players at this keyboard.
    convenience init(sharedBy navigator: Navigator) {
        self.init(navigator: navigator, match: navigator.match(with: LocalOpponent()), words: .shared)
    }

    /// A game with the peer at the other end of a connection; `startGame(with:isHost:)` follows.
    convenience init(navigator: Navigator, opponentName: String) {
        self.init(navigator: navigator, match: navigator.match(with: AbsentOpponent(name: opponentName)), words: .peer)
    }

    /// An interrupted game; `match.reconnect(for:)` follows. Nil where the stored moves are no game.
    convenience init?(navigator: Navigator, resuming broken: BrokenGame) {
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
        let analysis = Analysis(environment: navigator.environment)
        let computer = ComputerOpponent(
            level, name: OpponentWords.storedName(of: level), beginner: beginner,
            pause: navigator.settings.animation && navigator.settings.pause ? ComputerOpponent.pause : 0, analysis: analysis,
            environment: navigator.environment, history: navigator.environment.history)
        self.init(
            navigator: navigator, match: navigator.match(with: computer, at: start, isKept: isKept), words: .computer(level),
            analysis: analysis)
    }

    /// A game from position `start`, for practice: against the computer of this level, or both sides where `level` is nil. Yellow is
    /// `me`. Nothing is stored, and leaving returns to the screen that opened it.
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
}

extension Navigator {
    fileprivate func match(with opponent: any Opponent, at start: Game = Game(), isKept: Bool = true) -> Match {
        let match = Match(
            with: opponent, at: start, name: playerName, environment: environment, history: environment.history,
            isKept: isKept)
        match.waitingTitle = waitingTitle
        return match
    }

    fileprivate var waitingTitle: (ResumableGame) -> String { { $0.title(hostedBy: $0.name) } }

    /// The player's name in a resumed game: the same as before, unless the command line gives one.
    fileprivate func name(in session: ResumableGame) -> String {
        isNameGiven ? playerName : session.name
    }
}
