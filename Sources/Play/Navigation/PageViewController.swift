// The screens that are pages. A screen supplies its title and its Page; keys, clicks, scrolling, typing and drawing come from here.

import Language
import Screen
import Text

/// A screen whose content is a Page:
///
///     final class PlanetsViewController: PageViewController {
///         let navigator: Navigator
///         let view = PageView()
///         var title: String { tr("Planets") }
///
///         func page(in size: Size) -> Page {
///             var page = Page(columns: 40)
///             page.headline = [Page.Note(.label, tr("Where to?"))]
///             page.rows = planets.map { planet in
///                 Page.Row(planet.id, planet.name, detail: planet.distance) { [unowned self] in fly(to: planet) }
///             }
///             page.keys = [backBinding(help: tr("Back to the menu."))]
///             return page
///         }
///     }
///
/// Call `navigator.setNeedsDisplay()` when the page has changed. To ask for text, describe the field in `page.field` and set `view.field`
/// to a TextField; set it to nil when it is done.
protocol PageViewController: ViewController {
    /// What the player chose and typed.
    var view: PageView { get }
    /// The current page, for an area of `size` cells between title and key bar.
    func page(in size: Size) -> Page
    /// The player has moved the choice, or typed.
    func didTouch()
}

extension Navigator {
    /// Whether others who look at the screen must not read what is typed now: a password.
    package var hidesTyping: Bool { (top as? any PageViewController)?.view.field?.isHidden == true }
}

extension PageViewController {
    var holdsInvitations: Bool { view.field != nil }
    var isTyping: Bool { view.field != nil && updatedPage().busy == nil }
    var bindings: [Binding] { bindings(of: updatedPage()) }
    func didPress(_ key: Key) -> Bool { pressPage(key) }
    func didTouch() {}
    func draw(on canvas: Canvas, in area: Rect) { drawPage(on: canvas, in: area) }

    /// Makes the page for the terminal as it is, and gives its rows to the view.
    func updatedPage() -> Page {
        var page = page(in: Size(width: navigator.area.width, height: navigator.area.height))
        view.update(&page)
        return page
    }

    /// Draws the page; returns where its rows are.
    @discardableResult
    func drawPage(on canvas: Canvas, in area: Rect) -> Rect {
        drawing(on: canvas).draw(in: area)
    }

    /// Draws parts of the page, for screens that draw more than a page.
    func drawing(on canvas: Canvas) -> PageDrawing {
        PageDrawing(page: updatedPage(), view: view, canvas: canvas, glyphs: navigator.glyphs, style: navigator.boardStyle)
    }

    /// Does what a key does that has no binding: text, clicks, and what moves the choice. Returns whether it was of use.
    func pressPage(_ key: Key) -> Bool {
        let page = updatedPage()
        if page.placement == .scrolled {
            guard view.scroll(by: key) else { return false }
        } else if isTyping {
            guard view.field?.edit(key) == true else { return false }
        } else {
            guard page.isActive, page.busy == nil else { return false }
            if case .click = key, let index = view.list.index(named: key) {
                open(page.rows[index], isClicked: !page.opensOnClick)
            } else if !page.hasChoice || !view.move(by: key) {
                return false
            }
        }
        didTouch()
        navigator.setNeedsDisplay()
        return true
    }

    /// Chooses a row, and opens it unless it was only clicked, or chosen by its digit.
    private func open(_ row: Page.Row, isClicked: Bool = false) {
        view.choose(row.id)
        view.hasMoved = true
        navigator.setNeedsDisplay()
        if !isClicked { row.open() }
    }

    /// Stops typing, or else goes back.
    func goBack() {
        guard view.field != nil else { return navigator.pop() }
        view.field = nil
        navigator.setNeedsDisplay()
    }

    /// Esc and Q.
    func backBinding(help: @escaping @autoclosure () -> String) -> Binding {
        Binding(.escape, .character("q"), label: tr("Back"), help: help()) { [unowned self] _ in goBack() }
    }
}

// MARK: - The keys

extension PageViewController {
    private func bindings(of page: Page) -> [Binding] {
        if page.placement == .scrolled { return scrolling + page.keys }
        let isChoosing = page.isActive && page.busy == nil && view.field == nil
        let keys = view.field == nil || page.keepsLetters ? page.keys : page.keys.filter { $0.keys.contains(.escape) }
        let field =
            view.field == nil || page.busy != nil
            ? [] : page.field.map { [confirmation(of: $0, on: page)] } ?? []
        return field + (page.rows.isEmpty ? [] : choosing(page, isAvailable: isChoosing)) + keys
    }

