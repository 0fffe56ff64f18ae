// What can make card matching harder: a clock, and cards that turn back.

import Language

/// Which of the two options are on.
enum MatchingVariant: String, CaseIterable {
    case plain
    /// Against the clock.
    case clock
    /// Memory mode: a card is seen for a second only.
    case memory
    case both

    var hasClock: Bool { self == .clock || self == .both }
    var forgets: Bool { self == .memory || self == .both }

    /// How long a card is seen in memory mode, in milliseconds.
    static let glimpse = 1000

    /// How many seconds there are for a game of `count` cards; nil without a clock.
    func seconds(for count: Int) -> Int? { hasClock ? 6 * count : nil }

    /// The one that O switches to.
    var next: MatchingVariant {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }

    /// Its name, in a word or two.
    var name: String {
        switch self {
        case .plain: tr("Usual")
        case .clock: tr("Clock")
        case .memory: tr("Memory")
        case .both: tr("Both")
        }
    }

    /// The choice of this variant.
    var choice: String {
        switch self {
        case .plain: tr("Without options (O)")
        case .clock: tr("Clock (O)")
        case .memory: tr("Memory (O)")
        case .both: tr("Clock and memory (O)")
        }
    }

    /// What is different in a game of `count` cards; nil if nothing is.
    func rule(of count: Int) -> String? {
        let clock = seconds(for: count).map { trn("You have {count} second.", "You have {count} seconds.", $0) }
        let memory = forgets ? tr("Cards turn back after a second.") : nil
        let rules = [clock, memory].compactMap(\.self)
        return rules.isEmpty ? nil : together(rules)
    }
}
