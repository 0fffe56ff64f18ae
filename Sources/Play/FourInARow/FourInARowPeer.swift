// What the peer of a game on the network does, and how it ends. It knows what packets mean, no bytes.

import Engine
import Wire

extension FourInARowViewController: GameControllerDelegate {
    func controller(_ controller: GameController, didReceive hello: Hello) {
        silence?.cancel()
        learn(from: hello)
        settle()
    }

    /// Who the peer is, and what its program can do.
    func learn(from hello: Hello) {
        if !hello.name.isEmpty { opponentName = hello.name }
        consent.isPossible = hello.capabilities.contains(GameController.consentCapability)
        if hello.capabilities.contains(GameController.resumeCapability) { openSession() }
        navigator.setNeedsDisplay()
    }

    /// The opponent is a player.
    func settle() {
        let didSettle = didSettle
        (self.didSettle, didVanish) = (nil, nil)
        didSettle?()
    }

    func controller(_ controller: GameController, didAddDiscToColumn column: Int) {
        silence?.cancel()
        settle()
        finishFall()
        if gameState.isOver { return accuse("it dropped a disc after the end of the game") }
        if gameState != .yourTurn { return accuse("it dropped a disc out of turn") }
        switch play(column) {
        case .success: ring()
        case .failure(.columnFull): accuse("it dropped a disc into a full column")
        case .failure: accuse("it dropped a disc where there is no column")
        }
    }

    /// Once is enough: on an empty board on which it moves first there is nothing to begin.
    func controllerDidStartNewGame(_ controller: GameController, insteadOfOurs: Bool) {
        settle()
        if match.moves.isEmpty && me == .second { return }
        if !insteadOfOurs && !match.moves.isEmpty && !gameState.isOver {
            return accuse("it began a new game before this one was over")
        }
        resetGame(first: .second)
        navigator.show(alert: "\(opponentName) asked for a new game, and begins.")
        ring()
    }

    func controller(_ controller: GameController, didReceive message: ConsentMessage) { didReceive(message) }

    func controller(_ controller: GameController, didOpen secret: SessionSecret) { joinSession(secret) }

    func controllerDidDisconnect(_ controller: GameController, because reason: Disconnection) {
        if let didVanish {
            gameController = nil
            return didVanish(reason)
        }
        if reason == .isPrivate, let didFindPrivate {
            gameController = nil
            return didFindPrivate()
        }
        if reason.mayBeAccident && recorder.session != nil { lookAgain() } else { endGame(sentence(for: reason)) }
    }

    private func accuse(_ deed: String) {
        gameController?.disconnect(because: .rules)
        endGame("\(opponentName)'s program broke the rules: \(deed). The game is over.")
    }

    func sentence(for reason: Disconnection) -> String {
        switch reason {
        case .bye(.left): "Your opponent left the game."
        case .bye(.rules): "Your opponent's program says that this one broke the rules, and ended the game."
        case .bye(.nonsense): "Your opponent's program could not read what this one sent, and ended the game."
        case .bye(.stalled): "Your opponent's program waited too long for this one, and ended the game."
        case .bye(.taken): "\(opponentName) plays with somebody else already."
        case .closed: "You were disconnected from the game."
        case .nonsense(let why): "\(why) The game is over."
        case .notAGame: "What answers at \(opponentName) is not a Four in a Row game."
        case .isPrivate: "\(opponentName) is a private game, which is joined with its code."
        case .stalled: "Your opponent's program stopped in the middle of a message. You were disconnected from the game."
        }
    }
}
