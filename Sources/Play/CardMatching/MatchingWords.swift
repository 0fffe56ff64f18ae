// The sentences of card matching.

import Games
import Language
import Screen

extension CardMatchingGame.Mode {
    /// The number of cards to match, as it is stored. It must not change.
    var databaseWord: String {
        let words = ["two", "three", "four"]
        return words.indices.contains(count - 2) ? words[count - 2] : String(count)
    }

    /// The title for a game of `count` cards, in full and short.
    func title(of cards: Int) -> (full: String, short: String) {
        switch count {
        case 2:
            // Translators: {count} is how many cards there are on the table.
            (
                trn("Card matching: pairs, {count} card", "Card matching: pairs, {count} cards", cards),
                tr("Pairs, {number}", ["number": cards])
            )
        case 3:
            (
                trn("Card matching: turn three, {count} card", "Card matching: turn three, {count} cards", cards),
                tr("Turn three, {number}", ["number": cards])
            )
        default:
            (
                trn("Card matching: fours, {count} card", "Card matching: fours, {count} cards", cards),
                tr("Fours, {number}", ["number": cards])
            )
        }
    }

    /// The mode that M switches to.
    var next: CardMatchingGame.Mode {
        let all = Self.offered
        return all[((all.firstIndex(of: self) ?? -1) + 1) % all.count]
    }

    /// What to do before the first card is turned, in several lengths, longest first.
    var rules: [String] {
        let rule =
            switch count {
            case 2: tr("Find two of the same suit or rank.")
            case 3: tr("Turn three: a pair among them is enough.")
            default: tr("Find four of one suit or of one rank.")
            }
        let long = tr("Find two cards of the same rank (4 points) or suit (1 point). A flip costs 1, a mismatch 1 more.")
        let medium = tr("Find two: same rank 4 points, same suit 1. A flip costs 1, a mismatch 1 more.")
        let short = tr("Rank: 4 points, suit: 1, flip: −1.")
        let points = [
            2: [long, medium, short], 3: [tr("Turn three: each pair of one rank among them is worth 4 points, of one suit 1.")],
        ]
        return (points[count] ?? [tr("Find four of one rank (24 points) or of one suit (6).")]) + [
            rule, tr("Match suit or rank."),
        ]
    }
}

extension CardMatchingGame.Mode {
    /// What earns points, and what costs some.
    var points: [String] { [rules[0]] + (count == 2 ? [] : [tr("Each flip costs a point; a mismatch costs one more.")]) }

    /// What a mismatch does.
    static var staysUp: String { tr("The last card of a mismatch stays up for your next try.") }

    /// What par is.
    static var meaningOfPar: String { tr("Par is what you reach if you forget no card.") }

    /// Where a game of so many cards begins, and what to reach.
    func beginning(with cards: Int) -> String {
        let start = tr("You start at {score} against par.", ["score": MatchingScore(0, par: par(of: cards)).number])
        return together([Self.meaningOfPar, start, Self.threeStars])
    }

    /// What to reach.
    static var threeStars: String { tr("Three stars at 0 or better.") }
}

extension MatchingAction {
    /// What happened, in several lengths, longest first. `words` names cards. `isFirst`: it says what a card that stays up is for.
    func sentences(staysUp: Bool, isFirst: Bool = false, _ words: ([PlayingCard]) -> String) -> [String] {
        switch self {
        case .turnedUp(let card): return [tr("You turned {card}.", ["card": words([card])])]
        case .turnedBack(let card): return [tr("Turned {card} back.", ["card": words([card])])]
        case .matched(let cards, let points):
            return [
                trn("Matched {cards} for {count} point.", "Matched {cards} for {count} points.", points, ["cards": words(cards)]),
                trn("{cards}: {count} point.", "{cards}: {count} points.", points, ["cards": words(cards)]),
            ]
        case .mismatched(let cards):
            let penalty = -scoreChange
            let names = words(cards).withCapital
            let last = staysUp ? cards.last.map { [words([$0]).withCapital] } ?? [] : []
            return last.flatMap { card in
                (isFirst
                    ? [
                        trn(
                            "{cards} do not match: {count} point lost. {card} stays up for your next try.",
                            "{cards} do not match: {count} points lost. {card} stays up for your next try.", penalty,
                            ["cards": names, "card": card])
                    ] : []) + [
                        trn(
                            "{cards} do not match: {count} point lost. {card} stays up.",
                            "{cards} do not match: {count} points lost. {card} stays up.", penalty,
                            ["cards": names, "card": card]),
                        trn(
                            "{cards}: {count} point. {card} stays up.", "{cards}: {count} points. {card} stays up.", -penalty,
                            ["cards": names, "card": card]),
                    ]
            } + [
                trn(
                    "{cards} do not match: {count} point lost.", "{cards} do not match: {count} points lost.", penalty,
                    ["cards": names]),
                trn("{cards}: {count} point.", "{cards}: {count} points.", -penalty, ["cards": names]),
            ]
        }
    }
}

/// How a game of card matching ended.
struct MatchingVerdict: Equatable {
    /// The points.
    let score: Int
    /// The best score before this game; nil if there is none.
    let formerBest: Int?
    /// Whether the clock has ended it.
    let isTimeUp: Bool
    /// The stars, of three; 0 if it gets none.
    let stars: Int
    /// The score for three stars; nil where there is none.
    let par: Int?

    /// Whether the score is a new best: only one of a game that was played to its end.
    var isNewBest: Bool { !isTimeUp && formerBest.map { score > $0 } ?? true }

    /// The verdict in several lengths, longest first.
    var sentences: [String] {
        let beginnings =
            isTimeUp
            ? [tr("The time is up: no stars."), tr("The time is up.")]
            : [tr("Nothing matches any more."), tr("No more matches."), tr("The end.")]
        let result = MatchingScore(score, par: par).words.withFullStop
        let whole = beginnings.map { together([$0, result] + best) } + [together([result] + best)]
        let starred = stars > 0 ? whole.map { together([$0, starWords]) } : []
        return starred + whole + [result]
    }

    /// What stands below the cards, in several lengths, longest first: stars and score, and the best one.
    var headlines: [String] {
        let words = MatchingScore(score, par: par).words.withFullStop
        let result = isTimeUp ? together([tr("The time is up."), words]) : words
        let signs = stars == 0 ? "" : String(repeating: "★", count: stars) + "  "
        return [signs + together([result] + best), signs + result, result, words]
    }

    private var starWords: String { trn("{count} star of three.", "{count} stars of three.", stars) }

    /// How the score compares with the best one. The first one below par is not praised.
    private var best: [String] {
        if !isNewBest, let formerBest {
            return [tr("The best is {score}.", ["score": MatchingScore(formerBest, par: par).number])]
        }
        return isTimeUp || formerBest == nil && score < par ?? 0 ? [] : [tr("A new best!")]
    }
}

/// A score of card matching: most lose points, so it is compared with par where there is one.
struct MatchingScore {
    private let score: Int
    private let par: Int?

    init(_ score: Int, par: Int?) { (self.score, self.par) = (score, par) }

    /// With its sign: "+6", "0" or "−24".
    var number: String {
        let difference = score - (par ?? 0)
        return signed(difference, hasPlus: difference > 0 && par != nil)
    }

    /// The same with what it counts: "Against par +6".
    var words: String {
        // Translators: a score compared with that of a player who forgets no card; +6 is better than par, −6 worse.
        par == nil ? trn("{count} point", "{count} points", score) : tr("Against par {score}", ["score": number])
    }
}
