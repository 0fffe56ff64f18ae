// Parses the command line, before anything else is touched. There is no argument parser because the project uses no other
// packages.

import Engine
import Language
import Platform
import Play
import Screen
import Session
import Text

/// The command line.
struct Options: Equatable {
    /// The command.
    enum Command: Equatable {
        case menu
        case host(at: Endpoint?, isPrivate: Bool)
        case join(address: String?, code: CodeSource<Passphrase>?)
        case watch(place: String?, code: CodeSource<Passphrase>?)
        case hostOnline
        case joinOnline(CodeSource<JoinCode>?)
        case two
        case computer(level: Int?, firstMover: FirstMover?, position: String)
        case review(digits: String)
        case place(MenuPlace)
        /// Reads a friend's line from standard input, and shows its board.
        case message
        /// Prints the line that answers the one on standard input, or begins a game.
        case answer(String, isNew: Bool)
        case history
        case export(id: Int, format: String)
        case doctor
        case solve
        case help
        case version
    }

    /// Whether nothing is asked for but, perhaps, lines or a relay.
    let isBare: Bool
    var command = Command.menu
    var name: String?
    /// The address of this machine to listen on; nil: all.
    var bind: String?
    var theme: ThemeName?
    var isAscii = false
    var isColourless = false
    var isStill = false
    var isMouseless = false
    var isInLines = false
    /// Whether a program reads the lines.
    var isScript = false
    /// The file that gets a log; nil: none.
    var log: String?
    /// The relay's URL; nil: the one in the config file.
    var relay: String?
    /// The clock of this run, or none; nil: what the config file says.
    var clock: TimeControl??

    /// Parses the arguments after the program's name. `code` and `relay` come from the environment.
    init(_ arguments: [String], code: String? = nil, relay: String? = nil) throws(Failure) {
        isBare = zip([""] + arguments, arguments).allSatisfy {
            $0 == "--relay" || $1 == "--lines" || $1 == "--relay" || $1.hasPrefix("--relay=")
        }
        self.relay = relay
        var rest = arguments[...]
        var words: [String] = []
        var wishes = CommandOptions()
        var isHelpWanted = false
        var isVersionWanted = false
        var areOptionsOver = false
        while let argument = rest.popFirst() {
            guard !areOptionsOver, argument.hasPrefix("-"), argument != "-" else {
                words.append(argument)
                continue
            }
            let (option, value) = Self.split(argument)
            var attached = value
            switch option {
            case "--": areOptionsOver = true
            case "-h", "--help": isHelpWanted = true
            case "-V", "--version": isVersionWanted = true
            case "--ascii": isAscii = true
            case "--no-color", "--no-colour": isColourless = true
            case "--no-animation": isStill = true
            case "--no-mouse": isMouseless = true
            case "--lines":
                isInLines = true
                isScript = attached == Self.script
                if let attached, !isScript {
                    throw Failure.misuse(
                        tr("--lines can only be followed by =script, not by {word}", ["word": Self.quoted(attached)]))
                }
                attached = nil
            case "--log": log = try Self.value(of: option, &attached, &rest)
            case "--name": name = try Self.name(try Self.value(of: option, &attached, &rest))
            case "--theme": theme = try Self.theme(try Self.value(of: option, &attached, &rest))
            case "--bind": wishes.bind = try Self.bind(try Self.value(of: option, &attached, &rest))
            case "--port": wishes.port = try Self.port(try Self.value(of: option, &attached, &rest))
            case "--relay": self.relay = try Self.value(of: option, &attached, &rest)
            case "--online": wishes.isOnline = true
            case "--private": wishes.isPrivate = true
            case "--code": wishes.code = try Self.code(try Self.value(of: option, &attached, &rest))
            case "--level": wishes.level = try Self.level(try Self.value(of: option, &attached, &rest))
            case "--first": wishes.firstMover = try Self.firstMover(try Self.value(of: option, &attached, &rest))
            case "--position": wishes.position = try Self.position(try Self.value(of: option, &attached, &rest))
            case "--clock": wishes.clock = try Self.clock(try Self.value(of: option, &attached, &rest))
            case "--format": wishes.format = try Self.format(try Self.value(of: option, &attached, &rest))
            default: throw Failure.misuse(tr("there is no option {word}", ["word": Self.quoted(argument)]))
            }
            if attached != nil {
                throw Failure.misuse(tr("the option {option} takes no value", ["option": option]))
            }
        }
        if wishes.isOnline, let code, words == ["join"] { words.append(code) }
        if wishes.code == nil, !wishes.isOnline, let code, ["join", "watch"].contains(words.first), words.count > 1 {
            do { wishes.code = try Self.code(code) } catch { throw Failure.misuse("FOURINAROW_CODE: \(error.sentence)") }
        }
        command = try Self.command(words, wishes)
        bind = wishes.bind
        clock = wishes.clock
        if isVersionWanted { command = .version }
        if isHelpWanted { command = .help }
    }

