// Whole games over a relay in memory: by a number and four words, with replay and moves taken back; broken in every way that a
// network breaks, and taken up again.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct RelayGameTests {
    @Test func aWholeGameAMoveTakenBackAndAReplay() throws {
        let pair = try OnlinePair()
        pair.meet()
        #expect(pair.host.match.opponent.state.name == "Bob" && pair.guest.match.opponent.state.name == "Ann")
        #expect(pair.host.match.opponent.state.isSealed && pair.guest.match.opponent.state.isSealed)
        pair.play("445")
        #expect(throws: ConsentRefusal.asked) { try pair.host.match.undo() }
        pair.matches.network.settle()
        pair.guest.match.answer(isAllowed: true)
        pair.matches.network.settle()
        pair.matches.expect("44")
        pair.play(shortWin)
        pair.matches.expect("44" + shortWin)
        pair.guest.match.replay()
        pair.matches.network.settle()
        pair.play("44", hostFirst: false)
        pair.matches.expect("44")
        #expect(pair.host.machine.games.kept.count == 2)
    }

    /// The broker sees the number; neither the words nor a name nor a move.
    @Test func theBrokerSeesNothingOfTheGame() throws {
        let disc = Packet.frame(of: .game(FourInARowMessage.didAddDisc(column: 3).packet))
        let leaks = try leaks {
            let pair = try OnlinePair()
            pair.meet()
            pair.play("4455")
            let names = [
                "a name": "Ann", "another": "Bob", "a hello": "fourinarow hello",
                "a disc": String(decoding: disc.dropFirst(4), as: UTF8.self),
            ]
            let published = pair.relay.published
            let words = secrets(of: pair.gate.code.words)
            return (words.merging(names) { $1 }, published.flatMap { [$0.payload, Array($0.topic.utf8)] })
        }
        #expect(leaks.isEmpty)
    }

    /// Once both have moved, the room is gone from the broker, and nobody else finds it.
    @Test func theRoomIsClosedWhenTheGameIsSettled() throws {
        let pair = try OnlinePair()
        pair.meet()
        #expect(pair.relay.retainedTopics == ["fiar/1/room/\(pair.code.number)"])
        pair.play("44")
        #expect(pair.relay.retainedTopics == [])
    }

    @Test func wrongWordsDoNotOpen() throws {
        let pair = try OnlinePair()
        let words = pair.gate.code.words.reversed().joined(separator: " ")
        pair.join(with: RoomCode(number: pair.code.number, passphrase: try Passphrase(typed: words)))
        pair.matches.network.advance(seconds: 4)
        #expect(pair.refusals.isEmpty, "a try costs five seconds")
        pair.matches.network.advance(seconds: 2)
        guard case .wrong = pair.refusals.first else {
            Issue.record("\(pair.refusals)")
            return
        }
        #expect(pair.host.match.opponent.state.name == "?")
    }

    /// Strangers who know the number try words, fifteen a second. A guest with the right words still gets in at once.
    @Test func theFriendComesInHoweverManyGuess() throws {
        let pair = try OnlinePair(machines: 3)
        let stranger = pair.matches.network.machines[2]
        let code = pair.code
        let wrong = try Passphrase(typed: code.passphrase.words.reversed().joined(separator: " "))
        var attempts: [Cancellable] = []
        var entries: [PassphraseEntry] = []
        var refused = 0
        pair.gate.didRefuse = { _ in refused += 1 }
        func guess() {
            for _ in 0..<15 {
                attempts.append(
                    stranger.connect(to: code.endpoint) {
                        guard case .success(let connection) = $0 else { return }
                        entries.append(
                            PassphraseEntry(
                                connection, code: wrong, listedAs: code.endpoint.text, environment: stranger
                            ) { _ in })
                    })
            }
        }
        for _ in 0..<10 {
            guess()
            pair.matches.network.advance(seconds: 1)
        }
        #expect(refused >= 100)
        guess()
        pair.meet()
        #expect(pair.guest.match.opponent.state.name == "Ann" && pair.host.match.opponent.state.name == "Bob")
    }

    /// The words of one room do not open another one, so nobody can lead a guest into another room.
    @Test func theWordsHoldInTheirRoomOnly() throws {
        let pair = try OnlinePair()
        pair.gate.listedAs = "relay:room/000000"
        pair.meet()
        guard case .relabelled = pair.refusals.first else {
            Issue.record("\(pair.refusals)")
            return
        }
    }

    @Test func whoLeavesIsSaidToHaveLeft() throws {
        let pair = try OnlinePair()
        pair.meet()
        pair.play("44")
        pair.guest.match.leave()
        pair.matches.network.settle()
        #expect(pair.host.take().last == .ended(.disconnected(.bye(.left))))
        pair.matches.network.advance(seconds: 2)
        for index in 0...1 { #expect(!pair.relay.isUsed(by: index), "machine \(index)") }
    }

    @Test func aMoveThatIsNotReceiptedIsSaidAfterFiveSeconds() throws {
        let pair = try OnlinePair()
        pair.meet()
        pair.play("44")
        pair.relay.interfere = { $0.receiver == 1 ? [] : [$0] }
        pair.host.match.move(3)
        pair.matches.network.advance(seconds: 4)
        #expect(pair.host.match.opponent.state.isAnswering)
        pair.matches.network.advance(seconds: 1)
        #expect(!pair.host.match.opponent.state.isAnswering)
    }
}

