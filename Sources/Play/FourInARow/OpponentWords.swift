// What is said about an opponent, in one value a kind: labels, alerts, titles, the words of keys. It knows no board.

import Engine
import Language
import Screen
import Session
import Wire

/// What is said about an opponent. `name` is the opponent's, and what `isMine` is the player's at this screen, or Yellow's.
enum OpponentWords {
    /// Two share the keyboard.
    case shared
    /// Somebody on the network.
    case peer
    /// The computer.
    case computer(Level)

    /// The computer's name.
    static func name(of level: Level) -> String { tr("Computer ({level})", ["level": level.name]) }

    /// The same in what is kept, where it never changes.
    static func keptName(of level: Level) -> String {
        let names = ["First game", "Beginner", "Casual", "Steady", "Strong", "Expert", "Perfect"]  // English
        return "Computer (\(names[level.rawValue - 1]))"
    }

    /// What an opponent of this name is called where there is little room: the computer by its level.
    static func short(_ name: String) -> String {
        Level.allCases.first { Self.name(of: $0) == name }?.name ?? name
    }

    /// Whether nobody reads it when the player leaves.
    var isAlone: Bool { if case .peer = self { false } else { true } }

    /// Whether the computer is the opponent.
    var isComputer: Bool { if case .computer = self { true } else { false } }

    /// Whether the computer is, and solves every position.
    var isPerfect: Bool { if case .computer(.perfect) = self { true } else { false } }

    /// The screen's title, on a screen of so many columns.
    func title(_ name: String, _ width: Int) -> String {
        switch self {
        case .shared: tr("Two players")
        case .peer: tr("You ● and {name} ○", ["name": name])
        case .computer(let level): width < 60 ? "\(level.name) ○" : tr("You ● and the computer ○: {level}", ["level": level.name])
        }
    }

    /// Whose turn it is, or how the game ended, in so many columns.
    func label(_ state: GameState, _ name: String, _ width: Int) -> String {
        switch self {
        case .shared:
            switch state {
            case .myTurn: tr("Yellow's turn")
            case .yourTurn: tr("Red's turn")
            case .iWin: tr("We have a winner: Yellow!")
            case .youWin: tr("We have a winner: Red!")
            case .draw: tr("It's a draw.")
            }
        case .peer, .computer:
            switch state {
            case .myTurn: tr("Your turn")
            case .yourTurn:
                isComputer ? tr("The computer's turn") : Self.fitting(width, name) { tr("{name}'s turn", ["name": $0]) }
            case .iWin: tr("We have a winner: you!")
            case .youWin:
                isComputer
                    ? tr("We have a winner: the computer!")
                    : Self.fitting(width, name) { tr("We have a winner: {name}!", ["name": $0]) }
            case .draw: tr("It's a draw.")
            }
        }
    }

    /// That the connection to somebody of this name is lost.
    static func loss(of name: String) -> String { tr("Connection to {name} lost.", ["name": name]) }

    /// That it takes the opponent a while to move.
    func thinking(_ name: String, _ width: Int) -> String {
        if isComputer { return tr("The computer is thinking…") }
        return Self.fitting(width, name) { tr("{name} is thinking…", ["name": $0]) }
    }

    /// Why the first moves take so long.
    static var noBook: String { tr("There is no opening book here, so the first moves can take some seconds.") }

    /// Whose turn it is while the engine is asked for something, where there is room for both.
    func asking(_ state: GameState, _ name: String, _ width: Int) -> String {
        let turn = label(state, name, width)
        let text = tr("{turn} – one moment…", ["turn": turn])
        return TextWidth.of(text) <= width ? text : turn
    }

    /// A sentence in so many columns: the name in it is cut where they are too few.
    static func fitting(_ width: Int, _ name: String, _ sentence: (String) -> String) -> String {
        sentence(TextWidth.clip(name, to: max(1, width - TextWidth.of(sentence("")))))
    }

