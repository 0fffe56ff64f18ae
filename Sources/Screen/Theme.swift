// The roles of cells, and their colours and attributes in each theme. Text uses the eight standard colours, so that the
// player's palette decides how they look. BoardColours.swift has the colours of the board.

/// The role of a cell.
public enum Role: UInt8, CaseIterable, Sendable {
    /// Ordinary text.
    case plain
    /// Less important text.
    case faint
    /// The title of a screen.
    case title
    /// Lines of the board and of boxes.
    case frame
    /// The yellow player in text; in a LAN game, this player.
    case yellow
    /// The red player in text; in a LAN game, the opponent.
    case red
    /// The surface of the board.
    case panel
    /// Text on the board.
    case panelText
    /// The corners that mark the last disc.
    case corner
    /// A hole of the board.
    case hole
    /// Yellow's sign in a hole.
    case yellowMark
    /// Red's sign in a hole.
    case redMark
    /// A yellow disc.
    case yellowDisc
    /// The edge of a yellow disc above the board, which a light background would swallow.
    case yellowRim
    /// The ring on a large yellow disc.
    case yellowRing
    /// A yellow disc outside the winning four.
    case yellowFaint
    /// The ring on such a disc.
    case yellowFaintRing
    /// A red disc.
    case redDisc
    /// The core of a red disc.
    case redCore
    /// A red disc outside the winning four.
    case redFaint
    /// The core of such a disc.
    case redFaintCore
    /// The core of the winning discs, and the marker of the last disc.
    case lit
    /// A hole that a hint suggests.
    case hint
    /// The lines along the chosen column while the opponent moves.
    case outline
    /// The ring above a full column.
    case fullRing
    /// The surface behind the number of the chosen column.
    case panelLit
    /// That number.
    case numberLit
    /// What stands behind the number of a column that wins, or loses.
    case winsBelow, losesBelow
    /// The surface of the first row of a game.
    case bar
    /// Text on it.
    case barText
    /// Text on it that stands out.
    case barStrong
    /// A key on it that is of no use now.
    case barDim
    /// Yellow's place in the first row, when it is Yellow's turn.
    case yellowChip
    /// The same for Red.
    case redChip
    /// Yellow's disc as a character, on the first row.
    case yellowSign
    /// The same for Red.
    case redSign
    /// The surface of a question above the board.
    case box
    /// The surface of a button on it that is not chosen.
    case boxButton
    /// Whose turn it is, and the result of a game.
    case label
    /// An urgent message.
    case alert
    /// An error.
    case problem
    /// A heading of a list.
    case heading
    /// Text behind a box.
    case dimText
    /// The board, and the selected row of a list, behind a box.
    case panelDim
    /// The name of a key in the key bar.
    case key
    /// The description of a key.
    case keyLabel
    /// The selected row of a list, and a remark in it.
    case selected, selectedFaint
    /// The chosen answer of a question.
    case button
    /// A text field.
    case field
    /// Too low, and what is below.
    case low
    /// Too high, and what is above.
    case high
    /// Right, and what went well.
    case good
    /// What has gone wrong and can be mended.
    case warning
    /// The green surface of a card table.
    case felt
    /// Text on it.
    case feltText
    /// Less important text on it.
    case feltFaint
    /// The face of spades and clubs, with its border.
    case cardBlack
    /// The face of hearts and diamonds.
    case cardRed
    /// The back of a card.
    case cardBack
    /// The edge of a card that lies face up in a pile, and of every other one.
    case cardEdge, cardEdgeFaint
    /// The same for cards that lie face down.
    case backEdge, backEdgeFaint
    /// A card that is out of the game.
    case cardOut
    /// The border of the card under the cursor.
    case cardCursor
}

/// A colour of the terminal's palette: 0 to 7 always exist, up to 15 or 255 not everywhere.
public struct Colour: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt8
    /// Creates a colour from its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The standard colours.
    public static let black = Colour(rawValue: 0), red = Colour(rawValue: 1), green = Colour(rawValue: 2),
        yellow = Colour(rawValue: 3)
    /// The standard colours, continued.
    public static let blue = Colour(rawValue: 4), magenta = Colour(rawValue: 5), cyan = Colour(rawValue: 6),
        white = Colour(rawValue: 7)
}

/// The number of colours of a terminal.
public enum ColourDepth: Int, CaseIterable, Sendable {
    /// The standard colours.
    case eight = 8
    /// The standard colours and their bright variants.
    case sixteen = 16
    /// Those, a 6×6×6 cube and 24 shades of grey, as in xterm.
    case many = 256
}

/// Attributes of a character cell.
public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Bold.
    public static let bold = Attributes(rawValue: 1)
    /// Dim.
    public static let dim = Attributes(rawValue: 2)
    /// Underlined.
    public static let underline = Attributes(rawValue: 4)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 8)
}

