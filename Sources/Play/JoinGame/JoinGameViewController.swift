// The games on the network, live, and a line for an address or a code. It knows listings and connections, no board: what is
// played is for the delegate.

import Language
import Screen
import Session

/// Is told what comes of the joining.
protocol JoinGameViewControllerDelegate: AnyObject {
    /// The player has joined `game`, which may be in a list, too. `isOpened`: with its code. Without it the game may turn out to be
    /// private; then the player is asked for the code and joins again.
    func controller(
        _ controller: JoinGameViewController, didJoin game: JoinedGame, with connection: Connection, isOpened: Bool)
    /// The player does not want to join any.
    func controllerDidCancelJoining(_ controller: JoinGameViewController)
}

/// A game to be joined.
struct JoinedGame {
    /// What it is called.
    let name: String
    /// Where it is.
    let endpoint: Endpoint
    /// What it is listed as, where it was chosen from the list.
    var listedAs: String?

    /// At an address that was typed.
    init(at endpoint: Endpoint) { (name, self.endpoint) = (endpoint.words, endpoint) }

    /// From the list.
    init(_ listing: Listing) { (name, endpoint, listedAs) = (listing.title, listing.endpoint, listing.name) }
}

/// Joining a game.
final class JoinGameViewController {
    /// Who is told.
    weak var delegate: JoinGameViewControllerDelegate?

    private let navigator: Navigator
    private var browser: Cancellable?
    private var rows = GameRows()
    private(set) var list = ChoiceList()
    private var trouble: String?
    private(set) var field: TextField?
    private(set) var attempt: (name: String, task: Cancellable)?
    /// The private game whose code is asked for.
    private(set) var prompt: PassphrasePrompt?

    /// The list of games; push it.
    init(navigator: Navigator) {
        self.navigator = navigator
        listGames()
    }

    /// What can be chosen: the games, and last the line for an address.
    private enum Line: Hashable {
        case game(String)
        case address
    }

    private(set) lazy var bindings: [Binding] = [
        Binding(
            .up, .down, name: "↑↓", label: tr("Choose"), help: tr("Choose a game, or the address line."), isAvailable: isChoosing
        ) {
            [unowned self] in
            _ = list.move(by: $0)
            navigator.setNeedsDisplay()
        },
        Binding(
            .enter, label: tr("Join"), help: tr("Join the chosen game, connect to the address, or try the code."),
            isNeeded: true,
            isAvailable: { [unowned self] in !isBusy }, action: { [unowned self] _ in confirm() }),
        Binding(
            .character("1"), .character("2"), .character("3"), .character("4"), .character("5"), .character("6"), .character("7"),
            .character("8"), .character("9"), name: "1-9", help: tr("Join that game."), isAvailable: isChoosing
        ) { [unowned self] in
            if let index = list.index(named: $0) { open(index) }
        },
        Binding(.character("a"), label: tr("Address"), help: tr("Type an address."), isAvailable: isChoosing) {
            [unowned self] _ in
            open(rows.listings.count)
        },
        Binding(.escape, .character("q"), label: tr("Back"), help: tr("Cancel, or go back.")) {
            [unowned self] _ in
            goBack()
        },
    ]

    private var isChoosing: () -> Bool { { [unowned self] in field == nil && prompt == nil && attempt == nil } }
    private var isBusy: Bool { attempt != nil || prompt?.isTrying == true }

    /// Connects to an address as typed, or says what is wrong with it; with a code, to a private game.
    func join(_ line: String, code: Passphrase? = nil) {
        do throws(AddressMistake) {
            let endpoint = try navigator.environment.endpoint(typed: line)
            let game = JoinedGame(at: endpoint)
            guard let code else { return connect(to: game) }
            askCode(of: game, typed: code.text)
            tryCode()
        } catch {
            navigator.show(alert: error.sentence)
        }
    }

    /// Asks for the code of a private game.
    func askCode(of game: JoinedGame, typed: String = "") {
        field = nil
        prompt = PassphrasePrompt(game, typed: typed)
        navigator.setNeedsDisplay()
    }
}

// MARK: - The original's verbs

extension JoinGameViewController {
    private func joinGame(_ listing: Listing) {
        let game = JoinedGame(listing)
        if listing.isPrivate { askCode(of: game) } else { connect(to: game) }
    }

    private func connect(to game: JoinedGame, code: Passphrase? = nil) {
        let task = navigator.environment.connect(to: game.endpoint) { [weak self] in self?.didConnect(to: game, code, $0) }
        attempt = (game.name, task)
        navigator.setNeedsDisplay()
    }

    private func didConnect(to game: JoinedGame, _ code: Passphrase?, _ result: Result<Connection, NetworkFailure>) {
        attempt = nil
        switch result {
        case .success(let connection):
            if let code { return knock(with: code, on: connection) }
            delegate?.controller(self, didJoin: game, with: connection, isOpened: false)
        case .failure(let failure): navigator.show(alert: failure.sentence(joining: game.name, at: game.endpoint))
        }
    }

    private func confirm() {
        if prompt != nil {
            tryCode()
        } else if let field {
            join(field.text)
        } else {
            open(list.chosen)
        }
    }

    func open(_ index: Int) {
        list.choose(index)
        if index < rows.listings.count {
            joinGame(rows.listings[index])
        } else {
            field = field ?? TextField(limit: 255, isLeftToRight: true)
        }
        navigator.setNeedsDisplay()
    }

