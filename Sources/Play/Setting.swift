// The table of the settings: each is declared once. The config file is read and written with it, the options show it, and
// Tests/documented compares its keys with the manual.

import Engine
import Language
import Screen
import Session
import Text

/// A setting: its text in the config file, and its rows in the options.
struct Setting {
    /// The key in the config file.
    let key: String
    /// The value as it is written there.
    let text: (Settings) -> String
    /// Sets the value that is written there. Returns what is wrong with it, as the end of a sentence.
    let set: (inout Settings, String) -> String?
    /// How the options show it; empty for what only the config file or other screens have.
    let rows: [Row]

    /// A row of the options.
    struct Row {
        /// Tells the rows apart, in every language.
        let id: String
        /// The letter that changes it; without one it has a digit.
        var letter: Unicode.Scalar?
        /// What the player reads.
        let label: String
        /// The sentence that explains it; empty where that depends on the value.
        var about = ""
        /// The sentence about the value.
        var aboutValue: ((Settings) -> String)?
        /// The value in words; empty for the name of the machine.
        let value: (Settings) -> String
        /// The same for a small screen.
        var shortValue: ((Settings) -> String)?
        /// Changes the value to the next one, or to the previous one if given -1. Nil where the value is typed, or has its own screen.
        var change: ((inout Settings, Int) -> Void)?
    }

    /// A setting whose value `parse` reads; `problem` says what is wrong if it returns nil.
    private init<Value>(
        _ key: String, _ place: WritableKeyPath<Settings, Value>, text: @escaping (Value) -> String,
        parse: @escaping (String) -> Value?, problem: String, rows: [Row] = []
    ) {
        self.key = key
        self.text = { text($0[keyPath: place]) }
        set = { settings, text in
            guard let value = parse(text) else { return problem }
            settings[keyPath: place] = value
            return nil
        }
        self.rows = rows
    }

    /// A switch. Without a label the options do not show it.
    private static func flag(
        _ key: String, _ place: WritableKeyPath<Settings, Bool>, _ label: String? = nil,
        letter: Unicode.Scalar? = nil, about: String = "", value: ((Settings) -> String)? = nil,
        shortValue: ((Settings) -> String)? = nil
    ) -> Setting {
        let row = label.map {
            Row(
                id: key, letter: letter, label: $0, about: about, value: value ?? { Settings.onOff($0[keyPath: place]) },
                shortValue: shortValue,
                change: step(place, through: [false, true]))
        }
        return Setting(
            key, place, text: word, parse: isOn, problem: tr("{key} must be yes or no", ["key": key]),
            rows: [row].compactMap { $0 })
    }

    /// One of two words: the first means no. They may be in any case.
    private static func either(
        _ key: String, _ place: WritableKeyPath<Settings, Bool>, _ no: String, or yes: String, problem: String, rows: [Row] = []
    ) -> Setting {
        Setting(
            key, place, text: { $0 ? yes : no }, parse: { [no: false, yes: true][$0.lowercased()] }, problem: problem, rows: rows)
    }

    /// A text that may be anything.
    private static func free(_ key: String, _ place: WritableKeyPath<Settings, String>, rows: [Row] = []) -> Setting {
        Setting(key, place, text: { $0 }, parse: { $0 }, problem: "", rows: rows)
    }

    /// Goes through all values, and begins again.
    private static func step<Value: Equatable>(
        _ place: WritableKeyPath<Settings, Value>, through all: [Value]
    ) -> (inout Settings, Int) -> Void {
        { settings, step in settings[keyPath: place] = all.element(step, from: settings[keyPath: place]) }
    }

    private static func word(_ flag: Bool) -> String { flag ? "yes" : "no" }

    private static func isOn(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "on", "true", "1": true
        case "no", "off", "false", "0": false
        default: nil
        }
    }

    /// The language of the environment, or what suits text mode.
    private static let automatic = "auto"
    fileprivate static let noClock = "none"
}

// MARK: - The table

extension Setting {
    /// The groups of the options, in their order.
    static var groups: [(heading: String, settings: [Setting])] {
        [
            (tr("You"), [name, language]), (trc("Screen", "options"), screen), (tr("Games"), games), (tr("Online"), online),
        ]
    }

    /// All settings.
    static var all: [Setting] { groups.flatMap(\.settings) + hidden }

