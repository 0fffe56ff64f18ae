// Two programs that play a match over a relay in memory: the host is in a room, the guest has its number and the words.

import Engine
import TestSupport
import Testing

@testable import Session

/// A host and a guest at a match over a relay.
final class OnlinePair {
    let matches: MatchPair
    let gate: PassphraseGate
    private var entry: PassphraseEntry?
    /// What became of the guest's tries.
    private(set) var refusals: [CodeRefusal] = []

    var relay: FakeBroker { matches.network.relay }
    var host: MatchPlayer { matches.host }
    var guest: MatchPlayer { matches.guest }

    /// The host waits in its room. `machines` counts all machines.
    init(machines: Int = 2, timeControl: TimeControl? = nil, isWatchable: Bool = false) throws {
        matches = try MatchPair(
            at: RelayEndpoint.anyRoom.endpoint, machines: machines, timeControl: timeControl, isWatchable: isWatchable)
        gate = try #require(PassphraseGate(listedAs: "?", environment: matches.host.machine))
        matches.host.code = gate.code
        matches.host.admit = { [gate] in gate.admit($0) }
        gate.didOpen = { [matches] in matches.host.receive($0) }
        matches.network.advance(seconds: 2)
        gate.listedAs = try #require(host.advertisement).endpoint.text
    }

    /// What the host tells its friend.
    var code: RoomCode { RoomCode(number: host.advertisement?.directions.first ?? "", passphrase: gate.code) }

    /// The guest comes with a number and words.
    func join(with code: RoomCode) {
        guest.join(at: code.endpoint) { [self] connection, go in
            entry = PassphraseEntry(
                connection, code: code.passphrase, listedAs: code.endpoint.text, environment: guest.machine
            ) { [self] in
                switch $0 {
                case .success(let sealed): go(sealed)
                case .failure(let refusal): refusals.append(refusal)
                }
            }
        }
        matches.network.settle()
    }

    /// The guest comes, and both have said hello.
    func meet() {
        join(with: code)
        matches.network.advance(seconds: 1)
    }

    /// Moves in turn, a second each.
    func play(_ digits: String, hostFirst: Bool = true) {
        for (index, digit) in digits.enumerated() {
            (index.isMultiple(of: 2) == hostFirst ? host : guest).match.move(digit.wholeNumberValue.map { $0 - 1 } ?? 0)
            matches.network.advance(seconds: 1)
        }
    }

    /// The seconds until both see each other again; nil if that takes longer than `limit`.
    func secondsUntilTogether(atMost limit: Int) -> Int? {
        for second in 0...limit {
            if host.match.reconnection == nil && guest.match.reconnection == nil { return second }
            matches.network.advance(seconds: 1)
        }
        return nil
    }
}
