// The door of a private game in a flood of connections: whoever has the code comes in. It knows no screen, and no real network.

import Session
import TestSupport
import Testing
import Wire

@Suite struct FloodedDoorTests {
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
        let door = try #require(PassphraseGate(listedAs: "Tiger", environment: host))
        var opened = 0
        door.didOpen = { _ in opened += 1 }
        var count = 0
        func flood() {
            for _ in 0..<Crowd.number {
                door.admit(crowd.stranger(count))
                count += 1
            }
        }
        while count <= AdmissionRules().limit { flood() }
        for round in 1...20 {
            let (inside, outside) = FakeConnection.pair(guest: "10.77.0.\(round)")
            door.admit(inside)
            let entry = PassphraseEntry(outside, code: door.code, listedAs: "Tiger", environment: guest) { _ in }
            repeat { flood() } while inside.deliverOne() || outside.deliverOne()
            #expect(opened == round)
            withExtendedLifetime(entry) {}
        }
        door.close()
    }

    /// A person types, and the door is flooded all the while.
    @Test func whoTypedAWrongCodeKeepsThePlace() throws {
        let door = try #require(PassphraseGate(listedAs: "Tiger", environment: host))
        let knocking = FakeConnection(peer: "10.77.0.2:40000")
        door.admit(knocking)
        let share = [UInt8(2)] + [UInt8](repeating: 0, count: 31)
        let reply = PrivacyMessage.reply(session: [UInt8](repeating: 9, count: 16), share: share)
        let proof = PrivacyMessage.proof([UInt8](repeating: 9, count: 64))
        for message in [reply, proof] { knocking.receive(PacketEncoder.encode(.control(.privacy(message)))) }
        for number in 0..<600 { door.admit(Crowd.everyoneOfAnotherNetwork.stranger(number)) }
        host.advance(milliseconds: PassphraseGate.answerDelay)
        #expect(!knocking.isClosed)
        door.close()
        #expect(knocking.isClosed)
    }
}