    /// What both are called beside the score.
    func names(_ name: String) -> (mine: String, yours: String) {
        switch self {
        case .shared: (tr("Yellow"), tr("Red"))
        case .peer: (tr("You"), name)
        case .computer(let level): (tr("You"), level.name)
        }
    }

    /// What R does.
    var replayHelp: String {
        switch self {
        case .shared: tr("Replay after the game. Yellow and Red take turns to go first.")
        case .peer: tr("Replay after the game. Whoever asks goes first.")
        case .computer: tr("Start over. An unfinished game stays in the history.")
        }
    }

    /// What Q does.
    var leaveHelp: String {
        if case .peer = self { tr("Leave the game. While it goes on, Q asks first.") } else { tr("Leave the game.") }
    }

    /// What U does.
    var undoHelp: String {
        switch self {
        case .shared: tr("Take the last move back.")
        case .peer: tr("Ask to take your last move back, and the reply.")
        case .computer: tr("Take your last move back, and the reply.")
        }
    }

    /// What the marks of threats mean, with these characters.
    func threatMarks(_ glyphs: Glyphs) -> String {
        let mark = glyphs.theirThreat
        return if case .shared = self { tr("+ yellow's, {mark} red's, * both", ["mark": mark]) } else {
            tr("+ yours, {mark} theirs, * both", ["mark": mark])
        }
    }

    /// That a threat, which is marked with '!', decides the game; `isMine`: it is the player's at this screen, or Yellow's.
    func decides(_ threat: Threat, isMine: Bool, _ name: String) -> String {
        let places: Fillings = [
            "name": name, "column": threat.square.column + 1, "row": threat.square.row + 1,
        ]
        return threat.isOdd ? oddDecides(isMine, places) : evenDecides(isMine, places)
    }

    private func oddDecides(_ isMine: Bool, _ places: Fillings) -> String {
        switch self {
        case .shared:
            isMine
                ? tr("Yellow's odd threat at column {column}, row {row} (!) is decisive.", places)
                : tr("Red's odd threat at column {column}, row {row} (!) is decisive.", places)
        case .peer, .computer:
            isMine
                ? tr("Your odd threat at column {column}, row {row} (!) is decisive.", places)
                : isComputer
                    ? tr("The computer's odd threat at column {column}, row {row} (!) is decisive.", places)
                    : tr("{name}'s odd threat at column {column}, row {row} (!) is decisive.", places)
        }
    }

    private func evenDecides(_ isMine: Bool, _ places: Fillings) -> String {
        switch self {
        case .shared:
            isMine
                ? tr("Yellow's even threat at column {column}, row {row} (!) is decisive.", places)
                : tr("Red's even threat at column {column}, row {row} (!) is decisive.", places)
        case .peer, .computer:
            isMine
                ? tr("Your even threat at column {column}, row {row} (!) is decisive.", places)
                : isComputer
                    ? tr("The computer's even threat at column {column}, row {row} (!) is decisive.", places)
                    : tr("{name}'s even threat at column {column}, row {row} (!) is decisive.", places)
        }
    }
}

// MARK: - A peer's doings

extension OpponentWords {
    /// What a peer of this name asks for; `takesReply`: what we answered goes back with their move.
    func asks(_ name: String, for topic: ConsentTopic, takesReply: Bool) -> String {
        switch topic {
        case .hints: tr("{name} wants hints on for both players. Allow? (Y/N)", ["name": name])
        case .eye: tr("{name} wants scores and threats on for both players. Allow? (Y/N)", ["name": name])
        case .undo where takesReply:
            tr("{name} wants to take back their last move and your reply. Allow? (Y/N)", ["name": name])
        case .undo: tr("{name} wants to take back their last move. Allow? (Y/N)", ["name": name])
        }
    }

    /// A peer of this name does not allow what was asked for.
    func refuses(_ name: String) -> String { tr("{name} said no.", ["name": name]) }

    /// A peer of this name began another game.
    func replays(_ name: String) -> String { tr("{name} asked for a replay and goes first.", ["name": name]) }

