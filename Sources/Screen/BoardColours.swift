// The colours of the board. It has its own background, so it looks the same on light terminals. What must be told apart differs
// enough for colour-blind people, or in shape; a test simulates that.

extension Role {
    /// Whether text in a colour of the board is bold.
    var isBold: Bool { self == .numberLit || self == .barStrong }
}

extension ThemeName {
    /// The colour of a role of the board; nil for other roles.
    func boardColour(of role: Role, depth: ColourDepth) -> Colour? {
        if depth == .many, let colour = Self.barColour(of: role) { return Colour(rawValue: colour) }
        guard let colours = self == .highContrast ? Self.boldColours(of: role) : Self.colours(of: role) else { return nil }
        switch depth {
        case .many: return Colour(rawValue: colours.many)
        case .sixteen: return Colour(rawValue: colours.sixteen)
        case .eight: return Colour(rawValue: colours.eight)
        }
    }

    /// The look of what stands out by a surface of its own, as the place of the player to move; nil for other roles.
    static func chipLook(of role: Role, depth: ColourDepth) -> Look? {
        switch (role, depth) {
        case (.yellowChip, .many): Look(Colour(rawValue: 16), on: Colour(rawValue: 220), .bold)
        case (.redChip, .many): Look(Colour(rawValue: 231), on: Colour(rawValue: 160), .bold)
        case (.selected, .many): Look(Colour(rawValue: 231), on: Colour(rawValue: 25))
        case (.alert, .many), (.button, .many): Look(Colour(rawValue: 16), on: Colour(rawValue: 254))
        // Black in bold is grey in eight colours.
        case (.yellowChip, _): Look(.black, on: .yellow)
        case (.redChip, _): Look(.white, on: .red, .bold)
        default: nil
        }
    }

    /// The colours of the first row and of questions, which have a surface only in 256 colours.
    private static func barColour(of role: Role) -> UInt8? {
        switch role {
        case .bar: 236
        case .box: 238
        case .barText: 250
        case .barStrong: 231
        case .heading: 110
        case .dimText: 240
        case .panelDim: 17
        default: nil
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
        case .yellowFaint: (136, 11, 3)
        case .yellowFaintRing: (94, 3, 3)
        case .redDisc: (160, 9, 1)
        case .redCore: (88, 0, 0)
        case .redFaint: (88, 9, 1)
        case .redFaintCore: (52, 0, 0)
        case .lit: (231, 15, 7)
        case .hint: (51, 14, 6)
        case .outline: (26, 12, 6)
        case .fullRing: (240, 8, 7)
        case .panelLit: (32, 12, 7)
        case .numberLit: (231, 15, 0)
        case .yellowSign: (220, 11, 3)
        case .redSign: (203, 9, 1)
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
