// What the spectators of a match are shown. They come to the place of the game, which is free once both players have moved. At a relay that is the
// game's room.

import Engine
import Text
import Wire

/// The spectators of one match, at its host.
final class MatchAudience {
    /// Called when more or fewer watch.
    var didChange: () -> Void = {}

    private let audience: Audience
    private let look: () -> WatchedScene
    private var games: [WatchedGame]
    private var scene: WatchedScene?

    /// An audience of the match with this title, which asks for `code`; nil: anybody may watch. `games` were played before, `look` returns what
    /// is to be seen now. `open` follows.
    init(
        of title: String, code: Passphrase?, isAtRelay: Bool, games: [WatchedGame], environment: Match.Environment,
        look: @escaping () -> WatchedScene
    ) {
        audience = Audience(of: title, code: code, isAtRelay: isAtRelay, environment: environment)
        (self.games, self.look) = (games, look)
        audience.greeting = { [unowned self] in earlierGames + [presentScene] }
        audience.present = { [unowned self] in
            StreamSeal.latest(of: earlierGames, besides: [presentScene]) + [presentScene]
        }
        audience.didChange = { [unowned self] in
            show()
            didChange()
        }
    }

    /// How many watch.
    var count: Int { audience.count }

    /// Lets spectators come, at `place` or at another one if that is taken.
    func open(at place: Endpoint?) { audience.open(at: place) }

    /// The players look for each other: their place is theirs, and those who watch stay.
    func leavePlace() { audience.leavePlace() }

    /// The match is over.
    func end() { audience.end() }

    /// A player says something.
    func tell(_ phrase: Phrase, isHosts: Bool) { audience.tell(.phrase(phrase, isHosts: isHosts)) }

    /// Shows what is to be seen now.
    func show() {
        let scene = currentScene
        guard scene != self.scene else { return }
        if let last = self.scene?.game, last.number < scene.game.number {
            games.append(last)
            audience.tell(.game(last))
        }
        self.scene = scene
        audience.tell(.scene(scene))
    }

    private var currentScene: WatchedScene {
        var scene = look()
        scene.spectators = count
        return scene
    }

    private var presentScene: Packet { .control(.watch(.scene(currentScene))) }
    private var earlierGames: [Packet] { games.map { .control(.watch(.game($0))) } }
}

// MARK: - At the host

extension Match {
    /// What spectators see now.
    var scene: WatchedScene {
        let tally = series.tally
        var scene = WatchedScene(
            host: name, guest: opponent.name,
            game: WatchedGame(number: series.number, isHostFirst: me == .first, digits: game.digits, ending: ending),
            score: [tally.won, tally.drawn, tally.lost])
        scene.isYellowFirst = isYellowFirst
        scene.isBroken = reconnection != nil
        if let clock {
            scene.clock = clock.control.text
            scene.left = [Player.first, .second].compactMap(timeLeft)
            scene.isClockRunning = isClockRunning
        }
        return scene
    }

    /// The games of the series before this one, as they are stored: the program may have been started again.
    private var gamesBefore: [WatchedGame] {
        let records = recorder.earlierGames(series.number - 1, against: opponent.name)
        return records.enumerated().map { index, record in
            WatchedGame(
                number: series.number - 1 - index, isHostFirst: record.isFirst, digits: record.digits,
                ending: GameEnding(record.reason, result: record.result))
        }.reversed()
    }

    /// Lets spectators come, if the host allows it: when both players have moved, and again after a lost connection.
    func openAudience() {
        guard isWatchable, let session = recorder.session, session.isHost else { return }
        let isAtRelay = session.endpoint.flatMap(RelayEndpoint.init) != nil
        let room = spectatorRoom.map { RelayEndpoint.room(number: $0).endpoint }
        // Who was found has no room.
        if isAtRelay, room == nil || spectatorCode == nil { return }
        // A name in a list has at most 63 bytes.
        let names = [name, opponent.name].map { $0.cut(toBytes: 29) }.joined(separator: " – ")
        let audience =
            audience
            ?? MatchAudience(
                of: names, code: spectatorCode, isAtRelay: isAtRelay, games: gamesBefore, environment: environment
            ) { [unowned self] in scene }
        audience.didChange = { [weak self] in self?.tellSpectatorCount() }
        self.audience = audience
        audience.show()
        audience.open(at: isAtRelay ? room : session.endpoint)
    }

    private func tellSpectatorCount() {
        spectatorCount = audience?.count ?? 0
        (opponent as? GameController)?.send(spectators: spectatorCount)
        delegate?.match(self, didSend: .opponentChanged)
    }

    /// Shows spectators what has happened.
    func showSpectators(_ event: MatchEvent) {
        if case .resumed = event { return openAudience() }
        guard let audience else { return }
        switch event {
        case .ended:
            audience.end()
            self.audience = nil
        case .heard(let phrase): audience.tell(phrase, isHosts: false)
        case .lost:
            audience.leavePlace()
            audience.show()
        case .met: tellSpectatorCount()
        case .isLooking: break
        default: audience.show()
        }
    }
}