    private func goBack() {
        if let attempt {
            attempt.task.cancel()
            self.attempt = nil
        } else if let prompt {
            prompt.cancel()
            self.prompt = nil
        } else if field != nil {
            field = nil
        } else {
            delegate?.controllerDidCancelJoining(self)
            return
        }
        navigator.setNeedsDisplay()
    }
}

// MARK: - Private games

extension JoinGameViewController {
    private func tryCode() {
        guard let prompt else { return }
        do throws(Passphrase.Mistake) {
            let code = try Passphrase(typed: prompt.field.text)
            if code == prompt.refused {
                navigator.show(alert: tr("Wrong code. Try another one."))
            } else if !prompt.attempt(code) {
                connect(to: prompt.game, code: code)
            }
        } catch {
            navigator.show(alert: error.sentence)
        }
        navigator.setNeedsDisplay()
    }

    private func knock(with code: Passphrase, on connection: Connection) {
        guard let prompt else { return connection.close() }
        prompt.attempt(code, on: connection, navigator.environment) { [weak self] in self?.didHear($0) }
        navigator.setNeedsDisplay()
    }

    private func didHear(_ outcome: PassphraseEntry.Outcome) {
        guard let prompt else { return }
        navigator.setNeedsDisplay()
        if case .opened(let connection) = outcome {
            delegate?.controller(self, didJoin: prompt.game, with: connection, isOpened: true)
            return
        }
        if case .isPublic = outcome { self.prompt = nil }
        if let sentence = outcome.sentence(joining: prompt.game.name) { navigator.show(alert: sentence) }
    }
}

// MARK: - The network

extension JoinGameViewController {
    private func didReceive(_ event: BrowserEvent) {
        switch event {
        case .found(let listing) where listing.facts[Reconnector.fact] != nil:
            rows.lost(name: listing.name)  // two that play already look for each other
        case .found(let listing):
            rows.found(listing)
            trouble = nil
        case .lost(let name): rows.lost(name: name)
        case .trouble(let trouble): self.trouble = trouble.sentence(browsing: .game)
        case .ready: trouble = nil
        }
        // The first game to come is chosen.
        let isFirst = list.count == 1
        listGames()
        if isFirst { list.choose(0) }
        navigator.setNeedsDisplay()
    }

    private func listGames() {
        list.setRows(rows.listings.map { Line.game($0.name) } + [.address], letters: [.address: "a"])
    }
}

extension JoinGameViewController: ViewController {
    var title: String { tr("Join a game") }
    var isTyping: Bool { (field != nil || prompt != nil) && !isBusy }

    func didAppear() {
        guard browser == nil else { return }
        browser = navigator.environment.browse(.game) { [weak self] in self?.didReceive($0) }
    }

    func didLeave() {
        browser?.cancel()
        browser = nil
        attempt?.task.cancel()
        attempt = nil
        prompt?.cancel()
        prompt = nil
    }

    func didPress(_ key: Key) -> Bool {
        if isBusy { return false }
        if let prompt {
            guard prompt.field.edit(key) else { return false }
        } else if field != nil {
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
        let area = navigator.page(in: area, columns: 70, on: canvas)
        let (x, width) = (area.x, area.width)
        var y = area.y + (area.height > 12 ? 1 : 0)
        for line in TextWidth.wrap(navigator.glyphs.spelt(headline), to: width, rows: area.height - 3) {
            canvas.put(line, x: x, y: y, trouble == nil ? .label : .problem)
            y += 1
        }
        y += area.height > 12 ? 1 : 0
        let rect = Rect(x: x, y: y, width: width, height: max(1, min(list.count, area.y + area.height - y - 1)))
        list.draw(on: canvas, in: rect, cutsBehind: { _ in true }, text: line)
        drawTyping(on: canvas, in: area, below: rect)
    }

    /// What is said above the games.
    var headline: String {
        trouble ?? (rows.listings.isEmpty ? tr("Looking for games on this network…") : tr("Games on this network:"))
    }

    /// A game of the list, or the line for an address.
    func line(_ index: Int) -> (words: String, behind: String) {
        guard index < rows.listings.count else { return (tr("Type an address"), "") }
        let listing = rows.listings[index]
        let place = listing.endpoint.words
        return (listing.title, listing.isPrivate ? tr("private, {address}", ["address": place]) : place)
    }

    private func drawTyping(on canvas: Canvas, in area: Rect, below list: Rect) {
        let y = min(list.y + list.height, area.y + area.height - 1)
        if let attempt {
            let words = navigator.glyphs.spelt(tr("Connecting to {name}…", ["name": attempt.name]))
            canvas.fill(Rect(x: list.x, y: y, width: list.width, height: 1), .alert)
            canvas.focus = Point(x: list.x, y: y)
            canvas.put(TextWidth.clip(words, to: list.width - 2), x: list.x + 1, y: y, .alert)
        } else if let prompt {
            prompt.draw(on: canvas, x: list.x, y: y, width: list.width, glyphs: navigator.glyphs)
        } else if let field {
            let label = (list.width > 40 ? tr("Address (host, host:port or [v6]:port):") : tr("Address:")) + " "
            canvas.fill(Rect(x: list.x, y: y, width: list.width, height: 1))
            let after = canvas.put(label, x: list.x + 2, y: y)
            field.draw(on: canvas, x: after, y: y, width: list.x + list.width - after)
        }
    }
}

extension Listing {
    /// The fact that says that a game is private.
    static let privateFact = "private"
    /// Whether it says that it asks for a code.
    var isPrivate: Bool { facts[Self.privateFact] == "1" }
}
