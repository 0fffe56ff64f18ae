// From hosting and joining to the board: the navigator opens both, and shows the game that comes of them. It knows the screens, no
// network.

import Session

extension Navigator {
    /// Hosts a game at `place`, or at the usual one if nil; throws where it cannot be hosted.
    func openHosting(at place: Endpoint? = nil, isPrivate: Bool = false) throws(NetworkFailure) {
        let host = HostGameViewController(navigator: self, place: place)
        host.delegate = self
        try host.hostGame(isPrivate: isPrivate)
        push(host)
    }

    /// Shows the list of games to join.
    @discardableResult
    func openJoining() -> JoinGameViewController {
        let list = JoinGameViewController(navigator: self)
        list.delegate = self
        push(list)
        return list
    }
}

extension Navigator: HostGameViewControllerDelegate {
    /// The game lies on top of the host's screen, which is there again should the guest turn out to be none.
    func controller(_ controller: HostGameViewController, didHostGameWith guest: GameController, seatedBy arbiter: SeatArbiter) {
        let game = FourInARowViewController(navigator: self, opponentName: guest.origin.words)
        push(game)
        game.startGame(with: guest, arbiter: arbiter, at: controller.endpoint)
        ring()
    }

    func controllerDidLoseGuest(_ controller: HostGameViewController) {
        if let game = screen(above: controller), isOnTop(game) { pop() }
    }

    func controllerDidCancelHosting(_ controller: HostGameViewController) { pop() }
}

extension Navigator: JoinGameViewControllerDelegate {
    /// By its address alone it is not to be seen that a game is private: then the code is asked for after all.
    func controller(
        _ controller: JoinGameViewController, didJoin game: JoinedGame, with connection: Connection, isOpened: Bool
    ) {
        let screen = FourInARowViewController(navigator: self, opponentName: game.name)
        if !isOpened { screen.didFindPrivate = { [unowned self] in askCode(of: game) } }
        replaceTop(with: screen)
        screen.startGame(with: connection, isHost: false)
    }

    func controllerDidCancelJoining(_ controller: JoinGameViewController) { pop() }

    private func askCode(of game: JoinedGame) {
        let list = JoinGameViewController(navigator: self)
        list.delegate = self
        replaceTop(with: list)
        list.askCode(of: game)
    }
}
