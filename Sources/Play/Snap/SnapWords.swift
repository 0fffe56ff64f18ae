// Sentences about the events at a table of Snap!.

import Games
import Language
import Screen
import Session

/// Puts outcomes into words for one of the players.
struct SnapWords {
    /// The players' names by seat.
    let names: [String]
    /// The seat of the reader.
    let me: Int
    /// How cards are written.
    let card: (PlayingCard) -> String
    /// Whether a won match is told in a few words.
    var isTight = false

    /// The longest name in a sentence, in cells.
    private static let longestName = 20

    /// The names of several players who are given something, perhaps including the reader.
    func receivers(_ seats: [Int]) -> String {
        // Translators: “you” is one of several players who are given something, as in “a card to you and Ann”.
        seats.isEmpty ? tr("nobody") : listed(seats.map { $0 == me ? tr("you") : name($0) })
    }

    /// The sentences about an announcement, in order. A turned card needs none, because everybody sees it; nor does a winner.
    /// That of a won match begins with what matched, as the table was before.
    func sentences(for table: SnapTable, after old: SnapTable?) -> [String] {
        // Who has left is read first.
        let isDeparture = { (outcome: SnapOutcome) in if case .left = outcome { true } else { false } }
        let outcomes = table.outcomes.filter { !isDeparture($0) } + table.outcomes.filter(isDeparture)
        return outcomes.compactMap { outcome in
            switch outcome {
            case .lastChance where table.view.winner != nil, .refilled, .ended: return nil
            case .left(let player, let how, _) where table.isAbandoned || table.view.winner != nil:
                return left(player, how, hasCards: false, endsGame: table.isAbandoned)
            default: break
            }
            let sentence = sentence(for: outcome, claim: table.claim)
            guard !isTight, case .won(_, let piles, _) = outcome,
                let match = old?.view.matches.first(where: { $0.piles == piles })
            else {
                return sentence
            }
            return sentence.map { together([tr("{match}!", ["match": match.words]), $0]) }
        }
    }

    /// How long actions wait for the most distant player, and why; or that nobody is far away any more.
    func sentence(for window: SnapWindow?) -> String {
        guard let window else { return tr("All connections are fast again: Snap! counts at once.") }
        let time = window.milliseconds
        if time >= SnapFairness.longest {
            return window.seat == me
                ? tr(
                    "Your connection takes {time} ms or more. Every Snap! waits {time} ms for yours, and no longer.",
                    ["time": time])
                : tr(
                    "{name}'s connection takes {time} ms or more. Every Snap! waits {time} ms, and no longer.",
                    ["name": name(window.seat), "time": time])
        }
        return window.seat == me
            ? tr(
                "Your connection takes {time} ms: every Snap! waits up to {time} ms so that the quickest player wins.",
                ["time": time])
            : tr(
                "{name}'s connection takes {time} ms: every Snap! waits up to {time} ms so that the quickest player wins.",
                ["name": name(window.seat), "time": time])
    }

    /// The sentence at the start if everybody has extra time; nil otherwise.
    static func slack(_ milliseconds: Int) -> String? {
        if milliseconds == 0 { return nil }
        return trn(
            "Everyone has {count} second longer to snap: the next card waits.",
            "Everyone has {count} seconds longer to snap: the next card waits.", milliseconds / 1000)
    }

    /// Who may deal again, and who would like a replay, after the end.
    func replay(of table: SnapTable) -> String {
        let others = table.asking.subtracting([me]).sorted()
        let asked = replayWishes(of: others.map(name))
        if me == 0 { return others.isEmpty ? "" : asked }
        let host: Fillings = ["name": name(0)]
        if table.asking.contains(me) { return tr("Waiting for {name} to deal…", host) }
        return others.isEmpty
            ? tr("{name} can deal again: R asks for it.", host) : together([asked, tr("{name} can deal again.", host)])
    }

    /// What a wrong Snap! costs.
    static var penalty: String {
        tr("For a wrong Snap! you pay every other player a card. A moment too late costs nothing.")
    }

    /// What the game is about.
    static var aim: String {
        tr(
            "Turn cards one after another. When two piles show the same rank, be the first to snap. Whoever gets all the cards wins."
        )
    }

    /// The rules with a sign for each; `slack` is the extra time to snap, in milliseconds.
    static func rules(slack: Int) -> [HelpNote] {
        let seconds = (SnapHost.turnMilliseconds + slack) / 1000
        return [
            HelpNote(sign: tr("Aim"), sentence: aim),
            HelpNote(sign: tr("Wrong"), sentence: penalty),
            HelpNote(
                sign: tr("{seconds} s", ["seconds": seconds]),
                sentence: tr("After {seconds} seconds your card is turned for you.", ["seconds": seconds])),
            HelpNote(
                sign: tr("Empty"),
                sentence: tr("An empty hand turns its pile over. Without any cards, the next match is your last chance.")),
        ]
    }

    func name(_ seat: Int) -> String { TextWidth.clip(names[seat], to: Self.longestName) }

