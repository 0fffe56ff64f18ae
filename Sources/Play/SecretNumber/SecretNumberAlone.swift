// The secret number alone: what is left, who wins, and the sentences. The computer players are a party (SecretNumberComputers), the screen is
// that of a table.

import Games
import Language
import Screen
import Session

/// Who guesses where there are no other people.
enum SecretNumberSolo: Equatable {
    /// The player.
    case player(SecretNumberAnswers)
    /// The computer guesses what the player thinks of.
    case computer(SecretNumberGuesser)
    /// Both, in turns, a number that neither of them knows.
    case turns(SecretNumberGuesser)

    /// Its word in the database; nil where nothing is won.
    var databaseWord: String? {
        switch self {
        case .player(.shown): "alone"
        case .player(.hidden): "hidden"
        case .player(.oneLie): "lie"
        case .computer: nil
        case .turns: "turns"
        }
    }

    var isInTurns: Bool { if case .turns = self { true } else { false } }
    /// Whether the computer guesses and the player answers.
    var isAnswering: Bool { if case .computer = self { true } else { false } }
    /// Whether an answer may be a lie.
    var mayLie: Bool { self == .player(.oneLie) }

    /// The computer players of a game within this range.
    func computers(in range: SecretNumberRange, on navigator: Navigator) -> SecretNumberComputers {
        let guesser: SecretNumberGuesser? =
            switch self {
            case .player: nil
            case .computer(let guesser), .turns(let guesser): guesser
            }
        let computer = tr("The computer")
        return SecretNumberComputers(
            names: [computer, computer, navigator.playerName], range: range, guesser: guesser, takesTurns: isInTurns,
            environment: navigator.environment)
    }
}

/// What the computer's answers are like.
enum SecretNumberAnswers: CaseIterable {
    case shown
    /// What is left and every earlier answer are hidden.
    case hidden
    /// One of them may be a lie.
    case oneLie
}

extension SecretNumberRange {
    /// The guesses with which the player wins.
    func par(_ answers: SecretNumberAnswers) -> Int { answers == .oneLie ? guessesDespiteALie : sufficientGuesses }
    /// The next range that is offered; nil for the last one.
    var wider: SecretNumberRange? { Self.offered.first { $0.count > count } }
}

// MARK: - How the round stands

extension SecretNumberWords {
    /// A game alone: who guesses, the computer players, the fewest guesses with which such a round was won, and how many rounds in a row the
    /// player has won.
    typealias Alone = (solo: SecretNumberSolo, computers: SecretNumberComputers, best: Int?, streak: Int)

    private var solo: SecretNumberSolo? { alone?.solo }
    private var isThinking: Bool { alone?.computers.isThinking == true }
    private var history: [AnsweredGuess] { table.round?.history ?? [] }
    private var mayLie: Bool { solo?.mayLie == true }

    /// Alone: whether the number was found, or no number is left.
    var isRoundOver: Bool { history.first?.answer == .correct || contradictsItself }
    private var contradictsItself: Bool { alone != nil && !mayLie && table.round.map { $0.remaining == nil } == true }
    /// Whether what is left is hidden now.
    var isBlind: Bool { solo == .player(.hidden) && !isRoundOver }
    /// What is left where an answer may be a lie.
    var doubt: SecretNumberDoubt? { mayLie ? table.round.map(SecretNumberDoubt.init(after:)) : nil }
    /// Whether the player may guess now.
    var mayGuess: Bool {
        table.mayGuess && (alone == nil || solo?.isAnswering == false && !isThinking && !isRoundOver)
    }
    /// Whether the player knows that this is not the number.
    func isKnownWrong(_ number: Int) -> Bool {
        alone != nil && !isBlind && (table.round?.lies(about: number) ?? 0) > (mayLie ? 1 : 0)
    }

    /// The guesses with which the player wins.
    private var par: Int {
        guard let range = table.round?.range else { return 0 }
        return if case .player(let answers) = solo { range.par(answers) } else { range.sufficientGuesses }
    }

    /// Whether the player wins the round, once it is over.
    var isWon: Bool {
        guard let solo else { return false }
        return solo.isInTurns
            ? table.round?.end == .won(by: table.mySeat) : !solo.isAnswering && isRoundOver && history.count <= par
    }
}

// MARK: - Sentences

extension SecretNumberWords {
    /// Beside the title: the rounds won in turns, or the guesses and, unless the screen is narrow, how many win.
    func status(alone solo: SecretNumberSolo, isNarrow: Bool) -> String {
        if solo.isInTurns {
            let (mine, computers) = (table.wins[SecretNumberComputers.player], table.wins[SecretNumberComputers.guesser])
            return separated(["\(tr("You")) \(mine)", "\(tr("The computer")) \(computers)"])
        }
        let count = trn("{count} guess", "{count} guesses", history.count)
        if solo.isAnswering || isNarrow { return count }
        return count + "  " + tr("Goal {count}", ["count": par])
    }

