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

    @Test(arguments: Crowd.allCases) func correctCodesComeInThroughAFlood(crowd: Crowd) throws {
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
        for round in 1...5 {
            let (inside, outside) = FakeConnection.pair(guest: "10.77.0.\(round)")
            gate.admit(inside)
            let entry = PassphraseEntry(outside, code: gate.code, listedAs: "Tiger", environment: guest) { _ in }
            repeat { flood() } while inside.deliverOne() || outside.deliverOne()
            #expect(opened == round)
            host.advance(milliseconds: 1000 / PassphraseGate.proofsPerSecond)
            withExtendedLifetime(entry) {}
        }
        gate.close()
    }

    /// Who guesses codes.
    enum Guessers: CaseIterable {
        case fortyEightNetworks, twentyNeighbours, allAddressesOfOneNetwork

        func guesser(_ number: Int) -> FakeConnection {
            switch self {
            case .fortyEightNetworks: FakeConnection(peer: "10.0.\(number % 48).\(number % 250):40000")
            case .twentyNeighbours: FakeConnection(peer: "10.77.0.\(100 + number % 20):40000")
            case .allAddressesOfOneNetwork: FakeConnection(peer: "[2001:db8::\(number)]:40000", network: "2001:db8::/64")
            }
        }
    }

    /// Proofs come faster than they are checked. Chance decides which is next; that the right one waits for longer than this happens once in
    /// 10⁸ runs or less. Each of the 200 in a second is the right one with a probability of 1 % among 48 networks (half of 1/49, and half of
    /// one in 256 machines), of 5 % among twenty neighbours, and of a quarter where the others are one network.
    @Test(arguments: Guessers.allCases) func aCorrectCodeIsCheckedSoonAmongWrongOnes(guessers: Guessers) throws {
        let seconds = guessers == .fortyEightNetworks ? 9 : 2
        let gate = try #require(PassphraseGate(listedAs: "Tiger", environment: host))
        var opened = 0
        gate.didOpen = { _ in opened += 1 }
        var count = 0
        func guess(_ number: Int) {
            for _ in 0..<number {
                let guesser = guessers.guesser(count)
                gate.admit(guesser)
                let share = [UInt8(count % 200 + 2)] + [UInt8](repeating: 0, count: 31)
                guesser.receive(Packet.frame(of: .privacy(.reply(session: [UInt8](repeating: 9, count: 16), share: share))))
                guesser.receive(Packet.frame(of: .privacy(.proof([UInt8](repeating: 9, count: 64)))))
                count += 1
            }
        }
        guess(300)
        let (inside, outside) = FakeConnection.pair(guest: "10.77.0.1")
        gate.admit(inside)
        let entry = PassphraseEntry(outside, code: gate.code, listedAs: "Tiger", environment: guest) { _ in }
        while inside.deliverOne() || outside.deliverOne() { guess(30) }
        for _ in 0..<seconds * 50 where opened == 0 {
            host.advance(milliseconds: 20)
            guess(8)
        }
        #expect(opened == 1)
        withExtendedLifetime(entry) { gate.close() }
    }
}
