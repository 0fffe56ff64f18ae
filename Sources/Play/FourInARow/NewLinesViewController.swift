// Where two who dialled each other do not find each other again: a new line to send, and the field for the other player's. It closes when the game goes
// on.

import Language
import Screen
import Session
import Wire

/// The page of the new lines.
final class NewLinesViewController {
    let navigator: Navigator
    let view = PageView()
    private unowned let game: FourInARowViewController
    /// Which address this machine has outside, as far as public servers may be asked.
    private var outside: OutsideAddress?
    /// Whether the other player's line was pasted.
    private var isDialling = false

    /// New lines for `game`, whose opponent is away; push it.
    init(for game: FourInARowViewController) {
        (navigator, self.game) = (game.navigator, game)
        let servers: [String] = if case .these(let servers) = navigator.settings.stun { servers } else { [] }
        outside = search?.outside(asking: servers) { [weak self] in self?.navigator.setNeedsDisplay() }
        if navigator.listener == nil { view.field = .line() }
    }

    private var search: Reconnection? { game.match?.reconnection }
    private var isAsking: Bool { outside?.state == .asking }
    /// The line to send; nil while it is not known, or where there is none.
    private var line: AnswerLine? { isAsking ? nil : search?.line(outside: outside?.state) }
    private var name: String { game.scene.opponent.shownName }

    /// Dials the other player at the addresses of this line.
    private func dial(_ answer: AnswerLine) {
        search?.dial(answer)
        isDialling = true
        view.field = nil
        navigator.setNeedsDisplay()
    }
}

extension NewLinesViewController: PageViewController {
    var isWithOthers: Bool { true }
    var title: String { tr("New lines") }

    func didLeave() { outside?.cancel() }

    func isText(_ scalar: Unicode.Scalar) -> Bool {
        guard isTyping, view.field?.text.isEmpty == true else { return isTyping }
        return scalar != "?" && Key.character(scalar).folded != .character("c")
    }

    var commands: [TextModeCommand] {
        [
            OutsideWords.answerCommand { [unowned self] in
                dial($0)
                return nil
            }
        ]
    }

    func page(in size: Size) -> Page {
        var page = OutsideWords.answerPage(on: self) { [unowned self] in
            dial($0)
            return nil
        }
        page.keys = [
            Binding(
                .character("c"), label: tr("Copy"), help: tr("Copy the line for your friend."),
                isAvailable: { [unowned self] in line != nil }
            ) { [unowned self] _ in if let line { navigator.copy(line.text) } },
            Binding(.escape, label: tr("Back"), help: tr("Go back.")) { [navigator] _ in navigator.pop() },
        ]
        let time = PresenceWords.minutes((game.scene.search?.secondsLeft ?? 0) * 1000)
        if isDialling { page.countdown = (tr("Connecting…"), "", time) }
        page.put(steps, width: min(60, size.width - 4))
        page.notes = [Page.Note(.plain, tr("Your addresses may have changed: with new lines you find each other."))]
        return page
    }

    private var steps: [Page.Step] {
        guard let line else {
            return [
                isAsking
                    ? Page.Step(.plain, tr("Asking for your address…"))
                    : Page.Step(.warning, tr("The public servers did not tell your address. Are you online?"))
            ]
        }
        return [
            Page.Step(.number(1, isNow: !isDialling), tr("Send this line to {name}:", ["name": name]), line: line.text),
            isDialling
                ? Page.Step(.done, tr("You pasted your friend's line."))
                : Page.Step(
                    .number(2, isNow: false), tr("Paste the line of {name} here:", ["name": name]), hasField: view.field != nil),
        ]
    }
}
