// Before a game against the computer: its seven levels as a ladder, with the player's results at each, who moves first, and the clock.

import Engine
import Language
import Screen
import Session

/// The levels of the computer.
final class LevelsViewController {
    let navigator: Navigator
    let view = PageView()
    /// The games against the computer, the newest first.
    private var games: [KeptGame] = []
    private var tallies: [Level: Tally] = [:]

    init(navigator: Navigator) {
        self.navigator = navigator
        view.choose(Self.level(of: navigator))
    }

    /// The level of the settings, before the first game.
    private static func level(of navigator: Navigator) -> Level { Level(rawValue: navigator.settings.level) ?? .casual }

    private func play(at level: Level) {
        change { $0.level = level.rawValue }
        let game = navigator.launcher.game(at: level)
        navigator.push(game)
        game.match?.begin()
    }

    private func change(_ change: (inout Settings) -> Void) {
        var settings = navigator.settings
        change(&settings)
        navigator.change(settings)
    }
}

extension LevelsViewController: PageViewController {
    var title: String { tr("Play the computer") }
    /// On a small screen, which has no heads above the numbers, what they are.
    var status: String { isSmall && !games.isEmpty ? tr("won–drawn–lost") : navigator.playerName }
    private var isSmall: Bool { navigator.area.height < 16 }

    func didAppear() {
        let before = games.count
        games = ((try? navigator.environment.archive.games()) ?? []).filter { $0.record.kind == .computer }
        tallies = Statistics(of: games).levels
        // The level that the menu proposes.
        if games.count != before, let level = games.proposedLevel { view.choose(level) }
        navigator.setNeedsDisplay()
    }

    func page(in size: Size) -> Page {
        let play = Page.Verb(label: tr("Play"), help: tr("Play at the chosen level, or change the chosen setting."))
        var page = Page(placement: .groups, verb: play)
        page.rows = Level.allCases.reversed().map(row(of:)) + [firstMover, clock]
        if page.rows.indices.contains(0) { page.rows[0].heading = heading(width: size.width) }
        page.changeLabel = tr("Change")
        page.digitHelp = tr("Play at that level.")
        let level = view.chosen?.base as? Level ?? Self.level(of: navigator)
        let words = (view.chosen?.base as? Unicode.Scalar).map(about(setting:)) ?? about(level)
        // As many lines for a setting as for a level, so that the line above them stays where it is.
        page.notes = (words.count > 1 ? words : words + [""]).map { Page.Note(.plain, $0, isAnnounced: false) }
        page.sample = BoardPicture(lastOf: games, at: level)
        page.keys = [backBinding(help: tr("Back to the menu."))]
        return page
    }

    /// The heads of the columns, where they have their places.
    private func heading(width: Int) -> String {
        let signs = Self.heads.joined(separator: " ")
        return width < 48 || tallies.isEmpty
            ? tr("Level") : tr("Level").padded(to: max(TextWidth.of(tr("Level")) + 1, 42 - TextWidth.of(signs))) + signs
    }

    /// The head of each number.
    private static var heads: [String] { tr("● won   ○ drawn   ◉ lost").split(separator: "   ").map(String.init) }

    /// The cells of a level's name, results and numbers at most.
    private static let room = 37

    /// Numbers that end under their heads, and before them the results, as many of the last ones as there is room.
    private static func detail(_ results: String, _ numbers: [String]) -> String {
        let widths = heads.enumerated().map { $0 == 0 ? 4 : TextWidth.of($1) + 1 }
        let longest = Level.allCases.map { TextWidth.of($0.name) }.max() ?? 0
        let left = max(0, min(10, room - longest - widths.reduce(0, +)))
        let fields = zip(numbers, widths).map { String(repeating: " ", count: max(1, $1 - $0.count)) + $0 }
        return String(results.suffix(left)).padded(to: left) + fields.joined()
    }