    /// The settings with these options applied.
    func applied(to settings: Settings) -> Settings {
        var settings = settings
        if let name { settings.name = name }
        if let relay { settings.relay = relay }
        if let clock { settings.timeControl = clock }
        if let theme { settings.theme = theme }
        if isAscii { settings.ascii = true }
        if isStill { settings.animation = false }
        if isInLines { settings.isTextMode = true }
        if isScript { settings.language = .english }
        return settings
    }
}

/// Options that belong to some commands alone.
private struct CommandOptions {
    var port: UInt16?
    var bind: String?
    var isPrivate = false
    var isOnline = false
    var code: CodeSource<Passphrase>?
    var level: Int?
    var firstMover: FirstMover?
    var position: String?
    var clock: TimeControl??
    var format: String?

    /// Why an option does not fit the command in `words`; nil if all do.
    func misuse(with words: [String]) -> String? {
        let verb = words.first
        let rules: [(isGiven: Bool, isInPlace: Bool, sentence: String)] = [
            (port != nil, verb == "host", tr("--port works only with host; to join, add :port to the address")),
            (
                bind != nil, verb == nil || ["host", "join", "watch"].contains(verb),
                tr("--bind works only with host, join, watch and the menu")
            ),
            (isOnline, verb == "host" || verb == "join", tr("--online works only with host and join")),
            (isOnline && port != nil, false, tr("--port does not go with --online")),
            (isOnline && bind != nil, false, tr("--bind does not go with --online")),
            (isOnline && code != nil, false, tr("--code does not go with --online: its code follows join")),
            (isPrivate, verb == "host", tr("--private works only with host; to join a private game, use --code")),
            (
                code != nil, ["join", "watch"].contains(verb) && words.count > 1,
                tr("--code works only with join or watch and an address")
            ),
            (level != nil, verb == "computer", tr("--level works only with computer")),
            (firstMover != nil, verb == "computer", tr("--first works only with computer")),
            (position != nil, verb == "computer", tr("--position works only with computer")),
            (
                clock != nil, verb == nil || ["host", "two", "computer"].contains(verb),
                tr("--clock works only with host, two, computer and the menu")
            ),
            (format != nil, verb == "export", tr("--format works only with export")),
        ]
        return rules.first { $0.isGiven && !$0.isInPlace }?.sentence
    }
}

extension Options {
    private static let script = "script"
    /// The commands and their maximum number of words, including themselves.
    private static let most = [
        "host": 1, "join": 2, "two": 1, "computer": 1, "review": 2, "history": 1, "export": 2, "doctor": 1, "solve": 1,
        "puzzle": 1, "learn": 1, "cards": 1, "secret": 1, "snap": 1, "other": 1, "online": 1, "message": 3, "options": 1,
    ]

