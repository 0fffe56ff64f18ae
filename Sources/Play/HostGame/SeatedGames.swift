// From hosting, joining and seeking to the board: the way to the screens, and from a seated game to the game's screen.

import Session

extension Navigator {
    /// Hosts a game at `place`, or at the usual one if nil. Throws where it cannot be hosted.
    func openHosting(at place: Endpoint? = nil, isPrivate: Bool = false) throws(NetworkFailure) {
        let host = HostGameViewController(navigator: self, place: place)
        try host.hostGame(isPrivate: isPrivate)
        push(host)
    }

    /// Shows the list of games to join.
    @discardableResult
    func openJoining() -> JoinGameViewController {
        let list = JoinGameViewController(navigator: self)
        push(list)
        return list
    }

    /// Shows the game with a guest on top of the screen that hosts it. `endpoint` is where it is hosted. The player did nothing to open
    /// it, so `sentence` may announce it.
    func open(
        _ guest: GameController, seatedBy arbiter: SeatArbiter, at endpoint: Endpoint? = nil, announcing sentence: String? = nil
    ) {
        let game = FourInARowViewController(navigator: self, opponentName: guest.origin.words)
        push(game)
        if let sentence { show(standing: sentence) }
        game.startGame(with: guest, arbiter: arbiter, at: endpoint)
        ring()
    }

    /// Closes the game on top of the screen that hosts it: the guest is gone, and the wait goes on.
    func closeGame(above host: ViewController) {
        if let game = screen(above: host), isOnTop(game) { pop() }
    }

    /// Shows a joined game in place of the top screen. `didFindPrivate` is called when its host asks for a code.
    func open(_ connection: PacketConnection, of name: String, didFindPrivate: (() -> Void)? = nil) {
        let game = FourInARowViewController(navigator: self, opponentName: name)
        game.didFindPrivate = didFindPrivate
        replaceTop(with: game)
        game.startGame(with: connection, isHost: false, isKnown: false)
    }
}
