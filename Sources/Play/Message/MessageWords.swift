// The sentences for games by message: what became of a line, and what to do with one.

import Engine
import Language
import Screen
import Session
import Wire

extension OpponentState {
    /// Asks to send the line of a game by message to the friend, the longest first, and the line alone; none where nothing is to be sent.
    var linesToSend: [String] {
        guard let message, let line = message.line?.text else { return [] }
        let facts: Fillings = ["name": shownName, "line": isolated(line)]
        let answer = message.state.isOver ? [] : [tr("Send this line to {name}, and paste the answer here: {line}", facts)]
        return answer + [tr("Send this line to {name}: {line}", facts), line]
    }
}

extension MessageGame {
    /// What the friend is called.
    var name: String { friend.isEmpty ? tr("Your friend") : friend }
    /// What the friend is called within a sentence.
    fileprivate var innerName: String { friend.isEmpty ? tr("your friend") : friend }

    /// Whose turn it is, or how it ended.
    var stateWords: String {
        switch state {
        case .myTurn: tr("your turn")
        case .yourTurn: tr("{name}'s turn", ["name": name])
        case .iWin: tr("you won")
        case .youWin: tr("you lost")
        case .draw: tr("drawn")
        }
    }

    /// The same in at most `room` cells.
    func stateWords(in room: Int) -> String {
        state == .yourTurn && TextWidth.of(stateWords) > room ? tr("their turn") : stateWords
    }

    /// What the friend has agreed to and the player has not; nil for nothing.
    var helpWords: String? {
        guard theyHelp, !weHelp, !state.isOver else { return nil }
        return tr("{name} agrees to hints and scores. H agrees, too.", ["name": name])
    }

    /// The number of the move, or after the end how many there were.
    var moveWords: String {
        state.isOver ? trn("{count} move", "{count} moves", game.length) : tr("move {number}", ["number": game.nextMove])
    }

    /// What the player did last, and that the friend has to know it; nil if the friend did the last thing.
    var sendWords: String? {
        guard line != nil else { return nil }
        let send = tr("Send this line to {name}:", ["name": innerName])
        guard ending == nil, let column = game.moves.last else { return send }
        return together([tr("You played column {column}.", ["column": column + 1]), send])
    }
}

extension LineNews {
    /// What became of a line; nil where the board shows it.
    var sentence: String? {
        switch self {
        case .own: tr("This is your own line. Your friend answers it with another one.")
        case .known: tr("You have read this line before.")
        case .old: tr("This is an old line.")
        case .new(_, isEnded: true): tr("It ends the game for you, which was not done here.")
        case .new(let elsewhere, _) where !elsewhere.isEmpty:
            trn(
                "It has a move of yours that was not made here: column {columns}.",
                "It has moves of yours that were not made here: columns {columns}.", elsewhere.count,
                ["columns": listed(elsewhere.map { String($0) })])
        case .new, .unknown: nil
        }
    }
}

extension LineRefusal {
    /// Why a line, or an answer, was refused.
    @MainActor package var sentence: String {
        switch self {
        case .unreadable(.noLine): tr("That is no line of a game by message. A line begins with {word}.", ["word": "4row"])
        case .unreadable(.damaged):
            tr("That line is damaged. Copy it again, from {word} to its last letter.", ["word": "4row"])
        case .impossible: tr("This line breaks the rules of the game. Nothing was changed.")
        case .contradicts(let friend):
            tr(
                "This line does not fit your game with {name}. Nothing was changed.",
                ["name": friend.isEmpty ? tr("your friend") : friend])
        case .notOffered: tr("This line accepts a draw that you did not offer. Nothing was changed.")
        case .notYourTurn: tr("It's not your turn.")
        case .over: tr("The game is over.")
        case .notOver: tr("The game is not over yet.")
        case .noOffer: tr("Nobody offers a draw.")
        case .full: tr("That column is full.")
        }
    }
}
