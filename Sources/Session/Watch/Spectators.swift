// Who may watch a match, and who does. At the host they are an Audience, which opens when the guest has said hello.

import Text
import Wire

/// The spectators of a match, at one of its players.
final class Spectators {
    /// Called at the host when more or fewer watch.
    var didChange: () -> Void = {}
    /// Whether others may watch; with a peer the host decides. Whoever wants to has to know `code`, if there is one.
    var areAllowed = false
    var code: Passphrase?
    /// The number of the relay's room to which they come; nil: they come to the place of the game.
    var room: String?
    /// The number of spectators.
    var count = 0
    /// Those who watch what we host.
    private(set) var audience: Audience?
    /// What is to be seen now.
    private var look: (() -> WatchedScene)?
    /// The game as they see it while the move that follows has not been confirmed, and for how long at most.
    private var held: WatchedGame?
    private var holding: Cancellable?
    /// Who has left, and whether that one was lost, in the last scene.
    private var departure: (isHost: Bool, isLost: Bool)?

    /// How long they wait at most for a move that the opponent's program has not confirmed, in milliseconds.
    private static let longestHold = 30_000

    /// Nobody watches.
    init() {}

    /// The host lets them come to the game at `place`, if that is allowed: when the guest has said hello, at the door of its `arbiter`; when both
    /// players have moved; and again after a lost connection. `games` were played before, `look` returns what is to be seen now.
    func open(
        at place: Endpoint?, seatedBy arbiter: SeatArbiter?, players: [String], games: () -> [WatchedGame],
        environment: Match.Services, look: @escaping () -> WatchedScene
    ) {
        guard areAllowed else { return }
        let isAtRelay = place.flatMap(RelayEndpoint.init) != nil
        let room = room.map { RelayEndpoint.room(number: $0).endpoint }
        // An opponent found among strangers is met in no room: nobody can watch.
        if isAtRelay, room == nil || code == nil { return }
        // A name in a list has at most 63 bytes.
        // Of a private game it tells nobody who the guest is.
        let title = players.prefix(code == nil ? 2 : 1).map { $0.cut(toBytes: 29) }.joined(separator: " – ")
        self.look = look
        let audience =
            audience
            ?? Audience(
                of: title, code: code, isAtRelay: isAtRelay, games: games(), environment: environment,
                look: { [unowned self] in
                    var scene = look()
                    if let held { scene.game = held }
                    if let departure { (scene.isHostGone, scene.isBroken) = (departure.isHost, departure.isLost) }
                    return scene
                })
        audience.didChange = { [weak self] in self?.audienceDidChange() }
        self.audience = audience
        audience.show()
        audience.open(at: isAtRelay ? room : place, seatedBy: arbiter)
    }

    private func audienceDidChange() {
        count = audience?.count ?? 0
        didChange()
    }

    /// They see the game as it is now until the opponent's program has confirmed the move that follows, but not for ever. Otherwise a player
    /// could stop the own program and watch the answer in a second one.
    func hold(scheduler: Scheduler) {
        guard audience != nil, held == nil else { return }
        held = look?().game
        holding = scheduler.after(milliseconds: Self.longestHold) { [weak self] in
            self?.release()
            self?.audience?.show()
        }
    }

    private func release() {
        holding?.cancel()
        (holding, held) = (nil, nil)
    }

    /// Shows them what has happened. `isConfirmed`: the opponent's program has confirmed all, so they may see the game as it is.
    func show(_ event: MatchEvent, isConfirmed: Bool) {
        if isConfirmed { release() }
        guard let audience else { return }
        switch event {
        case .ended(let reason): end(departure: reason.departure)
        case .heard(let phrase, let isOurs): audience.tell(phrase, isHosts: isOurs)
        case .lost:
            audience.leavePlace()
            audience.show()
        case .met: audienceDidChange()
        case .isLooking: break
        default: audience.show()
        }
    }

    /// Tells them what we say.
    func tell(_ phrase: Phrase) { audience?.tell(phrase, isHosts: true) }

    /// The match is over, because the host has left it, or the guest; or it `isSaved`, and they may come again when it goes on.
    func end(isSaved: Bool = false, departure: (isHost: Bool, isLost: Bool)?) {
        // The last move, too: there is nobody left to answer it.
        release()
        self.departure = isSaved ? nil : departure
        audience?.show()
        audience?.end(because: isSaved ? .busy : .left)
        (audience, look) = (nil, nil)
    }
}

// MARK: - At the host

extension Match {
    /// Shows spectators, and the other player, what there is from now on.
    func openAudience(seatedBy arbiter: SeatArbiter? = nil) {
        guard let session = recorder.session ?? recorder.offered, session.isHost else { return }
        spectators.didChange = { [weak self] in
            guard let self else { return }
            opponent.send(.watch(.count(spectators.count)))
            didHappen(.opponentChanged)
        }
        let guest = opponent.state.name
        spectators.open(
            at: session.endpoint, seatedBy: arbiter, players: [name, guest],
            games: { recorder.games(before: series.number, against: guest) }, environment: environment
        ) { [unowned self] in WatchedScene(scene, host: name) }
    }
}

extension MatchEnd {
    /// How the guest has gone, for the spectators; nil where a program ended the match.
    var departure: (isHost: Bool, isLost: Bool)? {
        if case .disconnected(let reason) = self { (false, reason == .late) } else { nil }
    }
}

extension GameRecorder {
    /// The games of a series before this number, as they are stored: the program may have been started again.
    fileprivate func games(before number: Int, against guest: String) -> [WatchedGame] {
        earlierGames(number - 1, against: guest).enumerated().map { index, record in
            WatchedGame(
                number: number - 1 - index, isHostFirst: record.isFirst, digits: record.digits,
                ending: GameEnding(record.reason, result: record.result))
        }.reversed()
    }
}

extension WatchedScene {
    /// What spectators see of a match that this player hosts.
    init(_ scene: MatchScene, host: String) {
        let (series, score) = (scene.series, scene.series.earlier)
        self.init(
            host: host, guest: scene.opponent.name,
            game: WatchedGame(
                number: series.number, isHostFirst: series.me == .first, digits: series.game.digits, ending: series.ending),
            score: [score.won, score.drawn, score.lost])
        isYellowFirst = scene.isYellowFirst
        isBroken = scene.isBroken
        clock = scene.timeControl?.text ?? ""
        left = scene.left
        isClockRunning = scene.isClockRunning
    }
}
