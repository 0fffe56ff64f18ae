// The colours of each theme. The board has its own background, so it looks the same on light terminals. What must be told apart differs
// enough for colour-blind people, or in shape; text differs enough from what is behind it: tests simulate and measure that.

extension Role {
    /// Whether text in a colour of the board is bold.
    var isBold: Bool { self == .numberLit || self == .barStrong }
}

extension ThemeName {
    /// A colour for each depth.
    private typealias Numbers = (many: UInt8, sixteen: UInt8, eight: UInt8)

    /// The colour of a role that has no background of its own; nil for those in the terminal's own colours.
    func colour(of role: Role, depth: ColourDepth, onLight isLight: Bool) -> Colour? {
        if depth == .many, let colour = barColour(of: role, onLight: isLight) ?? textColour(of: role, onLight: isLight) {
            return Colour(rawValue: colour)
        }
        guard
            let colours = ownColours(of: role, depth) ?? (isLight ? Self.lightColours(of: role) : nil) ?? Self.colours(of: role)
                ?? Self.answerColours(of: role, onLight: isLight)
        else { return nil }
        switch depth {
        case .many: return Colour(rawValue: colours.many)
        case .sixteen: return Colour(rawValue: colours.sixteen)
        case .eight: return Colour(rawValue: colours.eight)
        }
    }

    /// The look of what stands out by a surface of its own, as the place of the player to move; nil for other roles.
    func surface(of role: Role, depth: ColourDepth, onLight isLight: Bool) -> Look? {
        func look(_ front: UInt8, on back: UInt8) -> Look {
            Look(Colour(rawValue: front), on: Colour(rawValue: back))
        }
        if depth == .many {
            switch (role, self) {
            case (.yellowChip, _), (.redChip, _):
                let disc = colour(of: role == .yellowChip ? .yellowDisc : .redDisc, depth: depth, onLight: isLight)
                // The reds of these two are as light as yellow.
                let isBright = role == .yellowChip || self == .ocean || self == .highContrast
                return Look(Colour(rawValue: isBright ? 16 : 231), on: disc, .bold)
            case (_, .highContrast): return nil
            case (.cardBlack, _): return look(16, on: 254)
            case (.cardRed, _): return look(160, on: 254)
            case (.cardBack, _): return look(75, on: 25)
            case (.selected, _), (.selectedFaint, _):
                let surface = Colour(rawValue: self == .ocean ? 23 : self == .colourBlind ? 240 : 25)
                return role == .selected
                    ? Look(Colour(rawValue: 231), on: surface, .bold) : Look(Colour(rawValue: 189), on: surface)
            case (.alert, _), (.button, _): return isLight ? look(231, on: 236) : look(16, on: 254)
            case (.field, _): return isLight ? look(16, on: 253) : look(231, on: 238)
            default: return nil
            }
        }
        switch role {
        // Black in bold is grey in eight colours.
        case .yellowChip: return Look(.black, on: .yellow)
        case .redChip: return Look(.white, on: .red, .bold)
        default: return nil
        }
    }

    /// The colours of the first row and of questions, which have a surface only in 256 colours, and of what lies behind a box.
    private func barColour(of role: Role, onLight isLight: Bool) -> UInt8? {
        if self == .highContrast {
            switch role {
            case .bar, .box, .boxButton: return 16
            case .barText, .barStrong, .heading: return 231
            case .dimText: return 250
            case .barDim: return 247
            case .panelDim: return 17
            default: return nil
            }
        }
        switch role {
        case .bar: return isLight ? 254 : 236
        case .box: return isLight ? 253 : 238
        case .boxButton: return isLight ? 251 : 241
        case .barText: return isLight ? 239 : 250
        case .barStrong: return isLight ? 16 : 231
        case .barDim: return isLight ? 246 : 243
        case .heading: return isLight ? 25 : 110
        case .dimText: return isLight ? 249 : 240
        case .panelDim: return self == .colourBlind ? 238 : self == .ocean ? 23 : 17
        default: return nil
        }
    }

    /// The players' colours as text, where the terminal's own would not do.
    private func textColour(of role: Role, onLight isLight: Bool) -> UInt8? {
        let colours: (yellow: UInt8, red: UInt8)
        switch (self, isLight) {
        case (.standard, true), (.light, _): colours = (94, 124)
        case (.colourBlind, false): colours = (214, 75)
        case (.colourBlind, true): colours = (94, 25)
        case (.ocean, false): colours = (222, 204)
        case (.ocean, true): colours = (94, 161)
        default: return nil
        }
        switch role {
        case .yellow, .yellowSign: return colours.yellow
        case .red, .redSign: return colours.red
        default: return nil
        }
    }