    private static func command(_ words: [String], _ wishes: CommandOptions) throws(Failure) -> Command {
        let verb = words.first
        if let sentence = wishes.misuse(with: words) { throw Failure.misuse(sentence) }
        if wishes.isOnline { return try online(words) }
        if let verb, let most = most[verb], words.count > most {
            throw Failure.misuse(tr("unexpected argument {word}", ["word": Self.quoted(words[most])]))
        }
        switch verb {
        case nil: return .menu
        case "host": return .host(at: wishes.port.map(LANRendezvous.place), isPrivate: wishes.isPrivate)
        case "two": return .two
        case "computer": return .computer(level: wishes.level, firstMover: wishes.firstMover, position: wishes.position ?? "")
        case "history": return .history
        case "doctor": return .doctor
        case "solve": return .solve
        case "help": return .help
        case "join":
            guard words.count > 1 else { return .join(address: nil, code: nil) }
            return .join(address: try address(words[1]), code: wishes.code)
        case "watch":
            guard words.count > 1 else { return .watch(place: nil, code: nil) }
            let line = words.dropFirst().joined(separator: " ")
            do throws(CodeMistake) {
                _ = try JoinCode(typed: line)
            } catch {
                // A line has several words, an address one.
                if words.count > 2 { throw Failure.misuse(error.reason) }
                _ = try address(line)
            }
            return .watch(place: line, code: wishes.code)
        case "message" where words.count > 1: return try message(words)
        case "review":
            guard words.count > 1 else { throw Failure.misuse(tr("review needs a game's column digits, such as 4444435")) }
            return .review(digits: try digits(savedGame(words[1]) ?? words[1], mustBeOpen: false))
        case "export":
            guard words.count > 1 else {
                throw Failure.misuse(tr("export needs a game's number: fourinarow history lists them"))
            }
            guard let id = Int(words[1]), id > 0 else {
                throw Failure.misuse(tr("{word} is not a game's number", ["word": Self.quoted(words[1])]))
            }
            return .export(id: id, format: wishes.format ?? "digits")
        case let word?:
            guard let place = MenuPlace(rawValue: word) else {
                throw Failure.misuse(tr("there is no command {word}", ["word": Self.quoted(word)]))
            }
            return .place(place)
        }
    }

    /// What an answer by message is.
    static var neededAnswer: String {
        tr("an answer is needed: a column (1 to 7), perhaps after the letters d, h or n; or r or a")
    }

    /// A line as an argument could be seen in the list of processes.
    private static func message(_ words: [String]) throws(Failure) -> Command {
        guard ["-", "new"].contains(words[1]) else {
            throw Failure.misuse(
                tr("a line is not an argument: message - reads it from standard input, message new begins a game"))
        }
        if words.count == 2, words[1] == "-" { return .message }
        guard words.count == 3, MessageGame.isAnswer(words[2]) else {
            throw Failure.misuse(Self.neededAnswer)
        }
        return .answer(words[2], isNew: words[1] == "new")
    }

    /// A room's code may be one argument or several, or - for standard input.
    private static func online(_ words: [String]) throws(Failure) -> Command {
        if words[0] == "host" {
            if words.count > 1 { throw Failure.misuse(tr("unexpected argument {word}", ["word": quoted(words[1])])) }
            return .hostOnline
        }
        let code = words.dropFirst().joined(separator: " ")
        if code.isEmpty { return .joinOnline(nil) }
        if code == "-" { return .joinOnline(.standardInput) }
        do throws(CodeMistake) {
            return .joinOnline(.given(try JoinCode(typed: code)))
        } catch {
            throw Failure.misuse(error.reason)
        }
    }

    private static func address(_ text: String) throws(Failure) -> String {
        do throws(AddressMistake) {
            try LANRendezvous.check(typed: text)
        } catch {
            throw Failure.misuse(tr("{word} is not an address: {reason}", ["word": Self.quoted(text), "reason": error.reason]))
        }
        return text
    }

