// The words for each kind of opponent: labels, alerts, titles, the help of keys.

import Engine
import Language
import Screen
import Session
import Wire

/// The words for a kind of opponent. `name` is the opponent's name; `isMine` means the player at this screen, or Yellow.
enum OpponentWords {
    /// The second player at this keyboard.
    case shared
    /// A peer on the network.
    case peer
    /// A friend who answers by message.
    case message
    /// The computer.
    case computer(Level)
    /// Two players somewhere else, of whom one is the host.
    case watched(host: String)

    /// The words for the opponent in a match.
    init(for scene: MatchScene) {
        if let host = scene.host {
            self = .watched(host: host)
        } else {
            switch scene.opponent.kind {
            case .shared: self = .shared
            case .network: self = .peer
            case .message: self = .message
            case .computer: self = .computer(scene.opponent.level.flatMap(Level.init(rawValue:)) ?? .casual)
            }
        }
    }

    /// The computer's name.
    static func name(of level: Level) -> String { tr("Computer ({level})", ["level": level.name]) }

    /// The computer's name in stored games, where it never changes.
    static func storedName(of level: Level) -> String {
        let names = ["Gentle", "Beginner", "Casual", "Steady", "Strong", "Expert", "Perfect"]  // English
        return "Computer (\(names[level.rawValue - 1]))"
    }

    /// A short form of an opponent's name: the computer's level.
    static func short(_ name: String) -> String {
        Level.allCases.first { Self.name(of: $0) == name }?.name ?? name
    }

    /// Whether nobody else is left when the player leaves.
    var isAlone: Bool { if case .peer = self { false } else { true } }

    /// The computer's level; nil for people.
    var level: Level? { if case .computer(let level) = self { level } else { nil } }

    /// Whether the computer is the opponent.
    var isComputer: Bool { level != nil }

    /// Whether the opponent is the computer at its perfect level.
    var isPerfect: Bool { level == .perfect }

    /// The title for a screen of this width.
    func title(_ name: String, _ width: Int) -> String {
        switch self {
        case .shared: tr("Two players")
        case .peer, .message: tr("You ● and {name} ○", ["name": name])
        case .watched(let host): tr("{name} and {other}", ["name": host, "other": name])
        case .computer(let level): width < 60 ? "\(level.name) ○" : tr("You ● and the computer ○: {level}", ["level": level.name])
        }
    }

    /// Whose turn it is, or the result, in at most `width` cells.
    func label(_ state: GameState, _ name: String, _ width: Int) -> String {
        switch self {
        case .shared where !DiscNames.areOrangeAndBlue:
            switch state {
            case .myTurn: tr("Yellow's turn")
            case .yourTurn: tr("Red's turn")
            case .iWin: tr("We have a winner: Yellow!")
            case .youWin: tr("We have a winner: Red!")
            case .draw: tr("It's a draw.")
            }
        case .shared, .watched:
            switch state {
            case .myTurn, .yourTurn:
                Self.fitting(width, self.name(isMine: state == .myTurn, name)) { tr("{name}'s turn", ["name": $0]) }
            case .iWin, .youWin:
                Self.fitting(width, self.name(isMine: state == .iWin, name)) { tr("We have a winner: {name}!", ["name": $0]) }
            case .draw: tr("It's a draw.")
            }
        case .peer, .message, .computer:
            switch state {
            case .myTurn: tr("Your turn")
            case .yourTurn:
                isComputer ? tr("The computer's turn") : Self.fitting(width, name) { tr("{name}'s turn", ["name": $0]) }
            case .iWin: tr("We have a winner: you!")
            case .youWin:
                level.map { tr("{name} wins.", ["name": $0.name]) }
                    ?? Self.fitting(width, name) { tr("We have a winner: {name}!", ["name": $0]) }
            case .draw: tr("It's a draw.")
            }
        }
    }

    /// The name of Yellow or Red where two share a keyboard, and of the host or the guest of a game that is watched.
    private func name(isMine: Bool, _ name: String) -> String {
        switch self {
        case .watched(let host): isMine ? host : name
        case .shared, .peer, .message, .computer: isMine ? DiscNames.yellow : DiscNames.red
        }
    }

    /// Whether the player at this screen is not one of the two.
    private var areBothNamed: Bool {
        switch self {
        case .shared, .watched: true
        case .peer, .message, .computer: false
        }
    }

