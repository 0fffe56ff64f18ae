// The player's choices, changed line by line and kept at once. It knows settings, no files.

import Language
import Screen
import Session
import Text

/// The options.
final class OptionsViewController {
    private let navigator: Navigator
    private(set) var list = ChoiceList()
    private(set) var field: TextField?

    init(navigator: Navigator) {
        self.navigator = navigator
        list.setCount(Option.allCases.count)
    }

    enum Option: Int, CaseIterable {
        case name, theme, animation, pause, ascii, bell, title, language

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
            }
        }

        /// The same before its value.
        var label: String { tr("{name}:", ["name": words]) }
    }

    private(set) lazy var bindings: [Binding] = [
        Binding(
            .up, .down, name: "↑↓", label: tr("Choose"), help: tr("Choose a line."),
            isAvailable: { [unowned self] in field == nil }
        ) {
            [unowned self] in
            _ = list.move(by: $0)
            navigator.setNeedsDisplay()
        },
        Binding(.enter, label: tr("Change"), help: tr("Change the setting, or save the name.")) { [unowned self] _ in confirm() },
        Binding(.left, .right, name: "←→", help: tr("Change the setting."), isAvailable: { [unowned self] in field == nil }) {
            [unowned self] in change(by: $0 == .left ? -1 : 1)
        },
        Binding(
            keys: Array(Binding.digits.prefix(Option.allCases.count)),
            name: "1-\(Option.allCases.count)",
            help: tr("Change that setting."), isAvailable: { [unowned self] in field == nil }
        ) { [unowned self] in
            if let index = list.index(named: $0) { open(index) }
        },
        Binding(.escape, .character("q"), label: tr("Back"), help: tr("Go back; in the name: cancel.")) { [unowned self] _ in
            goBack()
        },
    ]

    private var option: Option { Option(rawValue: list.chosen) ?? .name }

    func open(_ index: Int) {
        list.choose(index)
        confirm()
    }

    private func confirm() {
        if let field {
            var settings = navigator.settings
            settings.name = field.text.asPlayerName
            self.field = nil
            navigator.change(settings)
        } else if option == .name {
            field = TextField(text: navigator.settings.name, limit: PlayerName.longest)
        } else {
            return change(by: 1)
        }
        navigator.setNeedsDisplay()
    }

    private func change(by step: Int) {
        var settings = navigator.settings
        switch option {
        case .name: return confirm()
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
        }
        navigator.change(settings)
        if option == .bell && settings.bell != .no { navigator.environment.ringBell() }
    }

    private func goBack() {
        guard field != nil else { return navigator.pop() }
        field = nil
        navigator.setNeedsDisplay()
    }
}

extension OptionsViewController: ViewController {
    var title: String { tr("Options") }
    var isTyping: Bool { field != nil }

    func didPress(_ key: Key) -> Bool {
        if field != nil {
            guard field?.edit(key) == true else { return false }
        } else if case .click = key, let index = list.index(named: key) {
            open(index)
        } else {
            guard list.move(by: key) else { return false }
        }
        navigator.setNeedsDisplay()
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let page = navigator.page(in: area, columns: 60, on: canvas)
        let rows = Rect(
            x: page.x, y: page.y + max(0, page.height - Option.allCases.count - 3) / 3, width: page.width,
            height: min(page.height, Option.allCases.count))
        let isRoomy = rows.width >= Self.leastRoomy
        let indent = 2 + (Option.allCases.map { TextWidth.of($0.label) }.max() ?? 0)
        let typed = field == nil ? nil : list.chosen
        list.draw(on: canvas, in: rows) { index in
            guard let option = Option(rawValue: index) else { return ("", "") }
            // The field stands beside the label, even where nobody puts letters in order.
            if index == typed { return (option.label, "") }
            let lines = [isRoomy, false].map { isLong in
                let value = self.value(of: option, isRoomy: isLong)
                return isRoomy ? option.label.padded(to: indent) + value : labelled(option.words, value)
            }
            return (4 + TextWidth.of(lines[0]) <= rows.width ? lines[0] : lines[1], "")
        }
        if let field {
            let indent = 4 + (isRoomy ? indent : TextWidth.of(labelled(Option.name.words, "")))
            field.draw(
                on: canvas, x: rows.x + indent, y: rows.y + list.chosen, width: rows.width - indent - 1, prompt: tr("Your name"))
        }
        let note = tr("Yellow and red differ in shape, too:")
        let y = rows.y + rows.height + 1
        guard y + 1 < area.y + area.height else { return }
        canvas.put(note, x: rows.x + 2, y: y, .faint, limit: rows.width - 2)
        for (index, cell) in [BoardCell.mine, .yours].enumerated() {
            canvas.put(cell.glyph, x: rows.x + 2 + index * 3, y: y + 1, cell.role)
        }
    }

    /// The narrowest list whose values are in a column of their own.
    private static let leastRoomy = 38

    func value(of option: Option, isRoomy: Bool) -> String {
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
        }
    }
}

extension ThemeName {
    /// What the player reads.
    fileprivate var words: String {
        switch self {
        case .standard: tr("default")
        case .highContrast: tr("high-contrast")
        case .mono: tr("mono")
        }
    }
}

extension String {
    /// With blanks behind it, so many cells wide.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - TextWidth.of(self))) }
}
