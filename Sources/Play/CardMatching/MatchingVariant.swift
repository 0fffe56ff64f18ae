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
    func seconds(for count: Int) -> Int? { hasClock ? 4 * count : nil }

    /// The one that O switches to.
    var next: MatchingVariant { stepped(by: 1) }

    /// Its name, for the key bar.
    var label: String {
        switch self {
        case .plain: tr("Plain")
        case .clock: tr("Clock")
        case .memory: tr("Memory")
        case .both: tr("Both")
        }
    }

    /// Its name, in a word or two; empty without options.
    var name: String {
        switch self {
        case .plain: ""
        case .clock: tr("clock")
        case .memory: tr("memory")
        case .both: tr("clock and memory")
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