    /// The name of the player.
    private static var name: Setting {
        Setting(
            "name", \.name, text: { $0 }, parse: { $0.isEmpty || !$0.asPlayerName.isEmpty ? $0.asPlayerName : nil },
            problem: tr("the name has nothing that could be seen"),
            rows: [Row(id: "name", label: tr("Name"), about: tr("What other players call you."), value: { $0.name })])
    }

    /// The language.
    private static var language: Setting {
        Setting(
            "language", \.language, text: { $0?.rawValue ?? automatic },
            parse: { $0 == automatic ? .some(nil) : InterfaceLanguage(rawValue: $0).map(Optional.some) },
            problem: tr(
                "the language must be one of {values}",
                ["values": separated([automatic] + InterfaceLanguage.allCases.map(\.rawValue))]),
            rows: [
                Row(
                    id: "language", label: tr("Language"),
                    aboutValue: { $0.language == nil ? tr("Automatic: the language of this machine.") : "" },
                    value: { $0.language?.name ?? tr("automatic") },
                    change: step(\.language, through: [nil] + InterfaceLanguage.allCases))
            ])
    }

    private static var screen: [Setting] {
        [
            Setting(
                "theme", \.theme, text: { $0.rawValue }, parse: { ThemeName(rawValue: $0) },
                problem: tr("the theme must be one of {values}", ["values": separated(ThemeName.allCases.map(\.rawValue))]),
                rows: [
                    Row(
                        id: "theme", label: tr("Theme"), aboutValue: { $0.theme.about }, value: { $0.theme.words },
                        change: step(\.theme, through: ThemeName.allCases))
                ]),
            flag(
                "animation", \.animation, tr("Animation"), about: tr("Show discs falling, and light up the winning four.")),
            flag(
                "ascii", \.ascii, tr("Board made of"),
                about: tr("Letters instead of block characters, for fonts that lack those."),
                value: { $0.ascii ? tr("letters") : tr("blocks") }),
            flag("title", \.title, tr("Window title"), about: tr("The window's title says whose turn it is.")),
        ]
    }

    /// What a game is like.
    private static var games: [Setting] {
        [
            flag(
                "pause", \.pause, tr("Computer moves"), about: tr("Let the computer pause briefly before it moves."),
                value: { $0.pause ? tr("after a pause") : tr("at once") }, shortValue: { $0.pause ? tr("slowly") : tr("at once") }
            ),
            Setting(
                "notify", \.notify, text: { $0.rawValue }, parse: { Notification(rawValue: $0.lowercased()) },
                problem: tr("notify must be message, bell or off"),
                rows: [
                    Row(
                        id: "notify", label: tr("Notify"),
                        about: tr("How you are told that it is your turn while you look elsewhere."),
                        value: { $0.notify.words }, change: step(\.notify, through: Notification.allCases))
                ]),
            either(
                "yellow", \.isYellowFirst, "me", or: "first", problem: tr("yellow must be me or first"),
                rows: [
                    Row(
                        id: "yellow", letter: "y", label: tr("Yellow"),
                        about: tr("Whose discs are yellow when you host: your own, or the first player's."),
                        value: { $0.isYellowFirst ? tr("the first player") : tr("me") },
                        shortValue: { $0.isYellowFirst ? tr("first") : tr("me") },
                        change: step(\.isYellowFirst, through: [false, true]))
                ]),
            Setting(
                "clock", \.timeControl, text: { $0?.text ?? noClock },
                parse: Settings.clock,
                problem: tr("clock must be none, or minutes and seconds per move such as {example}", ["example": "5+2"]),
                rows: [
                    Row(
                        id: "clock", letter: "c", label: tr("Clock"),
                        about: tr("Minutes for each player; not when you join somebody's game."),
                        value: {
                            $0.timeControl.map { trn("{count} minute", "{count} minutes", $0.minutes) } ?? trc("none", "clock")
                        },
                        change: { $0.changeMinutes(by: $1) }),
                    Row(
                        id: "increment", letter: "t", label: tr("Added per move"),
                        about: tr("Seconds added to your clock with each move."),
                        value: {
                            $0.timeControl.map { trn("{count} second", "{count} seconds", $0.increment) }
                                ?? trc("none", "time per move")
                        },
                        change: { $0.changeIncrement(by: $1) }),
                ]),
            flag(
                "spectators", \.spectators, tr("Spectators"), letter: "s",
                about: tr("Whether others may watch games that you host. All players are told.")),
        ]
    }

