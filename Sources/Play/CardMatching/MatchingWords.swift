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
        let medium = tr("Find two of the same rank (4) or suit (1). A flip costs 1, a mismatch 1 more.")
        let short = tr("Rank: 4 points, suit: 1, flip: -1.")
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
}

extension MatchingAction {
    /// Whether cards were compared.
    var isComparison: Bool {
        switch self {
        case .matched, .mismatched: true
        case .turnedUp, .turnedBack: false
        }
    }

    /// What happened, in several lengths, longest first. `words` names cards. `isFirst`: it says what a card that stays up is for.
    func sentences(staysUp: Bool, isFirst: Bool = false, _ words: ([PlayingCard]) -> String) -> [String] {
        switch self {
        case .turnedUp(let card): return [tr("Chose {card}.", ["card": words([card])])]
        case .turnedBack(let card): return [tr("Turned {card} back.", ["card": words([card])])]
        case .matched(let cards, let points):
            return [
                trn("Matched {cards} for {count} point.", "Matched {cards} for {count} points.", points, ["cards": words(cards)]),
                trn("{cards}: {count} point.", "{cards}: {count} points.", points, ["cards": words(cards)]),
            ]
        case .mismatched(let cards):
            let penalty = CardMatchingGame.mismatchPenalty
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
        let result = MatchingScore(score, par: par)
        let final = tr("Final score: {score}.", ["score": result.whole])
        let whole = beginnings.map { together([$0, final] + best) } + [together([final] + best)]
        let starred = stars > 0 ? whole.map { together([$0, starWords]) } : []
        return starred + whole + [final, result.words.asSentence]
    }

    /// What stands below the cards, in several lengths, longest first: stars and score, and the best one.
    var headlines: [String] {
        let score = MatchingScore(score, par: par)
        let words = score.whole
        let result = isTimeUp ? together([tr("The time is up."), words.asSentence]) : words.asSentence
        let signs = stars == 0 ? "" : String(repeating: "★", count: stars) + "  "
        return [signs + together([result] + best), signs + result, result, score.words.asSentence]
    }

    private var starWords: String { trn("{count} star of three.", "{count} stars of three.", stars) }

    /// How the score compares with the best one. Behind par it is never praised.
    private var best: [String] {
        if !isNewBest, let formerBest {
            return [tr("The best is {score}.", ["score": MatchingScore(formerBest, par: nil).words])]
        }
        return isTimeUp || score < par ?? 0 ? [] : [tr("A new best!")]
    }
}

/// A score of card matching in words: most lose points, so it is compared with par where there is one.
struct MatchingScore {
    private let score: Int
    private let par: Int?

    init(_ score: Int, par: Int?) { (self.score, self.par) = (score, par) }

    /// In the middle of a sentence: "6 ahead of par".
    var words: String {
        guard let par else { return trn("{count} point", "{count} points", score) }
        let ahead = score - par
        if ahead == 0 { return tr("level with par") }
        return ahead > 0 ? tr("{count} ahead of par", ["count": ahead]) : tr("{count} behind par", ["count": -ahead])
    }

    /// The points, and how they compare: "9 points (6 ahead of par)".
    var whole: String { par == nil ? words : remarked(MatchingScore(score, par: nil).words, words) }

    /// Above the cards: "Ahead of par +6".
    var standing: String {
        guard let par else { return tr("Score {score}", ["score": score]) }
        return score < par ? tr("Behind par {score}", ["score": par - score]) : tr("Ahead of par {score}", ["score": number])
    }

    /// The same where there is little room: "Par +6".
    var short: String { par == nil ? standing : tr("Par {par}", ["par": number]) }

    /// As a number with its sign: "+6".
    private var number: String {
        let ahead = score - (par ?? 0)
        return ahead > 0 && par != nil ? "+\(ahead)" : String(ahead)
    }
}
