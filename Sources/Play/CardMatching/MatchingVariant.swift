// What can make card matching harder: a clock, and cards that turn back. And the choices before a game.

import Games
import Language
import Session

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

    /// Its name, in a word or two; empty without options.
    var name: String {
        switch self {
        case .plain: ""
        case .clock: tr("clock")
        case .memory: tr("memory")
        case .both: tr("clock and memory")
        }
    }

    /// A game of `count` cards as it is stored.
    func kind(of count: Int, _ mode: CardMatchingGame.Mode) -> ScoredGame {
        let words = [mode.databaseWord] + (self == .plain ? [] : [rawValue])
        return ScoredGame(game: OtherGame.cardMatching.rawValue, size: count, mode: words.joined(separator: "-"))
    }

    /// What is different in a game of `count` cards; nil if nothing is.
    func rule(of count: Int) -> String? {
        let clock = seconds(for: count).map { trn("You have {count} second.", "You have {count} seconds.", $0) }
        let memory = forgets ? tr("Cards turn back after a second.") : nil
        let rules = [clock, memory].compactMap(\.self)
        return rules.isEmpty ? nil : together(rules)
    }
}

extension SetupViewController {
    /// The choices before card matching: those of the last game.
    static func cards(on navigator: Navigator) -> SetupViewController {
        let launcher = navigator.launcher
        return SetupViewController(
            navigator: navigator, game: .cardMatching, title: tr("Card matching"), verb: tr("Deal"),
            verbHelp: tr("Deal, or change that setting."), beginning: tr("Deal the cards"),
            choices: { _ in
                let (count, mode, variant) = launcher.cardTable
                return [
                    (tr("On the table"), trn("{count} card", "{count} cards", count), ""),
                    (tr("To match"), trn("{count} card", "{count} cards", mode.count), ""),
                    (tr("Harder"), variant == .plain ? tr("off") : variant.name, variant.rule(of: count) ?? ""),
                ]
            },
            note: {
                let (count, mode, variant) = launcher.cardTable
                return mode.points + [mode.beginning(with: count)]
                    + (variant.forgets ? [] : [CardMatchingGame.Mode.staysUp])
            },
            change: { choice, step in
                let (count, mode, variant) = launcher.cardTable
                switch choice {
                case 0: launcher.cardTable.count = CardMatchingGame.sizes.element(step, from: count)
                case 1: launcher.cardTable.mode = CardMatchingGame.Mode.offered.element(step, from: mode)
                default: launcher.cardTable.variant = variant.stepped(by: step)
                }
                navigator.setNeedsDisplay()
            },
            kind: {
                let (count, mode, variant) = launcher.cardTable
                return variant.kind(of: count, mode)
            },
            start: { navigator.replaceTop(with: CardMatchingViewController(navigator: navigator)) })
    }
}
