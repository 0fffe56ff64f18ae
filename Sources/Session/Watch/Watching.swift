// Watching a match, as its spectator. The host's program says what is to be seen; this shows it in a match of its own, in which nobody
// here can move. A lost connection is made again.

import Engine
import Wire

/// Why there is nothing to watch.
package enum WatchFailure: Equatable {
    /// A game is hosted there, in which not both players have moved.
    case notBegun
    /// As many watch as may.
    case full
    /// It is over, or was none.
    case ended(Disconnection)
}

/// A match somewhere else, as the opponent of a match in which nobody here plays.
package final class Watching: Opponent {
    /// The pause before the host is looked for again, in milliseconds; how long it may take to say who it is; and how long it may be silent.
    package static let (pause, greetingTimeout, timeout) = (2_000, 3_000, 2 * Audience.interval + 5_000)
    /// How much longer that pause may be at a relay, and how long the host may take to show a present that was cleared there again.
    package static let (longestDelay, clearedTimeout) = (8_000, Republication.leastPause + 3_000)

    package let kind = GameKind.network
    package let permissions = Permissions(isWatched: true)
    package private(set) var isAnswering = false
    package private(set) var isSealed: Bool
    /// The guest, as the second name on the screen.
    package var name: String { scene?.guest ?? "" }
    /// The host; the first name.
    package var hostName: String { scene?.host ?? target.name }
    /// The games before the one on the board, from the first.
    package private(set) var games: [WatchedGame] = []
    /// How many watch.
    package var spectators: Int { scene?.spectators ?? 0 }
    /// Called with each phrase of a player.
    package var didHear: (_ phrase: Phrase, _ isHosts: Bool) -> Void = { _, _ in }

    /// Called when there is something to see; `Match.begin(with:)` follows.
    package var didBegin: () -> Void = {}
    /// Called instead, and then nothing more.
    package var didFail: (WatchFailure) -> Void = { _ in }

    private let target: JoinTarget
    private let code: Passphrase?
    private let environment: Match.Environment
    private let joining: Joining
    private var connection: Link
    private weak var match: Match?
    private var scene: WatchedScene?
    /// The number of the first game that is not among `games`.
    private var nextGame = 1
    private var silence: Cancellable?
    /// At a relay: what follows the connection.
    private var reception: Reception?
    /// Whether the host said that it is the one.
    private var isGreeted = false

    /// Watches what the host at the other end of `connection` shows; it was found at `target`, with `code` if there was one. `start`
    /// follows.
    package init(_ connection: Link, at target: JoinTarget, code: Passphrase?, environment: Match.Environment) {
        (self.connection, self.target, self.code, self.environment) = (connection, target, code, environment)
        isSealed = connection.isSealed
        joining = Joining(environment: environment)
        joining.delegate = self
    }

    package func areWeFirst(after last: LastGame?) -> Bool { true }

    /// Waits for the host.
    package func start() { read() }

    /// Shows what the host says in `match`.
    func show(in match: Match) {
        self.match = match
        if let scene { show(scene, isFirst: true) }
    }

    package func leave(because reason: ByeReason) { stop() }

    private func stop() {
        isAnswering = false
        silence?.cancel()
        joining.cancel()
        connection.close()
        endReception()
    }

    private func endReception() {
        reception?.cancel()
        reception = nil
    }

    private func read() {
        isGreeted = false
        connection.receiver = self
        connection.start()
        awaitHost()
    }

    private func awaitHost() { awaitHost(for: isGreeted ? Self.timeout : Self.greetingTimeout) }

    private func awaitHost(for milliseconds: Int) {
        silence?.cancel()
        silence = environment.after(milliseconds: milliseconds) { [weak self] in self?.lookAgain() }
    }

    /// Connects again, after a moment, unless nothing was seen yet.
    private func lookAgain() {
        if scene == nil { return end(because: .closed) }
        connection.close()
        endReception()
        setAnswering(false)
        silence?.cancel()
        silence = environment.after(milliseconds: pause) { [weak self] in
            guard let self else { return }
            joining.join(target, code: code)
        }
    }

    /// At a relay a hundred may have lost the host at once.
    private var pause: Int {
        let chance = environment.randomBytes(2).reduce(0) { $0 << 8 | Int($1) }
        return target.isRoom ? Self.pause + chance % Self.longestDelay : Self.pause
    }

    private func setAnswering(_ isAnswering: Bool) {
        guard isAnswering != self.isAnswering else { return }
        self.isAnswering = isAnswering
        match?.send(.opponentChanged)
    }

    private func end(because reason: Disconnection) {
        fail(.ended(reason))
        match?.end(because: .disconnected(reason))
    }

    private func fail(_ failure: WatchFailure) {
        stop()
        if scene == nil { didFail(failure) }
    }
}

