// The players that were met online: what we call them, whether we want to see them, and forgetting them. It knows no relay.

import Language
import Screen
import Session
import Text

/// The list of players met.
final class PlayersMetViewController {
    let navigator: Navigator
    private var players: [MetPlayer] = []
    private(set) var list = ChoiceList()
    private(set) var field: TextField?

    /// The list; push it.
    init(navigator: Navigator) { self.navigator = navigator }

    private(set) lazy var bindings: [Binding] = [
        Binding(.up, .down, name: "↑↓", label: tr("Choose"), help: tr("Choose a player."), isAvailable: hasChoice) {
            [unowned self] in
            _ = list.move(by: $0)
            navigator.setNeedsDisplay()
        },
        Binding(
            .enter, label: tr("Rename"), help: tr("Call the player something else; an empty name undoes that."), isNeeded: true,
            isAvailable: { [unowned self] in !players.isEmpty }, action: { [unowned self] _ in rename() }),
        Binding(
            .character("b"), label: tr("Block"), help: tr("Hide the player: neither finds the other any more."),
            isAvailable: { [unowned self] in chosen?.isBlocked == false }, action: { [unowned self] _ in setBlocked(true) }),
        Binding(
            .character("b"), label: tr("Unblock"), help: tr("Show the player again."),
            isAvailable: { [unowned self] in chosen?.isBlocked == true }, action: { [unowned self] _ in setBlocked(false) }),
        Binding(.character("f"), .delete, label: tr("Forget"), help: tr("Forget the player."), isAvailable: hasChoice) {
            [unowned self] _ in
            forget()
        },
        Binding(.escape, .character("q"), label: tr("Back"), help: tr("Cancel, or go back.")) { [unowned self] _ in goBack() },
    ]

    private var hasChoice: () -> Bool { { [unowned self] in chosen != nil } }
    /// Who the keys are about; nil while a name is typed.
    private var chosen: MetPlayer? { field == nil && players.indices.contains(list.chosen) ? players[list.chosen] : nil }

    private func rename() {
        if let field {
            self.field = nil
            keep { $0.alias = field.text.asPlayerName == $0.name ? "" : field.text.asPlayerName }
        } else if let chosen {
            field = TextField(text: chosen.title, limit: PlayerName.longest)
        }
        navigator.setNeedsDisplay()
    }

    private func setBlocked(_ isBlocked: Bool) { keep { $0.isBlocked = isBlocked } }

    private func keep(_ change: (inout MetPlayer) -> Void) {
        guard var player = chosen else { return }
        change(&player)
        do throws(StorageFailure) {
            try navigator.environment.players.keep(player)
        } catch {
            navigator.show(alert: error.sentence)
        }
        update()
    }

    private func forget() {
        guard let chosen else { return }
        do throws(StorageFailure) {
            try navigator.environment.players.forget(chosen)
        } catch {
            navigator.show(alert: error.sentence)
        }
        update()
    }

    private func update() {
        do throws(StorageFailure) {
            players = try navigator.environment.players.players()
        } catch {
            navigator.show(alert: error.sentence)
        }
        list.setRows(players.map(\.key))
        navigator.setNeedsDisplay()
    }

    private func goBack() {
        guard field != nil else { return navigator.pop() }
        field = nil
        navigator.setNeedsDisplay()
    }
}

extension PlayersMetViewController: ViewController {
    var title: String { tr("Players met") }
    var isTyping: Bool { field != nil }

    func didAppear() { update() }

    func didPress(_ key: Key) -> Bool {
        if field != nil {
            guard field?.edit(key) == true else { return false }
        } else if case .click = key, let index = list.index(named: key) {
            list.choose(index)
        } else {
            guard list.move(by: key) else { return false }
        }
        navigator.setNeedsDisplay()
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let page = navigator.page(in: area, columns: 60, on: canvas)
        let y = page.y + (page.height > 12 ? 2 : 0)
        if players.isEmpty {
            for (row, line) in TextWidth.wrap(Self.none, to: page.width).enumerated() {
                canvas.put(line, x: page.x, y: y + row, .label)
            }
            return
        }
        let rect = Rect(x: page.x, y: y, width: page.width, height: min(players.count, page.y + page.height - y))
        list.draw(on: canvas, in: rect, isNumbered: false, cutsBehind: { _ in true }, text: line)
        if let field {
            let row = list.row(of: list.chosen)
            field.draw(on: canvas, x: rect.x + 2, y: row, width: rect.width - 3)
        }
    }
    /// What is said where there are none.
    static var none: String {
        tr("Whoever you play with through Find an opponent is listed here, and told apart by their key.")
    }

    /// A player: what we call them, and what else is to be said.
    func line(_ index: Int) -> (words: String, behind: String) {
        let player = players[index]
        let facts = (player.alias.isEmpty ? [] : [player.name]) + (player.isBlocked ? [tr("blocked")] : [])
        return (player.title, separated(facts))
    }

    /// Chooses a player.
    func choose(_ index: Int) {
        list.choose(index)
        navigator.setNeedsDisplay()
    }
}
