// Before a game alone: a line that begins it, and a line for each choice. What there is to choose it leaves to a GameSetup.

import Language
import Screen

/// What can be chosen before a game alone.
protocol GameSetup: AnyObject {
    /// What the screen is called.
    var title: String { get }
    /// What begins the game, as the keys say it.
    var verb: String { get }
    /// For the help: what a digit does, which is that or changes a setting.
    var verbHelp: String { get }
    /// The line that begins it.
    var beginning: String { get }
    /// The choices in their order: what each is called, how it stands, and what else is said of it where there is room.
    func choices(isRoomy: Bool) -> [(name: String, value: String, remark: String)]
    /// What is said below them, a sentence each.
    func note(isRoomy: Bool) -> [String]
    /// What is said of it to those who listen.
    var spokenNote: [String] { get }
    /// Changes a choice to the next one, or to the one before where `step` is -1.
    func change(_ choice: Int, by step: Int)
    /// Begins the game.
    func start()
}

extension GameSetup {
    var spokenNote: [String] { note(isRoomy: true) }
}

/// The choices before a game alone.
final class SetupViewController {
    private let navigator: Navigator
    let setup: any GameSetup
    private var list = ChoiceList()

    init(navigator: Navigator, setup: any GameSetup) {
        self.navigator = navigator
        self.setup = setup
        list.setCount(1 + setup.choices(isRoomy: false).count)
    }

    private(set) lazy var bindings: [Binding] = makeBindings()

    private func makeBindings() -> [Binding] {
        let setup = setup
        return [
            Binding(.up, .down, name: "↑↓", label: tr("Choose"), help: tr("Choose a line.")) { [unowned self] in
                _ = list.move(by: $0)
                navigator.setNeedsDisplay()
            },
            Binding(
                .enter, .character(" "), name: "Enter", label: setup.verb, help: setup.verb.asSentence, isNeeded: true
            ) { _ in setup.start() },
            Binding(.left, .right, name: "←→", label: tr("Change"), help: tr("Change the setting.")) { [unowned self] in
                change(by: $0 == .left ? -1 : 1)
            },
            Binding(
                keys: Array(Binding.digits.prefix(list.count)), name: "1-\(list.count)", help: setup.verbHelp
            ) { [unowned self] in
                if let index = list.index(named: $0) { open(index) }
            },
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Back to the menu.")) { [unowned self] _ in
                navigator.pop()
            },
        ]
    }

    func open(_ index: Int) {
        list.choose(index)
        if index == 0 { setup.start() } else { change(by: 1) }
    }

    private func change(by step: Int) {
        guard list.chosen > 0 else { return }
        setup.change(list.chosen - 1, by: step)
        navigator.setNeedsDisplay()
    }
}

extension SetupViewController: ViewController {
    var title: String { setup.title }

    func didPress(_ key: Key) -> Bool {
        if case .click = key, let index = list.index(named: key) { open(index) }
        guard list.move(by: key) else { return false }
        navigator.setNeedsDisplay()
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let page = navigator.page(in: area, columns: Canvas.widestText, on: canvas)
        let (x, width) = (page.x, page.width)
        let choices = setup.choices(isRoomy: width > 50)
        let indent = (choices.map { TextWidth.of($0.name) }.max() ?? 0) + 3
        let rows = Rect(x: x, y: page.y + max(0, page.height - choices.count - 5) / 3, width: width, height: 1 + choices.count)
        list.draw(on: canvas, in: rows) { index in
            guard index > 0 else { return (setup.beginning, "") }
            let choice = choices[index - 1]
            return (tr("{name}:", ["name": choice.name]).padded(to: indent) + choice.value, choice.remark)
        }
        let y = rows.y + rows.height + 1
        let room = Rect(x: x + 4, y: y, width: width - 4, height: area.y + area.height - y)
        canvas.putSentences(setup.note(isRoomy: width > 50), in: room, .faint)
    }
}
