// What stands around the board of a game: title, scoreboard, state label, notes beside the board.

import Engine
import Language
import Screen
import Session
import Wire

/// The words around the board of a game.
struct FourInARowCaptions {
    let scene: MatchScene
    /// Whether the last disc is still falling. The next state is shown when it lands.
    let isFalling: Bool
    /// Whether the score of a game that is over is shown already.
    let isScored: Bool
    /// Whether the engine has been busy for long.
    let isAnalysisSlow: Bool
    /// What decided a game that is over, and what the player has achieved.
    let story: StoryWords
    let glyphs: Glyphs
    /// The width of the terminal.
    let width: Int

    /// The words for this kind of opponent.
    var words: OpponentWords { OpponentWords(for: scene) }
    private var name: String { scene.opponent.shownName }

    /// The state that the player sees.
    var state: GameState {
        guard isFalling else { return scene.state }
        return scene.game.mover == scene.me ? .yourTurn : .myTurn
    }

    /// Whether the player sees a game that has ended.
    var isOver: Bool { state.isOver || scene.isOver }

    /// The title.
    var title: String { words.title(name, width) }

    /// The first row.
    func scoreboard(redDisc: String) -> Scoreboard {
        let (mine, yours) = words.names(name)
        let tally = tally
        let isMineYellow = scene.yellow == scene.me
        let counts = isScored && !scene.series.isPractice
        let isGoingOn = !isOver && (!scene.isBroken || isWaitingForUs)
        return Scoreboard(
            mine: Scoreboard.Side(
                sign: isMineYellow ? "●" : redDisc, name: mine, score: tally.won, clock: clock(of: scene.me),
                isShortOfTime: scene.isShortOfTime(scene.me),
                isLit: state == .iWin || isGoingOn && state == .myTurn,
                hasWon: state == .iWin && counts),
            yours: Scoreboard.Side(
                sign: isMineYellow ? redDisc : "●", name: yours, score: tally.lost, clock: clock(of: scene.me.other),
                isShortOfTime: scene.isShortOfTime(scene.me.other),
                isLit: state == .youWin || isGoingOn && state == .yourTurn,
                hasWon: state == .youWin && counts),
            // Of a first game against the computer they say nothing.
            isMineYellow: isMineYellow, showsNoughts: !words.isComputer, label: isOver ? length : glyphs.spelt(label),
            isMyTurn: scene.isShared || state == .myTurn && !scene.isWatched,
            width: width)
    }

    /// After which move the game ended; nothing where the names need the room.
    private var length: String {
        width < Scoreboard.wide || !state.isOver && scene.game.moves.isEmpty || isWonAlone
            ? "" : tr("after move {number}", ["number": scene.game.length])
    }

    /// What a player has left: tenths of a second below ten seconds; empty without clocks.
    func clock(of player: Player) -> String {
        guard let left = scene.timeLeft(of: player) else { return "" }
        return left < 10_000 ? "\(left / 1000).\(left % 1000 / 100)" : PresenceWords.minutes(left)
    }

    /// The games won, lost and drawn. That of a game that has just ended counts once it is shown.
    var tally: Tally { isScored || scene.series.hasEndedBefore ? scene.series.tally : scene.series.earlier }

    /// The notes beside the board that fit in `room` cells, from below: the mark of a private game, of a trial or of a game that is watched, the number of
    /// this move, and of drawn games.
    func boardNotes(width room: Int) -> [String] {
        let tally = tally
        let move = isOver ? "" : tr("move {number}", ["number": scene.game.nextMove])
        let drawn = tally.drawn == 0 ? "" : trn("{count} drawn", "{count} drawn", tally.drawn)
        let roles =
            scene.isTrial || scene.series.isPractice
            ? [tr("practice, not counted"), tr("practice")]
            : scene.isWatched ? [tr("Watching")] : []
        let role = roles.first { TextWidth.of($0) <= room } ?? ""
        // The first row of a narrow screen has no room for the score between two clocks.
        let score = scene.left.isEmpty || tally.games == 0 ? "" : Tally(won: tally.won, lost: tally.lost).score
        return ([sealedMark(width: room)] + (width < Scoreboard.wide ? [drawn, score] : [role, spectators, move, drawn])).filter {
            !$0.isEmpty && TextWidth.of($0) <= room
        }
    }

    /// How many watch; empty where nobody does.
    var spectators: String {
        scene.spectators == 0 || scene.isOver ? "" : trn("{count} spectator", "{count} spectators", scene.spectators)
    }

    /// The mark of a private game; empty for other games.
    private func sealedMark(width room: Int) -> String {
        if !scene.opponent.isSealed { return "" }
        return TextWidth.of(tr("private game")) <= room ? tr("private game") : tr("private")
    }

