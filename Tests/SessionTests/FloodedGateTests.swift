// The gate of a private game during a flood of connections: a guest with the code gets in.

import Session
import TestSupport
import Testing
import Wire

@Suite struct FloodedGateTests {
    private let host = FakeEnvironment()
    private let guest = FakeEnvironment()

    /// Who floods, by the number of a connection.
    enum Crowd: CaseIterable {
        case everyoneOfAnotherNetwork, allAddressesOfOneNetwork, oneMachineOfTheGuestsNetwork

        func stranger(_ number: Int) -> FakeConnection {
            switch self {
            case .everyoneOfAnotherNetwork: FakeConnection(peer: "10.\(number / 250).\(number % 250).1:40000")
            case .allAddressesOfOneNetwork: FakeConnection(peer: "[2001:db8::\(number)]:40000", network: "2001:db8::/64")
            case .oneMachineOfTheGuestsNetwork: FakeConnection(peer: "10.77.0.66:\(number)")
            }
        }

        /// So many come while a word is on its way: 1,300 a second for a twentieth of a second.
        static let number = 65
    }

    @Test(arguments: Crowd.allCases) func twentyCorrectCodesComeInThroughAFlood(crowd: Crowd) throws {
        let gate = try #require(PassphraseGate(listedAs: "Tiger", environment: host))
        var opened = 0
        gate.didOpen = { _ in opened += 1 }
        var count = 0
        func flood() {
            for _ in 0..<Crowd.number {
                gate.admit(crowd.stranger(count))
                count += 1
            }
        }
        while count <= 256 { flood() }
        for round in 1...20 {
            let (inside, outside) = FakeConnection.pair(guest: "10.77.0.\(round)")
            gate.admit(inside)
            let entry = PassphraseEntry(outside, code: gate.code, listedAs: "Tiger", environment: guest) { _ in }
            repeat { flood() } while inside.deliverOne() || outside.deliverOne()
            #expect(opened == round)
            withExtendedLifetime(entry) {}
        }
        gate.close()
    }
}
