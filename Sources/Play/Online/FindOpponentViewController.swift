// Finding an opponent among strangers: the list of those who look for one, live, the player's own card on it, and the way to a game. It
// knows cards and connections, no board: what is played is for the delegate.

import Language
import Screen
import Session

/// Is told what comes of it.
protocol FindOpponentViewControllerDelegate: AnyObject {
    /// Somebody on the list plays with us: everything on `connection` is sealed.
    func controller(_ controller: FindOpponentViewController, didTakeGameOf name: String, with connection: Connection)
    /// Somebody has found us on the list. Whoever plays tells the arbiter when it has begun to play, when both have moved, and if it goes
    /// before that.
    func controller(_ controller: FindOpponentViewController, didMeet guest: GameController, seatedBy arbiter: SeatArbiter)
    /// That one was no opponent, and is gone: the wait goes on.
    func controllerDidLoseGuest(_ controller: FindOpponentViewController)
    /// The player goes back.
    func controllerDidLeave(_ controller: FindOpponentViewController)
}

/// The list of those who look for an opponent.
final class FindOpponentViewController {
    /// How long one who takes our card may take to say hello, in milliseconds.
    static let timeout = 5000
    /// So many are listed; the others are counted. Who listens hears of those that have a digit: the numbers of others would be said
    /// again with each who comes.
    static let (mostListed, mostTold) = (200, 9)

    /// Who is told.
    weak var delegate: FindOpponentViewControllerDelegate?

    private let navigator: Navigator
    private let key: any PlayerKey
    private var browser: SeekBrowser?
    private var stand: PostedSeek?
    private var arbiter: SeatArbiter?
    private var attempt: (card: SeekCard, task: JoinAttempt)?
    private(set) var list = ChoiceList()
    /// Whether the player has moved the choice.
    private var hasMoved = false
    private var met: [[UInt8]: MetPlayer] = [:]
    private(set) var rows: [(card: SeekCard, isMet: Bool)] = []
    private(set) var more = 0
    /// Who came and left again last.
    private var visit: String?

    /// The list, for the player with this key; push it.
    init(navigator: Navigator, key: any PlayerKey) {
        self.navigator = navigator
        self.key = key
    }

    private(set) lazy var bindings: [Binding] = [
        Binding(.up, .down, name: "↑↓", label: tr("Choose"), help: tr("Choose a player."), isAvailable: hasRows) {
            [unowned self] in
            move(by: $0)
        },
        Binding(
            .enter, label: tr("Play"), help: tr("Play with the chosen player."), isNeeded: true, isAvailable: hasRows,
            action: { [unowned self] _ in take(list.chosen) }),
        Binding(
            keys: Binding.digits, name: "1-9", help: tr("Play with that player."),
            isAvailable: hasRows
        ) { [unowned self] in
            if let index = list.index(named: $0) { take(index) }
        },
        Binding(
            .character("s"), label: tr("Seek"), help: tr("Put yourself on the list, and wait to be found."), isNeeded: true,
            isAvailable: { [unowned self] in stand == nil }, action: { [unowned self] _ in seek() }),
        Binding(
            .character("s"), label: tr("Stop"), help: tr("Take yourself off the list."), isNeeded: true,
            isAvailable: { [unowned self] in stand != nil }, action: { [unowned self] _ in stopSeeking() }),
        Binding(
            .character("b"), label: tr("Block"), help: tr("Hide the chosen player for good. “Players met” lists who is blocked."),
            isAvailable: hasRows, action: { [unowned self] _ in block() }),
        Binding(.escape, .character("q"), label: tr("Back"), help: tr("Cancel, or go back.")) { [unowned self] _ in goBack() },
    ]

    private var hasRows: () -> Bool { { [unowned self] in attempt == nil && !rows.isEmpty } }
}

// MARK: - The list