    /// What is allowed from now on; nil where the board shows it.
    func grant(of topic: ConsentTopic) -> String? {
        switch topic {
        case .hints: tr("Hints (H) are on for both players.")
        case .eye: tr("Scores (E) and threats (T) are on for both players.")
        case .undo: nil
        }
    }

    /// A host of this name has said nothing. The original app says nothing before its player moves; but neither does a program that
    /// is no Four in a Row at all.
    func silence(of host: String) -> String {
        tr("{host} has not answered yet. If nobody moves, it may not be a Four in a Row game. Q leaves.", ["host": host])
    }

    /// A guest that came from there is no Four in a Row game.
    static func notAGame(from address: String) -> String {
        tr("{address} connected, but is not a Four in a Row game.", ["address": address])
    }

    /// A peer of this name has a move of the player's that this machine lost.
    func asksAbout(lostMove column: Int, with name: String) -> String {
        tr(
            "{name}'s app remembers a move of yours that was lost here: column {column}. Take it?",
            ["name": name, "column": column + 1])
    }

    /// How a game goes on, whichever of the two was away.
    func sentence(for resumption: MatchResumption, with name: String, in state: GameState) -> String {
        switch resumption {
        case .anotherGame: tr("Reconnected: {name} started a new game.", ["name": name])
        case .sameGame:
            state.isOver
                ? tr("Reconnected to {name}.", ["name": name]) : tr("Reconnected to {name}. The game continues.", ["name": name])
        }
    }

    /// Why there is nobody to play with any more.
    func sentence(for end: MatchEnd, with name: String) -> String {
        switch end {
        case .disconnected(let reason): sentence(for: reason, with: name)
        case .offence(let offence): sentence(for: offence, by: name)
        case .impossibleHistory: tr("{name}'s app remembers a game that was not played here. The game is over.", ["name": name])
        }
    }

    private func sentence(for offence: RuleViolation, by name: String) -> String {
        switch offence {
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
        case .newGameTooSoon:
            tr(
                "{name}'s app broke the rules: it started a new game before this one was over. The game is over.",
                ["name": name])
        }
    }

    private func sentence(for reason: Disconnection, with name: String) -> String {
        switch reason {
        case .bye(.left): tr("{name} left the game.", ["name": name])
        case .bye(.rules): tr("{name}'s app says that yours broke the rules, and ended the game.", ["name": name])
        case .bye(.nonsense): tr("{name}'s app could not read a message from yours, and ended the game.", ["name": name])
        case .bye(.stalled): tr("{name}'s app waited too long for yours, and ended the game.", ["name": name])
        case .bye(.taken): tr("{name} is already playing with somebody else.", ["name": name])
        case .closed: tr("You were disconnected from the game.")
        case .left: tr("{name}'s app closed the connection without a goodbye. The game is over.", ["name": name])
        case .cut: tr("The connection to {name} was cut. Neither of you ended the game.", ["name": name])
        case .nonsense(let why): why.sentence(endingGameWith: name)
        case .notAGame(isGuest: true): Self.notAGame(from: name)
        case .notAGame: tr("There is no Four in a Row game at {name}.", ["name": name])
        case .isPrivate: tr("{name} is a private game. You need its code to join.", ["name": name])
        case .stalled: tr("{name}'s app stopped in the middle of a message. You were disconnected from the game.", ["name": name])
        }
    }
}

extension ConsentRefusal {
    /// Why something was not done that needs the consent of a peer of this name, or what was done instead.
    @MainActor func sentence(with name: String) -> String {
        switch self {
        case .cannotBeAsked: tr("{name} would have to agree, but their app does not support requests.", ["name": name])
        case .notAnswering: PresenceWords.sentence(for: [name]) ?? ""
        case .asked: tr("Asking {name} for permission…", ["name": name])
        case .askedAlready: tr("Waiting for {name}'s answer…", ["name": name])
        case .gameOver: tr("The game is over.")
        case .nothingToTakeBack: tr("Nothing to undo.")
        }
    }
}

extension Beginner {
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
