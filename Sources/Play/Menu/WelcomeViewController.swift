// What a player sees who starts the program for the first time: what others will call them, and how to play in three lines. It knows no
// files; the caller decides when it is shown.

import Language
import Screen
import Text

/// The first start.
final class WelcomeViewController {
    let navigator: Navigator
    private var field = TextField(limit: PlayerName.longest)

    init(navigator: Navigator) {
        self.navigator = navigator
        _ = field.edit(.paste(navigator.environment.userName))
    }

    var question: String { tr("What's your name?") }
    private var howTo: [String] {
        [
            tr("Four in a row wins, diagonally too."), tr("{arrows} and Enter drop a disc.", ["arrows": "← →"]),
            tr("? shows all keys, H gives a hint."),
        ]
    }
    /// The widest line, and the cells that a name gets.
    private static let (columns, widestName) = (38, 30)

    private(set) lazy var bindings: [Binding] = [
        Binding(.enter, label: tr("Menu"), help: tr("Save your name and go to the menu.")) { [unowned self] _ in goOn() },
        Binding(.escape, label: tr("Skip"), help: tr("Go to the menu. Others see this machine's name.")) { [unowned self] _ in
            navigator.pop()
        },
    ]

    /// An empty line stands for the name that stood there before.
    private func goOn() {
        let name = field.text.asPlayerName
        var settings = navigator.settings
        settings.name = name.isEmpty ? navigator.environment.userName : name
        navigator.pop()
        navigator.change(settings)
    }
}

extension WelcomeViewController: ViewController {
    var title: String { tr("Four in a Row") }
    var isTyping: Bool { true }

    func didPress(_ key: Key) -> Bool {
        guard field.edit(key) else { return false }
        navigator.setNeedsDisplay()
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let page = PageLayout(in: area, columns: Self.columns)
        let howTo = self.howTo.flatMap { TextWidth.wrap($0, to: page.text.width) }
        let rect = page.place(howTo.count + 3, in: area, on: canvas, style: navigator.boardStyle)
        canvas.put(question, x: rect.x, y: rect.y, .label, limit: rect.width)
        field.draw(on: canvas, x: rect.x, y: rect.y + 1, width: min(rect.width, Self.widestName))
        for (index, line) in howTo.enumerated() { canvas.put(line, x: rect.x, y: rect.y + 3 + index) }
    }
}