extension FindOpponentViewController {
    private func update() {
        let (rows, more) =
            browser?.list.rows(
                atMost: navigator.listener == nil ? Self.mostListed : Self.mostTold, isMet: { [met] in met[$0] != nil },
                isHidden: { [met, key] in $0 == key.publicKey || met[$0]?.isBlocked == true }) ?? ([], 0)
        (self.rows, self.more) = (rows, more)
        list.setRows(rows.map(\.card.key))
        // When thousands come at once, the choice stays on top instead of sinking with the first of them.
        if browser?.isBehind == true, !hasMoved { list.choose(0) }
        navigator.setNeedsDisplay()
    }

    /// Whether the key moves the choice.
    @discardableResult
    private func move(by key: Key) -> Bool {
        guard list.move(by: key) else { return false }
        hasMoved = true
        navigator.setNeedsDisplay()
        return true
    }

    func name(of card: SeekCard) -> String { met[card.key]?.title ?? card.name }

    private func block() {
        guard rows.indices.contains(list.chosen) else { return }
        let card = rows[list.chosen].card
        let players = navigator.environment.players
        do throws(StorageFailure) {
            if met[card.key] == nil { try players.meet(card.key, called: card.name) }
            var player = met[card.key] ?? MetPlayer(key: card.key, name: card.name)
            player.isBlocked = true
            try players.keep(player)
            navigator.show(alert: tr("{name} is blocked.", ["name": player.title]))
        } catch {
            navigator.show(alert: error.sentence)
        }
        met = players.byKey
        update()
    }

    // MARK: Taking somebody

    func take(_ index: Int) {
        guard attempt == nil, rows.indices.contains(index) else { return }
        list.choose(index)
        let card = rows[index].card
        stand?.accepting = card.key
        let task = JoinAttempt(
            accepting: card, by: key, broker: navigator.environment.broker, environment: navigator.environment
        ) { [weak self] in self?.didTake(card, $0) }
        attempt = (card, task)
        navigator.setNeedsDisplay()
    }

    private func didTake(_ card: SeekCard, _ result: Result<Connection, NetworkFailure>) {
        attempt = nil
        switch result {
        case .success(let connection):
            stopSeeking()
            delegate?.controller(self, didTakeGameOf: name(of: card), with: connection)
        case .failure(let failure):
            navigator.show(alert: SeekWords.sentence(for: failure, with: name(of: card)))
            if failure == .refused { browser?.forget(card) }
            stand?.accepting = nil
        }
        navigator.setNeedsDisplay()
    }

    private func cancelAttempt() {
        attempt?.task.cancel()
        attempt = nil
        stand?.accepting = nil
        navigator.setNeedsDisplay()
    }

    private func goBack() {
        if attempt != nil { cancelAttempt() } else { delegate?.controllerDidLeave(self) }
    }
}

// MARK: - Being taken

extension FindOpponentViewController {
    private func seek() {
        let environment = navigator.environment
        let arbiter = SeatArbiter(
            name: navigator.playerName, environment: environment, timeout: Self.timeout)
        arbiter.delegate = self
        self.arbiter = arbiter
        let stand = PostedSeek(
            by: key, name: navigator.playerName, isBlocked: { [weak self] in self?.met[$0]?.isBlocked == true },
            broker: environment.broker, environment: environment)
        stand.delegate = self
        self.stand = stand
        visit = nil
        stand.accepting = attempt?.card.key
        stand.list()
        update()
    }

    private func stopSeeking() {
        stand?.cancel()
        stand = nil
        arbiter?.close(because: .left)
        arbiter = nil
        navigator.setNeedsDisplay()
    }
}

extension FindOpponentViewController: PostedSeekDelegate {
    func postedSeek(_ seek: PostedSeek, didMeet connection: Connection) {
        if let arbiter { arbiter.receive(connection) } else { connection.close() }
    }

    func postedSeekDidYield(_ seek: PostedSeek) { cancelAttempt() }
    func postedSeekDidChange(_ seek: PostedSeek) { navigator.setNeedsDisplay() }
}

extension FindOpponentViewController: SeatArbiterDelegate {
    func arbiter(_ arbiter: SeatArbiter, didSeat guest: GameController) {
        visit = nil
        if attempt != nil { cancelAttempt() }
        delegate?.controller(self, didMeet: guest, seatedBy: arbiter)
    }

