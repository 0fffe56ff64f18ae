// What is said about an opponent, in one value a kind: labels, alerts, titles, the words of keys. It knows no board.

import Engine
import Screen
import Session
import Wire

/// What is said about an opponent.
struct OpponentWords {
    /// The state label.
    let labels: [GameState: String]
    /// The alert at the end.
    let alerts: [GameState: String]
    /// The screen's title, for an opponent of this name and a screen of so many columns.
    let title: @MainActor (_ name: String, _ width: Int) -> String
    /// Whether nobody reads it when the player leaves.
    let isAlone: Bool
    /// What R does.
    let replayHelp: String
    /// What U does.
    let undoHelp: String
    /// What the marks of threats mean.
    let threatOwners: String
    /// Whose a threat is, at the beginning of a sentence: mine or the first colour's, and the other's.
    let threatOwner: (mine: String, theirs: String)

    /// The computer's name in a title, and in what is kept.
    static func name(of level: Level) -> String { "Computer (\(level.name))" }

    private static let mine: [GameState: String] = [.myTurn: "It is your turn.", .iWin: "You have won.", .draw: "It is a draw."]
    private static let iWon = "We Have a Winner: You have won the game."

    /// Two share the keyboard. "To move" stays where it is when the colour changes.
    static let shared = OpponentWords(
        labels: [
            .myTurn: "Yellow to move.", .yourTurn: "   Red to move.", .iWin: "Yellow has won.", .youWin: "Red has won.",
            .draw: "It is a draw.",
        ],
        alerts: [.iWin: "We Have a Winner: Yellow has won the game.", .youWin: "We Have a Winner: Red has won the game."],
        title: { _, _ in "Two players" },
        isAlone: true,
        replayHelp: "Play again when the game is over; the colours take turns to begin.",
        undoHelp: "Take the last move back.",
        threatOwners: "yellow's, x red's",
        threatOwner: ("Yellow's", "Red's"))

    /// Somebody on the network.
    static let peer = OpponentWords(
        labels: mine.merging([.yourTurn: "It is your opponent's turn.", .youWin: "Your opponent has won."]) { $1 },
        alerts: [.iWin: iWon, .youWin: "We Have a Winner: Your opponent has won the game."],
        title: { name, _ in "You ● and \(name) ○" },
        isAlone: false,
        replayHelp: "Play again when the game is over; who asks for it begins.",
        undoHelp: "Ask to take the last move back.",
        threatOwners: "yours, x the other's",
        threatOwner: ("Your", "Your opponent's"))

    /// The computer.
    static func computer(_ level: Level) -> OpponentWords {
        OpponentWords(
            labels: mine.merging([.yourTurn: "It is the computer's turn.", .youWin: "The computer has won."]) { $1 },
            alerts: [.iWin: iWon, .youWin: "We Have a Winner: The computer has won the game."],
            title: { _, width in width < 60 ? "\(level.name) ○" : "You ● and the computer ○: \(level.name)" },
            isAlone: true,
            replayHelp: "Begin another game; one that is not over stays in the history.",
            undoHelp: "Take the last move back.",
            threatOwners: "yours, x the other's",
            threatOwner: ("Your", "The computer's"))
    }
}

// MARK: - A peer's doings

extension OpponentWords {
    /// What a peer of this name asks for.
    func asks(_ name: String, for topic: ConsentTopic) -> String { "\(name) asks you to allow \(topic.words)." }

    /// What is allowed from now on; nil where the board shows it.
    func grant(of topic: ConsentTopic) -> String? {
        switch topic {
        case .hints: "Both of you may use hints (H) now."
        case .eye: "Both of you may use the eye (E) and threats (T) now."
        case .undo: nil
        }
    }

    /// A host of this name has said nothing. The original app says nothing before its player moves; but neither does a program that
    /// is no Four in a Row at all.
    func silence(of host: String) -> String {
        "\(host) has said nothing yet. If nobody moves there, it may be no Four in a Row game: Q leaves."
    }

    /// How a game goes on with somebody who is back.
    func sentence(for resumption: DuelResumption, with name: String, in state: GameState) -> String {
        switch resumption {
        case .anotherGame: return "\(name) is back, and began a new game."
        case .parted(let count): return "\(name) is back. The two boards differed: the game goes on after move \(count)."
        case .sameGame where state.isOver:
            return ["\(name) is back.", alerts[state]].compactMap { $0 }.joined(separator: " ")
        case .sameGame: return "\(name) is back. The game goes on."
        }
    }

    /// Why there is nobody to play with any more.
    func sentence(for end: DuelEnd, with name: String) -> String {
        switch end {
        case .disconnected(let reason): sentence(for: reason, with: name)
        case .offence(let offence): "\(name)'s program broke the rules: \(deed(offence)). The game is over."
        case .impossibleHistory:
            "What \(name)'s program remembers cannot be the game that was played here. The game is over."
        }
    }

    private func deed(_ offence: DuelOffence) -> String {
        switch offence {
        case .movedAfterTheEnd: "it dropped a disc after the end of the game"
        case .movedOutOfTurn: "it dropped a disc out of turn"
        case .moveNotPossible(.noRoom): "it dropped a disc into a full column"
        case .moveNotPossible: "it dropped a disc where there is no column"
        case .newGameTooSoon: "it began a new game before this one was over"
        }
    }

    private func sentence(for reason: Disconnection, with name: String) -> String {
        switch reason {
        case .bye(.left): "Your opponent left the game."
        case .bye(.rules): "Your opponent's program says that this one broke the rules, and ended the game."
        case .bye(.nonsense): "Your opponent's program could not read what this one sent, and ended the game."
        case .bye(.stalled): "Your opponent's program waited too long for this one, and ended the game."
        case .bye(.taken): "\(name) plays with somebody else already."
        case .closed: "You were disconnected from the game."
        case .nonsense(let why): "\(why.sentence) The game is over."
        case .notAGame: "What answers at \(name) is not a Four in a Row game."
        case .isPrivate: "\(name) is a private game, which is joined with its code."
        case .stalled: "Your opponent's program stopped in the middle of a message. You were disconnected from the game."
        }
    }
}

extension ConsentTopic {
    /// What is asked for, in words.
    var words: String {
        switch self {
        case .hints: "hints (H) for both of you"
        case .eye: "the eye (E) and threats (T) for both of you"
        case .undo: "taking the last move back"
        }
    }
}

extension ConsentRefusal {
    /// Why something was not done that needs the consent of a peer of this name, or what was done instead.
    @MainActor func sentence(about topic: ConsentTopic, with name: String) -> String {
        switch self {
        case .cannotBeAsked: "This needs your opponent's consent, and their program cannot be asked."
        case .askedAlready: "You have asked already: wait for the answer."
        case .gameOver: "The game is over."
        case .nothingToTakeBack: "There is nothing to take back."
        case .asked: "You asked \(name) to allow \(topic.words)."
        }
    }
}

extension Beginner {
    /// In words.
    var words: String {
        switch self {
        case .me: "I begin"
        case .computer: "the computer begins"
        case .alternate: "we take turns"
        case .loser: "the loser begins"
        }
    }
}
