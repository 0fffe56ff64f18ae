// The colours of the board. It has its own background, so it looks the same on light terminals. What must be told apart differs
// enough for colour-blind people, or in shape; a test simulates that.

extension ThemeName {
    /// The colour of a role of the board; nil for other roles.
    func boardColour(of role: Role, depth: ColourDepth) -> Colour? {
        guard let colours = self == .highContrast ? Self.boldColours(of: role) : Self.colours(of: role) else { return nil }
        switch depth {
        case .many: return Colour(rawValue: colours.many)
        case .sixteen: return Colour(rawValue: colours.sixteen)
        case .eight: return Colour(rawValue: colours.eight)
        }
    }

    private typealias Numbers = (many: UInt8, sixteen: UInt8, eight: UInt8)

    private static func colours(of role: Role) -> Numbers? {
        switch role {
        case .panel: (25, 4, 4)
        case .panelText: (153, 15, 7)
        case .hole: (233, 0, 0)
        case .yellowDisc: (220, 11, 3)
        case .yellowRing: (178, 3, 3)
        case .yellowFaint: (101, 3, 3)
        case .yellowFaintRing: (58, 3, 3)
        case .redDisc: (160, 9, 1)
        case .redCore: (88, 0, 0)
        case .redFaint: (88, 1, 1)
        case .redFaintCore: (16, 0, 0)
        case .lit: (231, 15, 7)
        case .hint: (51, 14, 6)
        default: nil
        }
    }

    /// The colours of the high-contrast theme.
    private static func boldColours(of role: Role) -> Numbers? {
        switch role {
        case .panel: (18, 4, 4)
        case .panelText: (231, 15, 7)
        case .hole: (16, 0, 0)
        case .yellowDisc: (226, 11, 3)
        case .yellowRing: (185, 3, 3)
        case .redDisc: (196, 9, 1)
        case .redCore: (16, 0, 0)
        default: colours(of: role)
        }
    }
}
