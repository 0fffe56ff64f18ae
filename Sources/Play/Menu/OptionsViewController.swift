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

    enum Option: Int, CaseIterable {
        case name, theme, animation, pause, ascii, bell, title, yellow, language, port, relay, clock, increment, spectators

        var words: String {
            switch self {
            case .name: tr("Name")
            case .language: tr("Language")
            case .theme: tr("Theme")
            case .animation: tr("Animation")
            case .pause: tr("Computer plays")
            case .ascii: tr("ASCII only")
            case .bell: tr("Bell")
            case .title: tr("Window title")
            case .yellow: tr("First is yellow")
            case .port: tr("LAN port")
            case .relay: tr("Relay")
            case .clock: tr("Clock")
            case .increment: tr("Time per move")
            case .spectators: tr("Spectators")
            }
        }
    }

    private func change(_ option: Option, by step: Int) {
        var settings = navigator.settings
        switch option {
        case .name: return typeName()
        case .port:
            view.field = TextField(text: String(settings.port), limit: 5, isLeftToRight: true)
            view.field?.selectAll()
            return
        case .relay: return navigator.push(RelayViewController(navigator: navigator) {})
        case .language:
            let all: [InterfaceLanguage?] = [nil] + InterfaceLanguage.allCases
            settings.language = all[((all.firstIndex(of: settings.language) ?? 0) + step + all.count) % all.count]
        case .theme:
            let all = ThemeName.allCases
            let index = all.firstIndex(of: settings.theme) ?? 0
            settings.theme = all[(index + step + all.count) % all.count]
        case .animation: settings.animation.toggle()
        case .pause: settings.pause.toggle()
        case .ascii: settings.ascii.toggle()
        case .bell:
            let all = BellUse.allCases
            settings.bell = all[((all.firstIndex(of: settings.bell) ?? 0) + step + all.count) % all.count]
        case .title: settings.title.toggle()
        case .clock: settings.changeMinutes(by: step)
        case .increment: settings.changeIncrement(by: step)
        case .spectators: settings.spectators.toggle()
        case .yellow: settings.yellow = settings.yellow == .me ? .first : .me
        }
        navigator.change(settings)
        if option == .bell && settings.bell != .no { navigator.environment.ringBell() }
    }
}

extension OptionsViewController: PageViewController {
    var title: String { tr("Options") }

    func page(in size: Size) -> Page {
        let verb = Page.Verb(label: tr("Change"), help: tr("Change the setting, or save the name."), isNeeded: false)
        var page = Page(columns: 44, placement: .third(above: 3), verb: verb)
        page.rows = Option.allCases.map(row(of:))
        page.sample = .sample
        page.digitHelp = tr("Change that setting.")
        let chosen = Option.allCases.first { AnyHashable($0) == view.chosen } ?? .name
        page.notes = [Page.Note(.faint, about(chosen), indent: 2, isAnnounced: false, samples: chosen == .theme ? samples : [])]
        page.field =
            chosen == .port
            ? portField
            : Page.Field(
                isInRow: true, placeholder: tr("Your name"), question: tr("Type your name. An empty line keeps it.")
            ) { [unowned self] in keepName() }
        page.keys = [backBinding(help: tr("Go back; in the name: cancel."))]
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

    private func row(of option: Option) -> Page.Row {
        var row = Page.Row(option, option.words, value: value(of: option, isRoomy: true)) { [unowned self] in
            change(option, by: 1)
        }
        row.shortValue = value(of: option, isRoomy: false)
        row.change = { [unowned self] in change(option, by: $0) }
        return row
    }

    /// What a setting is about.
    private func about(_ option: Option) -> String {
        switch option {
        case .name: tr("What other players call you.")
        case .theme: tr("Yellow and red differ in shape, too:")
        case .animation: tr("Discs are seen falling, and the winning four light up.")
        case .pause: tr("Whether the computer waits a moment before it moves.")
        case .ascii: tr("Letters instead of blocks, for fonts without them.")
        case .bell: tr("A sound when it is your turn, and at the end.")
        case .title: tr("The window's title says whose turn it is.")
        case .yellow: tr("In network games that you host, the player who moves first is yellow on both screens.")
        case .language: tr("Automatic: the language of this machine.")
        case .port: tr("The TCP port of games that you host.")
        case .relay: tr("The server for games over the internet.")
        case .clock: tr("Minutes per player in games that you host, on one keyboard and against the computer.")
        case .increment: tr("Seconds that each move adds to the clock.")
        case .spectators: tr("Whether others may watch games that you host. All players are told.")
        }
    }

    private var samples: [(glyph: String, role: Role)] { [BoardCell.yellow, .red].map { ($0.glyph, $0.role) } }

    private func value(of option: Option, isRoomy: Bool) -> String {
        let settings = navigator.settings
        switch option {
        case .name:
            return settings.name.isEmpty && isRoomy
                ? tr("{name} (this machine)", ["name": navigator.playerName]) : navigator.playerName
        case .language: return settings.language?.name ?? tr("automatic")
        case .theme: return settings.theme.words
        case .animation: return Settings.onOff(settings.animation)
        case .pause: return settings.pause ? isRoomy ? tr("after a moment") : tr("later") : tr("at once")
        case .ascii: return Settings.onOff(settings.ascii)
        case .bell:
            return switch settings.bell {
            case .no: tr("off")
            case .network: tr("in network games")
            case .yes: tr("on")
            }
        case .title: return Settings.onOff(settings.title)
        case .port: return String(settings.port)
        case .relay: return settings.relay.isEmpty ? tr("none") : settings.relayHost
        case .yellow: return Settings.onOff(settings.yellow == .first)
        case .clock: return settings.timeControl.map { trn("{count} minute", "{count} minutes", $0.minutes) } ?? tr("none")
        case .increment:
            return settings.timeControl.map { trn("{count} second", "{count} seconds", $0.increment) } ?? tr("none")
        case .spectators: return Settings.onOff(settings.spectators)
        }
    }
}

extension Settings {
    /// The next number of minutes for the clocks, or none.
    mutating func changeMinutes(by step: Int) {
        let all = [0] + TimeControl.minutes
        let index = all.firstIndex(of: timeControl?.minutes ?? 0) ?? 0
        timeControl = TimeControl(minutes: all[(index + step + all.count) % all.count], increment: timeControl?.increment ?? 0)
    }

    /// The next number of seconds per move; with a clock of five minutes, if there was none.
    fileprivate mutating func changeIncrement(by step: Int) {
        let all = TimeControl.increments
        let index = all.firstIndex(of: timeControl?.increment ?? 0) ?? 0
        timeControl = TimeControl(minutes: timeControl?.minutes ?? 5, increment: all[(index + step + all.count) % all.count])
    }
}

extension ThemeName {
    /// What the player reads.
    fileprivate var words: String {
        switch self {
        case .standard: tr("default")
        case .light: tr("light")
        case .highContrast: tr("high-contrast")
        case .colourBlind: tr("colour-blind")
        case .ocean: tr("ocean")
        case .mono: tr("mono")
        }
    }
}

extension String {
    /// The text padded with spaces to `width` cells.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - TextWidth.of(self))) }
}
