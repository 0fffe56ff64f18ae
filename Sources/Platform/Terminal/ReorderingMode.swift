// Who reorders right-to-left text: the program or the terminal. Terminals that reorder by themselves (VTE, mintty) are told
// with ECMA-48's mode 8; others ignore it.

import Glibc
import Language
import Screen

/// Whether the program reorders text, and the sequences for the terminal.
package struct ReorderingMode: Equatable {
    /// Whether the program reorders text.
    let isOurs: Bool
    /// Sent when the terminal is taken, and when it is left.
    let enter: [UInt8]
    let leave: [UInt8]

    /// Nothing is reordered.
    static let none = ReorderingMode(isOurs: false, enter: [], leave: [])

    private init(isOurs: Bool, enter: [UInt8], leave: [UInt8]) {
        (self.isOurs, self.enter, self.leave) = (isOurs, enter, leave)
    }

    /// Chooses by the setting and the environment.
    init(_ bidi: Bidi, environment: (String) -> String?) {
        let (explicit, implicit) = (Array("\u{1B}[8l".utf8), Array("\u{1B}[8h".utf8))
        switch bidi {
        case .auto: self.init(Self.doesTerminalReorderAnyway(environment) ? .terminal : .program, environment: environment)
        case .program: self.init(isOurs: true, enter: explicit, leave: implicit)
        case .terminal: self.init(isOurs: false, enter: implicit, leave: [])
        case .off: self = .none
        }
    }

    /// Lines that are written outside a full screen: on a terminal as a full screen would show them, elsewhere as they are, without marks
    /// of direction.
    package static func shown(_ text: String, _ bidi: Bidi, on descriptor: Int32) -> String {
        guard isRightToLeft else { return text }
        let mode = isatty(descriptor) == 1 ? ReorderingMode(bidi) { name in getenv(name).map { String(cString: $0) } } : .none
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let shown = lines.map { mode.isOurs ? FribidiScript().shown($0) : FribidiScript.withoutMarks($0) }
        return String(decoding: mode.enter, as: UTF8.self) + shown.joined(separator: "\n")
            + String(decoding: mode.leave, as: UTF8.self)
    }

    /// Whether the terminal reorders text whatever it is told: Konsole and mlterm do, and VTE does within tmux or screen, which
    /// do not pass mode 8 on.
    private static func doesTerminalReorderAnyway(_ environment: (String) -> String?) -> Bool {
        let isBetween = environment("TMUX") != nil || environment("STY") != nil
        return environment("KONSOLE_VERSION") != nil || environment("MLTERM") != nil
            || isBetween && environment("VTE_VERSION") != nil
    }
}

extension CursesTerminal {
    /// Turns right-to-left text on with a setting, or off with nil.
    package func setBidi(_ bidi: Bidi?) {
        let new = bidi.map { ReorderingMode($0) { name in getenv(name).map { String(cString: $0) } } } ?? .none
        script.withLock { $0 = new.isOurs ? FribidiScript() : nil }
        guard new != reordering else { return }
        // The terminal's mode has to be set again.
        leaveReordering = reordering.leave
        reordering = new
        repaint()
    }
}
