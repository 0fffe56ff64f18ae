// The options: each row is a setting, changed and saved at once.

import Language
import Screen
import Session
import Text

/// The options.
final class OptionsViewController {
    let navigator: Navigator
    let view = PageView()

    init(navigator: Navigator) { self.navigator = navigator }

    private func change(_ option: Setting.Row, by step: Int) {
        guard let change = option.change else { return edit(option) }
        let old = navigator.settings
        var settings = old
        change(&settings, step)
        navigator.change(settings)
        guard settings.notify != old.notify, settings.notify != .off else { return }
        navigator.environment.ringBell(showing: settings.notify == .message ? tr("This is what a message looks like.") : nil)
    }

    /// Lets the player type a value, or opens the screen that has it.
    private func edit(_ option: Setting.Row) {
        switch option.id {
        case "name": typeName()
        case "port":
            view.field = TextField(text: String(navigator.settings.port), limit: 5, isLeftToRight: true)
            view.field?.selectAll()
        default: navigator.push(RelayViewController(navigator: navigator) {})
        }
    }
}

extension OptionsViewController: PageViewController {
    var title: String { tr("Options") }

    func page(in size: Size) -> Page {
        let verb = Page.Verb(
            label: view.field == nil ? tr("Edit") : tr("Save"), help: tr("Change the setting, or save the name."), isNeeded: false
        )
        var page = Page(placement: .groups, verb: verb)
        page.hasRuledHeadings = true
        let groups = Setting.groups.map { ($0.heading, $0.settings.flatMap(\.rows)) }
        for (heading, options) in groups {
            let first = page.rows.count
            page.rows += options.map(row(of:))
            page.rows[first].heading = heading
        }
        page.sample = .sample
        page.changeLabel = tr("Change")
        page.digitHelp = tr("Change that setting.")
        let options = groups.flatMap(\.1)
        let chosen = options.first { AnyHashable($0.id) == view.chosen } ?? options[0]
        page.notes = [Page.Note(.plain, chosen.aboutValue?(navigator.settings) ?? chosen.about, isAnnounced: false)]
        page.field =
            chosen.id == "port"
            ? portField
            : Page.Field(
                isInRow: true, placeholder: tr("Your name"), question: tr("Type your name. An empty line keeps it.")
            ) { [unowned self] in keepName() }
        let isEditing = view.field != nil
        page.keys = [
            Binding(
                .escape, .character("q"), label: isEditing ? tr("Cancel") : tr("Back"),
                help: tr("Go back; in the name: cancel.")
            ) { [unowned self] _ in goBack() }
        ]
        return page
    }

    private var portField: Page.Field {
        Page.Field(
            isInRow: true, placeholder: String(Settings.usualPort), question: tr("Type the port. An empty line keeps it.")
        ) { [unowned self] in keepPort() }
    }

    /// Saves the typed port; an empty line means the usual one.
    private func keepPort() {
        let typed = view.field?.text.trimmed ?? ""
        guard let port = typed.isEmpty ? Settings.usualPort : Settings.port(typed) else {
            return navigator.show(alert: tr("a port is a number from 1 to 65535").asSentence)
        }
        view.field = nil
        var settings = navigator.settings
        settings.port = port
        navigator.change(settings)
        navigator.environment.prefer(port: port)
        navigator.show(alert: tr("Saved: {setting}.", ["setting": portWords(String(port))]))
    }

    private func row(of option: Setting.Row) -> Page.Row {
        let settings = navigator.settings
        var (value, shortValue) = (option.value(settings), (option.shortValue ?? option.value)(settings))
        if value.isEmpty {
            (value, shortValue) = (tr("{name} (this machine)", ["name": navigator.playerName]), navigator.playerName)
        }
        var row = Page.Row(option.id, option.label, value: value) { [unowned self] in change(option, by: 1) }
        row.shortValue = shortValue
        if option.change != nil {
            row.change = { [unowned self] in change(option, by: $0) }
            row.verb = Page.Verb(label: tr("Change"), help: tr("Change the setting."), isNeeded: false)
        }
        row.isNumbered = option.letter == nil
        row.shortcut = option.letter.map { Page.Shortcut(letter: $0, help: option.label.asSentence) }
        return row
    }
}

extension String {
    /// The text padded with spaces to `width` cells.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - TextWidth.of(self))) }
}
