// How large a card is drawn, and what lies between cards of that size. It knows no game and no places.

import Screen

/// How large a card is drawn.
enum CardSize: CaseIterable {
    /// Bars without a border, side by side.
    case tiny
    /// Wider bars, with a row between them.
    case bar
    /// With a border, and room for rank and suit.
    case small
    /// With the rank in two corners, and its pips: a suit in a corner would pass for one.
    case medium
    /// The same, larger.
    case large

    /// Columns and rows of a card.
    var card: Size {
        switch self {
        case .tiny: Size(width: 3, height: 1)
        case .bar: Size(width: 5, height: 1)
        case .small: Size(width: 5, height: 3)
        case .medium: Size(width: 7, height: 5)
        case .large: Size(width: 13, height: 9)
        }
    }

    /// Columns and rows between cards.
    var gap: Size {
        switch self {
        case .tiny, .small: Size(width: 1, height: 0)
        case .bar, .medium: Size(width: 1, height: 1)
        case .large: Size(width: 2, height: 1)
        }
    }

    /// Whether cards have a border, which is then what shows the cursor. Around the others it is brackets, in the gaps.
    var hasBorder: Bool { self != .tiny && self != .bar }
}
