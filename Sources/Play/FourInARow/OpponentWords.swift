// What is said about an opponent, in one value a kind: labels, alerts, titles, the words of keys. It knows no board.

import Engine
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

    /// The computer's name in what is kept.
    static func name(of level: Level) -> String { "Computer (\(level.name))" }

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
        case .shared: "Two players"
        case .peer: "You ● and \(name) ○"
        case .computer(let level): width < 60 ? "\(level.name) ○" : "You ● and the computer ○: \(level.name)"
        }
    }

    /// Whose turn it is, or how the game ended, in so many columns.
    func label(_ state: GameState, _ name: String, _ width: Int) -> String {
        Self.fitting(width, name) { name in
            switch state {
            case .myTurn: "\(owner(isMine: true, name)) turn"
            case .yourTurn: "\(owner(isMine: false, name)) turn"
            case .iWin: "We have a winner: \(winner(isMine: true, name))!"
            case .youWin: "We have a winner: \(winner(isMine: false, name))!"
            case .draw: "It's a draw."
            }
        }
    }

    /// That the connection to somebody of this name is lost.
    static func loss(of name: String) -> String { "Connection to \(name) lost." }

    /// That it takes the opponent a while to move.
    func thinking(_ name: String, _ width: Int) -> String {
        if isComputer { return "The computer is thinking…" }
        return Self.fitting(width, name) { "\($0) is thinking…" }
    }

    /// Why the first moves take so long.
    static let noBook = "There is no opening book here, so the first moves can take minutes."

    /// Whose turn it is while the engine is asked for something, where there is room for both.
    func asking(_ state: GameState, _ name: String, _ width: Int) -> String {
        let turn = label(state, name, width)
        let text = turn + " – one moment…"
        return TextWidth.of(text) <= width ? text : turn
    }

    /// A sentence in so many columns: the name in it is cut where they are too few.
    static func fitting(_ width: Int, _ name: String, _ sentence: (String) -> String) -> String {
        sentence(TextWidth.clip(name, to: max(1, width - TextWidth.of(sentence("")))))
    }

    /// What both are called beside the score.
    func names(_ name: String) -> (mine: String, yours: String) {
        switch self {
        case .shared: ("Yellow", "Red")
        case .peer: ("You", name)
        case .computer(let level): ("You", level.name)
        }
    }

    /// What R does.
    var replayHelp: String {
        switch self {
        case .shared: "Replay after the game. Yellow and Red take turns to go first."
        case .peer: "Replay after the game. Whoever asks goes first."
        case .computer: "Start over. An unfinished game stays in the history."
        }
    }

    /// What Q does.
    var leaveHelp: String {
        if case .peer = self { "Leave the game. While it goes on, Q asks first." } else { "Leave the game." }
    }

    /// What U does.
    var undoHelp: String {
        switch self {
        case .shared: "Take the last move back."
        case .peer: "Ask to take your last move back, and the reply."
        case .computer: "Take your last move back, and the reply."
        }
    }

    /// What the marks of threats mean, with these characters.
    func threatMarks(_ glyphs: Glyphs) -> String {
        let mark = glyphs.theirThreat
        return if case .shared = self { "+ yellow's, \(mark) red's, * both" } else { "+ yours, \(mark) theirs, * both" }
    }

    /// Whose something is, at the beginning of a sentence.
    func owner(isMine: Bool, _ name: String) -> String {
        switch self {
        case .shared: isMine ? "Yellow's" : "Red's"
        case .peer: isMine ? "Your" : "\(name)'s"
        case .computer: isMine ? "Your" : "The computer's"
        }
    }

    private func winner(isMine: Bool, _ name: String) -> String {
        switch self {
        case .shared: isMine ? "Yellow" : "Red"
        case .peer: isMine ? "you" : name
        case .computer: isMine ? "you" : "the computer"
        }
    }
}

// MARK: - A peer's doings

extension OpponentWords {
    /// What a peer of this name asks for; `takesReply`: what we answered goes back with their move.
    func asks(_ name: String, for topic: ConsentTopic, takesReply: Bool) -> String {
        "\(name) wants \(topic.wish)\(takesReply ? " and your reply" : ""). Allow? (Y/N)"
    }

    /// A peer of this name does not allow what was asked for.
    func refuses(_ name: String) -> String { "\(name) said no." }

