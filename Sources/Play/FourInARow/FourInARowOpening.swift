// How a game's screen comes about, one way an opponent. It knows the seats, and who is called what.

import Engine
import Session
import Wire

extension FourInARowViewController {
    /// Two players on this keyboard.
    convenience init(sharedBy navigator: Navigator) {
        self.init(navigator: navigator, duel: navigator.duel(with: KeyboardSeat()), words: .shared)
    }

    /// A game with the peer at the other end of a connection; `startGame(with:isHost:)` follows.
    convenience init(navigator: Navigator, opponentName: String) {
        self.init(navigator: navigator, duel: navigator.duel(with: EmptySeat(name: opponentName)), words: .peer)
    }

    /// A game that broke off; `lookAgain` follows. Nil where what was kept is no game.
    convenience init?(navigator: Navigator, takingUp broken: BrokenGame) {
        guard
            let duel = Duel<Match>(
                takingUp: broken, language: .fourInARow, name: navigator.playerName, machine: navigator.surroundings,
                history: navigator.surroundings.history)
        else { return nil }
        duel.waitingTitle = navigator.waitingTitle
        self.init(navigator: navigator, duel: duel, words: .peer)
    }

    /// A game against the computer, which begins at `start`. `beginner` says who moves first in it and in those that follow.
    convenience init(navigator: Navigator, level: Level, beginner: Beginner, start: Match = Match()) {
        let thinker = Thinker(surroundings: navigator.surroundings)
        let seat = ComputerSeat(
            level, name: OpponentWords.name(of: level), beginner: beginner,
            pause: navigator.settings.animation && navigator.settings.pause ? ComputerSeat.pause : 0, thinker: thinker,
            surroundings: navigator.surroundings, history: navigator.surroundings.history)
        self.init(
            navigator: navigator, duel: navigator.duel(with: seat, at: start), words: .computer(level), thinker: thinker)
    }

    /// A game that was kept goes on.
    func resume(_ match: Match, isPlayerFirst: Bool, id: Int) { duel.goOn(with: match, areWeFirst: isPlayerFirst, id: id) }

    /// Looks for the opponent of a game that broke off.
    func lookAgain(for seconds: Int) { duel.reconnect(for: seconds) }
}

extension Navigator {
    fileprivate func duel(with seat: any DuelSeat, at start: Match = Match()) -> Duel<Match> {
        let duel = Duel(
            with: seat, at: start, language: .fourInARow, name: playerName, machine: surroundings, history: surroundings.history)
        duel.waitingTitle = waitingTitle
        return duel
    }

    fileprivate var waitingTitle: (ResumableGame) -> String { { [playerName] in $0.title(hostedBy: playerName) } }
}