    private static var online: [Setting] {
        [
            Setting(
                "port", \.port, text: { String($0) }, parse: Settings.port, problem: tr("a port is a number from 1 to 65535"),
                rows: [
                    Row(
                        id: "port", letter: "p", label: tr("Port number"),
                        about: tr("Others connect to this number when you host. Your firewall must let it in."),
                        value: { String($0.port) })
                ]),
            free(
                "relay", \.relay,
                rows: [
                    Row(
                        id: "relay", letter: "r", label: tr("Relay"),
                        about: tr("A server for games over the internet, such as mqtts://relay.example.org."),
                        value: { $0.relay.isEmpty ? tr("not set") : $0.relayWithScheme })
                ]),
        ]
    }

    /// What other screens change, or only the config file.
    private static var hidden: [Setting] {
        [
            flag("visible", \.visible),
            Setting(
                "long-snap", \.longSnap, text: { $0.map(word) ?? automatic },
                parse: { $0 == automatic ? .some(nil) : isOn($0).map(Optional.some) },
                problem: tr("{key} must be yes or no", ["key": "long-snap"])),
            Setting(
                "level", \.level, text: { String($0) }, parse: { Int($0).flatMap { Level(rawValue: $0)?.rawValue } },
                problem: tr("the level must be a number from 1 to 7")),
            Setting(
                "first-move", \.firstMover, text: { $0.rawValue }, parse: { FirstMover(rawValue: $0) },
                problem: tr(
                    "first-move must be one of {values}", ["values": separated(FirstMover.allCases.map(\.rawValue))])),
            either("screen", \.isTextMode, "full", or: "lines", problem: tr("screen must be full or lines")),
            either(
                "cursor", \.isCursorVisible, "hidden", or: "visible", problem: tr("cursor must be hidden or visible")),
            Setting(
                "bidi", \.bidi, text: { $0.rawValue }, parse: { Bidi(rawValue: $0.lowercased()) },
                problem: tr("bidi must be auto, program, terminal or off")),
            free("relay-password-file", \.relayPasswordFile),
            free("relay-ca", \.relayAuthorities),
            Setting(
                "stun", \.stun, text: \.text, parse: { PublicServers(text: $0) },
                problem: tr(
                    "stun must be ask, off, or two to eight servers such as {example}", ["example": PublicServers.usual[0]])),
        ]
    }
}

// MARK: - Values

extension Notification {
    /// What the player reads.
    fileprivate var words: String {
        switch self {
        // Translators: shown by the desktop, outside of the window.
        case .message: trc("message", "notification")
        // Translators: the sound of the terminal.
        case .bell: trc("bell", "notification")
        case .off: tr("off")
        }
    }
}

extension ThemeName {
    /// What the player reads.
    fileprivate var words: String {
        switch self {
        case .standard: tr("default")
        case .light: tr("light")
        case .highContrast: tr("high-contrast")
        case .colourBlind: tr("colour-blind")
        case .ocean: tr("ocean")
        case .mono: tr("mono")
        }
    }

    /// What it is for.
    fileprivate var about: String {
        let words =
            switch self {
            case .standard: tr("The colours of your terminal, on a dark or a light background.")
            case .light: tr("For a terminal with a light background.")
            case .highContrast: tr("Bold text and bright discs on black.")
            case .colourBlind: tr("Orange and blue discs, told apart by everybody.")
            case .ocean: tr("Sand and coral on green water.")
            case .mono: tr("No colours: yellow and red differ in shape.")
            }
        return labelled(self.words, words)
    }
}

extension Settings {
    /// A clock as typed, or none; nil if it is neither.
    package static func clock(_ text: String) -> TimeControl?? {
        text == Setting.noClock ? .some(nil) : TimeControl(text: text).map(Optional.some)
    }

    /// The next number of minutes for the clocks, or none.
    mutating func changeMinutes(by step: Int) {
        let minutes = ([0] + TimeControl.minutes).element(step, from: timeControl?.minutes ?? 0)
        timeControl = TimeControl(minutes: minutes, increment: timeControl?.increment ?? 0)
    }

    /// The next number of seconds per move; with a clock of five minutes, if there was none.
    fileprivate mutating func changeIncrement(by step: Int) {
        let increment = TimeControl.increments.element(step, from: timeControl?.increment ?? 0)
        timeControl = TimeControl(minutes: timeControl?.minutes ?? 5, increment: increment)
    }
}
