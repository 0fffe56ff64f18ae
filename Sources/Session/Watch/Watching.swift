// Watching a match, as its spectator. The host's program says what is to be seen, and each difference from what was seen before is an
// event. A lost connection is made again.

import Engine
import Wire

/// Why there is nothing to watch.
package enum WatchFailure: Equatable {
    /// A game is hosted there that waits for its guest.
    case notBegun
    /// Its host lets nobody watch.
    case notAllowed
    /// As many watch as may.
    case full
    /// It is over, or was none.
    case ended(Disconnection)
}

/// A match of others.
package final class Watching {
    /// The pause before the host is looked for again, in milliseconds; how long it may take to say who it is; and how long it may be silent.
    package static let (pause, greetingTimeout, timeout) = (2_000, 3_000, 2 * Audience.interval + 5_000)
    /// How much longer that pause is at a relay, for each who watches, at most; and how long the host may take to show a present that was
    /// cleared there again.
    package static let (delay, clearedTimeout) = (80, Republication.leastPause + 3_000)

    /// Called after something has happened.
    package var didHappen: (MatchEvent) -> Void = { _ in }
    /// Called when there is something to see, before the first event.
    package var didBegin: () -> Void = {}
    /// Called instead, and then nothing more.
    package var didFail: (WatchFailure) -> Void = { _ in }

    private let target: JoinTarget
    private let code: Passphrase?
    private let environment: Match.Services
    private let joining: Joining
    /// While a host from a list is looked for: that list, where a program that was started again may have another place.
    private var list: NearbyGames?
    private var link: Link
    /// What the host showed last, and the series in which that is.
    private var shown: (scene: WatchedScene, series: MatchSeries)?
    /// When that came: the clocks have run on since.
    private var clocksSeen = 0
    /// When nothing more was to come, or the host could not be reached: they stand still since.
    private var clocksStopped: Int?
    /// Until when the players may go on with the match that they have saved; nil while it is not.
    private var savedUntil: Int?
    /// When the host's program could not be reached any more.
    private var lostAt: Int?
    /// The games before the one on the board, from the first.
    private(set) var games: [WatchedGame] = []
    /// Whether the host's program can be reached.
    private var isAnswering = false
    /// Whether this machine has no connection to the relay at which the match is.
    private var isCutOff = false
    /// Whether nothing more will come.
    private var isOver = false
    /// The number of the first game that is not among `games`.
    private var nextGame = 1
    private var silence: Cancellable?
    /// At a relay: what follows the connection.
    private var reception: Reception?
    /// Whether the host said that it is the one.
    private var isGreeted = false

    /// Watches what the host at the other end of `link` shows; it was found at `target`, with `code` if there was one. `start`
    /// follows.
    package init(_ link: Link, at target: JoinTarget, code: Passphrase?, environment: Match.Services) {
        (self.link, self.target, self.code, self.environment) = (link, target, code, environment)
        joining = Joining(environment: environment)
        joining.didHappen = { [weak self] in self?.receive($0) }
    }

    /// Waits for the host.
    package func start() { read() }

    /// Watches no more.
    package func leave() {
        isAnswering = false
        silence?.cancel()
        joining.cancel()
        list?.cancel()
        link.close()
        endReception()
    }

    private func endReception() {
        reception?.cancel()
        reception = nil
    }

    private func read() {
        isGreeted = false
        link.didReceive = { [weak self] in self?.receive($0) }
        link.didEnd = { [weak self] _ in self?.lookAgain() }
        link.start()
        awaitHost()
    }

    private func awaitHost() { awaitHost(for: isGreeted ? Self.timeout : Self.greetingTimeout) }

    private func awaitHost(for milliseconds: Int) {
        silence?.cancel()
        silence = environment.after(milliseconds: milliseconds) { [weak self] in self?.lookAgain() }
    }

    /// Connects again, after a moment, unless nothing was seen yet.
    private func lookAgain() {
        if shown == nil { return end(because: .closed) }
        if let savedUntil, environment.now >= savedUntil { return end(because: .bye(.left)) }
        // Whoever is killed may come back for as long.
        if savedUntil == nil, !isAnswering, !isCutOff, let lostAt, environment.now >= lostAt + ResumableGame.timeout * 1000 {
            return end(because: .late)
        }
        link.close()
        endReception()
        setAnswering(false)
        silence?.cancel()
        if list == nil, !target.isRoom, target.listedAs != nil { list = NearbyGames(.watch, rendezvous: environment) {} }
        silence = environment.after(milliseconds: pause) { [weak self] in
            guard let self else { return }
            let listing = list?.listings.first { $0.name == target.listedAs }
            joining.join(listing.map(JoinTarget.init) ?? target, code: code)
        }
    }

    /// At a relay all have lost the host at once, and may be a hundred.
    private var pause: Int {
        guard target.isRoom, let count = shown?.scene.spectators else { return Self.pause }
        let chance = environment.randomBytes(2).reduce(0) { $0 << 8 | Int($1) }
        return Self.pause + chance % (Self.delay * min(Broadcast.limit, max(1, count)))
    }

    private func setAnswering(_ isAnswering: Bool) { setAnswering(isAnswering, isCutOff: isCutOff && !isAnswering) }

    private func setAnswering(_ isAnswering: Bool, isCutOff: Bool) {
        guard (isAnswering, isCutOff) != (self.isAnswering, self.isCutOff) else { return }
        (self.isAnswering, self.isCutOff) = (isAnswering, isCutOff)
        // The host is missed from now on.
        lostAt = environment.now
        if !isAnswering { clocksStopped = clocksStopped ?? environment.now }
        didHappen(.opponentChanged)
    }

    private func end(because reason: Disconnection) {
        fail(.ended(reason))
        guard shown != nil, !isOver else { return }
        (isOver, savedUntil) = (true, nil)
        clocksStopped = clocksStopped ?? environment.now
        didHappen(.ended(.disconnected(reason)))
    }

    private func fail(_ failure: WatchFailure) {
        leave()
        if shown == nil { didFail(failure) }
    }
}