    /// The colours of answers to a guess and of states, each of which has a sign as well.
    private static func answerColours(of role: Role, onLight isLight: Bool) -> Numbers? {
        switch role {
        case .low: isLight ? (25, 4, 4) : (75, 14, 6)
        case .high: isLight ? (130, 1, 1) : (209, 11, 3)
        case .good: isLight ? (28, 2, 2) : (114, 10, 2)
        case .warning: isLight ? (94, 3, 3) : (215, 11, 3)
        default: nil
        }
    }

    private static func colours(of role: Role) -> Numbers? {
        switch role {
        case .panel: (25, 4, 4)
        case .panelText: (189, 15, 7)
        case .corner: (153, 15, 7)
        case .hole: (233, 0, 0)
        case .yellowMark, .yellowSign: (220, 11, 3)
        case .redMark, .redSign: (203, 9, 1)
        case .yellowDisc, .yellowRim: (220, 11, 3)
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
        case .panelLit: (27, 12, 7)
        case .numberLit: (231, 15, 0)
        case .winsBelow: (157, 10, 2)
        case .losesBelow: (223, 11, 3)
        case .felt: (22, 2, 2)
        case .feltText: (231, 0, 0)
        case .feltFaint: (151, 0, 0)
        case .cardEdge: (250, 7, 7)
        case .cardEdgeFaint: (244, 8, 0)
        case .backEdge: (25, 4, 4)
        case .backEdgeFaint: (18, 12, 6)
        default: nil
        }
    }

    /// What differs on a light background.
    private static func lightColours(of role: Role) -> Numbers? {
        switch role {
        case .yellowRim: (136, 3, 3)
        case .yellowSign: (94, 0, 0)
        case .redSign: (124, 1, 1)
        case .fullRing: (245, 8, 0)
        default: nil
        }
    }

    /// What differs in this theme.
    private func ownColours(of role: Role, _ depth: ColourDepth) -> Numbers? {
        switch self {
        case .highContrast: Self.highContrastColours(of: role)
        case .colourBlind: depth == .many ? Self.colourBlindColours(of: role) : nil
        case .ocean: Self.oceanColours(of: role)
        case .standard, .light, .mono: nil
        }
    }

    private static func highContrastColours(of role: Role) -> Numbers? {
        switch role {
        case .panelText: (231, 15, 7)
        case .hole: (16, 0, 0)
        case .yellowDisc, .yellowMark: (226, 11, 3)
        case .yellowRing: (185, 3, 3)
        case .redDisc, .redMark: (203, 9, 1)
        case .redCore: (16, 0, 0)
        case .yellowSign: (226, 11, 3)
        case .redSign: (203, 9, 1)
        default: nil
        }
    }

    private static func colourBlindColours(of role: Role) -> Numbers? {
        let colour: UInt8
        switch role {
        case .panel: colour = 240
        case .panelText, .corner: colour = 254
        case .outline: colour = 244
        case .yellowDisc, .yellowMark, .yellowRim: colour = 214
        case .yellowRing: colour = 172
        case .yellowFaint: colour = 130
        case .yellowFaintRing: colour = 94
        case .redDisc: colour = 27
        case .redMark: colour = 75
        case .redCore: colour = 17
        case .redFaint: colour = 25
        case .redFaintCore: colour = 17
        case .panelLit: colour = 254
        case .numberLit: colour = 16
        default: return nil
        }
        return (colour, colour, colour)
    }

    private static func oceanColours(of role: Role) -> Numbers? {
        switch role {
        case .panel: (31, 6, 6)
        case .panelText, .winsBelow, .losesBelow: (16, 0, 0)
        case .corner: (195, 15, 7)
        case .outline: (38, 14, 7)
        case .hole: (234, 0, 0)
        case .yellowDisc, .yellowMark, .yellowRim: (222, 11, 3)
        case .yellowRing: (179, 3, 3)
        case .yellowFaint: (137, 11, 3)
        case .yellowFaintRing: (94, 3, 3)
        case .redDisc: (197, 9, 1)
        case .redMark: (204, 9, 1)
        case .redCore: (89, 0, 0)
        case .redFaint: (89, 9, 1)
        case .redFaintCore: (53, 0, 0)
        case .panelLit: (195, 15, 7)
        case .numberLit: (16, 0, 0)
        default: nil
        }
    }
}
