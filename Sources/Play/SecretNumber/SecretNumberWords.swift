// Sentences about the state of the game and about the keeper. Names are cut to what a sentence can hold; the canvas makes them printable.

import Games
import Language
import Screen
import Session

/// The game in words, for one of its players.
struct SecretNumberWords {
    let table: SecretNumberTable
    let names: [String]
    /// Nil at a table with others.
    var alone: Alone?
    /// Whether this program was started again, and has not heard from the host how the game stands.
    var isUnknown = false

    /// A player's name; `limit` is in cells.
    func name(of seat: Int, limit: Int = 20) -> String { TextWidth.clip(names[seat], to: limit) }

    /// The same, with "You" for the reader.
    func player(_ seat: Int, limit: Int = 20) -> String { seat == table.mySeat ? tr("You") : name(of: seat, limit: limit) }

    /// How another player left.
    func departed(_ seat: Int) -> String {
        PresenceWords.departed(name(of: seat), table.departures[seat] ?? .left, endsGame: table.isAlone)
    }

    /// The state of the game, and what the reader can do.
    var state: String {
        if let alone { return state(alone: alone.solo) }
        if table.isAlone {
            return table.seats == 2 ? table.gone.first.map(departed) ?? "" : tr("Everybody else left.")
        }
        if isUnknown { return "" }
        switch table.phase {
        case .choosing: return choosing
        case .guessing:
            return guessing
        case .opening:
            return table.keeper == table.mySeat
                ? found
                : together([found, tr("Waiting for {name} to open the secret…", ["name": name(of: table.keeper)])])
        case .over: return together([result, wishes, next])
        }
    }

    /// Who has to do something, in a few words, and whether that is the reader.
    var label: (text: String, isMine: Bool) {
        if isUnknown || table.phase == .choosing && table.isAlone { return ("", false) }
        switch table.phase {
        case .choosing where table.keeper == table.mySeat: return (tr("Your turn"), true)
        case .choosing: return (tr("{name}'s turn", ["name": name(of: table.keeper)]), false)
        case .guessing where table.keeper == table.mySeat:
            return (lastGuesser.map { tr("{name} guesses", ["name": name(of: $0)]) } ?? tr("The others guess"), false)
        case .guessing: return table.mayGuess && table.outstanding == nil ? (tr("Your guess"), true) : (tr("Wait…"), false)
        case .opening: return ("", false)
        case .over:
            guard let scorer = table.round?.scorer else { return ("", false) }
            return scorer == table.mySeat
                ? (tr("We have a winner: you!"), true) : (tr("We have a winner: {name}!", ["name": name(of: scorer)]), false)
        }
    }

    /// Whether this player is the one to act.
    func isActing(_ seat: Int) -> Bool {
        switch table.phase {
        case .choosing: seat == table.keeper && !isUnknown && !table.isAlone
        case .guessing: seat == table.mySeat && table.mayGuess
        case .opening, .over: seat == table.winner
        }
    }

    /// The secret, once it is known; nil before.
    var secret: Int? {
        guard table.phase == .over else { return nil }
        if case .opened(_, let secret, _) = table.proof { return secret }
        return table.round?.history.first.flatMap { $0.answer == .correct ? $0.number : nil }
    }

    /// The only one who guesses; nil if several do.
    private var lastGuesser: Int? {
        let guessers = table.round?.players.filter { $0 != table.keeper && !table.gone.contains($0) } ?? []
        return guessers.count == 1 ? guessers.first : nil
    }

    private var guessing: String {
        let isMine = table.keeper == table.mySeat
        guard let round = table.round, round.isDuel, let guesser = round.players.first(where: { $0 != round.keeper }) else {
            return isMine
                ? lastGuesser.map { tr("{name} guesses your secret number.", ["name": name(of: $0)]) }
                    ?? tr("The others guess your secret number.")
                : tr("Guess {name}'s secret number.", ["name": name(of: table.keeper)])
        }
        let count = round.range.sufficientGuesses
        let left = count - round.guesses(by: guesser)
        if left <= 0 {
            return isMine
                ? trn(
                    "You win this round: {name} has used {count} guess.", "You win this round: {name} has used {count} guesses.",
                    count, ["name": name(of: guesser)])
                : trn(
                    "{name} wins this round: {count} guess is used. You can still find the number.",
                    "{name} wins this round: {count} guesses are used. You can still find the number.", count,
                    ["name": name(of: table.keeper)])
        }
        if isMine {
            return trn(
                "{name} has {count} guess to find your number.", "{name} has {count} guesses to find your number.", left,
                ["name": name(of: guesser)])
        }
        if left < count { return trn("You have {count} guess left.", "You have {count} guesses left.", left) }
        return trn(
            "Find {name}'s secret number within {count} guess.", "Find {name}'s secret number within {count} guesses.", count,
            ["name": name(of: table.keeper)])
    }

