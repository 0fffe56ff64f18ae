// What a cell can mean, and which colours and attributes each meaning has in each theme. It knows no terminal: the colours of text
// are the eight that every colour terminal has, so that the player's own palette decides how they look. Those of the board are in
// BoardColours.swift.

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
    /// What is the yellow player's, in text; mine in a LAN game.
    case yellow
    /// What is the red player's, in text; the opponent's in a LAN game.
    case red
    /// The board itself.
    case panel
    /// What is written on the board.
    case panelText
    /// A hole of the board.
    case hole
    /// A yellow disc.
    case yellowDisc
    /// The ring on a large yellow disc.
    case yellowRing
    /// A yellow disc that did not win.
    case yellowFaint
    /// The ring on it.
    case yellowFaintRing
    /// A red disc.
    case redDisc
    /// Its core.
    case redCore
    /// A red disc that did not win.
    case redFaint
    /// Its core.
    case redFaintCore
    /// The core of the discs that won, and what points at the last disc.
    case lit
    /// A hole that a hint names.
    case hint
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

/// A colour, by its number in a terminal's palette: the first eight every colour terminal has, 16 or 256 not all.
public struct Colour: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt8
    /// The colour of a number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The eight, in their order.
    public static let black = Colour(rawValue: 0), red = Colour(rawValue: 1), green = Colour(rawValue: 2),
        yellow = Colour(rawValue: 3)
    /// The rest of the eight.
    public static let blue = Colour(rawValue: 4), magenta = Colour(rawValue: 5), cyan = Colour(rawValue: 6),
        white = Colour(rawValue: 7)
}

/// How many colours a terminal has.
public enum ColourDepth: Int, CaseIterable, Sendable {
    /// The eight.
    case eight = 8
    /// The eight, and a bright one of each.
    case sixteen = 16
    /// Those, a cube of 216 and 24 shades of grey, as xterm has them.
    case many = 256
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

    /// How a role looks in this theme, on a terminal of so many colours. With a `ground`, that role's colour lies behind it.
    public func look(of role: Role, on ground: Role? = nil, depth: ColourDepth = .eight) -> Look {
        guard self != .mono else { return Self.monoLook(of: role) }
        var look =
            boardColour(of: role, depth: depth).map { Look($0) }
            ?? (self == .standard ? Self.standardLook(of: role) : Self.highContrastLook(of: role))
        if let ground { look.background = self.look(of: ground, depth: depth).foreground }
        return look
    }

    private static func standardLook(of role: Role) -> Look {
        switch role {
        case .plain, .keyLabel: Look()
        case .faint: Look(nil, .dim)
        case .title, .label, .key: Look(nil, .bold)
        case .frame: Look(.blue)
        case .yellow: Look(.yellow)
        case .red: Look(.red)
        case .alert: Look(nil, [.bold, .reverse])
        case .problem: Look(.red, .bold)
        case .selected: Look(nil, .reverse)
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
        case .plain, .faint, .keyLabel: Look()
        case .title, .key, .label, .frame: Look(nil, .bold)
        case .yellow: Look(.yellow, on: .black, .bold)
        case .red: Look(.red, on: .black, .bold)
        case .alert, .selected: Look(nil, [.bold, .reverse])
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
        case .plain, .faint, .frame, .keyLabel, .label, .red: Look()
        case .title, .key, .yellow: Look(nil, .bold)
        case .alert, .selected: Look(nil, .reverse)
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
    /// A look of attributes alone.
    init(_ foreground: Colour?, _ attributes: Attributes) { self.init(foreground, on: nil, attributes) }
}