    /// What the mark of a private game means.
    var sealedNotes: [HelpNote] {
        if !scene.opponent.isSealed || scene.isWatched { return [] }
        let sentence =
            scene.isWatchable
            ? tr(
                "Only you, {name} and spectators who have the code can read the game, and nobody can change it on the way.",
                ["name": name])
            : tr("Only you and {name} can read the game, and nobody can change it on the way.", ["name": name])
        return [HelpNote(sign: tr("private"), sentence: sentence)]
    }

    /// What is lost while the opponent is looked for, in `rows` of `columns` at most: the opponent, perhaps with all its time, or our own
    /// connection; for how long, and what follows then.
    func loss(columns: Int, rows: Int = 1) -> String {
        if let countdown, isSearchAbove || state.isOver {
            let forms =
                state.isOver
                ? [[result(width: columns), loss, countdown], [result(width: columns), countdown]]
                : [[loss, afterTheSearch, countdown], [loss, clockNews, countdown]]
                    + (clockNews.isEmpty ? [] : [[clockNews, countdown]]) + [[loss, countdown], [briefSearch(countdown)]]
            return forms.map(together).first { TextWidth.wrap($0, to: columns).count <= rows }
                ?? countdown
        }
        if scene.isTimeUpUnlessMoved {
            let whole = together([
                loss(of: name), tr("That shows when {name} is back. If {name} stays away, nobody wins.", ["name": name]),
            ])
            if TextWidth.wrap(whole, to: columns).count <= rows { return whole }
            if TextWidth.of(loss(of: name)) > columns {
                return OpponentWords.fitting(columns, name, OpponentWords.mayBeOutOfTime)
            }
        }
        return OpponentWords.fitting(columns, name, loss(of:))
    }

    /// Both sentences where they fit into `columns`, otherwise the second one alone.
    private func fitting(_ first: String, _ second: String, _ columns: Int) -> String {
        let both = together([first, second])
        return TextWidth.of(both) <= columns ? both : second
    }

    /// The same, however long it is.
    var loss: String { loss(of: name) }

    private func loss(of name: String) -> String {
        if scene.isTimeUpUnlessMoved { return OpponentWords.timeIsUpUnlessMoved(of: name) }
        if scene.isCutOff { return tr("No connection to the relay.") }
        return scene.isResuming ? tr("The game goes on once {name} is here.", ["name": name]) : OpponentWords.loss(of: name)
    }

    /// That the opponent is looked for, in a word.
    var searching: String { scene.isResuming && !scene.isCutOff ? tr("Waiting…") : tr("Reconnecting…") }

    /// Whether what is lost stands above the board, also where a spectator has lost it.
    var isLossShown: Bool { scene.search.map { $0.lostMove == nil } ?? (scene.isCutOff && !isOver) }

    /// How much longer the opponent is looked for; nil where it is not.
    private var countdown: String? {
        guard let search = scene.search, search.lostMove == nil else { return nil }
        let left: Fillings = ["time": PresenceWords.minutes(search.secondsLeft * 1000)]
        return scene.isResuming && !scene.isCutOff ? tr("Waiting… {time}", left) : tr("Reconnecting… {time}", left)
    }

    /// For whom the search is, and how much longer it takes; `countdown` where our own connection is lost.
    private func briefSearch(_ countdown: String) -> String {
        guard let search = scene.search, !scene.isCutOff else { return countdown }
        let facts: Fillings = ["name": name, "time": PresenceWords.minutes(search.secondsLeft * 1000)]
        return scene.isResuming ? tr("Waiting for {name}… {time}", facts) : tr("Looking for {name}… {time}", facts)
    }

    /// What becomes of an unfinished game when the search ends, and of the clock that runs meanwhile. A game with clocks cannot be saved.
    private var afterTheSearch: String {
        if scene.isClockRunning {
            // Whoever does not move loses on time, who stays away does not.
            return scene.isOurTurn
                ? clockNews : together([clockNews, tr("If {name} stays away, nobody wins.", ["name": name])])
        }
        let isSaved = scene.timeControl == nil
        if scene.isResuming, !scene.isCutOff {
            return isSaved
                ? tr("If {name} stays away, the game is saved.", ["name": name])
                : tr("If {name} stays away, nobody wins.", ["name": name])
        }
        return isSaved
            ? tr("If it does not come back, the game is saved.") : tr("If it does not come back, nobody wins.")
    }

    /// Whose clock runs although the opponent is away; empty where none does, and for spectators.
    var clockNews: String {
        if !scene.isClockRunning || scene.isWatched { return "" }
        return scene.isOurTurn ? tr("Your clock runs on: move in time.") : tr("{name}'s clock runs on.", ["name": name])
    }