    /// Says that the only one who guessed took too long.
    private func heldOut(_ guess: AnsweredGuess, by keeper: Int) -> String {
        let count = table.round?.range.sufficientGuesses ?? 0
        return keeper == table.mySeat
            ? trn(
                "You win: {number} was not found within {count} guess.",
                "You win: {number} was not found within {count} guesses.", count, ["number": guess.number])
            : trn(
                "{name} wins: {number} was not found within {count} guess.",
                "{name} wins: {number} was not found within {count} guesses.", count,
                ["name": name(of: keeper), "number": guess.number])
    }

    private var choosing: String {
        if table.keeper != table.mySeat { return tr("{name} is choosing a secret number…", ["name": name(of: table.keeper)]) }
        return table.mine == nil ? tr("Choose a range. Then you choose your secret number.") : tr("Sealing your secret number…")
    }

    /// Says that the last guess was correct.
    private var found: String {
        guard let guess = table.round?.history.first else { return tr("A guess is correct.") }
        return guess.player == table.mySeat
            ? tr("Your {number} is correct.", ["number": guess.number])
            : tr("{name}'s {number} is correct.", ["name": name(of: guess.player), "number": guess.number])
    }

    private var result: String {
        switch table.proof {
        case .unanswered where table.keeper == table.mySeat: return tr("Your app does not answer. The round is over.")
        case .unanswered:
            return tr("{name}'s app does not answer. The round is over.", ["name": name(of: table.keeper)])
        case .keeperLeft where table.winner == nil:
            let how = table.departures[table.keeper] ?? .left
            return together([PresenceWords.departed(name(of: table.keeper), how), tr("The round is over.")])
        default: break
        }
        guard case .won(let winner) = table.round?.end, let guess = table.round?.history.first else {
            return tr("The round is over.")
        }
        if table.round?.scorer == table.round?.keeper { return heldOut(guess, by: table.keeper) }
        if winner == table.mySeat { return tr("You win: {number} is correct.", ["number": guess.number]) }
        let wins = tr("{name} wins: {number} is correct.", ["name": name(of: winner), "number": guess.number])
        return table.isSecond ? together([wins, tr("You guessed it too, a moment later.")]) : wins
    }

    /// Says who else would like another round.
    private var wishes: String {
        let others = table.asking.subtracting([table.mySeat]).sorted().map { name(of: $0) }
        return others.isEmpty ? "" : replayWishes(of: others)
    }

    /// Says who keeps the next secret.
    private var next: String {
        if table.mayDecide { return tr("You may choose the next number.") }
        if table.asking.contains(table.mySeat) {
            return tr("You asked for a replay. Waiting for {name}…", ["name": name(of: table.winner ?? 0)])
        }
        if let winner = table.winner, winner != 0, winner != table.mySeat {
            return tr("{name} may choose the next number.", ["name": name(of: winner)])
        }
        if table.isHost { return tr("You choose the next number.") }
        let awaited = table.winner == table.mySeat ? 0 : table.winner ?? 0
        return tr("Waiting for {name}…", ["name": name(of: awaited)])
    }

    /// What a player reads who was to choose the next secret when the host takes over.
    var lostChoice: String { tr("You did nothing for half a minute, so {name} chooses.", ["name": name(of: 0)]) }

    /// Whether the keeper was honest; nil while that is open.
    var verdict: (sentence: String, isGood: Bool)? {
        guard let proof = table.proof, table.phase == .over || table.phase == .choosing else { return nil }
        let keeper = table.round?.keeper ?? table.keeper
        let isMe = keeper == table.mySeat
        let secret = if case .opened(_, let secret, _) = proof { String(secret) } else { "" }
        let places: Fillings = ["name": name(of: keeper), "secret": secret]
        switch proof {
        case .opened(.verified, _, let isLate):
            let verified =
                isMe
                ? tr("Verified: your secret was {secret}, and every answer was true.", places)
                : tr("Verified: {name}'s secret was {secret}, and every answer was true.", places)
            return (isLate ? together([verified, tr("It was revealed late.")]) : verified, true)
        case .opened(.notTheSecret, _, _):
            return (
                isMe
                    ? tr("You lied: {secret} is not the number that was sealed at the start.", places)
                    : tr("{name} lied: {secret} is not the number that was sealed at the start.", places), false
            )
        case .opened(.outsideRange, _, _):
            return (
                isMe
                    ? tr("You lied: the sealed number, {secret}, was outside the range.", places)
                    : tr("{name} lied: the sealed number, {secret}, was outside the range.", places), false
            )
        case .opened(.lie(let guess), let secret, _): return (lie(by: keeper, secret, guess), false)
        case .notOpened:
            return (
                isMe
                    ? tr("Not verified: your app did not reveal the secret.")
                    : tr("Not verified: {name}'s app did not reveal the secret.", places), false
            )
        case .keeperLeft: return (tr("Not verified: {name} did not reveal the secret.", places), false)
        case .unanswered:
            return (
                isMe
                    ? tr("Not verified: your app stopped answering.")
                    : tr("Not verified: {name}'s app stopped answering.", places), false
            )
        }
    }