    /// The stars of a round that is over; empty where there are none to win.
    var stars: String {
        guard let solo, isRoundOver, !solo.isInTurns, !solo.isAnswering else { return "" }
        return String(repeating: "★", count: SecretNumberRange.stars(for: history.count, par: par))
    }

    /// How the round stands.
    func state(alone solo: SecretNumberSolo) -> String {
        if contradictsItself { return tr("Your answers contradict each other: no number is left.") }
        if let found = history.first, found.answer == .correct {
            if solo.isAnswering { return tr("The computer has found your number: {number}.", ["number": found.number]) }
            if isWon { return tr("You win: {number} is correct.", ["number": found.number]) }
            return solo.isInTurns
                ? tr("The computer wins: {number} is correct.", ["number": found.number])
                : tr("{number} is correct, but it took too many guesses.", ["number": found.number])
        }
        if let asked = alone?.computers.asked {
            let guess = tr("The computer guesses {number}.", ["number": asked])
            guard history.isEmpty, let range = table.round?.range else { return guess }
            let places: Fillings = ["lowest": range.lowest, "highest": range.highest]
            return together([tr("Think of a number from {lowest} to {highest}.", places), guess])
        }
        guard let last = history.first else {
            if mayLie { return tr("The computer has chosen a number. It may lie once.") }
            if isThinking { return tr("The computer begins.") }
            return solo.isInTurns ? tr("You begin.") : tr("The computer has chosen a number.")
        }
        let places: Fillings = ["number": last.number, "answer": Self.word(for: last.answer)]
        if last.player != table.mySeat { return tr("The computer: {number} is {answer}.", places) }
        let answer = tr("{number} is {answer}.", places)
        if mayLie, table.round?.remaining == nil { return together([answer, tr("One of the answers was a lie.")]) }
        if solo.isInTurns || history.count != par { return answer }
        return together([answer, tr("The goal is missed, but you can still find the number.")])
    }

    /// What is going on while the computer thinks about its guess; nil otherwise.
    var thinking: String? { isThinking ? tr("The computer is guessing…") : nil }

    /// What text mode asks for. An answer that came before is said again, with the number of guesses.
    func question(alone solo: SecretNumberSolo) -> String {
        let count = history.count
        let guesses = count == 0 ? [] : [trn("{count} guess so far.", "{count} guesses so far.", count)]
        return together(
            [state] + guesses + (isBlind && count > 0 ? [] : [bounds]) + [tr("A number is a guess.")])
    }

    /// After a round: what it took, and what it could have taken; nil where there is nothing to say.
    var summary: String? {
        guard let alone, let round = table.round, isRoundOver, !contradictsItself else { return nil }
        let streak =
            alone.streak > 1
            ? [trn("You have won {count} round in a row.", "You have won {count} rounds in a row.", alone.streak)] : []
        var sentences = [trn("It took {count} guess.", "It took {count} guesses.", history.count)]
        if alone.solo.isInTurns { return together(sentences + streak) }
        if let best = alone.best {
            sentences.append(
                best == history.count && isWon
                    ? tr("Your best so far.") : trn("Your best is {count} guess.", "Your best is {count} guesses.", best))
        }
        sentences += streak
        if mayLie {
            let lie = secret.flatMap { secret in history.first { $0.isLie(about: secret) } }
            sentences.append(
                lie.map {
                    tr("The lie was: {number} is {answer}.", ["number": $0.number, "answer": Self.word(for: $0.answer)])
                } ?? tr("Every answer was true."))
        } else if history.count > round.range.sufficientGuesses {
            sentences.append(
                trn(
                    "Halving each time needs at most {count} guess.", "Halving each time needs at most {count} guesses.",
                    round.range.sufficientGuesses, ["size": round.range.count]))
        }
        return together(sentences)
    }

    /// Alone, the only number that is left, unless that is hidden.
    var only: Int? {
        guard alone != nil, !isBlind, let left = doubt?.bounds ?? table.round?.remaining, left.count == 1 else { return nil }
        return left.lowerBound
    }

    /// The numbers that are left; those of the range from memory.
    var left: String {
        guard let round = table.round else { return "" }
        return isBlind ? Self.text(round.range) : (doubt?.bounds ?? round.remaining)?.digits ?? ""
    }

    /// The range that is left, in a sentence.
    var bounds: String {
        guard let round = table.round else { return "" }
        return Self.sentence(leaving: doubt?.bounds ?? round.remaining ?? round.range.lowest...round.range.highest)
    }
}
