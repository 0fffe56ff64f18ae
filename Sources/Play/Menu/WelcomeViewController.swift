// The first start: the player's name, and how to play in three lines.

import Language
import Screen
import Text

/// The first start.
final class WelcomeViewController {
    let navigator: Navigator
    let view = PageView()

    init(navigator: Navigator) {
        self.navigator = navigator
        var field = TextField(limit: PlayerName.longest)
        _ = field.edit(.paste(navigator.environment.userName))
        // The first letter replaces the suggestion.
        field.selectAll()
        view.field = field
    }

    /// An empty line stands for the suggested name.
    private func keepName() {
        let name = view.field?.text.asPlayerName ?? ""
        var settings = navigator.settings
        settings.name = name.isEmpty ? navigator.environment.userName : name
        navigator.pop()
        navigator.change(settings)
    }
}

extension WelcomeViewController: PageViewController {
    var title: String { tr("Four in a Row") }

    func page(in size: Size) -> Page {
        let verb = Page.Verb(label: tr("Menu"), help: tr("Save your name and go to the menu."), isNeeded: false)
        var page = Page(columns: 38, placement: .picture, verb: verb)
        let question = tr("What's your name?")
        page.headline = [Page.Note(.label, question)]
        page.field = Page.Field(
            mostWidth: 30,
            question: tr(
                "{question} An empty line: {name}.", ["question": question, "name": navigator.environment.userName]),
            emptyKey: .enter
        ) { [unowned self] in keepName() }
        page.notes = [
            Page.Note(.plain, tr("Four in a row wins, diagonally too.")),
            Page.Note(.plain, tr("{arrows} and Enter drop a disc.", ["arrows": "← →"])),
            Page.Note(.plain, tr("? shows all keys, H gives a hint.")),
        ]
        page.keys = [
            Binding(.escape, label: tr("Skip"), help: tr("Go to the menu. Others see this machine's name.")) {
                [unowned self] _ in navigator.pop()
            }
        ]
        return page
    }
}
