// Players in memory who look for an opponent over one relay: their cards, their lists, and who takes whom. It knows no screen.

import TestSupport

@testable import Session

/// Machines with one relay between them.
final class Seekers {
    let network: FakeNeighbourhood
    private var ears: [Int: StandEar] = [:]
    private var browsers: [SeekBrowser] = []

    init(_ count: Int = 3) { network = FakeNeighbourhood(count) }

    var relay: MakeBelieveBroker { network.relay }
    func machine(_ index: Int) -> FakeEnvironment { network.machines[index] }
    func key(_ index: Int) -> ToyKey { machine(index).key }

    /// A card of the player at a machine, once it is up.
    @discardableResult
    func seek(_ index: Int, named name: String = "Ann", isBlocked: @escaping ([UInt8]) -> Bool = { _ in false }) -> StandEar {
        let machine = machine(index)
        let ear = StandEar(
            PostedSeek(by: key(index), name: name, isBlocked: isBlocked, broker: machine.broker, machine: machine))
        ears[index] = ear
        ear.stand.list()
        network.settle()
        return ear
    }

    /// What a player sees.
    func look(_ index: Int) -> SeekBrowser {
        let browser = SeekBrowser(broker: machine(index).broker, machine: machine(index)) {}
        browsers.append(browser)
        network.advance(seconds: 1)
        return browser
    }

    /// A player takes a card.
    func take(_ card: SeekCard, as index: Int, named name: String = "Bob") -> Taking {
        ears[index]?.stand.taking = card.key
        let taking = Taking()
        taking.task = SeekAcceptor(
            card, by: key(index), name: name, broker: machine(index).broker, machine: machine(index)
        ) { [weak self] in
            taking.result = $0
            if case .success(let connection) = $0 { connection.delegate = taking.ear }
            if case .failure = $0 { self?.ears[index]?.stand.taking = nil }
        }
        ears[index]?.didYield = { taking.task?.cancel() }
        return taking
    }

    /// The topics of the cards that the relay keeps.
    var cards: [String] { relay.keptTopics.filter { $0.hasPrefix(RelayTopic.seeks) } }
}

/// What becomes of a take.
final class Taking {
    var task: SeekAcceptor?
    var result: Result<Connection, NetworkFailure>?
    let ear = ByteEar()

    var connection: Connection? { if case .success(let connection) = result { connection } else { nil } }
    var failure: NetworkFailure? { if case .failure(let failure) = result { failure } else { nil } }
}

/// Hears who takes a card.
final class StandEar: PostedSeekDelegate {
    let stand: PostedSeek
    private(set) var met: [Connection] = []
    private(set) var yields = 0
    let ear = ByteEar()
    var didYield: () -> Void = {}

    init(_ stand: PostedSeek) {
        self.stand = stand
        stand.delegate = self
    }

    func stand(_ stand: PostedSeek, didMeet connection: Connection) {
        met.append(connection)
        connection.delegate = ear
    }

    func standDidYield(_ stand: PostedSeek) {
        yields += 1
        didYield()
    }

    func standDidChange(_ stand: PostedSeek) {}
}

/// Hears bytes.
final class ByteEar: ConnectionDelegate {
    private(set) var bytes: [UInt8] = []
    private(set) var ends = 0

    func connection(_ connection: Connection, didReceive bytes: ArraySlice<UInt8>) { self.bytes += bytes }
    func connectionDidClose(_ connection: Connection) { ends += 1 }
}
