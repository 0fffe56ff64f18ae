// Somebody in memory who watches a match, and what is seen of it.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

/// Somebody who watches, at a machine of their own.
final class Spectator {
    let machine: FakeEnvironment
    private(set) var watching: Watching?
    private(set) var phrases: [Phrase] = []
    private(set) var events: [MatchEvent] = []
    private(set) var refusals: [CodeRefusal] = []
    private(set) var failures: [WatchFailure] = []
    private(set) var unreachable: [NetworkFailure] = []
    /// Every position that was to be seen, in order.
    private(set) var seen: [String] = []
    private var games: NearbyGames?
    private lazy var joining = Joining(environment: machine)

    init(at machine: FakeEnvironment) {
        self.machine = machine
        games = NearbyGames(.watch, rendezvous: machine) {}
    }

    /// What is to be seen now; nil before there is something.
    var scene: MatchScene? { hasBegun ? watching?.scene : nil }
    private var hasBegun = false

    var listings: [Listing] { games?.listings ?? [] }

    /// Watches a friend's game, which is played in this room.
    func watch(_ room: RoomCode) {
        joining.didHappen = { [weak self] in self?.receive($0) }
        joining.join(JoinTarget(room), code: room.passphrase)
    }

    /// Watches the first listed game, or what is at an address.
    func watch(_ address: Endpoint? = nil, code: Passphrase? = nil) throws {
        joining.didHappen = { [weak self] in self?.receive($0) }
        joining.join(try address.map(JoinTarget.init(at:)) ?? JoinTarget(try #require(listings.first)), code: code)
    }

    private func receive(_ event: JoiningEvent) {
        switch event {
        case .joined(let target, let link, let code):
            let watching = Watching(link, at: target, code: code, environment: machine)
            self.watching = watching
            watching.didFail = { [unowned self] in failures.append($0) }
            watching.didBegin = { [unowned self] in
                hasBegun = true
                self.watching?.didHappen = { [unowned self] in receive($0) }
            }
            watching.start()
        case .refused(let refusal, _): refusals.append(refusal)
        case .failed(let failure, _): unreachable.append(failure)
        default: break
        }
    }

    private func receive(_ event: MatchEvent) {
        if case .heard(let phrase, _) = event { return phrases.append(phrase) }
        guard let scene else { return }
        events.append(event)
        let now = "\(scene.series.number) \(scene.game.digits)"
        if seen.last != now { seen.append(now) }
    }
}

/// A connection whose packets the test writes.
final class Caller {
    private let machine: FakeEnvironment
    private var attempt: Cancellable?
    private var link: Link?
    private(set) var isClosed = false

    init(at machine: FakeEnvironment) { self.machine = machine }

    func call(_ endpoint: Endpoint) {
        attempt = machine.connect(to: endpoint) { [unowned self] in
            guard case .success(let made) = $0 else { return }
            link = Link(made, scheduler: machine)
            link?.didEnd = { [weak self] _ in self?.isClosed = true }
            link?.start()
        }
    }

    func say(_ packet: Packet) { link?.send(packet) }
}
