// What the player chose, and its text in the config file: `key = value`, one a line, '#' starts a comment. It knows no files.

import Engine
import Language
import Screen
import Session
import Text

/// The player's choices.
package struct Settings: Equatable, Sendable {
    /// The player's name; empty means the machine's name.
    package var name = ""
    /// The colours.
    package var theme = ThemeName.standard
    /// Whether discs fall visibly.
    package var animation = true
    /// Whether discs and lines are drawn in ASCII even where the terminal could do more.
    package var ascii = false
    /// Whether the opponent's move and the end ring the bell.
    package var bell = BellUse.network
    /// Whether the computer waits a moment before it answers, so that one disc is seen to follow the other.
    package var pause = true
    /// Whether the window's title says whose turn it is.
    package var title = true
    /// Whether there is a full screen, or only lines.
    package var screen = ScreenKind.full
    /// Whether the cursor is seen on what has the focus.
    package var cursor = CursorLook.hidden
    /// Whether players nearby see this one while the list of players is open.
    package var visible = true
    /// Whether everybody has longer to snap at this player's tables of Snap!, and this player alone.
    package var longSnap = false
    /// How strong the computer plays, 1…7.
    package var level = Level.beginner.rawValue
    /// Who begins against the computer.
    package var beginner = Beginner.me
    /// The language of the sentences; nil: as the environment says.
    package var language: InterfaceLanguage?
    /// Who puts letters in their order where they run from right to left.
    package var bidi = Bidi.auto
    /// The URL of the relay for games over the internet; empty: none. Only the config file and the command line say it, and it may have a
    /// password in it.
    package var relay = ""
    /// A file with the relay's password; empty: none.
    package var relayPasswordFile = ""
    /// A file with the authorities that sign the relay's certificate; empty: those of the system.
    package var relayAuthorities = ""

    /// The defaults.
    package init() {}
}

/// What the program shows itself on. The words never change: they are written in the config file.
package enum ScreenKind: String, CaseIterable, Sendable {
    case full, lines
}

/// Whether the terminal's cursor is seen where no text is typed. The words never change: they are written to the config file.
package enum CursorLook: String, CaseIterable, Sendable {
    case hidden, visible
}

/// When the bell rings. The words never change: they are written to the config file.
package enum BellUse: String, CaseIterable, Sendable {
    case no
    /// In games with others on the network, who may keep one waiting.
    case network
    case yes
}

/// One line of the config file that means nothing.
package struct SettingsProblem: Equatable, Sendable {
    /// The line's number, from 1.
    package var line: Int
    /// What is wrong with it, as the end of a sentence.
    package var what: String
}

extension Settings {
    /// The settings that a config file's text says, and what in it means nothing; there the defaults hold.
    package static func parse(_ text: String) -> (settings: Settings, problems: [SettingsProblem]) {
        var settings = Settings()
        var problems: [SettingsProblem] = []
        for (index, line) in lines(of: text).enumerated() {
            guard let (key, value) = pair(in: line) else {
                if !isBlank(line) { problems.append(SettingsProblem(line: index + 1, what: tr("it does not read key = value"))) }
                continue
            }
            if let what = settings.set(key, to: value) { problems.append(SettingsProblem(line: index + 1, what: what)) }
        }
        return (settings, problems)
    }

    /// `text` with the lines changed that must change for `old` to become `self`; every other line stays as it is.
    package func updating(_ text: String, from old: Settings) -> String {
        var lines = Self.lines(of: text)
        if lines.last?.isEmpty == true { lines.removeLast() }
        for ((key, value), (_, before)) in zip(pairs, old.pairs) where value != before {
            let line = "\(key) = \(value)"
            if let index = lines.lastIndex(where: { Self.pair(in: $0)?.key == key }) {
                lines[index] = line
            } else {
                lines.append(line)
            }
        }
        let end = text.contains("\r\n") ? "\r\n" : "\n"
        return lines.map { $0 + end }.joined()
    }

    private var pairs: [(key: String, value: String)] {
        [
            ("name", name), ("theme", theme.rawValue), ("animation", Self.word(animation)), ("ascii", Self.word(ascii)),
            ("bell", bell.rawValue), ("pause", Self.word(pause)), ("title", Self.word(title)), ("visible", Self.word(visible)),
            ("long-snap", Self.word(longSnap)), ("level", "\(level)"), ("beginner", beginner.rawValue),
            ("language", language?.rawValue ?? Self.automatic),
        ]
    }