    /// How a game ended otherwise than on the board; `isMine`: the player at this screen resigned, or Yellow where two share a keyboard.
    func label(_ ending: GameEnding, isMine: Bool, _ name: String, _ width: Int) -> String {
        switch ending {
        case .drawAgreed: return tr("Draw by agreement.")
        case .drawnOnTime: return tr("Time is up, but nobody can win: a draw.")
        case .firstOutOfTime, .secondOutOfTime: return timeUp(isMine: isMine, name, width)
        case .firstResigned, .secondResigned: break
        }
        if areBothNamed {
            let (loser, winner) = (self.name(isMine: isMine, name), self.name(isMine: !isMine, name))
            return tr("{name} resigned: {other} wins!", ["name": loser, "other": winner])
        }
        return Self.fitting(width, level?.name ?? name) {
            isMine ? tr("You resigned: {name} wins.", ["name": $0]) : tr("{name} resigned: you win!", ["name": $0])
        }
    }

    private func timeUp(isMine: Bool, _ name: String, _ width: Int) -> String {
        switch self {
        case .shared, .watched:
            let (loser, winner) = (self.name(isMine: isMine, name), self.name(isMine: !isMine, name))
            return tr("{name}'s time is up: {other} wins!", ["name": loser, "other": winner])
        case .computer where !isMine: return tr("The computer's time is up: you win!")
        case .peer, .message, .computer:
            return Self.fitting(width, level?.name ?? name) {
                isMine ? tr("Your time is up: {name} wins.", ["name": $0]) : tr("{name}'s time is up: you win!", ["name": $0])
            }
        }
    }

    /// The connection to a peer is lost.
    static func loss(of name: String) -> String { tr("Connection to {name} lost.", ["name": name]) }

    /// Our move waits for a player who is away.
    // Translators: “it” is your move.
    static func willSee(by name: String) -> String { tr("{name} will see it later.", ["name": name]) }

    /// The time of a player who is away is up. A move that was made in time still counts.
    static func timeIsUpUnlessMoved(of name: String) -> String {
        tr("{name}'s time is up, unless {name} has moved.", ["name": name])
    }

    /// The same where there is little room.
    static func mayBeOutOfTime(_ name: String) -> String { tr("{name} may be out of time.", ["name": name]) }

    /// The opponent is slow.
    func thinking(_ name: String, _ width: Int) -> String {
        if isComputer { return tr("The computer is thinking…") }
        return Self.fitting(width, name) { tr("{name} is thinking…", ["name": $0]) }
    }

    /// The opening book is missing.
    static var noBook: String { tr("There is no opening book here, so the first moves can take some seconds.") }

    /// Whose turn it is, and that the engine is busy if there is room for both.
    func asking(_ state: GameState, _ name: String, _ width: Int) -> String {
        let turn = label(state, name, width)
        let text = tr("{turn} – one moment…", ["turn": turn])
        return TextWidth.of(text) <= width ? text : turn
    }

    /// A sentence in at most `width` cells; its name is cut if necessary.
    static func fitting(_ width: Int, _ name: String, _ sentence: (String) -> String) -> String {
        sentence(TextWidth.clip(name, to: max(1, width - TextWidth.of(sentence("")))))
    }

    /// Both names for the heading.
    func names(_ name: String) -> (mine: String, yours: String) {
        switch self {
        case .shared, .watched: (self.name(isMine: true, name), self.name(isMine: false, name))
        case .peer, .message: (tr("You"), name)
        case .computer(let level): (tr("You"), level.name)
        }
    }

    /// The help of R.
    var replayHelp: String {
        switch self {
        case .shared: tr("Replay after the game. Yellow and Red take turns to go first.")
        case .peer, .message, .watched: tr("Replay after the game. Whoever asks goes first.")
        case .computer: tr("Start over. An unfinished game stays in the history.")
        }
    }

    /// The help of Q.
    var leaveHelp: String {
        switch self {
        case .watched: tr("Stop watching.")
        case .shared, .message, .computer: tr("Leave the game. It is kept.")
        case .peer: tr("Leave the game. While it goes on, you are asked first.")
        }
    }

    /// Asks whether to leave the match, and says what becomes of it.
    func asksWhetherToLeave(_ scene: MatchScene) -> String {
        let isUntouched = scene.game.moves.isEmpty
        if !isAlone {
            return isUntouched || scene.state.isOver
                ? tr("Leave the game? {name} will be told.", ["name": scene.opponent.shownName])
                : tr("Leave the game? If you disconnect, nobody wins.")
        }
        if isUntouched { return tr("Leave the game?") }
        return scene.isTrial || scene.series.isPractice
            ? tr("Leave the game? It is not saved.") : tr("Leave the game? You can go on with it later.")
    }

    /// The help of U.
    var undoHelp: String {
        switch self {
        case .shared: tr("Take the last move back.")
        case .peer, .message, .watched: tr("Ask to take your last move back, and the reply.")
        case .computer: tr("Take your last move back, and the reply.")
        }
    }