@Suite struct RelayResumeTests {
    private func pair() throws -> OnlinePair {
        let pair = try OnlinePair()
        pair.meet()
        pair.play("4455")
        return pair
    }

    private func goesOn(_ pair: OnlinePair, within seconds: Int = 10, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(pair.secondsUntilTogether(atMost: seconds) != nil, sourceLocation: sourceLocation)
        pair.matches.expect("4455", sourceLocation: sourceLocation)
        pair.play("66")
        pair.matches.expect("445566", sourceLocation: sourceLocation)
        #expect(pair.host.match.opponent.state.isSealed, sourceLocation: sourceLocation)
    }

    @Test(arguments: 0...1) func aConnectionToTheBrokerBreaks(ofMachine index: Int) throws {
        let pair = try pair()
        pair.relay.cut(index)
        pair.matches.network.settle()
        goesOn(pair)
    }

    /// A laptop that was closed, or has another address: the broker still believes in its old connection, and so does the other side.
    @Test(arguments: 0...1) func theBrokerDoesNotNotice(thatMachine index: Int) throws {
        let pair = try pair()
        pair.relay.cut(index, isNoticed: false)
        pair.matches.network.advance(seconds: 1)
        goesOn(pair)
        pair.relay.notice(index)
        pair.matches.network.advance(seconds: 1)
        #expect(pair.secondsUntilTogether(atMost: 0) == 0, "an old last will ends nothing")
    }

    @Test func theBrokerIsStartedAnew() throws {
        let pair = try pair()
        pair.relay.pause = 60_000
        pair.relay.trouble = .unreachable("relay.example")
        pair.matches.network.advance(seconds: 60)
        #expect(pair.host.match.reconnection != nil && pair.guest.match.reconnection != nil)
        pair.relay.trouble = nil
        goesOn(pair)
    }

    @Test(arguments: 0...1) func aProgramIsKilledAndStartedAgain(machine index: Int) throws {
        let pair = try pair()
        pair.matches.network.kill(index)
        pair.matches.network.advance(seconds: 3)
        try (index == 0 ? pair.host : pair.guest).restart()
        goesOn(pair)
    }

    /// Again and again, and in the middle of being taken up: whatever is lost, both know the same in the end.
    @Test(arguments: 0..<24) func itBreaksAtEveryStep(count: Int) throws {
        let pair = try pair()
        pair.relay.cut(0)
        var left = count
        pair.relay.interfere = { [weak relay = pair.relay] delivery in
            left -= 1
            if left == 0 { relay?.later { relay?.cut(delivery.receiver) } }
            return [delivery]
        }
        pair.matches.network.settle()
        goesOn(pair, within: 30)
    }

    /// When the time is up, nothing is left at the broker.
    @Test func whoIsNotFoundIsGivenUp() throws {
        let pair = try pair()
        pair.matches.network.kill(1)
        pair.matches.network.advance(seconds: ResumableGame.timeout + 5)
        #expect(pair.host.match.isOver && !pair.relay.isUsed(by: 0))
    }
}

/// What somebody at the broker does to one message.
nonisolated private enum Fault: CaseIterable {
    case drop, double, swap, replay, forge, inject
}

@Suite struct HostileRelayTests {
    /// Whatever is done to whichever message: no move is lost, none is forged, and the game goes on.
    @Test(arguments: Fault.allCases, 0..<14) fileprivate func oneMessageIsMeddledWith(fault: Fault, step: Int) throws {
        let pair = try OnlinePair()
        pair.meet()
        pair.play("44")
        var left = step
        var held: FakeBroker.Delivery?
        var past: [FakeBroker.Delivery] = []
        pair.relay.interfere = { delivery in
            defer {
                left -= 1
                past.append(delivery)
            }
            if let before = held {
                held = nil
                return [delivery, before]
            }
            guard left == 0 else { return [delivery] }
            switch fault {
            case .drop: return []
            case .double: return [delivery, delivery]
            case .swap:
                held = delivery
                return []
            case .replay: return past.reversed() + [delivery]
            case .forge:
                var forged = delivery
                if let last = forged.payload.indices.last { forged.payload[last] ^= 1 }
                return [forged]
            case .inject:
                var injected = delivery
                injected.payload = RelayChunk(UInt64(past.count { $0.topic == delivery.topic }), [1, 2, 3]).bytes
                return [injected, delivery]
            }
        }
        try playOn("552211", with: pair)
        pair.matches.expect("44552211")
        for player in [pair.host, pair.guest] { #expect(player.machine.games.kept.map(\.record.digits) == ["44552211"]) }
    }

    /// Each moves when it can, and waits until the other has it.
    private func playOn(_ digits: String, with pair: OnlinePair) throws {
        for (index, digit) in digits.enumerated() {
            let mover = index.isMultiple(of: 2) ? pair.host : pair.guest
            let count = mover.match.game.moves.count + 1
            for _ in 0..<60 where [pair.host, pair.guest].contains(where: { $0.match.game.moves.count < count }) {
                if mover.match.game.moves.count < count { mover.match.move(try #require(digit.wholeNumberValue) - 1) }
                pair.matches.network.advance(seconds: 1)
            }
        }
        pair.matches.network.advance(seconds: 30)
    }
}
