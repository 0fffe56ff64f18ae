// Makes the screens of games, one for each kind of opponent.

import Engine
import Session
import Wire

extension GameLauncher {
    /// Opens a game of two players at this keyboard.
    func openGameForTwo() {
        let game = gameForTwo()
        navigator.push(game)
        game.match?.begin()
    }

    /// Opens a game against the computer that passes the time of a wait. It has no clock, since it may be interrupted.
    func openGameMeanwhile() {
        let game = game(at: Level(rawValue: navigator.settings.level) ?? .casual)
        game.match?.timeControl = nil
        navigator.push(game)
        game.match?.begin()
    }

    /// A game of two players at this keyboard; `Match.begin` follows.
    func gameForTwo() -> FourInARowViewController {
        let game = game(against: LocalOpponent())
        game.match?.timeControl = navigator.settings.timeControl
        return game
    }

    /// A game with a friend who answers by message; `Match.begin` follows.
    func game(byMessage message: MessageGame) -> FourInARowViewController { game(against: MessageOpponent(message)) }

    /// A game with the peer at the other end of a connection; `startGame(with:isHost:)` follows. The name is its address unless
    /// `isNamed`.
    func game(withPeerCalled name: String, isNamed: Bool = true) -> FourInARowViewController {
        game(against: AbsentOpponent(name: name, address: isNamed ? nil : name))
    }

    /// An interrupted game; `Match.reconnect(for:)` follows. The player keeps the name in it, unless the command line gives one. Nil
    /// where the stored moves are no game.
    func game(resuming session: ResumableGame) -> FourInARowViewController? {
        let match = Match(
            resuming: session, name: navigator.isNameGiven ? navigator.playerName : session.name,
            environment: navigator.environment, archive: navigator.environment.archive)
        match?.isYellowFirst = session.isHost && navigator.settings.isYellowFirst
        return match.map { screen(of: $0) }
    }

    /// A game against the computer, which begins at `start`; `Match.begin` follows. Without `firstMover` the settings say who moves
    /// first.
    func game(
        at level: Level, firstMover: FirstMover? = nil, start: Game = Game(), isStored: Bool = true
    ) -> FourInARowViewController {
        let analysis = Analysis(environment: navigator.environment)
        let computer = ComputerOpponent(
            level, name: OpponentWords.storedName(of: level), firstMover: firstMover ?? navigator.settings.firstMover,
            pause: navigator.isAnimated && navigator.settings.pause ? ComputerOpponent.pause : 0, analysis: analysis,
            environment: navigator.environment, archive: navigator.environment.archive)
        let game = game(against: computer, start: start, isStored: isStored, analysis: analysis)
        if isStored { game.match?.timeControl = navigator.settings.timeControl }
        return game
    }

    /// A game from position `start`, for practice, against the computer of this level. Yellow is `me`. Nothing is stored, and leaving
    /// returns to the screen that opened it. `Match.begin` follows.
    func game(trying start: Game, as me: Player, level: Level) -> FourInARowViewController {
        game(at: level, firstMover: start.mover == me ? .me : .computer, start: start, isStored: false)
    }

    private func game(
        against opponent: any Opponent, start: Game = Game(), isStored: Bool = true, analysis: Analysis? = nil
    ) -> FourInARowViewController {
        let match = Match(
            with: opponent, at: start, name: navigator.playerName, environment: navigator.environment,
            archive: navigator.environment.archive, isStored: isStored)
        return screen(of: match, analysis: analysis)
    }

    private func screen(of match: Match, analysis: Analysis? = nil) -> FourInARowViewController {
        let screen = FourInARowViewController(
            navigator: navigator, match: match, analysis: analysis, looking: { match.scene }, leaving: { match.leave() })
        match.didHappen = { [weak screen] in screen?.receive($0) }
        return screen
    }
}