    /// Whether the player is to move, and may, although the opponent is away.
    private var isWaitingForUs: Bool { scene.search != nil && scene.mayMove && scene.isOurTurn }

    /// Whether the search stands above the board, because the label says whose turn it is, or that our move waits; not where that is said of the
    /// opponent's time.
    var isSearchAbove: Bool { countdown != nil && !isOver && !scene.isTimeUpUnlessMoved }

    /// Whose turn it is or how the game ended, for the title of the window.
    var news: String {
        if scene.search != nil { return glyphs.spelt(searching) }
        if isHostComing { return glyphs.spelt(coming(60)) }
        return scene.isOver && !state.isOver ? "" : result(width: 60)
    }

    /// Whether the player has four in a row against the computer.
    private var isWonAlone: Bool { state == .iWin && words.isComputer && scene.ending == nil }

    /// Whose turn it is, or how the game ended, in at most `width` cells.
    func result(width: Int) -> String {
        if isWonAlone {
            // What was set up nobody has played.
            let discs = scene.game.moves.count - scene.series.start.moves.count
            return trn("You won in {count} move.", "You won in {count} moves.", Game.move(ofDisc: discs))
        }
        return scene.ending.map { words.label($0, isMine: $0.winner == scene.me.other, name, width) }
            ?? words.label(state, name, width)
    }

    /// Whose turn it is, or how the game ended.
    var label: String {
        if scene.isOver && !state.isOver { return scene.hasBegun ? tr("The game is over.") : tr("No game began.") }
        let room = state.isOver ? width - 2 : Scoreboard.room(in: width)
        if isSearchAbove { return scene.isMoveUnread ? willSee(room) : result(width: room) }
        if let countdown { return state.isOver ? fitting(result(width: room), countdown, room) : countdown }
        if scene.search != nil { return tr("Reconnected to {name}.", ["name": name]) }
        if scene.isBroken, !scene.isOver {
            if scene.isSaved { return tr("The game is saved.") }
            // A spectator whom the host answers waits for the guest, as the host does.
            return scene.isWatched && !scene.isCutOff
                ? waiting(room, for: scene.opponent.isAnswering ? name : scene.host ?? name) : tr("Reconnecting…")
        }
        if isGrantOpen { return waiting(room) }
        if isHostComing { return coming(room) }
        if scene.opponent.isSlow { return words.thinking(name, room) }
        return isAnalysisSlow ? words.asking(state, name, room) : result(width: room)
    }

    private func waiting(_ room: Int) -> String {
        scene.opponent.isNamed ? waiting(room, for: name) : tr("Waiting for your opponent…")
    }

    private func waiting(_ room: Int, for name: String) -> String {
        OpponentWords.fitting(room, name) { tr("Waiting for {name}…", ["name": $0]) }
    }

    /// Whether the host is at something else, and the game has not begun.
    var isHostComing: Bool { scene.opponent.isHostComing && scene.game.moves.isEmpty && !scene.isOver }

    private func coming(_ room: Int) -> String {
        OpponentWords.fitting(room, name) { tr("{name} is asked…", ["name": $0]) }
    }

    /// Whether the player has allowed an undo or a draw, and the opponent's program has not yet carried it out.
    private var isGrantOpen: Bool { scene.consent.granted?.ply == scene.game.moves.count && !state.isOver && !scene.isOver }

    /// Our last move waits for the opponent, in at most `width` cells.
    func willSee(_ width: Int) -> String { OpponentWords.fitting(width, name, OpponentWords.willSee(by:)) }

    /// What the opponent asks, or that it does not answer; nil where there is nothing to answer.
    var question: String? {
        if scene.isWatched { return nil }
        if !scene.opponent.isAnswering {
            if scene.isTimeUpUnlessMoved { return OpponentWords.timeIsUpUnlessMoved(of: name) }
            let silence = scene.opponent.isFarAway ? PresenceWords.awaited(name) : PresenceWords.sentence(for: [name])
            return together(
                [silence, scene.isMoveUnread && scene.mayMove ? OpponentWords.willSee(by: name) : nil].compactMap { $0 })
        }
        return (scene.consent.wanted?.topic).map {
            words.asks(name, for: $0, takesReply: $0 == .undo && scene.wantedTakeBack == 2)
        }
    }
}

extension MatchScene {
    /// Whether somebody came to play: the opponent has said hello, or a disc was played.
    var hasBegun: Bool { opponent.canBeAsked || !game.moves.isEmpty || series.tally.games > 0 }

    /// Whether a player has little time left while the game goes on.
    func isShortOfTime(_ player: Player) -> Bool { !state.isOver && !isOver && timeLeft(of: player).map { $0 < 10_000 } == true }
}
