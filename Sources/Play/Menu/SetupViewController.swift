// The choices before a game alone: a row that starts it, and a row for each setting. Each game says what they are.

import Language
import Screen
import Session

/// The choices before a game alone.
final class SetupViewController {
    let navigator: Navigator
    let view = PageView()
    let title: String
    /// What starts the game, for the key bar, and the row that does.
    private let verb, beginning: String
    /// The help for the digits, which start the game or change a setting.
    private let verbHelp: String
    /// The settings in their order: the name of each, its value, and a remark about that, for the sentence below.
    private let choices: (_ isRoomy: Bool) -> [(name: String, value: String, remark: String)]
    /// Sentences below the settings, and whether text mode announces them.
    private let note: () -> [String]
    private let isNoteAnnounced: Bool
    /// Changes a setting to the next value, or to the previous one if `step` is -1.
    private let change: (_ choice: Int, _ step: Int) -> Void
    /// The game, and the kind that is chosen; nil for one that is not counted.
    private let game: OtherGame
    private let kind: () -> ScoredGame?
    /// Starts the game.
    private let start: () -> Void
    /// The games alone of the player, the newest first.
    private var played: [PlayedGame] = []

    init(
        navigator: Navigator, game: OtherGame, title: String, verb: String, verbHelp: String, beginning: String,
        choices: @escaping (_ isRoomy: Bool) -> [(name: String, value: String, remark: String)], note: @escaping () -> [String],
        isNoteAnnounced: Bool = true, change: @escaping (_ choice: Int, _ step: Int) -> Void, kind: @escaping () -> ScoredGame?,
        start: @escaping () -> Void
    ) {
        (self.navigator, self.title, self.verb, self.verbHelp, self.beginning) = (navigator, title, verb, verbHelp, beginning)
        (self.choices, self.note, self.isNoteAnnounced) = (choices, note, isNoteAnnounced)
        (self.game, self.change, self.kind, self.start) = (game, change, kind, start)
    }
}

extension SetupViewController: PageViewController {
    func didAppear() {
        played = ((try? navigator.environment.archive.results()) ?? []).map(\.record).filter(\.opponents.isEmpty)
        navigator.setNeedsDisplay()
    }

    /// What the player has achieved in games like the one that is chosen.
    private var record: [String] {
        guard let kind = self.kind() else { return [] }
        let games = played.filter { $0.kind == kind }
        return games.isEmpty ? [] : [labelled(tr("So far"), games.words(of: kind)).withFullStop]
    }

    func page(in size: Size) -> Page {
        let isRoomy = size.width > 52
        let verb = Page.Verb(label: self.verb, help: self.verb.asSentence)
        let choices = self.choices(isRoomy)
        var page = Page(placement: .groups, verb: verb)
        page.rows = [Page.Row(-1, beginning) { [unowned self] in start() }]
        page.rows += choices.enumerated().map { index, choice in
            var row = Page.Row(index, choice.name, value: choice.value, detail: choice.remark) { [unowned self] in
                change(index, 1)
            }
            row.change = { [unowned self] in change(index, $0) }
            if index == 0 { row.heading = tr("Settings") }
            return row
        }
        page.otherGame = game
        page.enter = { [unowned self] in start() }
        page.changeLabel = tr("Change")
        page.digitHelp = verbHelp
        let remark = (view.chosen?.base as? Int).flatMap { choices.indices.contains($0) ? choices[$0].remark : nil } ?? ""
        let about = remark.isEmpty ? [] : [Page.Note(.plain, remark.asSentence, isAnnounced: false)]
        var note = note()
        // No sentence is cut: what has no room is left out.
        let rows = { (sentences: [String]) in TextWidth.wrap(together(sentences), to: size.width - 8).count }
        let room = PageDrawing.mostAbout - about.count - record.count
        while navigator.listener == nil, note.count > 1, rows(note) > room { note.removeLast() }
        page.notes = about + [Page.Note(.plain, note, isAnnounced: isNoteAnnounced)] + record.map { Page.Note(.faint, $0) }
        page.keys = [backBinding(help: tr("Back to the menu."))]
        return page
    }
}