    func sentence(for outcome: SnapOutcome, claim: Int?) -> String? {
        switch outcome {
        case .turned(_, _, byHost: false), .match, .next: nil
        case .annulled(let match): tr("{match}: not counted, because the game pauses.", ["match": match.words])
        case .turned(let player, let fallen, byHost: true):
            player == me
                ? tr("Time is up: {card} was turned for you.", ["card": card(fallen)])
                : tr("Time is up: {card} was turned for {name}.", ["card": card(fallen), "name": name(player)])
        case .refilled(let player):
            player == me ? tr("You turned your pile over.") : tr("{name} turned their pile over.", ["name": name(player)])
        case .won(let player, _, let count): won(player, count, claim)
        case .tooLate(let player):
            player == me
                ? tr("You were too late. It costs nothing this time.")
                : tr("{name} was too late. It costs nothing this time.", ["name": name(player)])
        case .paid(let player, let receivers): paid(player, to: receivers)
        case .gave(let player, let receiver): gave(player, to: receiver)
        case .left(let player, let how, let shares): left(player, how, hasCards: shares.contains { $0.cards > 0 })
        case .lastChance(let player):
            player == me
                ? tr("You have no cards left: the next match is the last chance.")
                : tr("{name} has no cards left: the next match is the last chance.", ["name": name(player)])
        case .out(let player): player == me ? tr("You are out.") : tr("{name} is out.", ["name": name(player)])
        case .ended(let winner):
            winner == me ? tr("You have all the cards.") : tr("{name} has all the cards.", ["name": name(winner)])
        }
    }

    private func paid(_ player: Int, to seats: [Int]) -> String {
        if isTight {
            return trn(
                "Wrong Snap! {name}: {count} card less.", "Wrong Snap! {name}: {count} cards less.", seats.count,
                ["name": player == me ? tr("You") : TextWidth.clip(name(player), to: 6)])
        }
        let receivers = receivers(seats)
        if seats.count > 1 {
            return player == me
                ? tr("Wrong Snap! You pay a card each to {names}.", ["names": receivers])
                : tr("Wrong Snap! {name} pays a card each to {names}.", ["name": name(player), "names": receivers])
        }
        return player == me
            ? tr("Wrong Snap! You pay a card to {names}.", ["names": receivers])
            : tr("Wrong Snap! {name} pays a card to {names}.", ["name": name(player), "names": receivers])
    }

    private func gave(_ player: Int, to receiver: Int) -> String {
        if player == me {
            return tr("No cards have changed hands for a while: you give a card to {name}.", ["name": name(receiver)])
        }
        return receiver == me
            ? tr("No cards have changed hands for a while: {name} gives a card to you.", ["name": name(player)])
            : tr(
                "No cards have changed hands for a while: {name} gives a card to {other}.",
                ["name": name(player), "other": name(receiver)])
    }

    private func left(_ player: Int, _ how: Departure, hasCards: Bool, endsGame: Bool = false) -> String {
        let left = player == me ? tr("You left the game.") : PresenceWords.departed(name(player), how, endsGame: endsGame)
        return hasCards ? together([left, tr("The cards go under the others' stacks.")]) : left
    }

    /// Milliseconds as seconds, to the hundredth.
    static func seconds(_ milliseconds: Int) -> String {
        let hundredths = (milliseconds + 5) / 10
        return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
    }

    private func won(_ player: Int, _ count: Int, _ claim: Int?) -> String {
        if isTight, let claim {
            return trn(
                "{name}: {count} card in {time} s.", "{name}: {count} cards in {time} s.", count,
                ["name": player == me ? tr("You") : TextWidth.clip(name(player), to: 6), "time": Self.seconds(claim)])
        }
        if player == me {
            return claim.map {
                trn(
                    "Snap! You win {count} card in {time} s.", "Snap! You win {count} cards in {time} s.", count,
                    ["time": Self.seconds($0)])
            } ?? trn("Snap! You win {count} card.", "Snap! You win {count} cards.", count)
        }
        return claim.map {
            trn(
                "Snap! {name} wins {count} card in {time} s.", "Snap! {name} wins {count} cards in {time} s.", count,
                ["name": name(player), "time": Self.seconds($0)])
        } ?? trn("Snap! {name} wins {count} card.", "Snap! {name} wins {count} cards.", count, ["name": name(player)])
    }
}

extension SnapMatch {
    /// The name of a match: "Two 5s".
    var words: String {
        switch piles.count {
        // Translators: {cards} is a rank for several cards, “5s” or “kings”.
        case ...2: tr("Two {cards}", ["cards": ranks])
        case 3: tr("Three {cards}", ["cards": ranks])
        default: tr("Four {cards}", ["cards": ranks])
        }
    }

    private var ranks: String {
        switch rank {
        case 1: tr("aces")
        case 11: tr("jacks")
        case 12: tr("queens")
        case 13: tr("kings")
        // Translators: several cards of a rank from 2 to 10.
        default: tr("{rank}s", ["rank": rank])
        }
    }
}

extension SnapMistake {
    /// For the player.
    var sentence: String {
        switch self {
        case .notMyTurn: tr("It's not your turn.")
        case .noCards: tr("You have no cards to turn.")
        case .out: tr("You are out of the game.")
        case .nothingTurned: tr("No card has been turned yet.")
        }
    }
}

extension SnapSpeed {
    /// For the player.
    var words: String {
        switch self {
        case .slow: tr("slow")
        case .medium: tr("medium")
        case .quick: tr("quick")
        }
    }
}