extension Watching {
    private func receive(_ event: JoiningEvent) {
        switch event {
        case .changed: break
        case .joined(_, let link, _):
            self.link = link
            read()
        case .foundTable(_, let link):
            link.close()
            lookAgain()
        // The host plays with somebody else.
        case .refused(.wrong, _) where savedUntil != nil: end(because: .bye(.left))
        case .failed(.relay, _) where shown != nil:
            setAnswering(false, isCutOff: true)
            lookAgain()
        case .failed, .refused, .codeRepeated:
            setAnswering(isAnswering, isCutOff: false)
            lookAgain()
        }
    }
}

extension Watching {
    private func receive(_ packet: Packet) {
        defer { if isAnswering { awaitHost() } }
        switch packet {
        case .control(.privacy): end(because: .isPrivate)
        case .control(.hello(let hello)): receive(hello)
        case .control(.bye(.left)): end(because: .bye(.left))
        case .control(.bye(.busy)) where shown != nil: didSave()
        case .control(.bye(.taken)) where shown == nil: fail(.full)
        case .control(.watch(let message)) where isGreeted: receive(message)
        // A table describes itself first.
        case .lobby(.matchmaking(.table)) where !isGreeted: end(because: .notAGame)
        default: break
        }
    }

    /// The host has saved the match and left it: it is looked for as long as it can be gone on with.
    private func didSave() {
        (savedUntil, clocksStopped) = (environment.now + ResumableGame.timeout * 1000, environment.now)
        lookAgain()
    }

    private func receive(_ hello: Hello) {
        guard Program.isSameVersion(hello.version) else { return end(because: .otherVersion) }
        // The game has not begun yet, or its players look for each other.
        guard hello.game == Hello.watched else {
            guard hello.game == Hello.fourInARow else { return end(because: .notAGame) }
            return shown == nil ? fail(hello.isWatchable ? .notBegun : .notAllowed) : lookAgain()
        }
        isGreeted = true
        (games, nextGame) = ([], 1)
    }

    private func receive(_ message: WatchMessage) {
        switch message {
        case .scene(let scene): receive(scene)
        case .game(let game): if game.number >= nextGame, games.count < WatchMessage.mostGames { append(game) }
        case .phrase(let phrase, let isHosts): didHappen(.heard(phrase, byUs: isHosts))
        case .stream(let stream): if target.isRoom, shown != nil { follow(stream) }
        case .count, .present: break
        }
    }

    /// A stream brings the latest games again and again. Where it does not reach back far enough, some are missing until we come again.
    private func append(_ game: WatchedGame) {
        if reception != nil, game.number > nextGame { return }
        games.append(game)
        nextGame = game.number + 1
    }

    private func receive(_ scene: WatchedScene) {
        if reception == nil { nextGame = scene.game.number } else if scene.game.number > nextGame { return lookAgain() }
        list?.cancel()
        (savedUntil, clocksStopped, list) = (nil, nil, nil)
        guard scene != shown?.scene else { return setAnswering(true) }
        guard let game = try? Game(digits: scene.game.digits) else { return end(because: .bye(.nonsense)) }
        (isAnswering, isCutOff) = (true, false)
        show(scene, MatchSeries(scene, game))
    }

