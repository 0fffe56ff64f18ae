// Joining a friend by a room's number and four words: one line to type both, the tries at the room's door, and the wait for what is
// played there. It knows no relay, no board and no table: these are for the delegate.

import Language
import Screen
import Session
import Wire

/// Is told what comes of it.
protocol JoinOnlineViewControllerDelegate: AnyObject {
    /// The player is in, at a game for two: everything on `connection` is sealed.
    func controller(_ controller: JoinOnlineViewController, didJoin game: JoinedGame, with connection: PacketConnection)
    /// The same at a table.
    func controller(_ controller: JoinOnlineViewController, didFind table: MatchmakingTable, by connection: PacketConnection)
    /// The player goes back.
    func controllerDidCancelJoining(_ controller: JoinOnlineViewController)
}

/// Joining a friend.
final class JoinOnlineViewController {
    /// Who is told.
    weak var delegate: JoinOnlineViewControllerDelegate?

    private let navigator: Navigator
    private var field = TextField(limit: 160, isLeftToRight: true)
    /// The way to the room, while it is looked for.
    private var attempt: Cancellable?
    /// The tries at its door, and which room it is.
    private var entry: (number: String, door: PassphraseEntry)?
    /// In the room: the wait for what the host says first.
    private var greeting: RoomGreeting?
    /// Whether a code is with the host now.
    private var isTrying = false
    private var tried: RoomCode?
    /// The code that was wrong: an Enter that only closes what is shown must not cost a try.
    private var refused: RoomCode?

    /// The line; push it.
    init(navigator: Navigator) { self.navigator = navigator }

    private(set) lazy var bindings: [Binding] = [
        Binding(
            .enter, label: tr("Join"), help: tr("Join your friend's room."), isAvailable: { [unowned self] in !isBusy },
            action: { [unowned self] _ in confirm() }),
        Binding(.escape, label: tr("Back"), help: tr("Cancel, or go back.")) { [unowned self] _ in goBack() },
    ]

    private var isBusy: Bool { progress != nil }

    /// What is under way; nil where nothing is.
    var progress: String? {
        isTrying || greeting != nil ? tr("Trying the code…") : attempt == nil ? nil : tr("Looking for the room…")
    }

    /// Types a code and tries it.
    func join(_ code: RoomCode) {
        field = TextField(text: code.text, limit: 160, isLeftToRight: true)
        attempt(code)
    }

    private func confirm() {
        do throws(RoomCode.Mistake) {
            let code = try RoomCode(typed: field.text)
            if code == refused { return navigator.show(alert: tr("Wrong code. Try another one.")) }
            attempt(code)
        } catch {
            navigator.show(alert: error.sentence)
        }
    }

    private func attempt(_ code: RoomCode) {
        navigator.setNeedsDisplay()
        tried = code
        if let entry, entry.number == code.number {
            isTrying = true
            return entry.door.attempt(code.passphrase)
        }
        leaveDoor()
        attempt = navigator.environment.connect(to: code.endpoint) { [weak self] in self?.didConnect(with: code, $0) }
    }

    private func didConnect(with code: RoomCode, _ result: Result<Connection, NetworkFailure>) {
        attempt = nil
        navigator.setNeedsDisplay()
        switch result {
        case .success(let connection):
            isTrying = true
            // The room is bound to the words: nobody can lead this guest to another one.
            let door = PassphraseEntry(
                connection, code: code.passphrase, listedAs: code.endpoint.text, environment: navigator.environment
            ) { [weak self] in self?.didHear($0, from: code) }
            entry = (code.number, door)
        case .failure(let failure): navigator.show(alert: failure.sentence(joiningRoom: code.number))
        }
    }

    private func didHear(_ outcome: PassphraseEntry.Outcome, from code: RoomCode) {
        let wasTrying = isTrying
        isTrying = false
        navigator.setNeedsDisplay()
        if case .wrong = outcome { refused = tried } else { entry = nil }
        if case .opened(let connection) = outcome {
            greeting = RoomGreeting(connection, environment: navigator.environment) { [weak self] in self?.didEnter(code, $0) }
        } else if wasTrying, let sentence = outcome.sentence(joiningRoom: code.number) {
            navigator.show(alert: sentence)
        }
    }

    private func didEnter(_ code: RoomCode, _ contents: Result<RoomContents, NetworkFailure>) {
        greeting = nil
        navigator.setNeedsDisplay()
        switch contents {
        case .success(.game(let connection)):
            delegate?.controller(self, didJoin: JoinedGame(at: code.endpoint), with: connection)
        case .success(.table(let table, let connection)):
            delegate?.controller(self, didFind: table, by: connection)
        case .failure(let failure): navigator.show(alert: failure.sentence(joiningRoom: code.number))
        }
    }

    private func leaveDoor() {
        attempt?.cancel()
        attempt = nil
        greeting?.cancel()
        greeting = nil
        entry?.door.cancel()
        entry = nil
        isTrying = false
    }

    private func goBack() {
        guard isBusy else { return delegate?.controllerDidCancelJoining(self) ?? () }
        leaveDoor()
        navigator.setNeedsDisplay()
    }
}

extension JoinOnlineViewController: ViewController {
    var title: String { tr("Join a friend") }
    var isTyping: Bool { !isBusy }

    func didLeave() { leaveDoor() }

    func didPress(_ key: Key) -> Bool {
        guard !isBusy, field.edit(key) else { return false }
        navigator.setNeedsDisplay()
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let page = navigator.page(in: area, columns: 60, on: canvas)
        var y = page.y + (page.height > 12 ? 2 : 0)
        func put(_ text: String, _ role: Role) {
            for line in TextWidth.wrap(navigator.glyphs.spelt(text), to: page.width, rows: page.y + page.height - y) {
                canvas.put(line, x: page.x, y: y, role)
                y += 1
            }
        }
        put(tr("Type the number and the four words on your friend's screen:"), .label)
        y += page.height > 8 ? 1 : 0
        if let words = progress {
            canvas.fill(Rect(x: page.x, y: y, width: page.width, height: 1), .alert)
            canvas.focus = Point(x: page.x, y: y)
            canvas.put(TextWidth.clip(navigator.glyphs.spelt(words), to: page.width - 2), x: page.x + 1, y: y, .alert)
        } else {
            field.draw(on: canvas, x: page.x, y: y, width: page.width)
        }
        y += page.height > 8 ? 2 : 1
        let example = "481306 heron cabin onion copper"  // English
        put(tr("For example: {code}", ["code": example]), .faint)
        if page.height > 8 { put(tr("Capitals and spaces don't matter, and three letters of a word are enough."), .faint) }
    }
}
