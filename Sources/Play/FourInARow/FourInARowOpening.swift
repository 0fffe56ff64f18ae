// Initialisers of a game's screen, one for each kind of opponent.

import Engine
import Session
import Wire

extension FourInARowViewController {
    /// Two players at this keyboard.
    convenience init(sharedBy navigator: Navigator) {
        self.init(navigator: navigator, opponent: LocalOpponent(), words: .shared)
        match.timeControl = navigator.settings.timeControl
    }

    /// A game with the peer at the other end of a connection; `startGame(with:isHost:)` follows. `opponentName` is its address unless
    /// `isNamed`.
    convenience init(navigator: Navigator, opponentName: String, isNamed: Bool = true) {
        let opponent = AbsentOpponent(name: opponentName, address: isNamed ? nil : opponentName)
        self.init(navigator: navigator, opponent: opponent, words: .peer)
    }

    /// A match of others; `match.begin(with:)` follows.
    convenience init(navigator: Navigator, watching: Watching) {
        self.init(navigator: navigator, opponent: watching, words: .watched(watching), isStored: false)
        watching.didHear = { [weak self] phrase, isHosts in
            guard let self else { return }
            phrases.hear(
                phrase, from: isHosts ? 0 : 1, named: isHosts ? watching.hostName : watching.name, hasPlace: hasPlaceForPhrases)
        }
    }

    /// An interrupted game; `match.reconnect(for:)` follows. The player keeps the name in it, unless the command line gives one. Nil
    /// where the stored moves are no game.
    convenience init?(navigator: Navigator, resuming broken: BrokenGame) {
        guard
            let match = Match(
                resuming: broken, name: navigator.isNameGiven ? navigator.playerName : broken.session.name,
                environment: navigator.environment,
                history: navigator.environment.archive)
        else { return nil }
        match.isYellowFirst = broken.session.isHost && navigator.settings.yellow == .first
        self.init(navigator: navigator, match: match, words: .peer)
    }

    /// A game against the computer, which begins at `start`. `firstMover` says who moves first.
    convenience init(navigator: Navigator, level: Level, firstMover: FirstMover, start: Game = Game(), isStored: Bool = true) {
        let analysis = Analysis(environment: navigator.environment)
        let computer = ComputerOpponent(
            level, name: OpponentWords.storedName(of: level), firstMover: firstMover,
            pause: navigator.isAnimated && navigator.settings.pause ? ComputerOpponent.pause : 0, analysis: analysis,
            environment: navigator.environment, history: navigator.environment.archive)
        self.init(
            navigator: navigator, opponent: computer, words: .computer(level), start: start, isStored: isStored,
            analysis: analysis)
        if isStored { match.timeControl = navigator.settings.timeControl }
    }

    /// A game from position `start`, for practice: against the computer of this level, or both sides where `level` is nil. Yellow is
    /// `me`. Nothing is stored, and leaving returns to the screen that opened it.
    convenience init(trying start: Game, as me: Player, level: Level?, on navigator: Navigator) {
        let isFirst = start.mover == me
        guard let level else {
            self.init(
                navigator: navigator, opponent: LocalOpponent(isYellowFirst: isFirst), words: .shared, start: start,
                isStored: false)
            return
        }
        self.init(navigator: navigator, level: level, firstMover: isFirst ? .me : .computer, start: start, isStored: false)
    }

    private convenience init(
        navigator: Navigator, opponent: any Opponent, words: OpponentWords, start: Game = Game(), isStored: Bool = true,
        analysis: Analysis? = nil
    ) {
        let match = Match(
            with: opponent, at: start, name: navigator.playerName, environment: navigator.environment,
            history: navigator.environment.archive, isStored: isStored)
        self.init(navigator: navigator, match: match, words: words, analysis: analysis)
    }
}