    /// Says that the answer to a guess was false.
    private func lie(by keeper: Int, _ secret: Int, _ guess: AnsweredGuess) -> String {
        let places: Fillings = [
            "keeper": name(of: keeper), "secret": secret, "name": name(of: guess.player), "number": guess.number,
            "answer": Self.word(for: guess.answer),
        ]
        if keeper == table.mySeat {
            return tr("You lied: the secret was {secret}, but the answer to {name}'s {number} was “{answer}”.", places)
        }
        return guess.player == table.mySeat
            ? tr("{keeper} lied: the secret was {secret}, but the answer to your {number} was “{answer}”.", places)
            : tr("{keeper} lied: the secret was {secret}, but the answer to {name}'s {number} was “{answer}”.", places)
    }

    /// How many guesses would have been enough; nil during the round.
    var bound: String? {
        guard table.phase == .over || table.phase == .choosing, !table.isAlone, let round = table.round else { return nil }
        let guesses = round.range.sufficientGuesses
        return trn(
            "Halving each time needs at most {count} guess.",
            "Halving each time needs at most {count} guesses.", guesses, ["size": round.range.count])
    }

    /// What a guest reads if the host's program cheats.
    static var dishonestHost: String {
        tr("The host's app sent the others things you never said. Do not trust any result at this table.")
    }

    /// The placeholder of the guess.
    var invitation: String {
        if alone != nil { return left }
        if let outstanding = table.outstanding { return tr("Waiting for the answer to {number}…", ["number": outstanding]) }
        return table.round?.leftDigits.map { tr("Guess a number ({range})…", ["range": $0]) } ?? ""
    }

    /// What is not obvious, with a sign for each; `solo` is nil at a table.
    static func rules(solo: SecretNumberSolo?, isUnicode: Bool) -> [HelpNote] {
        let sides = [SecretNumberAnswer.lower, .higher].map { $0.sign(isUnicode) }.joined(separator: " ")
        let arrows = HelpNote(
            sign: sides, sentence: tr("Too high, too low: the arrow points to where the number is."), isSpoken: false)
        let star =
            switch solo {
            case nil: tr("A round won. With two players, the keeper wins if the guesser needs more guesses than halving would.")
            case .player: tr("Two stars for the goal, three for fewer guesses.")
            case .computer, .turns: ""
            }
        let doubt = HelpNote(sign: isUnicode ? "▒" : "?", sentence: tr("Possible only if one answer was a lie."), isSpoken: false)
        return [arrows] + (solo == .player(.oneLie) ? [doubt] : [])
            + (star.isEmpty ? [] : [HelpNote(sign: "★", sentence: star, isSpoken: false)])
    }

    /// The numbers that are left, in a sentence.
    static func sentence(leaving left: ClosedRange<Int>) -> String {
        if left.count == 1 { return tr("The number is {number}.", ["number": left.lowerBound]) }
        return tr("The number is from {lowest} to {highest}.", ["lowest": left.lowerBound, "highest": left.upperBound])
    }

    /// A range as the player reads it.
    static func text(_ range: SecretNumberRange) -> String { "\(range.lowest) - \(range.highest)" }

    /// An answer as the player reads it.
    static func word(for answer: SecretNumberAnswer) -> String {
        switch answer {
        case .higher: tr("too low")
        case .lower: tr("too high")
        case .correct: tr("correct")
        }
    }

    /// A player's part in the round.
    func part(of seat: Int) -> String {
        let isIn = table.round?.players.contains(seat) == true
        let count = isIn ? table.round?.guesses(by: seat) ?? 0 : 0
        let guesses = trn("{count} guess", "{count} guesses", count)
        if table.gone.contains(seat) {
            let hasGuessed = isIn && seat != table.round?.keeper && count > 0
            return hasGuessed ? tr("gone, {guesses}", ["guesses": guesses]) : tr("gone")
        }
        let isMe = seat == table.mySeat
        if isUnknown { return "" }
        // Translators: these stand behind “You”, or behind the name of another player.
        if table.phase == .choosing {
            return seat != table.keeper ? "" : isMe ? tr("choose") : tr("chooses")
        }
        if seat == table.round?.keeper { return isMe ? tr("have the secret") : tr("has the secret") }
        return guesses
    }

    /// What the row says with which this player keeps the next secret.
    var keeping: String {
        let other = table.phase == .choosing ? table.keeper : table.winner ?? table.mySeat
        return other == table.mySeat || other == 0
            ? tr("Choose the next number") : tr("I'll choose instead of {name}", ["name": name(of: other, limit: 12)])
    }
}

extension SecretNumberMistake {
    /// For the player.
    var sentence: String {
        switch self {
        case .unusable(let reason): reason.sentence
        case .unanswered: tr("Your last guess has no answer yet.")
        case .tooSoon: tr("Not so fast: two guesses a second at most.")
        case .tooMany:
            trn(
                "You have used the {count} guess of this round.", "You have used all {count} guesses of this round.",
                SecretNumberTable.mostGuesses)
        }
    }
}
