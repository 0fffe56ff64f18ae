// The players met online: rename, block or forget them.

import Language
import Screen
import Session
import Text

/// The list of players met.
final class PlayersMetViewController {
    let navigator: Navigator
    let view = PageView()
    private var players: [MetPlayer] = []
    /// Whether to forget the chosen player.
    var prompt: Prompt?

    /// The list; push it.
    init(navigator: Navigator) { self.navigator = navigator }

    /// The player whom the keys act on; nil while a name is typed.
    private var chosen: MetPlayer? { view.field == nil ? players.first { AnyHashable($0.key) == view.chosen } : nil }

    private func rename() {
        guard let chosen else { return }
        view.field = TextField(text: chosen.title, limit: PlayerName.longest)
        navigator.setNeedsDisplay()
    }

    private func keepName() {
        guard let name = view.field?.text.asPlayerName else { return }
        view.field = nil
        keep { $0.alias = name == $0.name ? "" : name }
        navigator.setNeedsDisplay()
    }

    private func keep(_ change: (inout MetPlayer) -> Void) {
        guard var player = chosen else { return }
        change(&player)
        do throws(StorageFailure) {
            try navigator.environment.archive.keep(player)
        } catch {
            navigator.show(alert: error.sentence)
        }
        update()
    }

    func answer(_ choice: Prompt.Choice) {
        closePrompt()
        guard choice == .forget, let chosen else { return }
        do throws(StorageFailure) {
            try navigator.environment.archive.forget(chosen)
        } catch {
            navigator.show(alert: error.sentence)
        }
        update()
    }

    private func update() {
        do throws(StorageFailure) {
            players = try navigator.environment.archive.players()
        } catch {
            navigator.show(alert: error.sentence)
        }
        navigator.setNeedsDisplay()
    }
}

extension PlayersMetViewController: PageViewController {
    var title: String { tr("Players met") }
    var status: String { navigator.playerName }
    var holdsInvitations: Bool { view.field != nil || prompt != nil }
    var question: String? {
        guard prompt != nil, let chosen else { return nil }
        let name = TextWidth.clip(chosen.title, to: 24)
        return chosen.isBlocked
            ? tr("Forget {name}? Then {name} is not blocked any more.", ["name": name]) : tr("Forget {name}?", ["name": name])
    }

    func didAppear() { update() }

    func page(in size: Size) -> Page {
        let verb = Page.Verb(label: tr("Rename"), help: tr("Rename the player; leave empty to restore the original name."))
        var page = Page(columns: 60, placement: players.isEmpty ? .top : .table, verb: verb)
        if players.isEmpty { invite(to: &page, in: size) } else { page.headline = headline }
        (page.heads, page.tabs) = ([tr("Name"), tr("Last game"), tr("Score"), tr("Remarks")], [24, 44, 56])
        if !players.isEmpty {
            page.notes = [Page.Note(.plain, tr("To play again, you both open Find an opponent."), isAnnounced: false)]
        }
        page.isActive = prompt == nil
        if !players.isEmpty {
            page.rows = players.map(row(of:))
            page.isNumbered = false
            page.arrowHelp = tr("Choose a player.")
            page.enter = { [unowned self] in rename() }
        }
        page.field = Page.Field(
            isInRow: true, question: tr("Type a name for this player. An empty line keeps it."),
            confirm: { [unowned self] in keepName() })
        page.keys = keys
        return page
    }

    /// What will stand in the list, and the way there.
    private func invite(to page: inout Page, in size: Size) {
        page.begin(tr("Nobody yet."), in: size, tr("Everyone you meet through Find an opponent stands here, with the score."))
        page.rows = [Page.Row("", tr("Find an opponent")) { [navigator] in navigator.launcher.openOpponents() }]
        page.sample = BoardPicture(lastOf: []) { _ in false }
    }

    private var headline: [Page.Note] {
        if navigator.listener != nil { return [Page.Note(.label, tr("A number chooses a player."))] }
        let who = Page.Note(.plain, tr("Everyone met through Find an opponent."))
        // Who types a name knows what for.
        if view.field != nil { return [who] }
        return [who, Page.Note(.faint, tr("Give them names of your own, or block who is not welcome."))]
    }

    /// What we call the player, what they call themselves, and whether they are blocked.
    private func row(of player: MetPlayer) -> Page.Row {
        let facts = (player.alias.isEmpty ? [] : [player.name]) + (player.isBlocked ? [tr("blocked")] : [])
        let isTyped = view.field != nil && view.chosen == AnyHashable(player.key)
        var row = Page.Row(player.key, isTyped ? "" : player.title, detail: separated(facts)) { [unowned self] in
            navigator.listener?(tr("{name}: type rename, block or forget.", ["name": player.title]))
        }
        row.cutsDetail = true
        let date = player.date.isEmpty ? "" : DayWords.row(player.date, in: String(day: navigator.today).prefix(4))
        row.cells = [(date, .faint), (player.tally.score, .plain), (row.detail, .faint)]
        let said = facts + [date].filter { !$0.isEmpty }
        row.announcedText = said.isEmpty ? player.title : labelled(player.title, separated(said))
        row.isOver = player.isBlocked
        return row
    }

    private var keys: [Binding] {
        let hasChoice = { [unowned self] in chosen != nil && prompt == nil }
        return answers() + [
            Binding(
                .character("b"), label: tr("Block"), help: tr("Hide the player: you won't see each other again."),
                isAvailable: { [unowned self] in hasChoice() && chosen?.isBlocked == false },
                action: { [unowned self] _ in keep { $0.isBlocked = true } }),
            Binding(
                .character("b"), label: tr("Unblock"), help: tr("Show the player again."),
                isAvailable: { [unowned self] in hasChoice() && chosen?.isBlocked == true },
                action: { [unowned self] _ in keep { $0.isBlocked = false } }),
            Binding(
                .character("f"), .delete, label: tr("Forget"), help: tr("Forget the player."), isAvailable: hasChoice,
                action: { [unowned self] _ in
                    prompt = .forgettingPlayer
                    navigator.setNeedsDisplay()
                }),
            backBinding(help: tr("Cancel, or go back.")),
        ]
    }
}
