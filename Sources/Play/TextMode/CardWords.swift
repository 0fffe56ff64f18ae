// Playing cards in words, for text mode.

import Games
import Language

extension PlayingCard {
    /// The card in words: "the queen of hearts".
    var spoken: String {
        // Translators: a playing card, read aloud: “{rank} of hearts” is “10 of hearts”, “queen of hearts”.
        switch suit {
        case .spades: tr("{rank} of spades", ["rank": spokenRank])
        case .hearts: tr("{rank} of hearts", ["rank": spokenRank])
        case .diamonds: tr("{rank} of diamonds", ["rank": spokenRank])
        case .clubs: tr("{rank} of clubs", ["rank": spokenRank])
        }
    }

    private var spokenRank: String {
        switch rank {
        case 1: tr("ace")
        case 11: tr("jack")
        case 12: tr("queen")
        case 13: tr("king")
        default: String(rank)
        }
    }
}
