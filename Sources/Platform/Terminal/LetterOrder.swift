// Who puts letters in their order where they run from right to left, and how the terminal is told: by ECMA-48's mode 8, which those that
// do it themselves (VTE, mintty) understand, and others pass over. It knows no text.

import Glibc
import Screen

/// Whether this program orders letters, and what the terminal is told of it.
struct LetterOrder: Equatable {
    /// Whether the program does it.
    let isOurs: Bool
    /// What the terminal is told at first, and in the end.
    let enter: [UInt8]
    let leave: [UInt8]

    /// Nothing to be ordered.
    static let none = LetterOrder(isOurs: false, enter: [], leave: [])

    private init(isOurs: Bool, enter: [UInt8], leave: [UInt8]) {
        (self.isOurs, self.enter, self.leave) = (isOurs, enter, leave)
    }

    /// As the player wants it, in this environment.
    init(_ bidi: Bidi, environment: (String) -> String?) {
        let (explicit, implicit) = (Array("\u{1B}[8l".utf8), Array("\u{1B}[8h".utf8))
        switch bidi {
        case .auto: self.init(Self.isTerminalDeaf(environment) ? .terminal : .program, environment: environment)
        case .program: self.init(isOurs: true, enter: explicit, leave: implicit)
        case .terminal: self.init(isOurs: false, enter: implicit, leave: [])
        case .off: self = .none
        }
    }

    /// Whether the terminal orders letters whatever it is told: Konsole and mlterm do, and so does VTE where tmux or screen stand in
    /// between, which keep what it is told to themselves.
    private static func isTerminalDeaf(_ environment: (String) -> String?) -> Bool {
        let isBetween = environment("TMUX") != nil || environment("STY") != nil
        return environment("KONSOLE_VERSION") != nil || environment("MLTERM") != nil
            || isBetween && environment("VTE_VERSION") != nil
    }
}

extension CursesTerminal {
    /// Text runs from right to left from now on, and its letters are put in order as the player wants it; nil: it does not.
    package func setBidi(_ bidi: Bidi?) {
        let new = bidi.map { LetterOrder($0) { name in getenv(name).map { String(cString: $0) } } } ?? .none
        script.withLock { $0 = new.isOurs ? FribidiScript() : nil }
        guard new != order else { return }
        // What the terminal was told no longer holds.
        farewell = order.leave
        order = new
        repaint()
    }
}
