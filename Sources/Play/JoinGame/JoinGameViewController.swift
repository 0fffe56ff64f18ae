// The games on the network, live, and a line for an address or a code. It knows services and connections, no board.

import HelperLines
import Screen
import Session

/// Joining a game.
final class JoinGameViewController {
    private let navigator: Navigator
    private var browser: Cancellable?
    private var rows = GameRows()
    private var list = ChoiceList()
    private var trouble: String?
    private var field: TextField?
    private var attempt: (name: String, dialling: Cancellable)?
    /// The private game whose code is asked for.
    private var prompt: PassphrasePrompt?

    /// The list of games; push it.
    init(navigator: Navigator) {
        self.navigator = navigator
        list.setCount(1)
    }

    private(set) lazy var bindings: [Binding] = [
        Binding(.up, .down, name: "↑↓", label: "Choose", help: "Choose a game, or the address line.", isAvailable: isChoosing) {
            [unowned self] in
            _ = list.move(by: $0)
            navigator.setNeedsDisplay()
        },
        Binding(
            .enter, label: "Join", help: "Join the chosen game, or connect to the typed address, or try the typed code.",
            isAvailable: { [unowned self] in !isBusy }, action: { [unowned self] _ in confirm() }),
        Binding(
            .character("1"), .character("2"), .character("3"), .character("4"), .character("5"), .character("6"), .character("7"),
            .character("8"), .character("9"), name: "1-9", help: "Join the game of this number.", isAvailable: isChoosing
        ) { [unowned self] in
            if let index = list.index(named: $0) { open(index) }
        },
        Binding(.character("a"), label: "Address", help: "Type an address.", isAvailable: isChoosing) { [unowned self] _ in
            open(rows.services.count)
        },
        Binding(.escape, .character("q"), label: "Back", help: "Cancel the connecting or the typing, or go back.") {
            [unowned self] _ in
            goBack()
        },
    ]

    private var isChoosing: () -> Bool { { [unowned self] in field == nil && prompt == nil && attempt == nil } }
    private var isBusy: Bool { attempt != nil || prompt?.isTrying == true }

    /// Connects to an address as typed, or says what is wrong with it; with a code, to a private game.
    func join(_ line: String, code: Passphrase? = nil) {
        do throws(AddressLine.Mistake) {
            let destination = try AddressLine.destination(in: line)
            let name = AddressLine.text(destination.hosts[0], port: destination.port)
            guard let code else { return dial(destination, name: name) }
            askCode(of: name, at: destination, typed: code.text)
            tryCode()
        } catch {
            navigator.show(alert: error.sentence)
        }
    }

    /// Asks for the code of a private game.
    func askCode(of name: String, at destination: Destination, typed: String = "") {
        field = nil
        prompt = PassphrasePrompt(name: name, destination: destination, typed: typed)
        navigator.setNeedsDisplay()
    }
}

// MARK: - The original's verbs

extension JoinGameViewController {
    private func joinGame(_ service: DiscoveredService) {
        let destination = Destination(
            hosts: service.addresses.isEmpty ? [service.host] : service.addresses, port: service.port)
        if service.isPrivate {
            askCode(of: service.name, at: destination)
        } else {
            dial(destination, name: service.name)
        }
    }

    private func dial(_ destination: Destination, name: String, code: Passphrase? = nil) {
        let dialling = navigator.surroundings.dial(destination) { [weak self] result in
            self?.didDial(destination, name: name, code, result)
        }
        attempt = (name, dialling)
        navigator.setNeedsDisplay()
    }

    private func didDial(
        _ destination: Destination, name: String, _ code: Passphrase?, _ result: Result<Connection, NetworkFailure>
    ) {
        attempt = nil
        switch result {
        case .success(let connection):
            if let code { knock(with: code, on: connection) } else { play(name, at: destination, on: connection) }
        case .failure(let failure): navigator.show(alert: failure.sentence(joining: name, at: destination))
        }
    }

    /// The game begins. By its address alone it is not to be seen that it is private: then the code is asked for after all.
    private func play(_ name: String, at destination: Destination, on connection: Connection) {
        let game = FourInARowViewController(navigator: navigator, opponentName: name)
        game.didFindPrivate = { [navigator] in
            let list = JoinGameViewController(navigator: navigator)
            navigator.replaceTop(with: list)
            list.askCode(of: name, at: destination)
        }
        navigator.replaceTop(with: game)
        game.startGame(with: connection, isHost: false)
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

    private func open(_ index: Int) {
        list.choose(index)
        if index < rows.services.count {
            joinGame(rows.services[index])
        } else {
            field = field ?? TextField(limit: 255)
        }
        navigator.setNeedsDisplay()
    }

    private func goBack() {
        if let attempt {
            attempt.dialling.cancel()
            self.attempt = nil
        } else if let prompt {
            prompt.cancel()
            self.prompt = nil
        } else if field != nil {
            field = nil
        } else {
            return navigator.pop()
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
                navigator.show(alert: "That code was wrong. Type another one.")
            } else if !prompt.attempt(code) {
                dial(prompt.destination, name: prompt.name, code: code)
            }
        } catch {
            navigator.show(alert: error.sentence)
        }
        navigator.setNeedsDisplay()
    }

