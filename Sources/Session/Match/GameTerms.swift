// What a host decides about its games, and says in its hello.

/// What the host wants of a game. The original app knows none of it.
package struct GameTerms: Equatable {
    /// Whether whoever moves first is yellow on both screens. Otherwise both see themselves as yellow.
    package var isYellowFirst = false
    /// How much time players have; nil without clocks.
    package var timeControl: TimeControl?
    /// Whether others may watch.
    package var isWatchable = false

    /// Terms of these.
    package init(isYellowFirst: Bool = false, timeControl: TimeControl? = nil, isWatchable: Bool = false) {
        (self.isYellowFirst, self.timeControl, self.isWatchable) = (isYellowFirst, timeControl, isWatchable)
    }

    /// What a list says of them: the clock as text, "0" for none, and whether others may watch.
    var facts: [String: String] { ["clock": timeControl?.text ?? "0", "watch": isWatchable ? "1" : "0"] }

    /// From these; nil for the facts of a host who says nothing of them.
    package init?(facts: [String: String]) {
        guard let clock = facts["clock"] else { return nil }
        self.init(timeControl: TimeControl(text: clock), isWatchable: facts["watch"] == "1")
    }

    /// The same, but nobody may watch.
    package var unwatched: GameTerms { GameTerms(isYellowFirst: isYellowFirst, timeControl: timeControl) }
}
