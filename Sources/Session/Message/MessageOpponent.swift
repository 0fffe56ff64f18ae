// A friend as the opponent of a match who answers by message, perhaps after days: what we do becomes the line to send. The answer is read
// elsewhere, and the match is begun again from what is stored.

import Engine
import Wire

/// A friend who answers by message.
package final class MessageOpponent: Opponent {
    package var didHappen: (OpponentEvent) -> Void = { _ in }
    package private(set) var state: OpponentState
    private var game: MessageGame { didSet { state.message = game } }
    private var hasBegun = false
    /// Whether the match has heard of a draw that was offered before.
    private var hasAsked = false

    /// The friend of this game.
    package init(_ game: MessageGame) {
        self.game = game
        state = OpponentState(.message, name: game.friend, address: game.friend.isEmpty ? "" : nil)
        state.canBeAsked = true
        state.message = game
    }

    /// Whoever begins the next game of a series moves first in it.
    package func areWeFirst(after last: LastGame?) -> Bool { last == nil ? game.me == .first : true }

    package func gameDidBegin() {
        if hasBegun { game = game.next(me: .first) }
        hasBegun = true
    }

    package func send(move column: Int) { try? game.play(column) }

    package func send(_ message: ControlPacket) {
        guard case .consent(let message) = message else { return }
        switch message {
        case .ask(.draw, _): game.offerDraw()
        case .ask(.hints, _), .ask(.scores, _): game.help()
        case .resign: game.end(with: .resignation(of: game.me))
        case .allow(.draw, let ply):
            game.end(with: .drawAgreed)
            didHappen(.consent(.done(.draw, ply: ply)))
        default: break
        }
    }

    /// A draw that the friend offers is asked about when the board is there.
    package func positionDidChange(_ game: Game, isToMove: Bool) {
        defer { hasAsked = true }
        if !hasAsked, self.game.isOurs, self.game.isDrawOffered { didHappen(.consent(.ask(.draw, ply: game.moves.count))) }
    }
}
