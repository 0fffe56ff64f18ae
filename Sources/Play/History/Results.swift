// The results of card matching, the secret number and Snap!: how they are stored, in words, and counted.

import Games
import Language
import Session

/// A game besides Four in a Row. The raw values are stored and never change.
enum OtherGame: String, CaseIterable {
    case cardMatching = "card-matching"
    case secretNumber = "secret-number"
    case snap

    var title: String {
        switch self {
        case .cardMatching: tr("Card matching")
        case .secretNumber: tr("Secret number")
        case .snap: tr("Snap!")
        }
    }
}

extension OtherGame {
    /// Where it is played alone.
    var place: MenuPlace {
        switch self {
        case .cardMatching: .cards
        case .secretNumber: .secret
        case .snap: .snap
        }
    }
}

extension ScoredGame {
    /// The game; nil for one of a later version.
    var other: OtherGame? { OtherGame(rawValue: game) }

    /// What distinguishes it from other games of the same rules: "two of 16", "1 - 100", "quick".
    var words: String {
        switch other {
        case .cardMatching:
            let parts = mode.split(separator: "-").map(String.init)
            let mode = CardMatchingGame.Mode.offered.first { $0.databaseWord == parts.first }
            let variant = MatchingVariant(rawValue: parts.dropFirst().joined(separator: "-"))
            let title = mode?.title(of: size).short ?? self.mode
            return separated([title] + [variant?.name].compactMap { $0 }.filter { !$0.isEmpty })
        case .secretNumber:
            let range = SecretNumberRange.offered.first { $0.count == size }.map(SecretNumberWords.text) ?? "\(size)"
            let variant = ["hidden": tr("hidden"), "turns": tr("in turns"), "lie": tr("with a lie")][mode]
            return variant.map { separated([range, $0]) } ?? range
        case .snap: return SnapSpeed(word: mode)?.words ?? trn("{count} player", "{count} players", size)
        case nil: return mode
        }
    }
}

extension SnapSpeed {
    private static let words = ["slow", "medium", "quick"]
    /// Its word in the database.
    var databaseWord: String { Self.words[rawValue] }
    /// The speed with this word; nil if there is none.
    init?(word: String) {
        guard let index = Self.words.firstIndex(of: word) else { return nil }
        self.init(rawValue: index)
    }
}

extension PlayedGame {
    /// How it ended, in words.
    var resultWords: String {
        switch kind.other {
        case .cardMatching: return score.map { kind.compared($0).words } ?? tr("time is up")
        case .secretNumber where opponents.isEmpty:
            return score.map { trn("{count} guess", "{count} guesses", -$0) } ?? (isWon ? tr("won") : tr("lost"))
        case .secretNumber, .snap, nil: return isWon ? tr("won") : tr("lost")
        }
    }

    /// The same in a column.
    var shortResult: String { kind.other == .cardMatching ? score.map { kind.compared($0).number } ?? resultWords : resultWords }

    /// Against whom, or which game alone.
    var opponentWords: String {
        guard opponents.isEmpty else { return listed(opponents) }
        return kind.other == .snap ? tr("the computer, {skill}", ["skill": kind.words]) : kind.words
    }
}

extension [PlayedGame] {
    /// The best score; nil without any.
    var best: Int? { compactMap(\.score).max() }

    /// The same with the best result of games of this kind.
    func words(of kind: ScoredGame) -> String {
        separated([countWords] + (best.map { [kind.words(ofBest: $0)] } ?? []).filter { !$0.isEmpty })
    }

    /// How many games these are, given newest first, and how many were won, in a row now and the most ever in a row.
    var countWords: String {
        let (won, streak) = (count(where: \.isWon), prefix(while: \.isWon).count)
        let longest = split(whereSeparator: { !$0.isWon }).map(\.count).max() ?? 0
        var parts = [trn("{count} game", "{count} games", count)]
        // Nobody loses a game of card matching.
        let isCards = !isEmpty && allSatisfy { $0.kind.other == .cardMatching }
        if won > 0 || !isCards { parts.append(trn("{count} won", "{count} won", won)) }
        if streak > 1 { parts.append(trn("{count} in a row", "{count} in a row", streak)) }
        if longest > 1, longest > streak { parts.append(trn("once {count} in a row", "once {count} in a row", longest)) }
        return separated(parts)
    }
}

extension ScoredGame {
    /// The best score in words; empty for a game that is not known.
    func words(ofBest score: Int) -> String {
        switch other {
        case .cardMatching: tr("best {score}", ["score": compared(score).number])
        case .secretNumber: trn("best: {count} guess", "best: {count} guesses", -score)
        case .snap: tr("quickest {time} s", ["time": SnapWords.seconds(-score)])
        case nil: ""
        }
    }

    /// A score of card matching, with this number of cards in this mode.
    fileprivate func compared(_ score: Int) -> MatchingScore {
        let mode = CardMatchingGame.Mode.offered.first {
            self.mode.split(separator: "-").first.map(String.init) == $0.databaseWord
        }
        return MatchingScore(score, par: mode?.par(of: size))
    }
}
