// Players in memory who look for an opponent over one relay: their cards, their lists, and who accepts whose seek.

import TestSupport

@testable import Session

/// Machines with one relay between them.
final class Seekers {
    let network: FakeNetwork
    private var recorders: [Int: SeekRecorder] = [:]
    private var browsers: [SeekBrowser] = []

    init(_ count: Int = 3) { network = FakeNetwork(count) }

    var relay: FakeBroker { network.relay }
    func machine(_ index: Int) -> FakeEnvironment { network.machines[index] }
    func key(_ index: Int) -> PlayerKey { machine(index).key }

    /// A card of the player at a machine, once it is up.
    @discardableResult
    func seek(_ index: Int, named name: String = "Ann", isBlocked: @escaping ([UInt8]) -> Bool = { _ in false }) -> SeekRecorder {
        let machine = machine(index)
        let recorder = SeekRecorder(
            PostedSeek(by: key(index), name: name, isBlocked: isBlocked, broker: machine.broker, environment: machine))
        recorders[index] = recorder
        recorder.seek.list()
        network.settle()
        return recorder
    }

    /// What a player sees.
    func look(_ index: Int) -> SeekBrowser {
        let browser = SeekBrowser(broker: machine(index).broker, environment: machine(index)) {}
        browsers.append(browser)
        // The cards of two smaller buckets are counted first.
        network.settle()
        network.advance(seconds: 2)
        return browser
    }

    /// A player accepts a seek.
    func accept(_ card: SeekCard, as index: Int) -> Acceptance {
        recorders[index]?.seek.accepting = card.key
        let acceptance = Acceptance()
        acceptance.task = JoinAttempt(
            accepting: card, by: key(index), broker: machine(index).broker, environment: machine(index)
        ) { [weak self] in
            acceptance.result = $0
            if case .success(let connection) = $0 { acceptance.recorder.follow(connection) }
            if case .failure = $0 { self?.recorders[index]?.seek.accepting = nil }
        }
        recorders[index]?.didYield = { acceptance.task?.cancel() }
        return acceptance
    }

    /// The topics of the cards that the relay keeps.
    var cards: [String] { relay.retainedTopics.filter { $0.hasPrefix(RelayTopic.seeks(in: RelayTopic.everybody)) } }
}

/// The outcome of an acceptance.
final class Acceptance {
    var task: JoinAttempt?
    var result: Result<Connection, NetworkFailure>?
    let recorder = ByteRecorder()

    var connection: Connection? { if case .success(let connection) = result { connection } else { nil } }
    var failure: NetworkFailure? { if case .failure(let failure) = result { failure } else { nil } }
}

/// Records who accepts a seek.
final class SeekRecorder {
    let seek: PostedSeek
    private(set) var met: [Connection] = []
    private(set) var yields = 0
    let recorder = ByteRecorder()
    var didYield: () -> Void = {}

    init(_ seek: PostedSeek) {
        self.seek = seek
        seek.didMeet = { [weak self] in
            self?.met.append($0)
            self?.recorder.follow($0)
        }
        seek.didYield = { [weak self] in
            self?.yields += 1
            self?.didYield()
        }
    }
}

/// Records the bytes that arrive.
final class ByteRecorder {
    private(set) var bytes: [UInt8] = []
    private(set) var ends = 0

    func follow(_ connection: Connection) { connection.didReceive = { [weak self] in self?.take($0) } }
    private func take(_ new: ArraySlice<UInt8>?) { if let new { bytes += new } else { ends += 1 } }
}
