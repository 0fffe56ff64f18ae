// The place of the current game in the series of games that two players play.

import Wire

/// The series of games up to the current one.
package struct MatchSeries: Equatable {
    /// The current game's number, from 1.
    package var number = 1
    /// How many times moves were taken back in the current game.
    package var takeBacks = 0
    /// The moves of the game before it as column digits; empty in the first.
    package var before = ""
    /// How that one ended, where its moves do not show it.
    package var endingBefore: GameEnding?
    /// The score before the current game.
    package var tally = Tally()
    /// Whether we began the current game, and the opponent has not confirmed that it read so: it may have begun one too.
    package var mayHaveCrossed = false

    /// The next game begins. `digits` are the moves of the game that is over, `ending` how it ended, where they do not show it, `tally` the
    /// score with it.
    package mutating func begin(after digits: String, _ ending: GameEnding?, tally: Tally) {
        self = MatchSeries(number: number + 1, before: digits, endingBefore: ending, tally: tally)
    }
}

extension MatchSeries {
    /// The series of a stored game.
    package init(_ session: ResumableGame) {
        self.init(
            number: session.history.game, takeBacks: session.history.takeBacks, before: session.history.before,
            endingBefore: session.history.endingBefore, tally: session.tally, mayHaveCrossed: session.mayHaveCrossed)
    }
}
