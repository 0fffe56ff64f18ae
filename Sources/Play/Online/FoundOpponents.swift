// From the list of opponents to the board: the navigator opens the list, and shows the game that comes of it. It knows the screens, no
// relay.

import Language
import Session

extension Navigator {
    /// Shows who looks for an opponent; without a relay, says how to get one.
    func openOpponents() {
        guard hasRelay() else { return }
        do throws(StorageFailure) {
            let list = FindOpponentViewController(navigator: self, key: try environment.playerKey())
            list.delegate = self
            push(list)
        } catch {
            show(alert: error.sentence)
        }
    }
}

extension Navigator: FindOpponentViewControllerDelegate {
    func controller(_ controller: FindOpponentViewController, didTakeGameOf name: String, with connection: Connection) {
        let screen = FourInARowViewController(navigator: self, opponentName: name)
        replaceTop(with: screen)
        screen.startGame(with: connection, isHost: false)
    }

    /// The game lies on top of the list, which is there again should the guest turn out to be none.
    func controller(_ controller: FindOpponentViewController, didMeet guest: GameController, seatedBy arbiter: SeatArbiter) {
        let game = FourInARowViewController(navigator: self, opponentName: guest.origin.words)
        push(game)
        show(standing: tr("You have a game with {name}.", ["name": guest.name]))
        game.startGame(with: guest, arbiter: arbiter)
        ring()
    }

    func controllerDidLoseGuest(_ controller: FindOpponentViewController) {
        if let game = screen(above: controller), isOnTop(game) { pop() }
    }

    func controllerDidLeave(_ controller: FindOpponentViewController) { pop() }
}
