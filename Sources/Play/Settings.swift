// The settings, and their text in the config file: `key = value` a line; '#' starts a comment.

import Engine
import Language
import Screen
import Session
import Text

/// The settings.
package struct Settings: Equatable, Sendable {
    /// The name of the player; empty for the name of the computer.
    package var name = ""
    /// The colours.
    package var theme = ThemeName.standard
    /// Whether discs are seen falling.
    package var animation = true
    /// Whether discs and lines are drawn in ASCII even if the terminal could do more.
    package var ascii = false
    /// How a player who looks elsewhere hears of the opponent's moves and the end of a game.
    package var notify = Notification.message
    /// Whether the computer waits a moment before it moves, so that the two discs are seen one after the other.
    package var pause = true
    /// Whether the title of the window says whose turn it is.
    package var title = true
    /// Whether there are lines of text instead of a full screen.
    package var isTextMode = false
    /// Whether the cursor is visible on what has the focus while no text is typed.
    package var isCursorVisible = false
    /// Whether nearby players see this one while the list of players is open.
    package var visible = true
    /// Whether everyone has longer to snap: at Snap! tables that this player hosts, and alone against the computer. Nil: in text mode.
    package var longSnap: Bool?
    /// The level of the computer, 1…7.
    package var level = Level.beginner.rawValue
    /// Who moves first against the computer.
    package var firstMover = FirstMover.me
    /// Who is yellow in games that this player hosts, unless the guest plays with the original app: whoever moves first, on both screens.
    /// Otherwise each of the two players on their own screen, as in the original app.
    package var isYellowFirst = false
    /// How much time players have in games that this player hosts, on one keyboard and against the computer; nil without clocks.
    package var timeControl: TimeControl?
    /// Whether others may watch games that this player hosts.
    package var spectators = false
    /// The language; nil for that of the environment.
    package var language: InterfaceLanguage?
    /// Who reorders text that runs from right to left: the program or the terminal.
    package var bidi = Bidi.auto
    /// The TCP port of hosted games.
    package var port = usualPort
    /// The port that is used unless the player chooses another one.
    package static let usualPort = Endpoint.usualPort
    /// The URL of the relay for games over the internet; empty for none. It may contain a password.
    package var relay = ""
    /// A file with the password for the relay; empty for none.
    package var relayPasswordFile = ""
    /// A file with the certificate authorities for the relay; empty for those of the system.
    package var relayAuthorities = ""
    /// The public servers that tell this player's address outside.
    package var stun = PublicServers.notAsked

    /// The defaults.
    package init() {}
}

/// The public servers (STUN) that may be asked for this player's address outside.
package enum PublicServers: Equatable, Sendable {
    /// The player has not been asked yet whether they may be.
    case notAsked
    /// None.
    case off
    /// These, host:port each.
    case these([String])

    /// Those that are asked unless the player names others. They are known to answer over TCP, but that cannot be tried where this program is
    /// built: if one is gone, the next is asked.
    package static let usual = [
        "stun.nextcloud.com:3478", "turn.cloudflare.com:3478", "stun.freeswitch.org:3478", "stunserver2025.stunprotocol.org:3478",
    ]
    /// The port of servers that are named without one (RFC 8489).
    private static let usualPort: UInt16 = 3478
    private static let (notAskedText, offText, fewest, most) = ("ask", "off", 2, 8)

    /// As it is written to the config file.
    package var text: String {
        switch self {
        case .notAsked: Self.notAskedText
        case .off: Self.offText
        case .these(let servers): servers.joined(separator: " ")
        }
    }

    /// Reads what is written there; nil if it makes no sense. One server alone is none: two must agree.
    package init?(text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
        if words == [Self.notAskedText] {
            self = .notAsked
        } else if words == [Self.offText] {
            self = .off
        } else {
            let servers = words.compactMap(Self.server)
            guard servers.count == words.count, (Self.fewest...Self.most).contains(servers.count) else { return nil }
            self = .these(servers)
        }
    }

    private static func server(_ word: String) -> String? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { return nil }
        guard let port = parts.count == 2 ? Settings.port(parts[1]) : usualPort else { return nil }
        return "\(host):\(port)"
    }
}

/// How a player is told what happens while the terminal does not have the focus. The raw values are written to the config file.
package enum Notification: String, CaseIterable, Sendable {
    /// With a message outside of the window, and the bell.
    case message
    case bell
    case off
}

extension Settings {
    /// The settings in the text of a config file, and the lines that are not understood: the number of each, from 1, and what is wrong with it,
    /// as the end of a sentence. Their settings keep the defaults.
    package static func parse(_ text: String) -> (settings: Settings, problems: [(line: Int, what: String)]) {
        var settings = Settings()
        var problems: [(line: Int, what: String)] = []
        let table = Setting.all
        for (index, line) in lines(of: text).enumerated() {
            guard let (key, value) = pair(in: line) else {
                if !isBlank(line) {
                    problems.append((index + 1, tr("it is not of the form key = value")))
                }
                continue
            }
            let what: String?
            if let setting = table.first(where: { $0.key == key }) {
                what = setting.set(&settings, value)
            } else {
                what = tr("there is no setting “{key}”", ["key": key.shortened()])
            }
            if let what { problems.append((index + 1, what)) }
        }
        return (settings, problems)
    }

    /// Returns `text` with the lines of those settings changed that differ from `old`. All other lines stay as they are.
    package func updating(_ text: String, from old: Settings) -> String {
        var lines = Self.lines(of: text)
        if lines.last?.isEmpty == true { lines.removeLast() }
        for setting in Setting.all where setting.text(self) != setting.text(old) {
            let line = "\(setting.key) = \(setting.text(self))"
            if let index = lines.lastIndex(where: { Self.pair(in: $0)?.key == setting.key }) {
                lines[index] = line
            } else {
                lines.append(line)
            }
        }
        let end = text.contains("\r\n") ? "\r\n" : "\n"
        return lines.map { $0 + end }.joined()
    }

    /// A port as typed; nil if it is none.
    package static func port(_ text: String) -> UInt16? { UInt16(text).flatMap { $0 > 0 ? $0 : nil } }

    /// What this player wants as a host.
    var terms: GameTerms {
        GameTerms(isYellowFirst: isYellowFirst, timeControl: timeControl, isWatchable: spectators)
    }

    /// A switch in words.
    static func onOff(_ flag: Bool) -> String { flag ? tr("on") : tr("off") }

    private static func lines(of text: String) -> [String] {
        // "\r\n" is one Character.
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

extension String {
    /// At most `limit` cells of a text from outside, made plain, for a sentence.
    package func shortened(to limit: Int = 20) -> String { TextWidth.clip(plain, to: limit) }
}
