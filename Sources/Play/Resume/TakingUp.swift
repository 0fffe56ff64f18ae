// The games that broke off with an earlier run of the program: which there are, and how one is taken up. It knows the screen that they
// are played on, no database.

import Session
import Wire

extension Navigator {
    /// In the turn after the first picture: nobody shall wait for the disk to see the menu.
    func lookForBrokenGame(from menu: ViewController) {
        _ = environment.after(milliseconds: 0) { [weak self, weak menu] in
            guard let self, let menu else { return }
            self.knowsBrokenGames = true
            if self.isOnTop(menu) && !self.takeUpBrokenGame(isSaved: false) { menu.didAppear() }
        }
    }

    /// The last game that broke off and may still be taken up; `isSaved`: that the player left, to come back to it.
    func brokenGame(isSaved: Bool) -> BrokenGame? {
        do throws(StorageFailure) {
            return try environment.history.brokenGames().first { ($0.session.state == .saved) == isSaved }
        } catch {
            if toldTrouble != error.sentence { show(alert: error.sentence) }
            toldTrouble = error.sentence
            return nil
        }
    }

    /// Opens the board of such a game and looks for the opponent; false where there is none any more.
    func takeUpBrokenGame(isSaved: Bool) -> Bool {
        guard let broken = brokenGame(isSaved: isSaved), (try? environment.history.claim(broken)) == true else { return false }
        guard let game = FourInARowViewController(navigator: self, takingUp: broken) else {
            try? environment.history.forget(broken.session.secret)
            return false
        }
        push(game)
        game.lookAgain(for: broken.secondsLeft)
        return true
    }
}