/// The look of a role; nil colours are the terminal's defaults.
public struct Look: Hashable, Sendable {
    /// The foreground colour.
    public var foreground: Colour?
    /// The background colour.
    public var background: Colour?
    /// Bold, dim, underline, reverse.
    public var attributes: Attributes

    /// Creates a look.
    public init(_ foreground: Colour? = nil, on background: Colour? = nil, _ attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}

/// The themes.
public enum ThemeName: String, CaseIterable, Sendable {
    /// The standard colours of the terminal; those of `light` where it reports a light background.
    case standard = "default"
    /// The same for a light background.
    case light
    /// Bold text, brighter discs on black, nothing dimmed.
    case highContrast = "high-contrast"
    /// Orange and blue discs on grey, in 256 colours. In fewer the standard colours differ for everybody.
    case colourBlind = "colour-blind"
    /// Sand and coral on green water.
    case ocean
    /// No colours.
    case mono

    /// The look of a role at a colour depth. The background is that of `ground` if given. `onLight`: the terminal's own background is light.
    public func look(of role: Role, on ground: Role? = nil, depth: ColourDepth = .eight, onLight: Bool = false) -> Look {
        guard self != .mono else { return Self.monoLook(of: role) }
        let isLight = onLight || self == .light
        var look =
            colour(of: role, depth: depth, onLight: isLight).map { Look($0, role.isBold ? .bold : []) }
            ?? surface(of: role, depth: depth, onLight: isLight)
            ?? (self == .highContrast ? Self.highContrastLook(of: role) : Self.textLook(of: role, onLight: isLight))
        // White is for boxes, which are black; a light terminal has its own black.
        if self == .highContrast, role == .heading, ground == nil, isLight { look.foreground = nil }
        // On the terminal's own background, which may be dark all the same, a blue that is readable on both.
        if self == .light, role == .heading, ground == nil, depth == .many { look.foreground = Colour(rawValue: 63) }
        if let ground { look.background = self.look(of: ground, depth: depth, onLight: onLight).foreground }
        return look
    }

    private static func textLook(of role: Role, onLight isLight: Bool) -> Look {
        switch role {
        case .plain, .keyLabel: Look()
        case .faint, .barText: Look(nil, .dim)
        case .title, .label, .key, .barStrong: Look(nil, .bold)
        case .frame: Look(.blue)
        case .yellow: isLight ? Look(nil, .bold) : Look(.yellow)
        case .red: Look(.red)
        case .alert: Look(nil, [.bold, .reverse])
        case .problem: Look(.red, .bold)
        case .heading: Look(isLight ? .blue : .cyan)
        case .dimText, .barDim: Look(nil, .dim)
        case .selected, .selectedFaint, .button: Look(nil, .reverse)
        case .field: Look(nil, .underline)
        case .cardBlack: Look(.black, on: .white)
        case .cardRed: Look(.red, on: .white)
        case .cardBack: Look(.cyan, on: .blue)
        case .cardOut: Look(nil, .dim)
        case .cardCursor: Look(.black, on: .yellow)
        default: Look()
        }
    }

    private static func highContrastLook(of role: Role) -> Look {
        switch role {
        case .plain, .faint, .keyLabel, .heading: Look()
        case .barDim: Look(nil, .dim)
        case .title, .key, .label, .frame, .barStrong: Look(nil, .bold)
        case .yellow: Look(.yellow, on: .black, .bold)
        case .red: Look(.red, on: .black, .bold)
        case .alert, .selected, .selectedFaint, .button: Look(nil, [.bold, .reverse])
        case .problem: Look(.white, on: .red, .bold)
        case .field: Look(nil, [.bold, .underline])
        case .cardBlack: Look(.black, on: .white)
        case .cardRed: Look(.white, on: .red, .bold)
        case .cardBack: Look(.white, on: .blue, .bold)
        case .cardOut: Look()
        case .cardCursor: Look(.black, on: .yellow)
        default: Look()
        }
    }

    private static func monoLook(of role: Role) -> Look {
        switch role {
        case .plain, .faint, .frame, .keyLabel, .label, .red, .heading: Look()
        case .title, .key, .yellow, .yellowMark, .barStrong: Look(nil, .bold)
        case .alert, .selected, .selectedFaint, .button, .yellowChip, .redChip, .numberLit: Look(nil, .reverse)
        case .barText, .barDim, .dimText: Look(nil, .dim)
        case .problem: Look(nil, .bold)
        case .field: Look(nil, .underline)
        case .cardBlack, .cardBack: Look()
        case .cardRed: Look(nil, .bold)
        case .cardOut: Look(nil, .dim)
        case .cardCursor: Look(nil, .reverse)
        default: Look()
        }
    }
}

extension Look {
    /// A look with attributes and no background.
    init(_ foreground: Colour?, _ attributes: Attributes) { self.init(foreground, on: nil, attributes) }
}