    private func row(of level: Level) -> Page.Row {
        var row = Page.Row(level, level.name) { [unowned self] in play(at: level) }
        let tally = tallies[level] ?? Tally()
        let played = games.lazy.map(\.record).filter { $0.level == level.rawValue }
        let last = Array(played.compactMap(\.outcome).prefix(10))
        let counts = [tally.won, tally.drawn, tally.lost]
        let signs = last.reversed().map { $0 == .iWin ? "●" : $0 == .draw ? "○" : "◉" }.joined()
        row.detail = isSmall || tallies.isEmpty ? "" : Self.detail(signs, counts.map { tally.games == 0 ? "·" : String($0) })
        row.shortDetail = tally.games == 0 ? "" : counts.map { String($0) }.joined(separator: "–")
        row.marks = ["●": .yellowSign, "◉": .redSign]
        row.announcedText = labelled(
            level.name,
            tally.games == 0
                ? level.words
                : tr("won {won}, drawn {drawn}, lost {lost}", ["won": counts[0], "drawn": counts[1], "lost": counts[2]]))
        row.isNumbered = false
        row.shortcut = Unicode.Scalar(UInt8(0x30 + level.rawValue)).asShortcut(level.name.asSentence)
        return row
    }

    private var firstMover: Page.Row {
        let value = navigator.settings.firstMover.words
        var row = setting(tr("First move"), value, "f", tr("Choose who moves first.")) {
            $0.firstMover = $0.firstMover.stepped(by: $1)
        }
        row.heading = tr("Settings")
        return row
    }

    private var clock: Page.Row {
        let value = navigator.settings.timeControl?.words ?? trc("none", "clock")
        return setting(tr("Clock"), value, "c", tr("Set the clock.")) { $0.changeMinutes(by: $1) }
    }

    /// The row of a setting, which its letter, Enter and the arrows change.
    private func setting(
        _ label: String, _ value: String, _ letter: Unicode.Scalar, _ help: String, step: @escaping (inout Settings, Int) -> Void
    ) -> Page.Row {
        let change = { [unowned self] (count: Int) in self.change { step(&$0, count) } }
        var row = Page.Row(letter, label, value: value, change: change) { change(1) }
        row.verb = Page.Verb(label: tr("Change"), help: tr("Change the setting."))
        row.isNumbered = false
        row.shortcut = letter.asShortcut(help)
        return row
    }

    /// What the setting with this letter does.
    private func about(setting letter: Unicode.Scalar) -> [String] {
        if letter == "c" { return [tr("Minutes for each player."), tr("Seconds added per move: see Options.")] }
        switch navigator.settings.firstMover {
        case .me: return [tr("You drop the first disc.")]
        case .computer: return [tr("The computer drops the first disc.")]
        case .alternate: return [tr("You and the computer take turns.")]
        case .loser: return [tr("The loser of the last game begins.")]
        }
    }

    /// How a level plays, and how the last game at it ended, or after some losses an easier level. Where no game was played yet, that the level
    /// below is beaten, or which keys help.
    private func about(_ level: Level) -> [String] {
        // On a small screen there is one line.
        let description =
            isSmall ? level.words.asSentence : tr("{level}: {description}.", ["level": level.name, "description": level.words])
        guard let last = games.first(where: { $0.record.level == level.rawValue })?.record else {
            if let below = Level(rawValue: level.rawValue - 1), let tally = tallies[below], tally.won > tally.lost {
                return [description, tallies.advice(at: below)]
            }
            return [description, tr("In the game H gives a hint, E shows column scores, U takes a move back.")]
        }
        let isWon = last.result == (last.isFirst ? .first : .second)
        if !isWon, let comfort = tallies.comfort(at: level) { return [description, comfort] }
        let length = tr("after move {number}", ["number": Game.move(ofDisc: last.digits.utf8.count)])
        return [description, tr("Last game: {result}, {length}.", ["result": last.resultWord, "length": length])]
    }
}

extension Unicode.Scalar {
    /// The letter of a row, with the sentence for the help.
    fileprivate func asShortcut(_ help: String) -> Page.Shortcut { Page.Shortcut(letter: self, help: help) }
}
