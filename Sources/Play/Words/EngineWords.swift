// What the engine finds, in words for the player: hints, reasons, levels, and what is wrong with a line of digits or with a book. It
// searches nothing.

import Engine

nonisolated extension Hint {
    /// The advice.
    var sentence: String {
        let all = !hasOthers && columns.count > 1
        let isOne = all || columns.count == 1
        let best = columnList(columns)
        let who = all ? "Every column" : isAllElseWorse ? "Only " + best.prefix(1).lowercased() + best.dropFirst() : best
        switch prospect {
        case .win(discs: 1): return "\(who) \(isOne ? "wins" : "win") at once."
        case .win(let discs) where isAllElseWorse: return "\(who) \(isOne ? "wins" : "win") (in \(discs) moves)."
        case .win(let discs): return "\(who) \(isOne ? "wins" : "win") in \(discs) moves."
        case .draw: return "\(who) \(isOne ? "holds" : "hold") the draw."
        case .loss(let discs):
            let moves = discs == 1 ? "1 move" : "\(discs) moves"
            guard hasOthers else { return "\(who) \(isOne ? "loses" : "lose") in \(moves)." }
            return "Every column loses. \(best) \(isOne ? "holds" : "hold") out longest (\(moves))."
        }
    }
}

/// "Column 4", "Columns 3 and 5", "Columns 3, 4 and 5", of columns 0…6.
nonisolated private func columnList(_ columns: [Int]) -> String {
    let names = columns.map { String($0 + 1) }
    guard let last = names.last, names.count > 1 else { return "Column \(names.first ?? "")" }
    return "Columns \(names.dropLast().joined(separator: ", ")) and \(last)"
}

nonisolated extension Reason {
    /// Why the move was not the best.
    var sentence: String {
        switch self {
        case .overlookedWin(let columns): "\(columnList(columns)) would have won at once."
        case .letThrough(let column): "It does not block four in a row in column \(column + 1)."
        case .gaveAway: "It makes room for four in a row on top of it."
        case .allowedTwoThreats(let column): "It allows two threats at once in column \(column + 1)."
        case .missedTwoThreats(let column): "Column \(column + 1) would have made two threats at once."
        case .lostThreat(let threat, let column, let isNew):
            "Column \(column + 1) would have \(isNew ? "made" : "kept") the decisive \(threat.words)."
        case .leftThreat(let threat): "It leaves the decisive \(threat.words)."
        }
    }
}

nonisolated extension Threat {
    /// Its kind and its square: "odd threat at column 3, row 5".
    var words: String { "\(isOdd ? "odd" : "even") threat at column \(square.column + 1), row \(square.row + 1)" }
}

nonisolated extension Mark {
    /// Its name.
    var name: String {
        switch self {
        case .best: "best"
        case .inaccuracy: "inaccuracy"
        case .mistake: "mistake"
        case .blunder: "blunder"
        }
    }

    /// Its name for several.
    var plural: String { self == .inaccuracy ? "inaccuracies" : name + "s" }
}

nonisolated extension Level {
    /// What it is called.
    var name: String {
        switch self {
        case .firstGame: "First game"
        case .beginner: "Beginner"
        case .casual: "Casual"
        case .steady: "Steady"
        case .strong: "Strong"
        case .expert: "Expert"
        case .perfect: "Perfect"
        }
    }

    /// What it does, in a few words.
    var words: String {
        switch self {
        case .firstGame: "a child learning the rules"
        case .beginner: "blocks most threats"
        case .casual: "overlooks a diagonal now and then"
        case .steady: "looks two moves ahead"
        case .strong: "looks three moves ahead"
        case .expert: "knows odd and even threats"
        case .perfect: "never lets go of a win or a draw"
        }
    }
}

nonisolated extension PositionError {
    /// What is wrong and with which move; without a full stop.
    package var sentence: String {
        switch reason {
        case .notADigit(let character):
            let isHarmless = character.asciiValue.map { $0 >= 32 && $0 < 127 && !character.isNewline } ?? false
            return "move \(move) is \(isHarmless ? "'\(character)'" : "not a digit"), not a column from 1 to 7"
        case .columnFull(let column): return "move \(move) goes into column \(column), which is full"
        case .gameOver: return "move \(move) comes after the end of the game"
        }
    }
}

nonisolated extension BookError {
    /// What is wrong with the book; without a full stop.
    package var sentence: String {
        switch self {
        case .foreign: "it is not an opening book of this version"
        case .damaged: "it is damaged"
        }
    }
}

nonisolated extension GameSheet {
    /// A sheet with our words on it; `date` is empty where it is not known.
    init(match: Match, first: String, second: String, date: String) {
        let count = match.moves.count
        let ending =
            switch match.outcome {
            case .won(let winner, _): "\(winner == .first ? first : second) wins on move \(count)"
            case .draw: "a draw"
            case nil: "unfinished after \(count) \(count == 1 ? "move" : "moves")"
            }
        let words = Words(
            title: "\(first) and \(second): \(ending)",
            heading: "\(first) (yellow) and \(second) (red)" + (date.isEmpty ? "" : ", \(date)"), ending: ending)
        self.init(match: match, first: first, second: second, date: date, words: words)
    }
}