    /// The meaning of the threat marks.
    func threatMarks(_ glyphs: Glyphs) -> String {
        let mark = glyphs.theirThreat
        guard case .shared = self else { return tr("+ yours, {mark} theirs, # both", ["mark": mark]) }
        return DiscNames.areOrangeAndBlue
            ? tr("+ orange's, {mark} blue's, # both", ["mark": mark]) : tr("+ yellow's, {mark} red's, # both", ["mark": mark])
    }

    /// The name of a player in sentences about a win; nil for “You”.
    func winner(isMine: Bool, _ name: String) -> String? {
        if areBothNamed { return self.name(isMine: isMine, name) }
        if isMine { return nil }
        return isComputer ? tr("The computer") : name
    }

    /// The decisive threat, which is marked with '!'.
    func decides(_ threat: Threat, isMine: Bool, _ name: String) -> String {
        // Only the colours have a name of their own here.
        let name = areBothNamed ? self.name(isMine: isMine, name) : name
        let places: Fillings = [
            "name": name, "column": threat.square.column + 1, "row": threat.square.row + 1,
        ]
        return threat.isOdd ? oddDecides(isMine, places) : evenDecides(isMine, places)
    }

    private func oddDecides(_ isMine: Bool, _ places: Fillings) -> String {
        switch self {
        case .shared where DiscNames.areOrangeAndBlue:
            tr("{name}'s odd threat at column {column}, row {row} (!) is decisive.", places)
        case .shared:
            isMine
                ? tr("Yellow's odd threat at column {column}, row {row} (!) is decisive.", places)
                : tr("Red's odd threat at column {column}, row {row} (!) is decisive.", places)
        case .peer, .message, .computer, .watched:
            isMine
                ? tr("Your odd threat at column {column}, row {row} (!) is decisive.", places)
                : isComputer
                    ? tr("The computer's odd threat at column {column}, row {row} (!) is decisive.", places)
                    : tr("{name}'s odd threat at column {column}, row {row} (!) is decisive.", places)
        }
    }

    private func evenDecides(_ isMine: Bool, _ places: Fillings) -> String {
        switch self {
        case .shared where DiscNames.areOrangeAndBlue:
            tr("{name}'s even threat at column {column}, row {row} (!) is decisive.", places)
        case .shared:
            isMine
                ? tr("Yellow's even threat at column {column}, row {row} (!) is decisive.", places)
                : tr("Red's even threat at column {column}, row {row} (!) is decisive.", places)
        case .peer, .message, .computer, .watched:
            isMine
                ? tr("Your even threat at column {column}, row {row} (!) is decisive.", places)
                : isComputer
                    ? tr("The computer's even threat at column {column}, row {row} (!) is decisive.", places)
                    : tr("{name}'s even threat at column {column}, row {row} (!) is decisive.", places)
        }
    }
}

// MARK: - Peers

extension OpponentWords {
    /// A peer's question. `takesReply`: an undo takes our reply back too.
    func asks(_ name: String, for topic: ConsentTopic, takesReply: Bool) -> String {
        switch topic {
        case .hints: tr("{name} wants hints on for both players. Allow it?", ["name": name])
        case .scores: tr("{name} wants scores and threats on for both players. Allow it?", ["name": name])
        case .undo where takesReply:
            tr("{name} wants to take back their last move and your reply. Allow it?", ["name": name])
        case .undo: tr("{name} wants to take back their last move. Allow it?", ["name": name])
        case .draw: tr("{name} offers a draw. Accept it?", ["name": name])
        }
    }

    /// A peer refused; `byMove`: by moving.
    func refuses(_ name: String, byMove: Bool = false) -> String {
        if byMove { return tr("{name} moved instead.", ["name": name]) }
        if case .computer(let level) = self { return tr("No draw: {name} plays on.", ["name": level.name]) }
        return tr("{name} said no.", ["name": name])
    }

    /// The player asked for something.
    func asking(_ name: String, for topic: ConsentTopic) -> String {
        switch topic {
        case .hints: tr("Asking {name} for hints…", ["name": name])
        case .scores: tr("Asking {name} for scores and threats…", ["name": name])
        case .undo: tr("Asking {name} whether you may undo…", ["name": name])
        case .draw: isComputer ? tr("You offer a draw…") : tr("You offer {name} a draw…", ["name": name])
        }
    }

    /// A peer began a new game.
    func replays(_ name: String) -> String { tr("{name} asked for a replay and goes first.", ["name": name]) }