    private func knock(with code: Passphrase, on connection: Connection) {
        guard let prompt else { return connection.close() }
        prompt.attempt(code, on: connection, navigator.surroundings) { [weak self] in self?.didHear($0) }
        navigator.setNeedsDisplay()
    }

    private func didHear(_ outcome: PassphraseEntry.Outcome) {
        guard let prompt else { return }
        navigator.setNeedsDisplay()
        if case .opened(let connection) = outcome {
            let game = FourInARowViewController(navigator: navigator, opponentName: prompt.name)
            navigator.replaceTop(with: game)
            game.startGame(with: connection, isHost: false)
            return
        }
        if case .isPublic = outcome { self.prompt = nil }
        if let sentence = outcome.sentence(joining: prompt.name) { navigator.show(alert: sentence) }
    }
}

// MARK: - The network

extension JoinGameViewController {
    private func didReceive(_ event: DiscoveryEvent) {
        let chosen = list.chosen < rows.services.count ? rows.services[list.chosen].name : nil
        switch event {
        case .found(let service) where service.text[Reconnector.textKey] != nil:
            rows.lost(name: service.name)  // two that play already look for each other
        case .found(let service):
            rows.found(service)
            trouble = nil
        case .lost(_, let name): rows.lost(name: name)
        case .error(_, let sentence): trouble = sentence
        case .ready: trouble = nil
        case .published, .renamed: return
        }
        // The choice stays with the game it was on; on the address line it stays there, but for the first game to come.
        let wasOnAddress = chosen == nil && list.count > 1
        list.setCount(rows.services.count + 1)
        if let index = rows.services.firstIndex(where: { $0.name == chosen }) { list.choose(index) }
        if wasOnAddress { list.choose(rows.services.count) }
        navigator.setNeedsDisplay()
    }
}

extension JoinGameViewController: ViewController {
    var title: String { "Join a game" }
    var isTyping: Bool { (field != nil || prompt != nil) && !isBusy }

    func didAppear() {
        guard browser == nil else { return }
        browser = navigator.surroundings.browse(type: Program.serviceType) { [weak self] in self?.didReceive($0) }
    }

    func didLeave() {
        browser?.cancel()
        browser = nil
        attempt?.dialling.cancel()
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
        let width = min(area.width - 2, 72)
        let x = (area.width - width) / 2
        let sentence = trouble ?? (rows.services.isEmpty ? "Looking for games on this network…" : "Games on this network:")
        let words = TextWidth.wrap(navigator.glyphs.spelt(sentence), to: width)
        var y = area.y + (area.height > 12 ? 1 : 0)
        for line in words.prefix(area.height - 3) {
            canvas.put(line, x: x, y: y, trouble == nil ? .label : .problem)
            y += 1
        }
        y += area.height > 12 ? 1 : 0
        let rect = Rect(x: x, y: y, width: width, height: max(1, min(list.count, area.y + area.height - y - 1)))
        list.draw(on: canvas, in: rect) { index in
            guard index < self.rows.services.count else { return ("Type an address", "") }
            let service = self.rows.services[index]
            let place = service.addresses.first.map { AddressLine.text($0, port: service.port) } ?? service.host
            return (service.name, service.isPrivate ? "private, \(place)" : place)
        }
        drawTyping(on: canvas, in: area, below: rect)
    }

    private func drawTyping(on canvas: Canvas, in area: Rect, below list: Rect) {
        let y = min(list.y + list.height, area.y + area.height - 1)
        if let attempt {
            let words = navigator.glyphs.spelt("Connecting to \(attempt.name)…")
            canvas.fill(Rect(x: list.x, y: y, width: list.width, height: 1), .alert)
            canvas.put(TextWidth.clip(words, to: list.width - 2), x: list.x + 1, y: y, .alert)
        } else if let prompt {
            prompt.draw(on: canvas, x: list.x, y: y, width: list.width, glyphs: navigator.glyphs)
        } else if let field {
            let label = list.width > 40 ? "Address (host, host:port or [v6]:port): " : "Address: "
            canvas.fill(Rect(x: list.x, y: y, width: list.width, height: 1))
            let after = canvas.put(label, x: list.x + 2, y: y)
            field.draw(on: canvas, x: after, y: y, width: list.x + list.width - after)
        }
    }
}

extension DiscoveredService {
    /// The TXT record's key that says that a game is private.
    static let privateKey = "private"
    /// Whether it says that it asks for a code.
    var isPrivate: Bool { text[Self.privateKey] == "1" }
}
