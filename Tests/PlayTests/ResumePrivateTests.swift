// A private game that breaks off is taken up again, and stays private: what those on the way hear, and those who would have it said
// in the clear.

import TestSupport
import Testing

@testable import Play
@testable import Session
@testable import Wire

@Suite struct ResumePrivateTests {
    /// The packets that stand in the clear at the beginning of a connection; `isSealed`: something other than packets follows.
    private func heard(_ end: FakeConnection) -> (packets: [Packet], isSealed: Bool) {
        var decoder = PacketDecoder()
        decoder.append(end.sent)
        var packets: [Packet] = []
        do {
            while let packet = try decoder.next() { packets.append(packet) }
        } catch {
            return (packets, true)
        }
        return (packets, decoder.isInsideFrame)
    }

    /// On all connections but the first, which began with a code, nothing of ours was said in the clear but a call and its answer.
    private func expectSecrecy(_ pair: Pair, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let ends = pair.network.connections.dropFirst(2)
        #expect(ends.count >= 2, sourceLocation: sourceLocation)
        for end in ends {
            let (packets, isSealed) = heard(end)
            #expect(packets.count == 1 && isSealed, sourceLocation: sourceLocation)
            switch packets.first {
            case .control(.resume(.call)), .control(.resume(.answer)): break
            default: Issue.record("\(packets)", sourceLocation: sourceLocation)
            }
        }
        let key = try #require(pair.host.machine.games.sessions.first).token.key
        for end in pair.network.connections { #expect(end.sent.firstRange(of: Array(Hexadecimal.text(key.copy).utf8)) == nil) }
    }

    @Test func theConnectionBreaksAndComesBackSealed() throws {
        let pair = Pair(isPrivate: true)
        pair.play("44")
        pair.host.press(.character("5"))
        for digits in ["445", "4453"] {
            pair.network.breakAll()
            #expect(pair.host.shows("Reconnecting…"))
            pair.network.settle()
            pair.expectGame(digits)
            #expect(pair.seats.prefix(2).allSatisfy { $0.game?.scene.opponent.isSealed == true })
            if digits == "445" { pair.press(1, .character("3")) }
        }
        try expectSecrecy(pair)
        #expect(pair.network.openEnds == 2)
    }

    @Test(arguments: [[0], [1], [0, 1]]) func theKilledComeBackSealed(dead: [Int]) throws {
        let pair = Pair(isPrivate: true)
        pair.play("445")
        for index in dead { pair.kill(index) }
        for index in dead { pair.start(index) }
        pair.expectGame("445")
        pair.play("53", from: 1)
        pair.expectGame("44553")
        try expectSecrecy(pair)
    }

    /// Started anew without a name, a player is not known by another one: that of the machine, perhaps.
    @Test(arguments: [true, false]) func thePlayerIsCalledWhatTheyWereCalledInTheGame(isNameGiven: Bool) throws {
        for index in [0, 1] {
            let pair = Pair(isPrivate: true)
            pair.play("445")
            pair.kill(index)
            pair.start(index, as: "Mallory", isNameGiven: isNameGiven)
            pair.expectGame("445")
            let name = isNameGiven ? "Mallory" : ["Ann", "Bob"][index]
            #expect(pair.seats[1 - index].game?.scene.opponent.name == name)
            let listed = pair.network.machines[0].advertisements.last?.offer.name
            if index == 0 { #expect(listed == "\(name) waits") }
            #expect(pair.seats[index].navigator.settings.name == "Mallory", "the next game is Mallory's")
        }
    }

    @Test func theNameOfTheGuestIsNotPublished() {
        let pair = Pair(isPrivate: true)
        pair.play("44")
        pair.kill(1)
        #expect(pair.network.machines[0].advertisements.last?.offer.name == "Ann waits")
    }

    @Test func aPublicGameIsTakenUpInTheClear() {
        let pair = Pair()
        pair.play("44")
        pair.network.breakAll()
        pair.network.settle()
        pair.expectGame("44")
        #expect(!pair.network.connections.contains { heard($0).isSealed })
    }

    /// Who has the key, and would have the host tell the game in the clear.
    @Test func nothingUnsealedIsHeardOrSaid() throws {
        let pair = Pair(isPrivate: true)
        pair.play("44")
        pair.kill(1)
        let machine = pair.network.machines[1]
        let token = try #require(pair.host.machine.games.sessions.first).token
        var guest = Resumption(isHost: false, token: token, history: MatchHistory(), kit: machine.seals)
        let (accepted, mine) = FakeConnection.pair()
        try #require(pair.network.machines[0].advertisements.last).accept(accepted)
        mine.send(Packet.frame(of: .resume(guest.call(nonce: token.key.copy))))
        FakeConnection.settle(accepted, mine)
        guard case .control(.resume(let challenge)) = heard(accepted).packets.first,
            let answer = guest.receive(challenge)?.reply
        else {
            Issue.record("no challenge")
            return
        }
        mine.send(Packet.frame(of: .resume(answer)))
        FakeConnection.settle(accepted, mine)
        #expect(accepted.isClosed && pair.host.shows("Reconnecting…"))
        #expect(heard(accepted).packets == [.resume(challenge)])
        pair.start(1)
        pair.expectGame("44")
    }

    // MARK: The keys

    private static let id = [UInt8](0..<16)
    private static let key = [UInt8](100..<132)

    /// Two sides after the answer.
    private func sides(_ host: UInt8, _ guest: UInt8) throws -> [Resumption] {
        var sides = [(true, host), (false, guest)].map { isHost, seed in
            Resumption(
                isHost: isHost, token: ResumeToken(id: Self.id, key: SecretBytes(Self.key)), history: MatchHistory(),
                kit: ToySeals(seed: UInt64(seed)))
        }
        #expect(sides.allSatisfy { $0.stream == nil }, "not before the answer")
        let call = sides[1].call(nonce: Array(repeating: guest, count: 32))
        guard let answer = sides[0].receive(call)?.reply else { return [] }
        #expect(sides[1].receive(answer) != nil)
        return sides
    }

    @Test func bothSidesSealAlikeAndNoTwoConnectionsDo() throws {
        let sides = try sides(1, 2)
        let word = Array("a move".utf8)
        for (speaker, listener) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            let sealed = try #require(speaker.stream).seal(word)
            #expect(try #require(listener.stream).open(sealed) == word)
            #expect(try #require(speaker.stream).open(sealed) == nil, "not one's own words")
            for other in try self.sides(1, 3) + self.sides(3, 2) {
                #expect(try #require(other.stream).open(sealed) == nil)
            }
        }
    }
}
