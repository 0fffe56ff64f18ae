// What a screen shows of a match. It is the same value whether the match is played here (Match) or watched (Watching), so that screens,
// captions and text mode need not know which.

import Engine
import Wire

/// What is to be seen of a match, and what the player at this screen may do.
package struct MatchScene {
    /// The game on the board and the score.
    package var series: MatchSeries
    /// The other player; where a match is watched, its guest.
    package var opponent: OpponentState
    /// Where a match is watched, its host, who has our place on the screen; nil where we play.
    package var host: String?
    /// Whether whoever moves first is yellow. Otherwise we are, as the opponent is on the other screen.
    package var isYellowFirst = false
    /// Whether the match is over: the opponent is gone for good.
    package var isOver = false
    /// Whether something is tried out, and nothing is stored.
    package var isTrial = false
    /// Whether the players have lost each other.
    package var isBroken = false
    /// Where a match is watched: whether its host has left it, and may go on with it soon.
    package var isSaved = false
    /// Where a match is watched and one of its players is gone: whether that is the host, and whether that one was lost and did not come back.
    package var departure: (isHost: Bool, isLost: Bool)?
    /// The search for the opponent: how much longer it takes, and the move of ours that only the opponent has and about which the player
    /// decides. Nil while there is none.
    package var search: (secondsLeft: Int, lostMove: Int?)?
    /// Whether it began when the player came back to a stored game: the two have not met since.
    package var isResuming = false
    /// Whether this machine has no connection to the relay at which the match is.
    package var isCutOff = false
    /// How much time players have in this game; nil without clocks.
    package var timeControl: TimeControl?
    /// The milliseconds that the first and the second player have left; empty without clocks.
    package var left: [Int] = []
    /// Whether the clock of the player to move runs.
    package var isClockRunning = false
    /// Whether the opponent is away, and reads our last move when it is back.
    package var isMoveUnread = false
    /// Whether the opponent is away and has no time left, unless it has moved.
    package var isTimeUpUnlessMoved = false
    /// Whether others may watch.
    package var isWatchable = false
    /// The number of spectators.
    package var spectators = 0
    /// At the host of a private game that others may watch: what they have to type, the number of the relay's room and the words, or only
    /// the words.
    package var spectatorCode: String?
    /// Where a match is watched, the games before the one on the board, from the first.
    package var earlierGames: [WatchedGame] = []
    /// What the players asked and allowed each other.
    package var consent = Consent()
    /// Whether the player may move when it is their turn.
    package var mayMove = false
    /// Whether the player may begin a new game, take a move back, and repeat one.
    package var mayReplay = false, mayTakeBack = false, mayRedo = false
    /// Whether the player may resign or offer a draw, say something, and use hints and scores, perhaps with the opponent's consent.
    package var mayDecide = false, maySpeak = false, mayLearn = false
    /// Whether the player may resign now: by message only in turn.
    package var mayResign: Bool { mayDecide && (opponent.message == nil || state == .myTurn) }

    /// A match in which nothing but this is to be seen, and nothing may be done.
    init(_ series: MatchSeries, opponent: OpponentState) { (self.series, self.opponent) = (series, opponent) }
}

extension MatchScene {
    /// The game on the board.
    package var game: Game { series.game }
    /// How it ended, where its moves do not show it.
    package var ending: GameEnding? { series.ending }
    /// Which player of the game has our place.
    package var me: Player { series.me }
    /// The state of the game for the one who has our place.
    package var state: GameState { series.state }
    /// The player who is yellow on this screen.
    package var yellow: Player { isYellowFirst ? .first : me }
    /// Whether both colours are played at this keyboard.
    package var isShared: Bool { opponent.sharesKeyboard }
    /// Whether nobody here plays.
    package var isWatched: Bool { host != nil }
    /// Whether the player at this screen is to move, or both are.
    package var isOurTurn: Bool { isShared ? !state.isOver : state == .myTurn }
    /// How many milliseconds a player has left; nil without clocks.
    package func timeLeft(of player: Player) -> Int? { left.isEmpty ? nil : left[player.rawValue] }
    /// How many moves of theirs and ours the opponent wants to take back; nil where that is not possible.
    package var wantedTakeBack: Int? { series.undoTarget(of: me.other).map { game.moves.count - $0 } }
}

// MARK: - At a player

extension Match {
    /// What is to be seen of the match now.
    package var scene: MatchScene {
        let (opponent, isOver) = (opponent.state, state.isOver)
        var scene = MatchScene(series, opponent: opponent)
        scene.isYellowFirst = isYellowFirst
        (scene.isOver, scene.isSaved) = (self.isOver, isSaved)
        scene.isTrial = !isStored
        scene.isBroken = reconnection != nil
        scene.search = reconnection.map { ($0.secondsLeft, found?.common.lostMove) }
        scene.isResuming = scene.isBroken && self.opponent is AbsentOpponent
        scene.isCutOff = reconnection?.isCutOff == true
        scene.timeControl = clock.clocks?.control
        scene.left = [Player.first, .second].compactMap { clock.left(of: $0) }
        scene.isClockRunning = clock.clocks?.isRunning == true && !isOver && !self.isOver
        scene.isMoveUnread = isPeersTurn && !isOver && !series.isConfirmed && !isConnected && !self.isOver
        scene.isTimeUpUnlessMoved = scene.isClockRunning && isPeersTurn && !isConnected && clock.isUp
        scene.mayMove = mayMove
        (scene.isWatchable, scene.spectators) = (spectators.areAllowed, spectators.count)
        if spectators.areAllowed, let code = spectators.code {
            scene.spectatorCode = [spectators.room, code.text].compactMap(\.self).joined(separator: " ")
        }
        scene.consent = consent
        scene.allow(isConnected: isConnected)
        return scene
    }
}

extension MatchScene {
    /// Says what the player may do. `isConnected`: the opponent answers, so moves can be exchanged.
    fileprivate mutating func allow(isConnected: Bool) {
        let isGameOver = state.isOver
        // The original app knows none of it.
        let mayConsent = !opponent.isPeer || opponent.canBeAsked
        // Against the computer a game need not be played to its end.
        // By message whoever got the last line begins the next game, and what was sent cannot be taken back.
        let isByMessage = opponent.message != nil
        mayReplay =
            isConnected && (isGameOver || opponent.kind == .computer && series.hasMoves) && opponent.message?.line == nil
        let isPlayed = !isBroken && mayConsent && !(opponent.isPeer && isGameOver)
        mayTakeBack = !isOver && isPlayed && ending?.isOnTime != true && !isByMessage
        mayRedo = !isOver && !isGameOver && !opponent.isPeer && !isByMessage
        // With a peer, once both have moved.
        let isOpen = !game.moves.isEmpty && (!opponent.isPeer || series.haveBothMoved)
        mayDecide = isConnected && !isGameOver && mayConsent && isOpen
        // A program that does not answer may hear it later.
        maySpeak = !isOver && !isBroken && opponent.canBeAsked && !isByMessage
        mayLearn = !isOver && !isGameOver && mayConsent
    }
}