extension Watching: JoiningDelegate {
    package func joining(_ joining: Joining, did event: JoiningEvent) {
        switch event {
        case .changed: break
        case .joined(_, let connection, _):
            self.connection = connection
            read()
        case .foundTable(_, let connection):
            connection.close()
            lookAgain()
        case .failed, .refused, .codeRepeated: lookAgain()
        }
    }
}

extension Watching: LinkReceiver {
    package func link(_ connection: Link, didReceive packet: Packet) {
        guard connection === self.connection else { return }
        receive(packet)
    }

    private func receive(_ packet: Packet) {
        defer { if isAnswering { awaitHost() } }
        switch packet {
        case .control(.privacy): end(because: .isPrivate)
        case .control(.hello(let hello)): receive(hello)
        case .control(.bye(.left)): end(because: .bye(.left))
        case .control(.bye(.taken)) where scene == nil: fail(.full)
        case .control(.watch(let message)) where isGreeted: receive(message)
        // A table describes itself first.
        case .lobby(.matchmaking(.table)) where !isGreeted: end(because: .notAGame(isGuest: false))
        default: break
        }
    }

    private func receive(_ hello: Hello) {
        guard Program.isSameVersion(hello.version) else { return end(because: .otherVersion) }
        // The game has not begun yet, or its players look for each other.
        guard hello.game == Hello.watched else {
            guard hello.game == Hello.fourInARow else { return end(because: .notAGame(isGuest: false)) }
            return scene == nil ? fail(.notBegun) : lookAgain()
        }
        isGreeted = true
        (games, nextGame) = ([], 1)
    }

    private func receive(_ message: WatchMessage) {
        switch message {
        case .scene(let scene): receive(scene)
        case .game(let game): if game.number >= nextGame, games.count < WatchMessage.mostGames { append(game) }
        case .phrase(let phrase, let isHosts): didHear(phrase, isHosts)
        case .stream(let stream): if target.isRoom, scene != nil { follow(stream) }
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
        let isFirst = self.scene == nil
        guard scene != self.scene else { return setAnswering(true) }
        (self.scene, isAnswering) = (scene, true)
        if isFirst { didBegin() } else { show(scene, isFirst: false) }
    }

    /// The host shows the match to all at once from now on, and closes the connection.
    private func follow(_ stream: WatchedStream) {
        connection.close()
        let reception = Reception(stream, environment: environment)
        self.reception = reception
        reception.didReceive = { [weak self] in for packet in $0 { self?.receive(packet) } }
        reception.didLose = { [weak self] in
            self?.setAnswering(false)
            self?.silence?.cancel()
        }
        reception.didReturn = { [weak self] in self?.awaitHost() }
        reception.didClear = { [weak self] in if self?.isAnswering == true { self?.awaitHost(for: Self.clearedTimeout) } }
        reception.didLapse = { [weak self] in self?.lookAgain() }
    }

    private func show(_ scene: WatchedScene, isFirst: Bool) {
        guard let game = try? Game(digits: scene.game.digits) else { return end(because: .bye(.nonsense)) }
        match?.show(scene, game, isFirst: isFirst)
    }

    package func linkDidEnd(_ connection: Link, because end: LinkEnd) {
        if connection === self.connection { lookAgain() }
    }
}

// MARK: - The match that is shown

extension Match {
    /// Whether the players are somewhere else.
    package var isWatched: Bool { opponent.permissions.isWatched }

    /// Shows a scene. What differs from the last one is an event.
    func show(_ scene: WatchedScene, _ next: Game, isFirst: Bool) {
        let (last, lastEnding, lastNumber, wasFirst) = (game, ending, series.number, me)
        series.number = scene.game.number
        series.tally = Tally(won: scene.score[0], drawn: scene.score[1], lost: scene.score[2])
        me = scene.game.isHostFirst ? .first : .second
        isYellowFirst = scene.isYellowFirst
        spectatorCount = scene.spectators
        (game, ending) = (next, scene.game.ending)
        clock.clocks = TimeControl(text: scene.clock).flatMap { control in
            scene.left.count == 2
                ? GameClock(control, left: scene.left, runsSince: scene.isClockRunning ? environment.now : nil) : nil
        }
        isBroken = scene.isBroken
        if isFirst || lastNumber != series.number || wasFirst != me {
            send(.began(byOpponent: false))
        } else if next.moves.count == last.moves.count + 1, next.moves.starts(with: last.moves) {
            send(.moved(byUs: next.mover != me))
        } else if next.moves != last.moves {
            send(.tookBack)
        } else {
            send(ending != lastEnding && ending != nil ? .decided : .opponentChanged)
        }
    }
}
