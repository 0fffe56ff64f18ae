// The choices before a game alone: a row that starts it, and a row for each setting. A GameSetup says what they are.

import Language
import Screen
import Session

/// What can be chosen before a game alone.
struct GameSetup {
    let game: OtherGame
    /// The screen's title.
    let title: String
    /// What starts the game, for the key bar.
    let verb: String
    /// The help for the digits, which start the game or change a setting.
    let verbHelp: String
    /// The row that starts it.
    let beginning: String
    /// The settings in their order: the name of each, its value, and a remark about that, for the sentence below.
    let choices: (_ isRoomy: Bool) -> [(name: String, value: String, remark: String)]
    /// Sentences below the settings.
    let note: () -> [String]
    /// Whether text mode announces these sentences.
    var isNoteAnnounced = true
    /// Changes a setting to the next value, or to the previous one if `step` is -1.
    let change: (_ choice: Int, _ step: Int) -> Void
    /// The kind of game that is chosen; nil for one that is not counted.
    let kind: () -> ScoredGame?
    /// Starts the game.
    let start: () -> Void
}

/// The choices before a game alone.
final class SetupViewController {
    let navigator: Navigator
    let view = PageView()
    private let setup: GameSetup
    /// The games alone of the player, the newest first.
    private var played: [PlayedGame] = []

    init(navigator: Navigator, setup: GameSetup) {
        self.navigator = navigator
        self.setup = setup
    }
}

extension SetupViewController: PageViewController {
    var title: String { setup.title }

    func didAppear() {
        played = ((try? navigator.environment.archive.results()) ?? []).map(\.record).filter(\.opponents.isEmpty)
        navigator.setNeedsDisplay()
    }

    /// What the player has achieved in games like the one that is chosen.
    private var record: [String] {
        guard let kind = setup.kind() else { return [] }
        let games = played.filter { $0.kind == kind }
        return games.isEmpty ? [] : [labelled(tr("So far"), games.words(of: kind)).withFullStop]
    }

    func page(in size: Size) -> Page {
        let isRoomy = size.width > 52
        let verb = Page.Verb(label: setup.verb, help: setup.verb.asSentence)
        let choices = setup.choices(isRoomy)
        var page = Page(placement: .groups, verb: verb)
        page.rows = [Page.Row(-1, setup.beginning) { [setup] in setup.start() }]
        page.rows += choices.enumerated().map { index, choice in
            var row = Page.Row(index, choice.name, value: choice.value, detail: choice.remark) { [setup] in
                setup.change(index, 1)
            }
            row.change = { [setup] in setup.change(index, $0) }
            if index == 0 { row.heading = tr("Settings") }
            return row
        }
        page.otherGame = setup.game
        page.enter = { [setup] in setup.start() }
        page.changeLabel = tr("Change")
        page.digitHelp = setup.verbHelp
        let remark = (view.chosen?.base as? Int).flatMap { choices.indices.contains($0) ? choices[$0].remark : nil } ?? ""
        let about = remark.isEmpty ? [] : [Page.Note(.plain, remark.asSentence, isAnnounced: false)]
        page.notes =
            about + [Page.Note(.plain, setup.note(), isAnnounced: setup.isNoteAnnounced)] + record.map { Page.Note(.faint, $0) }
        page.keys = [backBinding(help: tr("Back to the menu."))]
        return page
    }
}
