// What a cell can mean, and which colours and attributes each meaning has in each theme. It knows no terminal: colours are the
// eight that every colour terminal has, so that the player's own palette decides how they look.

/// What a cell means.
public enum Role: UInt8, CaseIterable, Sendable {
    /// Text.
    case plain
    /// Text that matters less.
    case faint
    /// The title of a screen.
    case title
    /// Lines of the board and of boxes.
    case frame
    /// The disc of the yellow player; mine in a LAN game.
    case yellow
    /// The disc of the red player; the opponent's in a LAN game.
    case red
    /// A yellow disc of the four that won.
    case yellowWinning
    /// A red disc of the four that won.
    case redWinning
    /// Whose turn it is, and how the game ended.
    case label
    /// A sentence that wants to be read now.
    case alert
    /// Something went wrong.
    case problem
    /// The name of a key.
    case key
    /// What the key does.
    case keyLabel
    /// The chosen line of a list.
    case selected
    /// A text field.
    case field
    /// A card's face of spades or clubs, its border included.
    case cardBlack
    /// A card's face of hearts or diamonds.
    case cardRed
    /// A card's back.
    case cardBack
    /// A card that is out.
    case cardOut
    /// The border of the card that the next key concerns.
    case cardCursor
}

/// The colours every colour terminal has, in their order.
public enum Colour: UInt8, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
}

/// Attributes of a character cell.
public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// From bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Brighter or heavier.
    public static let bold = Attributes(rawValue: 1)
    /// Paler.
    public static let dim = Attributes(rawValue: 2)
    /// Underlined.
    public static let underline = Attributes(rawValue: 4)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 8)
}

/// How a role looks; a nil colour is the terminal's own.
public struct Look: Hashable, Sendable {
    /// The colour of the glyph.
    public var foreground: Colour?
    /// The colour behind it.
    public var background: Colour?
    /// Weight and the like.
    public var attributes: Attributes

    /// A look of these.
    public init(_ foreground: Colour? = nil, on background: Colour? = nil, _ attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}

/// The themes a player can choose.
public enum ThemeName: String, CaseIterable, Sendable {
    /// The terminal's own colours.
    case standard = "default"
    /// Heavy text, discs on black, nothing dimmed.
    case highContrast = "high-contrast"
    /// No colours at all.
    case mono

    /// How a role looks in this theme.
    public func look(of role: Role) -> Look {
        switch self {
        case .standard: Self.standardLook(of: role)
        case .highContrast: Self.highContrastLook(of: role)
        case .mono: Self.monoLook(of: role)
        }
    }

    private static func standardLook(of role: Role) -> Look {
        switch role {
        case .plain, .label, .keyLabel: Look()
        case .faint: Look(nil, .dim)
        case .title, .key: Look(nil, .bold)
        case .frame: Look(.blue)
        case .yellow: Look(.yellow)
        case .red: Look(.red)
        case .yellowWinning: Look(.yellow, [.bold, .reverse])
        case .redWinning: Look(.red, [.bold, .reverse])
        case .alert: Look(nil, [.bold, .reverse])
        case .problem: Look(.red, .bold)
        case .selected: Look(nil, .reverse)
        case .field: Look(nil, .underline)
        case .cardBlack: Look(.black, on: .white)
        case .cardRed: Look(.red, on: .white)
        case .cardBack: Look(.cyan, on: .blue)
        case .cardOut: Look(nil, .dim)
        case .cardCursor: Look(.black, on: .yellow)
        }
    }

    private static func highContrastLook(of role: Role) -> Look {
        switch role {
        case .plain, .faint, .keyLabel: Look()
        case .title, .key, .label, .frame: Look(nil, .bold)
        case .yellow: Look(.yellow, on: .black, .bold)
        case .red: Look(.red, on: .black, .bold)
        case .yellowWinning: Look(.yellow, [.bold, .reverse])
        case .redWinning: Look(.red, [.bold, .reverse])
        case .alert, .selected: Look(nil, [.bold, .reverse])
        case .problem: Look(.white, on: .red, .bold)
        case .field: Look(nil, [.bold, .underline])
        case .cardBlack: Look(.black, on: .white)
        case .cardRed: Look(.white, on: .red, .bold)
        case .cardBack: Look(.white, on: .blue, .bold)
        case .cardOut: Look()
        case .cardCursor: Look(.black, on: .yellow)
        }
    }

    private static func monoLook(of role: Role) -> Look {
        switch role {
        case .plain, .faint, .frame, .keyLabel, .label, .red: Look()
        case .title, .key, .yellow: Look(nil, .bold)
        case .yellowWinning, .redWinning, .alert, .selected: Look(nil, .reverse)
        case .problem: Look(nil, .bold)
        case .field: Look(nil, .underline)
        case .cardBlack, .cardBack: Look()
        case .cardRed: Look(nil, .bold)
        case .cardOut: Look(nil, .dim)
        case .cardCursor: Look(nil, .reverse)
        }
    }
}

extension Look {
    /// A look of attributes alone.
    init(_ foreground: Colour?, _ attributes: Attributes) { self.init(foreground, on: nil, attributes) }
}