    /// Sets one; returns what is wrong, or nil.
    private mutating func set(_ key: String, to value: String) -> String? {
        switch key {
        case "name":
            name = value.asPlayerName
            if name.isEmpty && !value.isEmpty { return tr("the name has nothing that could be seen") }
        case "theme":
            guard let theme = ThemeName(rawValue: value) else {
                return tr(
                    "the theme must be one of {values}", ["values": separated(ThemeName.allCases.map(\.rawValue))])
            }
            self.theme = theme
        case "animation": return Self.set(&animation, to: value, key)
        case "ascii": return Self.set(&ascii, to: value, key)
        case "bell": return setBell(to: value)
        case "pause": return Self.set(&pause, to: value, key)
        case "title": return Self.set(&title, to: value, key)
        case "screen":
            guard let screen = ScreenKind(rawValue: value.lowercased()) else { return tr("screen must be full or lines") }
            self.screen = screen
        case "cursor":
            guard let cursor = CursorLook(rawValue: value.lowercased()) else { return tr("cursor must be hidden or visible") }
            self.cursor = cursor
        case "visible": return Self.set(&visible, to: value, key)
        case "long-snap": return Self.set(&longSnap, to: value, key)
        case "level":
            guard let level = Int(value), Level(rawValue: level) != nil else {
                return tr("the level must be a number from 1 to 7")
            }
            self.level = level
        case "beginner":
            guard let beginner = Beginner(rawValue: value) else {
                return tr(
                    "the beginner must be one of {values}", ["values": separated(Beginner.allCases.map(\.rawValue))])
            }
            self.beginner = beginner
        case "language":
            guard value == Self.automatic || InterfaceLanguage(rawValue: value) != nil else {
                return tr("the language must be one of {values}", ["values": separated(Self.languages)])
            }
            language = InterfaceLanguage(rawValue: value)
        case "bidi":
            guard let bidi = Bidi(rawValue: value.lowercased()) else { return tr("bidi must be auto, program, terminal or off") }
            self.bidi = bidi
        case "relay": relay = value
        case "relay-password-file": relayPasswordFile = value
        case "relay-ca": relayAuthorities = value
        default: return tr("there is no setting “{key}”", ["key": TextLimits.short(key)])
        }
        return nil
    }

    /// The language that the environment asks for.
    private static let automatic = "auto"
    private static let languages = [automatic] + InterfaceLanguage.allCases.map(\.rawValue)

    private mutating func setBell(to value: String) -> String? {
        var isOn = true
        if value.lowercased() == BellUse.network.rawValue {
            bell = .network
        } else if Self.set(&isOn, to: value, "bell") == nil {
            bell = isOn ? .yes : .no
        } else {
            return tr("bell must be yes, no or network")
        }
        return nil
    }

    private static func set(_ flag: inout Bool, to value: String, _ key: String) -> String? {
        switch value.lowercased() {
        case "yes", "on", "true", "1": flag = true
        case "no", "off", "false", "0": flag = false
        default: return tr("{key} must be yes or no", ["key": key])
        }
        return nil
    }

    /// How much longer there is to snap, in milliseconds.
    var snapSlack: Int { longSnap ? SnapHost.longSlack : 0 }

    private static func word(_ flag: Bool) -> String { flag ? "yes" : "no" }

    /// A setting as a screen shows it.
    static func onOff(_ flag: Bool) -> String { flag ? tr("on") : tr("off") }

    private static func lines(of text: String) -> [String] {
        // "\r\n" is one character.
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    }

    private static func isBlank(_ line: String) -> Bool {
        let line = line.trimmed
        return line.isEmpty || line.first == "#"
    }

    private static func pair(in line: String) -> (key: String, value: String)? {
        guard !isBlank(line), let equals = line.firstIndex(of: "=") else { return nil }
        return (line[..<equals].trimmed, line[line.index(after: equals)...].trimmed)
    }
}

/// Cutting what came from outside to a length that a sentence can hold.
package enum TextLimits {
    /// At most so many cells of `text`, made plain.
    package static func short(_ text: String, to limit: Int = 20) -> String { TextWidth.clip(text.plain, to: limit) }
}