    /// A peer of this name began another game.
    func replays(_ name: String) -> String { "\(name) asked for a replay and goes first." }

    /// What is allowed from now on; nil where the board shows it.
    func grant(of topic: ConsentTopic) -> String? {
        switch topic {
        case .hints: "Hints (H) are on for both players."
        case .eye: "Scores (E) and threats (T) are on for both players."
        case .undo: nil
        }
    }

    /// A host of this name has said nothing. The original app says nothing before its player moves; but neither does a program that
    /// is no Four in a Row at all.
    func silence(of host: String) -> String {
        "\(host) has not answered yet. If nobody moves, it may not be a Four in a Row game. Q leaves."
    }

    /// A guest that came from there is no Four in a Row game.
    static func notAGame(from address: String) -> String { "\(address) connected, but is not a Four in a Row game." }

    /// A peer of this name has a move of the player's that this machine lost.
    func asksAbout(lostMove column: Int, with name: String) -> String {
        "\(name)'s app remembers a move of yours that was lost here: column \(column + 1). Take it?"
    }

    /// How a game goes on, whichever of the two was away.
    func sentence(for resumption: DuelResumption, with name: String, in state: GameState) -> String {
        switch resumption {
        case .anotherGame: "Reconnected: \(name) started a new game."
        case .sameGame: state.isOver ? "Reconnected to \(name)." : "Reconnected to \(name). The game continues."
        }
    }

    /// Why there is nobody to play with any more.
    func sentence(for end: DuelEnd, with name: String) -> String {
        switch end {
        case .disconnected(let reason): sentence(for: reason, with: name)
        case .offence(let offence): "\(name)'s app broke the rules: \(deed(offence)). The game is over."
        case .impossibleHistory: "\(name)'s app remembers a game that was not played here. The game is over."
        }
    }

    private func deed(_ offence: DuelOffence) -> String {
        switch offence {
        case .movedAfterTheEnd: "it dropped a disc after the end of the game"
        case .movedOutOfTurn: "it dropped a disc out of turn"
        case .moveNotPossible(.noRoom): "it dropped a disc into a full column"
        case .moveNotPossible: "it dropped a disc where there is no column"
        case .newGameTooSoon: "it started a new game before this one was over"
        }
    }

    private func sentence(for reason: Disconnection, with name: String) -> String {
        switch reason {
        case .bye(.left): "\(name) left the game."
        case .bye(.rules): "\(name)'s app says that yours broke the rules, and ended the game."
        case .bye(.nonsense): "\(name)'s app could not read a message from yours, and ended the game."
        case .bye(.stalled): "\(name)'s app waited too long for yours, and ended the game."
        case .bye(.taken): "\(name) is already playing with somebody else."
        case .closed: "You were disconnected from the game."
        case .left: "\(name)'s app closed the connection without a goodbye. The game is over."
        case .cut: "The connection to \(name) was cut. Neither of you ended the game."
        case .nonsense(let why): "\(name)'s app \(why.deed). The game is over."
        case .notAGame(isGuest: true): Self.notAGame(from: name)
        case .notAGame: "There is no Four in a Row game at \(name)."
        case .isPrivate: "\(name) is a private game. You need its code to join."
        case .stalled: "\(name)'s app stopped in the middle of a message. You were disconnected from the game."
        }
    }
}

extension ConsentTopic {
    /// What is asked for, after “wants”.
    fileprivate var wish: String {
        switch self {
        case .hints: "hints on for both players"
        case .eye: "scores and threats on for both players"
        case .undo: "to take back their last move"
        }
    }
}

extension ConsentRefusal {
    /// Why something was not done that needs the consent of a peer of this name, or what was done instead.
    @MainActor func sentence(with name: String) -> String {
        switch self {
        case .cannotBeAsked: "\(name) would have to agree, but their app does not support requests."
        case .notAnswering: PresenceWords.sentence(for: [name]) ?? ""
        case .asked: "Asking \(name) for permission…"
        case .askedAlready: "Waiting for \(name)'s answer…"
        case .gameOver: "The game is over."
        case .nothingToTakeBack: "Nothing to undo."
        }
    }
}

extension Beginner {
    /// In words.
    var words: String {
        switch self {
        case .me: "me"
        case .computer: "the computer"
        case .alternate: "in turns"
        case .loser: "the loser"
        }
    }
}
