// Keys and what they do. Each screen has one table of bindings; the key bar and the help are made from it.

import Language
import Screen

/// The headings under which the help lists keys.
enum KeyGroup: CaseIterable {
    case answer, next, play, choose, teach, game, other, screen

    /// The heading.
    var title: String {
        switch self {
        case .answer: tr("Answer")
        case .next: tr("What next?")
        case .play: tr("Play")
        case .choose: tr("Choose")
        case .teach: tr("Help me")
        case .game: tr("Game")
        case .other: tr("Here")
        case .screen: tr("Screen")
        }
    }
}

/// How a key stands in the key bar.
enum KeyStanding {
    /// Not there.
    case absent
    /// It is of no use now, and only keeps its place.
    case dim
    case lit
}

/// One entry of a screen's table of keys.
package struct Binding {
    /// The keys that trigger it.
    let keys: [Key]
    /// The name of the keys in the key bar; nil for the name of the first key.
    let name: String?
    /// What it does in a word or two, for the key bar. An empty label keeps it out of the bar.
    var label: String { makeLabel() }
    /// The same in a sentence, for the help.
    var help: String { makeHelp() }
    /// What it does in a few words, for the rows of the help; the label where the screen says nothing else.
    var brief: String { makeBrief().isEmpty ? label : makeBrief() }
    /// Whether it stays in a key bar that has no room for all.
    let isNeeded: Bool
    /// Its heading in the help.
    var group: KeyGroup
    /// Whether the help lists it.
    var isListed = true
    /// Whether it is available now.
    let isAvailable: () -> Bool
    /// How it stands in the key bar now. It is there while it is available, where the screen does not say otherwise.
    let standing: () -> KeyStanding
    /// Runs it, given the key that was pressed.
    let action: (Key) -> Void
    /// Evaluated each time, because the language may change.
    private let makeLabel: () -> String
    private let makeHelp: () -> String
    private let makeBrief: () -> String

    init(
        _ keys: Key..., name: String? = nil, label: @escaping @autoclosure () -> String = "",
        brief: @escaping @autoclosure () -> String = "", help: @escaping @autoclosure () -> String, isNeeded: Bool = false,
        isAvailable: @escaping () -> Bool = { true }, standing: (() -> KeyStanding)? = nil,
        action: @escaping (Key) -> Void
    ) {
        self.init(
            keys: keys, name: name, label: label(), brief: brief(), help: help(), isNeeded: isNeeded, isAvailable: isAvailable,
            standing: standing, action: action)
    }

    /// Leaves a game that is over. `leadsToList`: back to the list in which it was begun.
    static func menu(
        leadsToList: @escaping () -> Bool, isAvailable: @escaping () -> Bool, action: @escaping () -> Void
    ) -> Binding {
        Binding(
            .enter, .character("q"), .escape, name: "Enter", label: leadsToList() ? tr("List") : tr("Menu"),
            help: leadsToList() ? tr("Back to the list.") : tr("Back to the menu."), isAvailable: isAvailable,
            action: { _ in action() })
    }

    init(
        keys: [Key], name: String? = nil, label: @escaping @autoclosure () -> String = "",
        brief: @escaping @autoclosure () -> String = "", help: @escaping @autoclosure () -> String, isNeeded: Bool = false,
        isAvailable: @escaping () -> Bool = { true }, standing: (() -> KeyStanding)? = nil,
        action: @escaping (Key) -> Void
    ) {
        self.keys = keys
        self.name = name
        makeLabel = label
        makeHelp = help
        makeBrief = brief
        self.isNeeded = isNeeded
        self.isAvailable = isAvailable
        self.standing = standing ?? { isAvailable() ? .lit : .absent }
        self.action = action
        group = .other
        if meansItsKey || keys.contains(where: { [.enter, .left, .up].contains($0) }) { group = .choose }
    }

    /// Whether the action depends on which key was pressed, as with arrows and digits: choosing it in the help is no use.
    var meansItsKey: Bool {
        switch keys[0] {
        case .left, .right, .up, .down: true
        case .character(let scalar): ("0"..."9").contains(scalar)
        default: false
        }
    }

    /// Whether it leads out of the screen. The key bar always has it.
    var isWayOut: Bool { keys.contains(.character("q")) || keys.contains(.escape) }

    /// The name of the keys in the key bar.
    var title: String { name ?? keys[0].title }
}

extension Key {
    /// The name of the key on the screen.
    var title: String { self == .character(" ") ? tr("Space") : name }

    /// The key as bindings have it: letters in lower case.
    var folded: Key {
        guard case .character(let scalar) = self, scalar.value >= 0x41, scalar.value <= 0x5A else { return self }
        return .character(Unicode.Scalar(UInt8(scalar.value + 0x20)))
    }
}

extension [Binding] {
    /// The same keys under another heading.
    func grouped(_ group: KeyGroup) -> [Binding] {
        map { binding in
            var binding = binding
            binding.group = group
            return binding
        }
    }
}

extension Binding {
    /// G at the host of a party: goes on without the players who are missing, or asks whether to end the game that they leave to nobody else.
    static func goOn(endsGame: Bool, isAvailable: @escaping () -> Bool, action: @escaping () -> Void) -> Binding {
        let choice: Prompt.Choice = endsGame ? .endGame : .goOn
        return Binding(
            .character("g"), label: choice.words.full, help: choice.help ?? "", isAvailable: isAvailable,
            action: { _ in action() })
    }

    /// The keys that open the rows of a list: 0 opens the tenth.
    static let digits = (1...10).map { Key.character(Unicode.Scalar(UInt8(0x30 + $0 % 10))) }
}