    func arbiterDidUnseat(_ arbiter: SeatArbiter) { delegate?.controllerDidLoseGuest(self) }

    func arbiterDidHold(_ arbiter: SeatArbiter) { stand?.withdraw() }

    func arbiterDidSettle(_ arbiter: SeatArbiter) { stop() }

    func arbiter(_ arbiter: SeatArbiter, didLose guest: GameController, because reason: MatchEnd) {
        visit = tr("{name} came and left again.", ["name": guest.name])
        stand?.list()
        navigator.setNeedsDisplay()
        if guest.peer != nil { navigator.show(standing: OpponentWords.peer.sentence(for: reason, with: guest.name)) }
    }

    /// There is a game: nobody else is looked for.
    private func stop() {
        stand?.cancel()
        stand = nil
        browser?.cancel()
        browser = nil
    }
}

extension FindOpponentViewController: ViewController {
    var title: String { tr("Find an opponent") }

    func didAppear() {
        met = navigator.environment.players.byKey
        let environment = navigator.environment
        browser = browser ?? SeekBrowser(broker: environment.broker, environment: environment) { [weak self] in self?.update() }
        update()
    }

    func didLeave() {
        attempt?.task.cancel()
        attempt = nil
        stop()
        arbiter?.close(because: .left)
        arbiter = nil
    }

    func didPress(_ key: Key) -> Bool {
        guard attempt == nil else { return false }
        guard case .click = key, let index = list.index(named: key) else { return move(by: key) }
        take(index)
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let page = navigator.page(in: area, columns: 60, on: canvas)
        let isRoomy = page.height > 12
        var y = page.y + (isRoomy ? 1 : 0)
        let role: Role = if case .trouble = browser?.state { .problem } else { .label }
        for line in TextWidth.wrap(navigator.glyphs.spelt(headline), to: page.width, rows: page.height - 3) {
            canvas.put(line, x: page.x, y: y, role)
            y += 1
        }
        y += isRoomy ? 1 : 0
        let notes = self.notes(isRoomy: page.width >= 56)
        let room = page.y + page.height - y - notes.count - (more > 0 ? 1 : 0) - (isRoomy ? 1 : 0)
        let rect = Rect(x: page.x, y: y, width: page.width, height: max(1, min(rows.count, room)))
        let now = navigator.environment.wallClock
        list.draw(on: canvas, in: rect) { index in
            let (card, isMet) = rows[index]
            let waiting = now - card.since
            let behind = page.width > 50 ? SeekWords.wish(waiting: waiting) : SeekWords.waiting(waiting)
            return ((isMet ? "★ " : "") + name(of: card), behind)
        }
        y += min(rows.count, rect.height)
        if more > 0 {
            canvas.put(SeekWords.more(more), x: page.x + 4, y: y, .faint)
            y += 1
        }
        y += isRoomy && !rows.isEmpty ? 1 : 0
        for (index, (text, role)) in notes.enumerated() where y + index < page.y + page.height {
            canvas.fill(Rect(x: page.x, y: y + index, width: page.width, height: 1), role)
            let words = TextWidth.clip(navigator.glyphs.spelt(text), to: page.width - 2)
            canvas.put(words, x: page.x + 1, y: y + index, role)
        }
    }

    /// What is said above the list.
    var headline: String {
        SeekWords.heading(browser?.state ?? .pending, isEmpty: rows.isEmpty, isSeeking: stand != nil)
    }

    /// What is under way, below the list.
    func notes(isRoomy: Bool) -> [(text: String, role: Role)] {
        var notes: [(text: String, role: Role)] = []
        if let attempt { notes.append((tr("Asking {name}…", ["name": name(of: attempt.card)]), .alert)) }
        if let words = SeekWords.standing(stand?.state, isRoomy: isRoomy) { notes.append((words, .alert)) }
        if let visit { notes.append((bracketed(visit), .faint)) }
        return notes
    }
}