    /// Who is yellow, told before the first disc.
    static func whoIsYellow(isFirst: Bool) -> String {
        isFirst ? tr("Whoever moves first is yellow.") : tr("You both see your own discs as yellow.")
    }

    /// What is allowed from now on; nil where the board shows it.
    func grant(of topic: ConsentTopic) -> String? {
        switch topic {
        case .hints: tr("Both of you may use hints (H) now.")
        case .scores: tr("Both of you may use scores (E) and threats (T) now.")
        case .undo, .draw: nil
        }
    }

    /// A host has sent nothing, like the original app before its player moves. After another game, `hasPlayed`, that app shows the old board
    /// until its player presses Replay, a button that it hides while the old game is unfinished.
    func silence(of host: String, hasPlayed: Bool) -> String {
        hasPlayed
            ? tr(
                "If {host} still shows your last game, press Replay there. No such button? End or leave that game there first: otherwise your boards differ.",
                ["host": host])
            : tr("{host} sends nothing: is their program paused? Q leaves.", ["host": host])
    }

    /// A program that connected from this address is not Four in a Row.
    static func notAGame(from address: String) -> String {
        tr("{address} connected, but is not a Four in a Row game.", ["address": address])
    }

    /// A peer remembers a move of the player's that this machine lost.
    func asksAbout(lostMove column: Int, with name: String) -> String {
        tr(
            "{name}'s app remembers a move of yours that was lost here: column {column}. Take it?",
            ["name": name, "column": column + 1])
    }

    /// How the match goes on after a lost connection, and what happened meanwhile, unless the end of the game says so.
    func resumes(with name: String, isAnotherGame: Bool, isOver: Bool, _ news: BreakNews? = nil) -> String {
        if isAnotherGame { return tr("Reconnected: {name} started a new game.", ["name": name]) }
        let found = tr("Reconnected to {name}.", ["name": name])
        if isOver { return found }
        return news.map { together([found, sentence(for: $0, with: name)]) }
            ?? tr("Reconnected to {name}. The game continues.", ["name": name])
    }

    private func sentence(for news: BreakNews, with name: String) -> String {
        switch news {
        case .moved(byUs: true, nil): tr("You moved during the break.")
        case .moved(byUs: false, nil): tr("{name} moved during the break.", ["name": name])
        case .moved(byUs: true, let time?):
            tr("You moved during the break, after thinking for {time}.", ["time": PresenceWords.minutes(time)])
        case .moved(byUs: false, let time?):
            tr(
                "{name} moved during the break, after thinking for {time}.",
                ["name": name, "time": PresenceWords.minutes(time)])
        case .lostOurMove: tr("Your move was lost: {name} had started a new game, too.", ["name": name])
        }
    }

    /// Why the match with `opponent` is over.
    func sentence(for end: MatchEnd, of opponent: OpponentState) -> String {
        let name = opponent.shownName
        return switch end {
        case .disconnected(let reason): sentence(for: reason, with: name, of: opponent)
        case .violation(let violation): sentence(for: violation, by: name)
        case .impossibleHistory: tr("{name}'s app remembers a game that was not played here. The game is over.", ["name": name])
        }
    }

    /// Why there is no more to see of a match that is watched, how it stood, and where others are.
    static func sentence(for end: MatchEnd, watching scene: MatchScene) -> String {
        let (host, guest, tally) = (scene.host ?? "", scene.opponent.shownName, scene.series.tally)
        func gone(_ name: String, isLost: Bool) -> String {
            peer.sentence(for: .disconnected(isLost ? .late : .bye(.left)), of: OpponentState(.network, name: name))
        }
        let why =
            switch (end, scene.departure) {
            case (.disconnected(.bye(.left)), let departure?):
                gone(departure.isHost ? host : guest, isLost: departure.isLost)
            case (.disconnected(.bye(.left)), nil):
                tr("{name} and {other} have stopped playing.", ["name": host, "other": guest])
            default: peer.sentence(for: end, of: OpponentState(.network, name: host))
            }
        let stand = tally.games > 0 ? score(tally, host, guest) : scene.isUnfinished ? tr("Nobody wins.") : nil
        return together([why, stand].compactMap(\.self))
    }

    /// The score of a series.
    static func score(_ tally: Tally, _ mine: String, _ yours: String) -> String {
        if tally.drawn == 0 {
            return tr(
                "Score: {name} {won}, {other} {lost}.", ["name": mine, "won": tally.won, "other": yours, "lost": tally.lost])
        }
        return tr(
            "Score: {name} {won}, {other} {lost}, drawn {drawn}.",
            ["name": mine, "won": tally.won, "other": yours, "lost": tally.lost, "drawn": tally.drawn])
    }

