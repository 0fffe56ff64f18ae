// What the spectators of a match are shown. They come to the place of the game, which is free once both players have moved.

import Engine
import Text
import Wire

/// The spectators of one match, at its host.
final class MatchAudience {
    /// Called when more or fewer watch.
    var didChange: () -> Void = {}

    private let audience: Audience
    private var games: [WatchedGame] = []
    private var scene: WatchedScene?

    /// An audience of the match with this title, which asks for `code`; nil: anybody may watch. `open` follows.
    init(of title: String, code: Passphrase?, environment: Scheduler & Rendezvous & Cryptography) {
        audience = Audience(of: title, code: code, environment: environment)
        audience.greeting = { [unowned self] in
            (games.map(WatchMessage.game) + [scene.map(WatchMessage.scene)].compactMap { $0 }).map { .control(.watch($0)) }
        }
        audience.didChange = { [unowned self] in
            if let scene { show(scene) }
            didChange()
        }
    }

    /// How many watch.
    var count: Int { audience.count }

    /// Lets spectators come, at `place` or at another one if that is taken.
    func open(at place: Endpoint?) { audience.open(at: place) }

    /// Nobody new can come. Those who watch stay.
    func closeDoor() { audience.closeDoor() }

    /// The match is over.
    func end() { audience.end() }

    /// Tells all spectators something.
    func tell(_ message: WatchMessage) { audience.tell(message) }

    /// This is to be seen from now on.
    func show(_ scene: WatchedScene) {
        var scene = scene
        scene.spectators = count
        guard scene != self.scene else { return }
        if let last = self.scene?.game, last.number < scene.game.number {
            games.append(last)
            tell(.game(last))
        }
        self.scene = scene
        tell(.scene(scene))
    }
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

    /// Lets spectators come, if the host allows it: when both players have moved, and again after a lost connection.
    func openAudience() {
        guard isWatchable, let session = recorder.session, session.isHost,
            session.endpoint.flatMap(RelayEndpoint.init) == nil
        else { return }
        // A name in a list has at most 63 bytes.
        let names = [name, opponent.name].map { $0.cut(toBytes: 29) }.joined(separator: " – ")
        let audience = audience ?? MatchAudience(of: names, code: spectatorCode, environment: environment)
        audience.didChange = { [weak self] in self?.tellSpectatorCount() }
        self.audience = audience
        audience.show(scene)
        audience.open(at: session.endpoint)
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
        case .heard(let phrase): audience.tell(.phrase(phrase, isHosts: false))
        case .lost:
            audience.closeDoor()
            audience.show(scene)
        case .met: tellSpectatorCount()
        case .isLooking: break
        default: audience.show(scene)
        }
    }
}
