// The games that two players play one after the other: the one on the board, its place among them, and the score. A value, and the rules
// of a series.

import Engine
import Wire

/// The series of games up to the one on the board.
package struct MatchSeries: Equatable {
    /// The position in which games begin.
    package let start: Game
    /// The game on the board.
    package private(set) var game: Game
    /// How it ended, where its moves do not show it.
    package internal(set) var ending: GameEnding?
    /// Which player of the game we are; where two share a keyboard, which of them is yellow.
    package var me = Player.first
    /// Moves that were taken back, the latest last.
    private(set) var takenBack: [Int] = []
    /// How many games have begun on this screen.
    package private(set) var begun = 0
    /// The current game's number, from 1.
    var number = 1
    /// The current game as it ended first, and how, once that end was taken back; nil for a game that has not ended before.
    private var first: Game?
    private var firstEnding: GameEnding?
    /// How many times moves were taken back in the current game.
    private(set) var takeBacks = 0
    /// The moves of the game before it as column digits; empty in the first.
    private(set) var before = ""
    /// How that one ended, where its moves do not show it.
    private(set) var endingBefore: GameEnding?
    /// The score before the current game.
    package var earlier = Tally()
    /// Whether we began the current game, and the opponent has not confirmed that it read so: it may have begun one too.
    var mayHaveCrossed = false
    /// Whether the opponent's program has read the last thing that we did in this game, or has done the last thing itself. A result that was
    /// confirmed never changes.
    private(set) var isConfirmed = true

    /// A series before its first move.
    init(at start: Game) { (self.start, game) = (start, start) }

    /// A series in whose game with this number these moves were made, as others see it.
    init(showing game: Game, number: Int) {
        self.init(at: Game())
        (self.game, self.number) = (game, number)
    }

    /// The state of the game for us.
    package var state: GameState { GameState(of: game, ending: ending, for: me) }
    /// The score, including the current game once it is over.
    package var tally: Tally {
        var tally = earlier
        tally.count(counted)
        return tally
    }
    /// The result that counts: the first one of the game.
    private var counted: GameState { first.map { GameState(of: $0, ending: firstEnding, for: me) } ?? state }
    /// Whether the game ended before, so that its result stands already.
    package var hasEndedBefore: Bool { first != nil }
    /// Whether the game is not as it ended first: what is played after taking that back is practice, and does not count.
    package var isPractice: Bool { first.map { $0 != game || firstEnding != ending } ?? false }
    /// Whether moves were made that are not those of the start.
    var hasMoves: Bool { game.moves.count > start.moves.count }
    /// Until both players have moved, other guests may come, and nobody resigns.
    package var haveBothMoved: Bool { game.moves.count > 1 || number > 1 || takeBacks > 0 }
    /// Before the first disc there is nothing to resume, and neither player looks for the other.
    var hasBegun: Bool { haveBothMoved || !game.moves.isEmpty }
    /// How many moves are left when `player`'s last one is taken back; nil where there is none.
    func undoTarget(of player: Player) -> Int? { game.undoTarget(of: player, after: start.moves.count) }

    // MARK: Games

    /// Begins a game, or continues one. `areWeFirst`: whether we move first in it.
    mutating func begin(_ game: Game?, areWeFirst: Bool, byOpponent: Bool) {
        if counted.isOver { countGame() }
        mayHaveCrossed = !byOpponent
        (self.game, ending, takenBack) = (game ?? start, nil, [])
        me = areWeFirst ? start.mover : start.mover.other
        isConfirmed = byOpponent
        begun += 1
    }

    /// The game on the board is over and another one follows.
    mutating func countGame() {
        earlier = tally
        (first, firstEnding) = (nil, nil)
        (before, endingBefore) = (game.digits, ending)
        number += 1
        takeBacks = 0
    }

    // MARK: Moves

    /// The player to move moves.
    mutating func play(_ column: Int) {
        isConfirmed = game.mover != me
        _ = game.play(column)
    }

    /// The opponent's program has read all that we did.
    mutating func confirm() { isConfirmed = true }

    /// The game ended without a move.
    mutating func end(with ending: GameEnding, byOpponent: Bool) { (self.ending, isConfirmed) = (ending, byOpponent) }

    /// A move of the player's own: those that were taken back cannot be repeated any more.
    mutating func forgetTakenBack() { takenBack = [] }

    /// Takes moves back, until `count` are left.
    mutating func takeBack(to count: Int, byOpponent: Bool) {
        takenBack += game.moves.dropFirst(count).reversed()
        (game, ending) = (game.prefix(count), nil)
        takeBacks += 1
        isConfirmed = byOpponent
    }

    /// The end of the game on the board is about to be taken back.
    mutating func keepEnd() { if first == nil { (first, firstEnding) = (game, ending) } }

    /// The latest move that was taken back, to be made again.
    mutating func takeAgain() -> Int? { takenBack.popLast() }

    /// Whether our last move came after so many discs, and the opponent's program is not known to have read it.
    func isUnread(after ply: Int) -> Bool { ply == game.moves.count - 1 && game.mover != me && !isConfirmed }

    /// Our last move has not arrived at the opponent, and does not count.
    mutating func dropUnread(to count: Int) { (game, ending) = (game.prefix(count), nil) }
}

// MARK: - As two peers compare it

extension MatchSeries {
    /// What a peer reads of it after a lost connection. `isHost`: we are the host. `costs` is what each move cost.
    func history(isHost: Bool, allowed: Set<ConsentTopic>, costs: [Int]) -> MatchHistory {
        MatchHistory(
            game: number, isHostFirst: (me == .first) == isHost, takeBacks: takeBacks, digits: game.digits, ending: ending,
            before: before, endingBefore: endingBefore, allowed: allowed, costs: costs,
            hasRead: !game.moves.isEmpty && game.mover == me)
    }

    /// Goes on as `session` says, whose game this is.
    mutating func take(_ session: ResumableGame, _ game: Game) {
        let history = session.history
        (self.game, ending, takenBack) = (game, history.ending, [])
        (number, takeBacks, before, endingBefore) = (history.game, history.takeBacks, history.before, history.endingBefore)
        (earlier, mayHaveCrossed, isConfirmed) = (session.tally, session.mayHaveCrossed, session.isConfirmed)
        me = session.me
    }

    /// Our game ended with these moves, as the opponent saw it. Returns false where they are no game.
    mutating func finish(with digits: String, _ ending: GameEnding?) -> Bool {
        guard let last = try? Game(digits: digits) else { return false }
        (game, self.ending) = (last, ending)
        return true
    }
}