    private func show(_ scene: WatchedScene, _ series: MatchSeries) {
        let last = shown?.series
        shown = (scene, series)
        clocksSeen = environment.now
        if last == nil { didBegin() }
        didHappen(series.event(after: last))
    }

    /// The host shows the match to all at once from now on, and closes the connection.
    private func follow(_ stream: WatchedStream) {
        link.close()
        let reception = Reception(stream, environment: environment)
        self.reception = reception
        reception.didReceive = { [weak self] in for packet in $0 { self?.receive(packet) } }
        reception.didLose = { [weak self] in
            self?.setAnswering(false, isCutOff: true)
            self?.silence?.cancel()
        }
        // Where the host is there its present is, too; where both players left meanwhile, they come to the room again.
        reception.didReturn = { [weak self] in
            guard let self else { return }
            setAnswering(isAnswering, isCutOff: false)
            awaitHost(for: Self.greetingTimeout)
        }
        reception.didClear = { [weak self] in if self?.isAnswering == true { self?.awaitHost(for: Self.clearedTimeout) } }
        reception.didLapse = { [weak self] in self?.lookAgain() }
    }
}

// MARK: - What is seen

extension Watching {
    /// What is to be seen of the match now.
    package var scene: MatchScene {
        let series = shown?.series ?? MatchSeries(at: Game())
        var scene = MatchScene(series, opponent: OpponentState(.network, name: shown?.scene.guest ?? ""))
        scene.opponent.isAnswering = isAnswering
        scene.opponent.isSealed = link.isSealed
        scene.host = shown?.scene.host ?? target.name
        scene.isYellowFirst = shown?.scene.isYellowFirst ?? false
        scene.isOver = isOver
        scene.isBroken = shown?.scene.isBroken == true || !isAnswering
        scene.isCutOff = isCutOff
        scene.isSaved = savedUntil != nil
        scene.departure = shown.flatMap { shown in shown.scene.isHostGone.map { ($0, shown.scene.isBroken) } }
        scene.timeControl = shown.flatMap { $0.scene.left.count == 2 ? TimeControl(text: $0.scene.clock) : nil }
        if let shown, scene.timeControl != nil {
            scene.left = shown.scene.left
            let now = clocksStopped ?? environment.now
            if shown.scene.isClockRunning { scene.left[series.game.mover.rawValue] -= now - clocksSeen }
            scene.left = scene.left.map { max(0, $0) }
            scene.isClockRunning = shown.scene.isClockRunning && !series.state.isOver && clocksStopped == nil
        }
        scene.spectators = shown?.scene.spectators ?? 0
        scene.earlierGames = games
        return scene
    }
}

extension MatchSeries {
    /// A series as its spectators see it. The host has our place.
    init(_ scene: WatchedScene, _ game: Game) {
        self.init(showing: game, number: scene.game.number)
        ending = scene.game.ending
        me = scene.game.isHostFirst ? .first : .second
        earlier = Tally(won: scene.score[0], drawn: scene.score[1], lost: scene.score[2])
    }

    /// What has happened since it looked like `last`; nil: nothing was seen yet.
    func event(after last: MatchSeries?) -> MatchEvent {
        guard let last, last.number == number, last.me == me else { return .began(byOpponent: false) }
        let (moves, before) = (game.moves, last.game.moves)
        if moves.count == before.count + 1, moves.starts(with: before) { return .moved(byUs: game.mover != me) }
        if moves != before { return .tookBack }
        return ending != last.ending && ending != nil ? .decided : .opponentChanged
    }
}

// MARK: - In the lists

extension Listing {
    /// Whether a match that can be watched has just begun: no disc was played.
    package var hasJustBegun: Bool { score == nil && move == 1 }
    /// The number of the next move; 0 once the game is over, nil where the host does not say.
    package var move: Int? { fact("move") }
    /// How many watch.
    package var spectators: Int { fact("watching") ?? 0 }
    /// The games that host and guest have won; nil before the first one has its end, and where the match is private.
    package var score: (host: Int, guest: Int)? {
        let numbers = (facts["score"] ?? "").split(separator: "-").compactMap { Int($0) }.filter { (0...1_000_000).contains($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }

    private func fact(_ name: String) -> Int? {
        facts[name].flatMap { Int($0) }.flatMap { (0...WatchMessage.mostSpectators).contains($0) ? $0 : nil }
    }
}
