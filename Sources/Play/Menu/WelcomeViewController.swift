// The first start: a welcome, and the player's name.

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
        keep(name.isEmpty ? navigator.environment.userName : name)
    }

    /// Saves the name: the player is not asked again.
    private func keep(_ name: String) {
        var settings = navigator.settings
        settings.name = name
        navigator.pop()
        navigator.change(settings)
        // A game may have been played under a name of the command line. Otherwise the menu calls the player by this one.
        if !navigator.launcher.resume() { navigator.top?.didAppear() }
    }
}

extension WelcomeViewController: PageViewController {
    var title: String { tr("Four in a Row") }

    func page(in size: Size) -> Page {
        let isSuggested = view.field?.text == navigator.environment.userName
        let verb = Page.Verb(
            label: isSuggested ? tr("Keep it") : tr("Save"), help: tr("Save your name and go to the menu."), isNeeded: false)
        var page = Page(columns: 38, placement: .picture, verb: verb)
        let host = navigator.environment.hostName
        let question = tr("What's your name?")
        let gap = size.height > 12 ? [Page.Note(.plain, "")] : []
        page.headline = [Page.Note(.title, tr("Welcome!"))] + gap + [Page.Note(.label, question)] + gap
        page.sample = BoardPicture()
        page.sample?.loose = .above(column: 3, cell: .yellow, isFull: false)
        page.field = Page.Field(
            mostWidth: 32,
            question: tr(
                "{question} An empty line: {name}.", ["question": question, "name": navigator.environment.userName]),
            emptyKey: .enter
        ) { [unowned self] in keepName() }
        page.notes = [
            Page.Note(.faint, tr("Players who play with you see it.")), Page.Note(.faint, tr("You can change it under Options.")),
        ]
        page.keys = [
            Binding(
                .escape, label: isSuggested && host == navigator.environment.userName ? "" : tr("Use {name}", ["name": host]),
                help: tr("Go to the menu. Others see this machine's name.")
            ) { [unowned self] _ in keep(host) }
        ]
        return page
    }
}