    private var scrolling: [Binding] {
        let scroll = { [unowned self] (key: Key) in _ = pressPage(key) }
        return [
            Binding(.up, .down, name: "↑↓", label: tr("Scroll"), help: tr("Scroll the text."), action: scroll),
            Binding(.character(" "), .pageDown, .pageUp, label: tr("Next page"), help: tr("Turn the page."), action: scroll),
        ]
    }

    private func confirmation(of field: Page.Field, on page: Page) -> Binding {
        // A field beside other keys may stay empty.
        let isWaiting =
            page.keepsLetters && view.field?.text.isEmpty == true && !page.options.contains(where: \.isChosen)
        let verb = page.verb
        return Binding(
            .enter, label: verb.label, help: verb.help, isNeeded: verb.isNeeded, standing: { isWaiting ? .dim : .lit }
        ) { [unowned self] _ in
            // What leads nowhere stays, until something else is typed.
            view.field?.selectAll()
            field.confirm()
        }
    }

    private func choosing(_ page: Page, isAvailable: Bool) -> [Binding] {
        let arrows = Binding(
            .up, .down, name: "↑↓", label: tr("Choose"), help: page.arrowHelp, isAvailable: { isAvailable },
            action: { [unowned self] in _ = pressPage($0) })
        if !page.hasChoice { return shortcuts(of: page, isAvailable) }
        return [arrows] + verbs(of: page, isAvailable) + changes(of: page, isAvailable) + digits(of: page, isAvailable)
            + shortcuts(of: page, isAvailable)
    }

    /// Enter, once for each thing that it can do on this page.
    private func verbs(of page: Page, _ isAvailable: Bool) -> [Binding] {
        let now = view.chosenRow(of: page).map { $0.verb ?? page.verb }
        var verbs: [Page.Verb] = []
        for verb in page.rows.map({ $0.verb ?? page.verb }) where !verbs.contains(verb) { verbs.append(verb) }
        return verbs.map { verb in
            Binding(
                keys: [.enter, .character(" ")] + verb.keys, name: "Enter", label: verb.label, help: verb.help,
                isNeeded: verb.isNeeded, isAvailable: { isAvailable && verb == now },
                action: { [unowned self] _ in
                    if let enter = page.enter { enter() } else if let row = view.chosenRow(of: page) { open(row) }
                })
        }
    }

    private func changes(of page: Page, _ isAvailable: Bool) -> [Binding] {
        guard page.rows.contains(where: { $0.change != nil }) else { return [] }
        return [
            Binding(
                .left, .right, name: "←→", label: page.changeLabel, help: tr("Change the setting."),
                isAvailable: { [unowned self] in isAvailable && view.chosenRow(of: page)?.change != nil },
                action: { [unowned self] in
                    view.chosenRow(of: page)?.change?($0 == .left ? -1 : 1)
                    navigator.setNeedsDisplay()
                })
        ]
    }

    private func digits(of page: Page, _ isAvailable: Bool) -> [Binding] {
        let keys = page.isNumbered ? Binding.digits.filter { view.list.index(named: $0) != nil } : []
        if keys.isEmpty { return [] }
        return [
            Binding(keys: keys, help: page.digitHelp, isAvailable: { isAvailable }) { [unowned self] in
                if let index = view.list.index(named: $0) { open(page.rows[index], isClicked: !page.opensOnDigit) }
            }
        ]
    }

    private func shortcuts(of page: Page, _ isAvailable: Bool) -> [Binding] {
        page.rows.compactMap { row in
            row.shortcut.map { shortcut in
                var binding = Binding(
                    .character(shortcut.letter), label: shortcut.label, help: shortcut.help, isAvailable: { isAvailable },
                    action: { [unowned self] _ in open(row) })
                binding.isListed = shortcut.isListed
                return binding
            }
        }
    }
}

// MARK: - The player's name

extension PageViewController {
    /// Asks for the player's name.
    func typeName() { view.field = TextField(text: navigator.settings.name, limit: PlayerName.longest) }

    /// The field for it, below the rows.
    func nameField(confirm: @escaping () -> Void) -> Page.Field {
        Page.Field(
            labels: [tr("Your name:")], placeholder: tr("Your name"), question: tr("Type your name. An empty line keeps it."),
            confirm: confirm)
    }

    /// Saves the typed name.
    func keepName() {
        guard let field = view.field else { return }
        view.field = nil
        var settings = navigator.settings
        settings.name = field.text.asPlayerName
        navigator.change(settings)
        navigator.setNeedsDisplay()
    }
}
