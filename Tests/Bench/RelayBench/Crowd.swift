// The simulation: players at one broker, a fifth of whom is on the list, where pairs are made. One reader checks all cards for everybody, and
// players choose by its list; the others only receive (ListReader). In reality each player who looks reads the list, so it has to stay as
// small as a screen, in buckets: README.md has the sum.
//
// One in ten cards is reached for by two players at once, and one in ten players who reach for one stands on the list and may be taken
// meanwhile.

import Glibc
import HelperProtocol
import Session

/// All the players.
final class Crowd {
    /// So many stand on the list.
    let standing: Int
    /// What has come of it.
    private(set) var ledger = Ledger()
    /// The cards that the reader has.
    private(set) var cards: [SeekCard] = []

    /// How old the takers' list may be, in milliseconds.
    private static let reading = 40

    private let loop: PollLoop
    private let load: Load
    private var readers: [ListReader] = []
    private var attackers: [Attacker] = []
    private var fakeKeys: Set<[UInt8]> = []
    private var players: [SimulatedPlayer] = []
    private var idle: [SimulatedPlayer] = []
    private var seekers = 0
    private var lastNumber = 0
    private var reader: (connection: PlayerConnection, browser: SeekBrowser)?
    private var isListNew = false
    private var lastRead = 0
    /// The attempts that are to become a pair each; those of a second player at the same card are not among them.
    private var underWay: Set<Int> = []
    private var chosen = 0
    /// This many attempts are made before the list is read again: a player who is told that a card is gone looks at the list first.
    private var attempts = 0

    /// Nobody is connected.
    init(_ load: Load, loop: PollLoop) {
        (self.load, self.loop) = (load, loop)
        standing = load.players / 5
    }

    /// How many connections have ended by themselves.
    var lost: Int {
        players.count { $0.broker.trouble != nil } + (reader?.connection.trouble == nil ? 0 : 1) + readers.count { $0.isLost }
            + attackers.count { $0.isLost }
    }

    /// How many messages of attackers the broker has acknowledged.
    var attacks: (fakeCards: Int, floods: Int) {
        attackers.reduce((0, 0)) { ($0.0 + $1.fakeCards, $0.1 + $1.floods) }
    }

    /// How many messages a reader has received.
    var counts: (cards: Int, renewals: Int, ends: Int, clears: Int) { readers[0].counts }

    /// Connects everybody to the broker at this port of this machine; what went wrong. `progress` is told how many there are.
    func connect(port: UInt16, progress: (Int) -> Void) -> String? {
        for index in 0...load.players + load.readers + load.attackers {
            let machine = PlayerMachine(loop)
            guard let connection = PlayerConnection(port: port, loop: loop, random: machine.randomBytes(16)) else {
                return "Player \(index) could not connect: \(String(cString: strerror(errno)))."
            }
            let deadline = loop.now + 10_000
            loop.run { connection.lastWill != nil || connection.trouble != nil || loop.now > deadline }
            guard connection.lastWill != nil else { return "The broker refused player \(index)." }
            switch index {
            case ..<load.players:
                players.append(SimulatedPlayer("Player \(index)", broker: connection, machine: machine, ledger: self))
            case load.players:
                let browser = SeekBrowser(bucket: "all", broker: connection, environment: machine) { [weak self] in
                    self?.isListNew = true
                }
                reader = (connection, browser)
            case ...(load.players + load.readers): readers.append(ListReader(connection, readsAll: load.readsAll))
            default: attackers.append(Attacker(connection, machine) { [weak self] in self?.fakeKeys.insert($0) })
            }
            progress(index)
        }
        idle = players.shuffled()
        return nil
    }

    /// Puts up a few cards, until there are enough.
    func fill() {
        for _ in 0..<4 where seekers < standing { idle.popLast().map(seek) }
        readList()
    }

    /// Lets the attackers begin.
    func attack() { for attacker in attackers { attacker.start(load) } }

    /// Has as many pairs begun as are due by now.
    func pair(due: Int) {
        readList()
        while seekers < standing, let player = nextIdle() { seek(player) }
        while ledger.pairs + underWay.count < due, attempts > 0, !cards.isEmpty, let player = nextTaker() {
            attempts -= 1
            let card = cards[.random(in: cards.indices)]
            guard let attempt = player.take(card) else { continue }
            underWay.insert(attempt)
            chosen += 1
            if chosen.isMultiple(of: 10) { _ = nextIdle()?.take(card) }
        }
    }

    private func seek(_ player: SimulatedPlayer) {
        seekers += 1
        player.seek()
    }

    private func readList() {
        guard loop.now - lastRead >= Self.reading, let browser = reader?.browser else { return }
        lastRead = loop.now
        attempts = 2 * load.pairs * Self.reading / 1000 + 1
        guard isListNew else { return }
        isListNew = false
        // A person would choose a fake card now and then, and wait for five seconds.
        cards = browser.list.rows(atMost: .max, isHidden: fakeKeys.contains).rows.map(\.card)
    }

    private func nextIdle() -> SimulatedPlayer? {
        guard !idle.isEmpty else { return nil }
        idle.swapAt(.random(in: idle.indices), idle.count - 1)
        return idle.removeLast()
    }

    /// One in ten is somebody on the list.
    private func nextTaker() -> SimulatedPlayer? {
        if Int.random(in: 0..<10) == 0 {
            for _ in 0..<20 { if let player = players.randomElement(), player.isListed, !player.isTaking { return player } }
        }
        return nextIdle()
    }
}

extension Crowd: PlayerLedger {
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    func didHear(attempt: Int, atCard card: Int) { ledger.add(attempt: attempt, atCard: card) }

    func didHear(card: Int, afterAttempt attempt: Int, microseconds: Int) {
        underWay.remove(attempt)
        ledger.add(card: card, afterAttempt: attempt, microseconds: microseconds)
    }

    func didFail(_ attempt: Int, because failure: NetworkFailure?) {
        underWay.remove(attempt)
        switch failure {
        case .refused: ledger.addGone()
        case .timedOut: ledger.addSilent()
        default: ledger.addOther()
        }
    }

    /// As the game does it; a card that its owner puts up again comes back.
    func didMiss(_ card: SeekCard) { reader?.browser.forget(card) }

    func didBecomeIdle(_ player: SimulatedPlayer) { idle.append(player) }
    func didLeaveList() { seekers -= 1 }
}
