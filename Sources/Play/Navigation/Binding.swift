// A key and what it does. Every screen has one table of them, from which the key bar and the help are made.

import Language
import Screen

/// One line of a screen's table of keys.
package struct Binding {
    /// The keys that do it.
    let keys: [Key]
    /// How the key bar names them; nil: as the first key is called.
    let name: String?
    /// What it does, in a word or two, for the key bar; empty keeps it out of the bar.
    var label: String { makeLabel() }
    /// The same in a sentence, for the help.
    var help: String { makeHelp() }
    /// Whether it stays in the bar where others must go.
    let isNeeded: Bool
    /// Whether it can be done now.
    let isAvailable: () -> Bool
    /// Does it; it is told which of the keys was pressed.
    let action: (Key) -> Void
    /// Asked for again and again: the language may change.
    private let makeLabel: () -> String
    private let makeHelp: () -> String

    init(
        _ keys: Key..., name: String? = nil, label: @escaping @autoclosure () -> String = "",
        help: @escaping @autoclosure () -> String, isNeeded: Bool = false,
        isAvailable: @escaping () -> Bool = { true },
        action: @escaping (Key) -> Void
    ) {
        self.init(
            keys: keys, name: name, label: label(), help: help(), isNeeded: isNeeded, isAvailable: isAvailable, action: action)
    }

    init(
        keys: [Key], name: String? = nil, label: @escaping @autoclosure () -> String = "",
        help: @escaping @autoclosure () -> String, isNeeded: Bool = false,
        isAvailable: @escaping () -> Bool = { true },
        action: @escaping (Key) -> Void
    ) {
        self.keys = keys
        self.name = name
        makeLabel = label
        makeHelp = help
        self.isNeeded = isNeeded
        self.isAvailable = isAvailable
        self.action = action
    }

    /// Whether it depends on the key that is pressed, so that it cannot be done by its name alone.
    var meansItsKey: Bool {
        switch keys[0] {
        case .left, .right, .up, .down: true
        case .character(let scalar): ("0"..."9").contains(scalar)
        default: false
        }
    }

    /// The keys' name in the bar.
    var title: String { name ?? keys[0].title }
}

extension Key {
    /// The key's name for the player.
    var title: String { self == .character(" ") ? tr("Space") : name }

    /// The key as tables of keys name it: letters in lower case.
    var folded: Key {
        guard case .character(let scalar) = self, scalar.value >= 0x41, scalar.value <= 0x5A else { return self }
        return .character(Unicode.Scalar(UInt8(scalar.value + 0x20)))
    }
}

extension Binding {
    /// The keys that name the lines of a list.
    static let digits = (1...9).map { Key.character(Unicode.Scalar(UInt8(0x30 + $0))) }
}
