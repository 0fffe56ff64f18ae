// What has come to pass at a table of Snap!, in the words that a player reads. It knows no screen.

import Games
import Screen
import Session

/// Puts outcomes into words for one of the players.
struct SnapWords {
    /// The players' names by seat.
    let names: [String]
    /// Who reads it.
    let me: Int
    /// How cards are written.
    let card: (PlayingCard) -> String

    /// The longest name in a sentence, in cells.
    private static let longestName = 20

    /// A player's name, or "You" at the beginning of a sentence.
    func subject(_ seat: Int) -> String { seat == me ? "You" : name(seat) }

    /// The same within a sentence.
    func object(_ seat: Int) -> String { seat == me ? "you" : name(seat) }

    /// Several of them.
    func objects(_ seats: [Int]) -> String {
        let words = seats.map(object)
        guard let last = words.last, words.count > 1 else { return words.first ?? "nobody" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// What is worth a sentence, in order. A card that fell is on the table for all to see.
    func sentences(for table: SnapTable) -> [String] {
        table.outcomes.compactMap { outcome in
            if case .lastChance = outcome, table.view.winner != nil { return nil }
            return sentence(for: outcome, claim: table.claim)
        }
    }

    private func name(_ seat: Int) -> String { TextWidth.clip(names[seat], to: Self.longestName) }

    func verb(_ seat: Int, _ mine: String, _ theirs: String) -> String { seat == me ? mine : theirs }

    private func cards(_ count: Int) -> String { count == 1 ? "1 card" : "\(count) cards" }

    func sentence(for outcome: SnapOutcome, claim: Int?) -> String? {
        switch outcome {
        case .turned(_, _, byHost: false), .match, .next: return nil
        case .turned(let player, let fallen, byHost: true):
            return "Time is up: \(card(fallen)) was turned for \(object(player))."
        case .refilled(let player): return "\(subject(player)) turned \(verb(player, "your", "their")) pile over."
        case .won(let player, _, let count): return won(player, count, claim)
        case .tooLate(let player):
            return "\(subject(player)) \(verb(player, "were", "was")) too late. It costs nothing this time."
        case .paid(let player, let receivers):
            return "Wrong Snap! \(subject(player)) \(verb(player, "pay", "pays")) a card to \(objects(receivers))."
        case .gave(let player, let receiver):
            return
                "No cards changed hands for a while: \(object(player)) \(verb(player, "give", "gives")) a card to \(object(receiver))."
        case .left(let player, let shares):
            let cards = shares.contains { $0.cards > 0 } ? " The cards go under the others' stacks." : ""
            return "\(subject(player)) left the game.\(cards)"
        case .lastChance(let player):
            return "\(subject(player)) \(verb(player, "have", "has")) no cards left: the next match is the last chance."
        case .out(let player): return "\(subject(player)) \(verb(player, "are", "is")) out."
        case .ended(let winner): return "\(subject(winner)) \(verb(winner, "have", "has")) all the cards."
        }
    }

    /// Everybody's time but one's own is what another program says.
    private func won(_ player: Int, _ count: Int, _ claim: Int?) -> String {
        let time = claim.map { player == me ? " in \($0) ms" : " in \($0) ms" } ?? ""
        return "Snap! \(subject(player)) \(verb(player, "win", "wins")) \(cards(count))\(time)."
    }
}

extension SnapMatch {
    /// The match as it is called: "Two 5s".
    var words: String {
        let count = ["", "", "Two", "Three", "Four"][min(piles.count, 4)]
        let rank = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"][rank - 1]
        return "\(count) \(rank)s"
    }
}

extension SnapMistake {
    /// For the player.
    var sentence: String {
        switch self {
        case .notMyTurn: "It's not your turn."
        case .noCards: "You have no cards to turn."
        case .out: "You are out of the game."
        case .nothingTurned: "No card has been turned yet."
        }
    }
}

extension SnapSpeed {
    /// For the player.
    var words: String { ["slow", "medium", "quick"][rawValue] }
}
