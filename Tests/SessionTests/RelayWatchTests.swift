// Spectators of a match over a relay in memory: what they see, who gets in, and what strangers, spectators and the relay cannot do.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

/// A match in a room that may be watched, and spectators at further machines.
private final class WatchedRoom {
    let pair: OnlinePair
    let code: RoomCode
    let spectators: [Spectator]

    init(_ count: Int = 1, machines: Int? = nil, timeControl: TimeControl? = nil, isWatchable: Bool = true) throws {
        pair = try OnlinePair(machines: machines ?? 2 + count, timeControl: timeControl, isWatchable: isWatchable)
        code = pair.code
        spectators = pair.matches.network.machines.dropFirst(2).prefix(count).map(Spectator.init)
        pair.meet()
        pair.play("44")
    }

    var network: FakeNetwork { pair.matches.network }
    var relay: FakeBroker { network.relay }
    var eve: Spectator { spectators[0] }
    var count: Int { pair.host.match.scene.spectators }

    func watch() {
        for spectator in spectators { spectator.watch(code) }
        network.advance(seconds: 2)
    }

    /// The topic at which the match is shown.
    func stream() throws -> String { try #require(relay.published.last { $0.topic.hasPrefix("fiar/1/watch/") }).topic }
    /// How often the host has published there.
    func shown() throws -> Int {
        let topic = try stream()
        return relay.published.count { $0.topic == topic }
    }

    /// Every spectator has before them what the players have.
    func expectSeen(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        let host = pair.host.match
        for spectator in spectators {
            let match = spectator.scene
            #expect(match?.game == host.game && match?.ending == host.series.ending, comment, sourceLocation: sourceLocation)
            #expect(match?.me == host.me && match?.series.tally == host.series.tally, comment, sourceLocation: sourceLocation)
            #expect(spectator.scene?.opponent.isAnswering == true, comment, sourceLocation: sourceLocation)
        }
    }
}

@Suite struct RelayWatchTests {
    @Test("A whole series is seen in order, by who comes late too, and that it is over")
    func series() throws {
        let room = try WatchedRoom(2)
        let (pair, eve, late) = (room.pair, room.eve, room.spectators[1])
        eve.watch(room.code)
        room.network.advance(seconds: 2)
        #expect(eve.scene?.host == "Ann" && eve.scene?.opponent.name == "Bob" && eve.scene?.opponent.isSealed == true)
        #expect(room.count == 1 && pair.guest.match.scene.spectators == 1 && eve.scene?.spectators == 1)
        pair.play("3434")
        pair.play("5")
        pair.play("5", hostFirst: false)
        #expect(pair.host.match.say(.niceMove) == true)
        room.network.advance(seconds: 5)
        #expect(pair.guest.match.say(.thanks) == true)
        room.network.settle()
        #expect(eve.phrases == [.niceMove, .thanks])
        pair.guest.match.resign()
        room.network.settle()
        #expect(eve.scene?.ending == .secondResigned && eve.scene?.series.tally == Tally(won: 1))
        for _ in 0..<12 {
            pair.guest.match.replay()
            room.network.settle()
            pair.play("44", hostFirst: false)
            pair.host.match.resign()
            room.network.settle()
        }
        room.network.advance(seconds: 1)
        room.expectSeenBy(eve)
        #expect(eve.scene?.earlierGames.map(\.number) == Array(1...12), "also more games than one message carries")
        late.watch(room.code)
        room.network.advance(seconds: 2)
        room.expectSeen()
        #expect(late.scene?.earlierGames == eve.scene?.earlierGames && room.count == 2)
        let digits = eve.seen.prefix(7).map { $0.split(separator: " ").last.map(String.init) }
        #expect(digits == ["44", "443", "4434", "44343", "443434", "4434345", "44343455"])
        pair.host.match.leave()
        room.network.advance(seconds: 3)
        for spectator in room.spectators {
            #expect(spectator.scene?.isOver == true && spectator.events.last == .ended(.disconnected(.bye(.left))))
        }
        for index in 0...3 { #expect(!room.relay.isUsed(by: index), "machine \(index)") }
    }

    @Test("The clocks run for spectators as for the players, whenever they come")
    func clocks() throws {
        let room = try WatchedRoom(2, timeControl: TimeControl(text: "3+2"))
        room.eve.watch(room.code)
        room.network.advance(seconds: 40)
        room.spectators[1].watch(room.code)
        room.network.advance(seconds: 20)
        for match in room.spectators.map(\.scene) {
            for player in [Player.first, .second] {
                let (left, seen) = (
                    try #require(room.pair.host.match.scene.timeLeft(of: player)), try #require(match?.timeLeft(of: player))
                )
                // What is shown between two seconds arrives at the second one.
                #expect(abs(left - seen) < 1_000 && left < 180_000 + 2_000)
            }
        }
        #expect(try #require(room.pair.host.match.scene.timeLeft(of: .first)) < 130_000)
    }

    @Test("The relay sees neither names nor moves nor a key")
    func nothingIsShownToTheRelay() throws {
        let leaks = try leaks {
            let room = try WatchedRoom()
            room.watch()
            room.pair.play("55")
            room.expectSeen()
            let published = room.relay.published
            let lengths = Set(published.filter { $0.topic.contains("/watch/") }.map { $0.payload.count % 512 })
            #expect(lengths == [41], "the length tells nothing")
            let names = ["a name": "Ann", "another": "Bob", "the moves": "moves", "the kind": "fiar-watch"]
            return (secrets(of: room.code.passphrase.words).merging(names) { $1 }, published.map(\.payload))
        }
        #expect(leaks.isEmpty)
    }

    @Test("With wrong words nobody watches; where the host does not allow it, nobody finds the room")
    func notAllowed() throws {
        let room = try WatchedRoom()
        let words = try Passphrase(typed: room.code.passphrase.words.reversed().joined(separator: " "))
        room.eve.watch(RoomCode(number: room.code.number, passphrase: words))
        room.network.advance(seconds: 12)
        guard case .wrong = room.eve.refusals.first else {
            Issue.record("\(room.eve.refusals) \(room.eve.unreachable)")
            return
        }
        #expect(room.eve.scene == nil && room.count == 0)

        let closed = try WatchedRoom(isWatchable: false)
        closed.eve.watch(closed.code)
        closed.network.advance(seconds: 12)
        #expect(closed.eve.unreachable == [.refused] && closed.relay.retainedTopics.isEmpty)
    }

    @Test("A friend who comes to join reads that somebody else plays")
    func noThird() throws {
        let room = try WatchedRoom()
        let late = MatchPlayer(name: "Cyd", machine: room.eve.machine)
        var entry: PassphraseEntry?
        late.join(at: room.code.endpoint) { connection, go in
            entry = PassphraseEntry(
                connection, code: room.code.passphrase, listedAs: room.code.endpoint.text, environment: late.machine
            ) { if case .success(let sealed) = $0 { go(sealed) } }
        }
        room.network.advance(seconds: 3)
        #expect(late.take().last == .ended(.disconnected(.bye(.taken))))
        #expect(room.count == 0 && room.pair.guest.match.scene.spectators == 0, "who is sent away does not watch")
        withExtendedLifetime(entry) {}
    }

    @Test("Who was found cannot be watched")
    func foundOpponents() throws {
        let seekers = Seekers(2)
        let posted = seekers.seek(0)
        let browser = seekers.look(1)
        let card = try #require(browser.list.rows(atMost: 1) { _ in false }.rows.first?.card)
        let acceptance = seekers.accept(card, as: 1)
        seekers.network.advance(seconds: 1)
        let host = MatchPlayer(name: "Ann", machine: seekers.machine(0), terms: GameTerms(isWatchable: true))
        let guest = MatchPlayer(name: "Bob", machine: seekers.machine(1))
        host.receive(try #require(posted.met.first))
        let connection = try #require(acceptance.connection)
        guest.match.begin(
            with: GameController(
                Link(connection, scheduler: seekers.machine(1)), isHost: false, name: "Bob", opponent: "Ann"))
        seekers.network.advance(seconds: 1)
        for player in [host, guest, host, guest] {
            player.match.move(3)
            seekers.network.advance(seconds: 1)
        }
        #expect(guest.match.game.digits == "4444" && host.match.spectators.audience == nil)
        #expect(!seekers.relay.subscribedTopics(of: 0).contains { $0.contains("room") || $0.contains("watch") })
    }

    @Test("A hundred may watch; who leaves makes room for another one")
    func limit() throws {
        let room = try WatchedRoom()
        let crowd = (0..<Broadcast.limit).map { _ in Spectator(at: room.eve.machine) }
        for (number, one) in crowd.enumerated() {
            one.watch(room.code)
            if number % 10 == 9 { room.network.advance(seconds: 1) }
        }
        room.network.advance(seconds: 2)
        #expect(room.count == Broadcast.limit && crowd.allSatisfy { $0.scene != nil })
        room.eve.watch(room.code)
        room.network.advance(seconds: 2)
        #expect(room.eve.failures == [.full] && room.eve.scene == nil)
        crowd[0].watching?.leave()
        room.network.advance(seconds: 6)
        #expect(room.count == Broadcast.limit - 1)
        room.watch()
        room.network.advance(seconds: 4)
        #expect(room.count == Broadcast.limit)
        room.pair.play("55")
        room.expectSeen()
        #expect(crowd.dropFirst().allSatisfy { $0.scene?.game == room.eve.scene?.game })
    }
}

extension WatchedRoom {
    fileprivate func expectSeenBy(_ spectator: Spectator, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(spectator.scene?.game == pair.host.match.game, sourceLocation: sourceLocation)
        #expect(spectator.scene?.series.tally == pair.host.match.series.tally, sourceLocation: sourceLocation)
    }
}

/// What happens to connections and programs.
@Suite struct RelayWatchBreakTests {
    @Test("The broker is away for a while: all three know, and go on by themselves", arguments: [70, 200])
    func brokerRestart(seconds: Int) throws {
        let room = try WatchedRoom()
        room.watch()
        room.relay.pause = 60_000
        room.relay.trouble = .unreachable("relay.example")
        room.network.advance(seconds: seconds)
        #expect(room.eve.scene?.opponent.isAnswering == false && room.eve.scene?.isCutOff == true)
        room.relay.trouble = nil
        #expect(room.pair.secondsUntilTogether(atMost: 10) != nil)
        room.pair.play("55")
        room.network.advance(seconds: 15)
        room.expectSeen()
        #expect(room.count == 1 && room.eve.scene?.isCutOff == false)
    }

    @Test("A spectator without the relay waits for it, however long; then the players are gone")
    func brokerAwayForLong() throws {
        let room = try WatchedRoom()
        room.watch()
        room.relay.trouble = .lost
        room.network.advance(seconds: 2 * ResumableGame.timeout)
        #expect(room.pair.host.match.isOver && room.eve.scene?.isOver == false && room.eve.scene?.isCutOff == true)
        room.relay.trouble = nil
        room.network.advance(seconds: 20)
        #expect(room.eve.scene?.isOver == false && room.eve.scene?.isCutOff == false)
        room.network.advance(seconds: ResumableGame.timeout)
        #expect(room.eve.scene?.isOver == true)
    }

    @Test("A connection breaks: the spectator's, the host's or the guest's", arguments: 0...2)
    func broken(index: Int) throws {
        let room = try WatchedRoom()
        room.watch()
        room.relay.cut(index)
        #expect(room.pair.secondsUntilTogether(atMost: 10) != nil)
        room.pair.play("55")
        room.network.advance(seconds: 4)
        room.expectSeen()
        #expect(room.count == 1 && room.eve.scene?.isBroken == false)
    }

    @Test("Players who look for each other are seen to")
    func lost() throws {
        let room = try WatchedRoom()
        room.watch()
        room.network.kill(1)
        room.network.advance(seconds: 5)
        #expect(room.eve.scene?.isBroken == true && room.eve.scene?.opponent.isAnswering == true)
        try room.pair.guest.restart()
        #expect(room.pair.secondsUntilTogether(atMost: 10) != nil)
        room.pair.play("55")
        room.expectSeen()
    }

    @Test("They come along when both players have saved the game while the broker was away, and go on later")
    func savedByBoth() throws {
        let room = try WatchedRoom(timeControl: TimeControl(text: "3"))
        room.watch()
        room.relay.pause = 60_000
        room.relay.trouble = .unreachable("relay.example")
        room.network.advance(seconds: 30)
        let scene = try #require(room.eve.scene)
        for player in [room.pair.host, room.pair.guest] { player.match.leave() }
        room.network.advance(seconds: 10)
        #expect(!scene.isClockRunning && room.eve.scene?.left == scene.left)
        room.relay.trouble = nil
        room.network.advance(seconds: 10)
        for player in [room.pair.host, room.pair.guest] { try player.restart() }
        #expect(room.pair.secondsUntilTogether(atMost: 70) != nil)
        room.pair.play("55")
        room.network.advance(seconds: 10)
        room.expectSeen()
        #expect(room.count == 1)
    }

    @Test("A host that was killed is found again, in the same room")
    func killedHost() throws {
        let room = try WatchedRoom(2)
        room.eve.watch(room.code)
        room.network.advance(seconds: 2)
        room.network.kill(0)
        room.network.advance(seconds: 3)
        try room.pair.host.restart()
        #expect(room.pair.secondsUntilTogether(atMost: 10) != nil)
        room.pair.play("55")
        room.network.advance(seconds: 28)
        room.spectators[1].watch(room.code)
        room.network.advance(seconds: 3)
        room.expectSeen()
        #expect(room.count == 2)
    }

    @Test("A stopped spectator counts no more, costs the players nothing, and comes back by itself")
    func stopped() throws {
        let room = try WatchedRoom()
        room.watch()
        room.network.stopped = [2]
        room.pair.play("5566")
        room.network.advance(seconds: 120)
        #expect(room.count == 0 && room.pair.host.match.opponent.state.isAnswering)
        room.network.stopped = []
        room.eve.machine.oversleep(milliseconds: 124_000)
        room.network.advance(seconds: 30)
        room.pair.play("11")
        room.expectSeen()
        #expect(room.count == 1)
    }
}

/// Strangers, spectators and the relay mean harm.
@Suite struct RelayWatchAttackTests {
    @Test("What somebody retains instead is replaced, at most every two seconds", arguments: [[], Array("nonsense".utf8)])
    func overwritten(payload: [UInt8]) throws {
        let room = try WatchedRoom()
        room.watch()
        let topic = try room.stream()
        room.network.advance(seconds: 3)
        let before = try room.shown()
        for _ in 0..<10 { room.relay.publish(topic, payload, retainSeconds: payload.isEmpty ? nil : 3600) }
        room.network.advance(seconds: 1)
        #expect(try room.shown() - before - 10 <= 1)
        room.network.advance(seconds: 2)
        #expect(try room.shown() - before - 10 >= 1)
        room.relay.cut(2)
        room.network.advance(seconds: 1)
        room.expectSeen()
        #expect(room.eve.scene?.opponent.isAnswering == true)
    }

    @Test("An old message is not shown again, whoever brings it")
    func replayed() throws {
        let room = try WatchedRoom()
        room.watch()
        let topic = try room.stream()
        room.pair.play("5566")
        let old = room.relay.published.filter { $0.topic == topic }
        #expect(old.count >= 4)
        for message in old { room.relay.publish(topic, message.payload, retainSeconds: 3600) }
        room.network.settle()
        room.expectSeen()
        room.relay.cut(2)
        room.network.advance(seconds: 1)
        room.expectSeen()
        #expect(room.eve.seen.count == Set(room.eve.seen).count, "nothing was seen twice")
    }

    @Test("A spectator has the key of the stream, and cannot show the others anything")
    func forged() throws {
        let machine = FakeEnvironment()
        let (host, eve) = (machine.newKey(), machine.newKey())
        let stream = WatchedStream(
            name: Array(0..<16), key: SecretBytes(Array(0..<32)), author: host.publicKey, number: 0, inbox: [], seat: [])
        let seal = StreamSeal(stream, environment: machine)
        let packets = [Packet.control(.watch(.count(3))), .control(.bye(.left))]
        let message = seal.seal(packets, number: 7, by: host)
        let opened = try #require(seal.open(message))
        #expect(opened.number == 7 && opened.packets == packets)
        #expect(seal.open(seal.seal(packets, number: 8, by: eve)) == nil)
        for place in message.indices {
            var changed = message
            changed[place] ^= 1
            #expect(seal.open(changed) == nil, "byte \(place)")
        }
        var other = stream
        other.name[0] ^= 1
        #expect(StreamSeal(other, environment: machine).open(message) == nil)
        for length in [0, 24, 41, message.count - 1] { #expect(seal.open(Array(message.prefix(length))) == nil) }
    }

    @Test("However many guess words, moves arrive at once, and who has the words comes in")
    func guesses() throws {
        let room = try WatchedRoom(machines: 4)
        let stranger = room.network.machines[3]
        let wrong = try Passphrase(typed: room.code.passphrase.words.reversed().joined(separator: " "))
        var attempts: [Cancellable] = []
        var entries: [PassphraseEntry] = []
        func guess() {
            for _ in 0..<15 {
                attempts.append(
                    stranger.connect(to: room.code.endpoint) {
                        guard case .success(let connection) = $0 else { return }
                        entries.append(
                            PassphraseEntry(
                                connection, code: wrong, listedAs: room.code.endpoint.text, environment: stranger
                            ) { _ in })
                    })
            }
        }
        for (index, digit) in "5511226644".enumerated() {
            guess()
            room.pair.play(String(digit), hostFirst: index.isMultiple(of: 2))
            if index == 5 { room.eve.watch(room.code) }
        }
        room.pair.matches.expect("445511226644")
        #expect(entries.count >= 100)
        room.network.advance(seconds: 2)
        room.expectSeen()
        #expect(room.pair.host.match.opponent.state.isAnswering)
    }

    @Test("A flood at the room, at its inbox or at the stream is not read for ten seconds", arguments: ["room", "in", "watch"])
    func flood(kind: String) throws {
        let room = try WatchedRoom(2)
        room.eve.watch(room.code)
        room.network.advance(seconds: 3)
        let topics = room.relay.subscribedTopics(of: 0).filter { $0.contains("/\(kind)/") }
        for _ in 0..<200 { for topic in topics { room.relay.publish(topic, Array("knock 1 ab cd".utf8)) } }
        room.network.settle()
        let left = room.relay.subscribedTopics(of: 0)
        #expect(kind == "in" || !left.contains(topics[0]))
        room.pair.play("5566")
        room.pair.matches.expect("445566")
        room.network.advance(seconds: 14)
        room.spectators[1].watch(room.code)
        room.network.advance(seconds: 14)
        room.expectSeen()
        #expect(room.count == 2)
    }

    @Test("While somebody writes into the room 300 times a second, a spectator comes within five seconds")
    func disturbedRoom() throws {
        let room = try WatchedRoom()
        func write() {
            for _ in 0..<30 { room.relay.publish(RelayTopic.room(room.code.number), Array("nonsense".utf8), retainSeconds: 60) }
            for machine in room.network.machines { machine.advance(milliseconds: 100) }
            room.network.settle()
        }
        for _ in 0..<25 { write() }
        room.eve.watch(room.code)
        for _ in 0..<49 where room.eve.scene == nil { write() }
        #expect(room.eve.scene != nil && room.count == 1)
        room.expectSeen()
    }

    @Test("Of one who comes to watch, few messages are read")
    func talkativeGuest() throws {
        let room = try WatchedRoom()
        let before = Set(room.relay.subscribedTopics(of: 0))
        var made: Connection?
        let attempt = room.eve.machine.connect(to: room.code.endpoint) { made = try? $0.get() }
        room.network.advance(seconds: 1)
        let mine = try #require(Set(room.relay.subscribedTopics(of: 0)).subtracting(before).first)
        for _ in 0..<20 { room.relay.publish(mine, [1, 2, 3]) }
        room.network.settle()
        #expect(!room.relay.subscribedTopics(of: 0).contains(mine))
        withExtendedLifetime((made, attempt)) {}
    }

    @Test("A spectator reads the stream, and nothing else")
    func onlyItsOwnTopics() throws {
        let room = try WatchedRoom()
        room.watch()
        let topics = room.relay.subscribedTopics(of: 2)
        #expect(topics.count == 1 && topics[0].hasPrefix("fiar/1/watch/0/"))
    }
}