    /// The game in a file that the program has saved: its last line. Nil where the word names none, or is a game itself.
    private static func savedGame(_ word: String) -> String? {
        guard Position.mistake(in: word, mustBeOpen: false) != nil, let bytes = try? readFile(word, upTo: 1 << 14),
            let line = bytes.split(separator: UInt8(ascii: "\n")).last.map({ String(decoding: $0, as: UTF8.self) })
        else { return nil }
        return Position.mistake(in: line, mustBeOpen: false) == nil ? line : nil
    }

    private static func digits(_ text: String, mustBeOpen: Bool) throws(Failure) -> String {
        if let mistake = Position.mistake(in: text, mustBeOpen: mustBeOpen) {
            throw Failure.misuse(
                mustBeOpen
                    ? tr("{word} is not a position to play from: {reason}", ["word": quoted(text), "reason": mistake])
                    : tr("{word} is not a game: {reason}", ["word": quoted(text), "reason": mistake]))
        }
        return text
    }

    private static func position(_ text: String) throws(Failure) -> String { try digits(text, mustBeOpen: true) }

    private static func level(_ text: String) throws(Failure) -> Int {
        guard let level = Int(text), 1...Level.allCases.count ~= level else {
            throw Failure.misuse(tr("a level is a number from 1 to {count}", ["count": Level.allCases.count]))
        }
        return level
    }

    private static func firstMover(_ text: String) throws(Failure) -> FirstMover {
        switch text {
        case "me": return .me
        case "computer": return .computer
        default: throw Failure.misuse(tr("--first must be me or computer"))
        }
    }

    private static func clock(_ text: String) throws(Failure) -> TimeControl? {
        guard let clock = Settings.clock(text) else {
            let (minutes, seconds) = (TimeControl.minutes.map { String($0) }, TimeControl.increments.map { String($0) })
            throw Failure.misuse(
                tr(
                    "--clock needs minutes+seconds, such as {example}, or none (minutes: {minutes}; seconds: {seconds})",
                    ["example": "3+2", "minutes": separated(minutes), "seconds": separated(seconds)]))
        }
        return clock
    }

    private static func format(_ text: String) throws(Failure) -> String {
        let formats = ExportFormat.allCases.map(\.rawValue)
        guard formats.contains(text) else {
            throw Failure.misuse(tr("the formats are {values}", ["values": separated(formats)]))
        }
        return text
    }

    private static func split(_ argument: String) -> (option: String, attached: String?) {
        guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
        return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }

    /// Takes the value of an option: after `=`, or the next argument.
    private static func value(
        of option: String, _ attached: inout String?, _ rest: inout ArraySlice<String>
    ) throws(Failure) -> String {
        if let value = attached.take() { return value }
        guard let next = rest.popFirst() else { throw Failure.misuse(tr("{option} needs a value", ["option": option])) }
        return next
    }

    private static func name(_ text: String) throws(Failure) -> String {
        let name = text.asPlayerName
        guard !name.isEmpty else { throw Failure.misuse(tr("a name needs at least one character that can be seen")) }
        return name
    }

    private static func theme(_ text: String) throws(Failure) -> ThemeName {
        guard let theme = ThemeName(rawValue: text) else {
            throw Failure.misuse(
                tr("the themes are {values}", ["values": separated(ThemeName.allCases.map(\.rawValue))]))
        }
        return theme
    }

    private static func port(_ text: String) throws(Failure) -> UInt16 {
        guard let port = Settings.port(text) else { throw Failure.misuse(tr("a port is a number from 1 to 65535")) }
        return port
    }

    private static func bind(_ text: String) throws(Failure) -> String {
        guard LANRendezvous.isAddress(text) else {
            throw Failure.misuse(tr("--bind needs an IP address of this machine, not {word}", ["word": quoted(text)]))
        }
        return text
    }

    private static func code(_ text: String) throws(Failure) -> CodeSource<Passphrase> {
        if text == "-" { return .standardInput }
        do throws(CodeMistake) {
            return .given(try Passphrase(typed: text))
        } catch {
            throw Failure.misuse(error.reason)
        }
    }

    private static func quoted(_ text: String) -> String { tr("'{word}'", ["word": text.shortened(to: 40)]) }
}
