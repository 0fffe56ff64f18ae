// The games that two play one after the other. It knows no board of the present one.

/// Which game of two that sit together is played.
package struct MatchSeries: Equatable {
    /// Its number, from 1.
    package var game = 1
    /// How many times moves were taken back in it.
    package var takeBacks = 0
    /// The moves of the game before it.
    package var before = ""
    /// The score before it.
    package var tally = Tally()

    /// The first game of two, or a later one.
    package init(game: Int = 1, takeBacks: Int = 0, before: String = "", tally: Tally = Tally()) {
        self.game = game
        self.takeBacks = takeBacks
        self.before = before
        self.tally = tally
    }

    /// The next game begins after one of these moves, which is over.
    package mutating func begin(after notation: String, tally: Tally) {
        self = MatchSeries(game: game + 1, before: notation, tally: tally)
    }
}

extension MatchSeries {
    package init(_ session: ResumableGame) {
        self.init(
            game: session.history.game, takeBacks: session.history.takeBacks, before: session.history.before, tally: session.tally
        )
    }
}
