// The sentences of card matching: what happened, how it ended. It knows no screen but its characters.

import Games
import Screen

extension CardMatchingGame.Mode {
    /// How many cards, in a word.
    var words: String {
        let words = ["two", "three", "four"]
        return words.indices.contains(count - 2) ? words[count - 2] : String(count)
    }
    /// The one that M switches to.
    var next: CardMatchingGame.Mode {
        let all = Self.offered
        return all[((all.firstIndex(of: self) ?? -1) + 1) % all.count]
    }
    /// What to do, before the first card is turned: in a sentence, and in fewer words.
    var rules: [String] {
        let some = self == .usual ? "two" : "\(words), two"
        return ["Find \(some) of the same suit or rank.", "Match suit or rank."]
    }
}

extension MatchingAction {
    /// What happened: in a sentence, and in fewer words.
    func sentences(in glyphs: Glyphs) -> [String] {
        func words(_ cards: [PlayingCard]) -> String {
            cards.map { glyphs.isUnicode ? $0.contents : $0.asciiContents }.joined(separator: " ")
        }
        func count(_ points: Int) -> String { "\(points) \(abs(points) == 1 ? "point" : "points")" }
        switch self {
        case .turnedUp(let card): return ["Chose \(words([card]))."]
        case .turnedBack(let card): return ["Turned \(words([card])) back."]
        case .matched(let cards, let points):
            return ["Matched \(words(cards)) for \(count(points)).", "\(words(cards)): \(count(points))."]
        case .mismatched(let cards):
            let penalty = CardMatchingGame.mismatchPenalty
            return [
                "\(words(cards)) do not match: \(count(penalty)) lost.", "\(words(cards)): \(count(-penalty)).",
            ]
        }
    }
}

/// How a game of card matching ended.
struct MatchingVerdict: Equatable {
    /// The points.
    let score: Int
    /// The best score before; nil if this is the first.
    let formerBest: Int?

    /// Whether nobody had as many before.
    var isNewBest: Bool { formerBest.map { score > $0 } ?? true }

    /// In two sentences, and ever shorter.
    var sentences: [String] {
        // Less than nothing is no reason to cheer.
        let best = !isNewBest ? ": the best is \(formerBest ?? score)." : score < 0 ? "." : ": a new best!"
        return [
            "Nothing matches any more. Your final score is \(score)\(best)", "No more matches. Final score \(score)\(best)",
            "The end. Final score \(score)\(best)", "Final score \(score).",
        ]
    }
}
