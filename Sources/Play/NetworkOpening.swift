// Opens what is played or watched over a network: the screens that host, join and watch, and the board when there is a game.

import Language
import Session

extension GameLauncher {
    /// Hosts a game at `place`, or at the usual one if nil. Throws where it cannot be hosted.
    func openHosting(at place: Endpoint? = nil, isPrivate: Bool = false) throws(NetworkFailure) {
        let host = HostGameViewController(navigator: navigator, place: place)
        // A player who can be invited has the usual port.
        navigator.nearby.show(.busy)
        farewell = nil
        defer { navigator.nearby.update() }
        try host.hostGame(isPrivate: isPrivate)
        navigator.push(host)
    }

    /// Shows the list of games to join.
    @discardableResult
    func openJoining() -> JoinGameViewController {
        let list = JoinGameViewController(navigator: navigator)
        navigator.push(list)
        return list
    }

    /// Shows the game with a guest on top of the screen that hosts it. `endpoint` is where it is hosted, `code` that of a private game. The player did nothing to open
    /// it, so `sentence` may announce it.
    @discardableResult
    func openGame(
        seating guest: GameController, by arbiter: SeatArbiter, at endpoint: Endpoint? = nil, code: Passphrase? = nil,
        announcing sentence: String? = nil
    ) -> FourInARowViewController {
        let game = game(withPeerCalled: guest.link.origin.words, isNamed: false)
        navigator.push(game)
        if let sentence { navigator.show(standing: sentence, passesKeys: true) }
        game.startGame(with: guest, arbiter: arbiter, at: endpoint, code: code)
        navigator.call(sentence ?? tr("A guest is here."))
        return game
    }

    /// Shows the games that can be watched.
    @discardableResult
    func openWatching() -> JoinGameViewController {
        let list = JoinGameViewController(navigator: navigator, isWatching: true)
        navigator.push(list)
        return list
    }

    /// Shows a match of others on top of the list.
    func open(_ watching: Watching) {
        let screen = FourInARowViewController(
            navigator: navigator, looking: { watching.scene }, leaving: { watching.leave() })
        watching.didHappen = { [weak screen] in screen?.receive($0) }
        navigator.push(screen)
    }

    /// Shows a game whose host has said hello to us over the list in which it was found. `didTurnAway`: as below.
    func openGame(with host: GameController, called name: String, didTurnAway: @escaping (MatchEnd, String) -> Bool) {
        let game = game(withPeerCalled: name, isNamed: true)
        game.didTurnAway = didTurnAway
        navigator.push(game)
        game.startGame(with: host)
    }

    /// Shows a joined game in place of the top screen. `name` is its host's address unless `isNamed`. `didTurnAway` is called when it ends before
    /// a disc was played, with the sentence about it, and returns whether the player is told elsewhere.
    func openGame(joining link: Link, of name: String, isNamed: Bool = true, didTurnAway: ((MatchEnd, String) -> Bool)? = nil) {
        let game = game(withPeerCalled: name, isNamed: isNamed)
        game.didTurnAway = didTurnAway
        navigator.replaceTop(with: game)
        game.startGame(with: link, isHost: false, isKnown: false)
    }
}
