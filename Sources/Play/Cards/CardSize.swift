// The sizes in which cards are drawn.

import Screen

/// The size of a card.
enum CardSize: CaseIterable {
    /// Bars without a border, side by side.
    case tiny
    /// Wider bars, with a blank row between them.
    case bar
    /// With a border, and room for rank and suit.
    case small
    /// With the rank in two corners, and pips. A suit in a corner could be mistaken for a pip.
    case medium
    /// A higher one, with rank and suit in two corners, and one pip drawn in pixels.
    case tall
    /// A larger one, with rank and pips.
    case large
    /// The largest one, with pips drawn in pixels.
    case huge

    /// The size of a card in cells.
    var card: Size {
        switch self {
        case .tiny: Size(width: 3, height: 1)
        case .bar: Size(width: 5, height: 1)
        case .small: Size(width: 5, height: 3)
        case .medium: Size(width: 7, height: 5)
        case .tall: Size(width: 7, height: 7)
        case .large: Size(width: 13, height: 9)
        case .huge: Size(width: 21, height: 17)
        }
    }

    /// The gap between cards in cells.
    var gap: Size {
        switch self {
        case .tiny, .small: Size(width: 1, height: 0)
        case .bar, .medium, .tall: Size(width: 1, height: 1)
        case .large: Size(width: 2, height: 1)
        case .huge: Size(width: 3, height: 1)
        }
    }

    /// Whether cards have a border, which also shows the cursor. Around other cards the cursor is a pair of brackets in the gaps.
    var hasBorder: Bool { self != .tiny && self != .bar }
}