    private func sentence(for violation: RuleViolation, by name: String) -> String {
        switch violation {
        case .movedAfterTheEnd:
            tr(
                "{name}'s app broke the rules: it dropped a disc after the end of the game. The game is over.",
                ["name": name])
        case .movedOutOfTurn:
            tr("{name}'s app broke the rules: it dropped a disc out of turn. The game is over.", ["name": name])
        case .moveNotPossible(.columnFull):
            tr("{name}'s app broke the rules: it dropped a disc into a full column. The game is over.", ["name": name])
        case .moveNotPossible:
            tr(
                "{name}'s app broke the rules: it dropped a disc where there is no column. The game is over.",
                ["name": name])
        case .wrongTime:
            tr("{name}'s app counts your time wrongly. The game is over.", ["name": name])
        case .newGameTooSoon:
            tr(
                "{name}'s app broke the rules: it started a new game before this one was over. The game is over.",
                ["name": name])
        }
    }

    private func sentence(for reason: Disconnection, with name: String, of opponent: OpponentState) -> String {
        switch reason {
        case .bye(.left): tr("{name} left the game.", ["name": name])
        case .bye(.rules): tr("{name}'s app says that yours broke the rules, and ended the game.", ["name": name])
        case .bye(.nonsense): tr("{name}'s app could not read a message from yours, and ended the game.", ["name": name])
        case .bye(.stalled): tr("{name}'s app waited too long for yours, and ended the game.", ["name": name])
        case .bye(.taken): tr("{name} is already playing with somebody else.", ["name": name])
        case .bye(.busy): tr("{name} cannot play now.", ["name": name])
        // The original app cannot say goodbye.
        case .closed where opponent.canBeAsked:
            together(
                [tr("{name} has left, or lost the connection.", ["name": name])]
                    + (opponent.isGuest ? [] : [tr("Join again when {name} hosts.", ["name": name])]))
        case .closed: tr("You were disconnected from the game.")
        case .late: tr("{name} lost the connection and did not come back.", ["name": name])
        case .left: tr("{name}'s app closed the connection without a goodbye. The game is over.", ["name": name])
        case .cut: tr("The connection to {name} was cut. Neither of you ended the game.", ["name": name])
        case .nonsense(let why): why.sentence(endingGameWith: name)
        case .notAGame where opponent.isGuest: Self.notAGame(from: opponent.place)
        case .notAGame: tr("There is no Four in a Row game at {name}.", ["name": opponent.place])
        case .isTable: tr("{name} is a table: see Other games, Players near you.", ["name": opponent.place])
        case .isPrivate: tr("{name} is a private game. You need its code to join.", ["name": opponent.place])
        case .otherVersion: otherVersionSentence(of: name)
        case .stalled: tr("{name}'s app stopped in the middle of a message. You were disconnected from the game.", ["name": name])
        }
    }
}

extension OpponentState {
    /// The name on the screen.
    var shownName: String { isNamed ? name : tr("Your opponent") }
    /// Whether the name is one, and not an address.
    var isNamed: Bool { address == nil }
    /// The name, or the address of a peer without one.
    var place: String { address ?? name }
}

extension ConsentRefusal {
    /// Why something that needs a peer's consent was not done, or that the peer was asked.
    @MainActor func sentence(with name: String) -> String {
        switch self {
        case .cannotBeAsked: tr("{name} would have to agree, but their app does not support requests.", ["name": name])
        case .notAnswering: PresenceWords.sentence(for: [name]) ?? ""
        case .asked, .askedAlready: tr("Waiting for {name}'s answer…", ["name": name])
        case .asksByMessage(.draw): tr("Your line now offers a draw: send {name} the new one.", ["name": name])
        case .asksByMessage: tr("Your line tells {name}. Hints and scores are on once you both agree.", ["name": name])
        case .moveFirst: tr("A draw is offered with a move: move first.")
        case .askedThisMove: tr("Ask again after the next move.")
        case .gameOver: tr("The game is over.")
        case .nothingToTakeBack: tr("Nothing to undo.")
        }
    }
}

extension FirstMover {
    /// In words.
    var words: String {
        switch self {
        case .me: tr("me")
        case .computer: tr("the computer")
        case .alternate: tr("in turns")
        case .loser: tr("the loser")
        }
    }
}

extension MatchScene {
    /// Whether the game on the board has begun and has no result.
    var isUnfinished: Bool { !state.isOver && !game.moves.isEmpty }
    /// Whether it is too early to give the game up or to offer a draw.
    var isYoung: Bool { game.moves.isEmpty || opponent.isPeer && !series.haveBothMoved }
}
