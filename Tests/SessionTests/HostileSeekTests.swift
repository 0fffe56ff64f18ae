// Cards that are none, and whoever is at the broker having a hand in those that are: nothing of it is shown, and who looks for an opponent
// is found all the same.

import TestSupport
import Testing
import Text
import Wire

@testable import Session

@Suite struct HostileSeekTests {
    private let seekers = Seekers()
    private static let inbox = String(repeating: "ab", count: 16)

    /// A card of the player at machine 0, altered.
    private func card(_ alter: (inout SeekCard) -> Void = { _ in }) -> SeekCard {
        let now = seekers.machine(0).wallClock
        var card = SeekCard(
            key: seekers.key(0).publicKey, share: [UInt8](repeating: 1, count: 32), inbox: Self.inbox,
            game: SeekCard.fourInARow, since: now, issued: now, name: "Ann",
            stamp: stamp(of: seekers.key(0), at: now))
        alter(&card)
        return card
    }

    /// A proof of no work, or of the little that machine 1 demands.
    private func stamp(of key: PlayerKey, at time: Int, for topic: String = RelayTopic.seeks) -> WorkStamp {
        let machine = FakeEnvironment()
        (machine.workBits, machine.clockError) = (seekers.machine(1).workBits, time - machine.wallClock)
        var made: WorkStamp?
        let work = WorkStamp.make(for: key.publicKey, at: topic, environment: machine) { made = $0 }
        machine.advance(milliseconds: 0)
        withExtendedLifetime(work) {}
        return made ?? WorkStamp(slot: 0, proof: [])
    }

    /// A card costs work for its key, for this list and for now; an acceptance costs it for the inbox of the card.
    @Test func nobodyIsReadWhoHasNotWorked() throws {
        for machine in seekers.network.machines { machine.workBits = 6 }
        let (browser, now) = (seekers.look(1), seekers.machine(0).wallClock)
        let idle = WorkStamp(slot: WorkStamp.slot(at: now), proof: [UInt8](repeating: 0, count: 8))
        let topic = RelayTopic.inbox(Self.inbox)
        let stamps = [
            idle, stamp(of: seekers.key(2), at: now), stamp(of: seekers.key(0), at: now, for: topic),
            stamp(of: seekers.key(0), at: now - 2 * WorkStamp.slotLength),
            stamp(of: seekers.key(0), at: now + 2 * WorkStamp.slotLength),
        ]
        // One proof of another in 64 would do.
        for stamp in stamps where !stamp.counts(for: seekers.key(0).publicKey, at: RelayTopic.seeks, seekers.machine(1)) {
            put(signed(card { $0.stamp = stamp }))
        }
        #expect(browser.list.count == 0)
        put(signed(card()))
        #expect(browser.list.count == 1)
        let ann = seekers.seek(0)
        seekers.network.advance(seconds: 1)
        let real = try #require(browser.list.rows(atMost: 1, isHidden: { _ in false }).rows.first?.card)
        #expect(real.inbox != Self.inbox)
        seekers.machine(2).workBits = 0
        let isLucky = idle.counts(
            for: seekers.key(2).publicKey, at: RelayTopic.inbox(real.inbox), seekers.machine(0))
        let lazy = seekers.accept(real, as: 2)
        let bob = seekers.accept(real, as: 1)
        seekers.network.advance(seconds: 6)
        for taker in [lazy, bob] { taker.connection?.send([1]) }
        #expect(isLucky || lazy.failure == .timedOut && ann.met.count == 1)
        #expect(bob.connection != nil)
    }

    /// Where there are many, a reader reads some of them and those met last, others when asked for, and everybody once few are left.
    @Test func aReaderOfManyReadsOneBucket() throws {
        let machine = seekers.machine(1)
        let (now, slot) = (machine.wallClock, WorkStamp.slot(at: machine.wallClock))
        let browser = SeekBrowser(broker: machine.broker, environment: machine) {}
        let smallest = try #require(seekers.relay.subscribedTopics(of: 1).first { $0.hasPrefix(RelayTopic.seeks) })
        let place = try #require(smallest.split(separator: "/").dropLast().last)
        var number = 0
        func publish(_ count: Int, named name: String, where fits: ([String]) -> Bool) -> PlayerKey {
            var last = stranger(number)
            for _ in 0..<count {
                repeat {
                    number += 1
                    last = stranger(number)
                } while !fits(SeekCard.buckets(of: last.publicKey, in: slot, machine))
                let made = card {
                    $0.key = last.publicKey
                    ($0.inbox, $0.name) = (Hexadecimal.text(Array(last.publicKey[..<16])), "\(name) \(number)")
                    $0.stamp = stamp(of: last, at: now)
                }
                let bytes = made.words.signed(by: last).bytes
                for topic in made.topics(machine) { seekers.relay.publish(topic, bytes, retainSeconds: 120) }
                // Nobody is read in a bucket that is not theirs.
                if name == "Far" {
                    seekers.relay.publish(RelayTopic.seek(made.inbox, in: String(place)), bytes, retainSeconds: 120)
                }
            }
            return last
        }
        _ = publish(1, named: "Near", where: { $0[2] == place })
        _ = publish(SeekBrowser.fewest, named: "Near", where: { $0[1] == place.prefix(1) && $0[2] != place })
        _ = publish(5, named: "Far", where: { $0[1] != place.prefix(1) })
        browser.met = [publish(1, named: "Ann", where: { $0[1] != place.prefix(1) }).publicKey]
        func names() -> [String] {
            browser.list.rows(atMost: .max, isHidden: { _ in false }).rows.map { String($0.card.name.prefix { $0 != " " }) }
        }
        seekers.network.settle()
        seekers.network.advance(seconds: 2)
        #expect(names() == ["Ann"] + Array(repeating: "Near", count: SeekBrowser.fewest + 1))
        #expect(seekers.relay.subscribedTopics(of: 1).count == 2, "a bucket, and Ann's own")
        let top = try #require(browser.list.rows(atMost: 1, isHidden: { _ in false }).rows.first?.card)
        for _ in 0..<40 where !names().contains("Far") {
            browser.turn(past: top)
            seekers.network.settle()
            seekers.network.advance(seconds: 2)
        }
        #expect(names().contains("Far"), "other buckets are read")
        seekers.seek(0, named: "Bea")
        seekers.network.advance(seconds: 200)
        #expect(names() == ["Bea"])
    }

    /// The work is done once for ten minutes, and again when they are over.
    @Test func aCardThatIsUpForLongIsWorkedForAgain() throws {
        for machine in seekers.network.machines { machine.workBits = 3 }
        seekers.seek(0)
        var stamps: [WorkStamp?] = []
        let browser = seekers.look(1)
        for _ in 0..<25 {
            seekers.network.advance(seconds: 60)
            stamps.append(browser.list.rows(atMost: 1, isHidden: { _ in false }).rows.first?.card.stamp)
        }
        let slots = stamps.compactMap { $0?.slot }
        #expect(slots.count == 25 && Set(slots).count == 3)
    }

    private func put(_ bytes: [UInt8], at inbox: String = inbox) {
        seekers.relay.publish(RelayTopic.seek(inbox), bytes, retainSeconds: 120)
        seekers.network.advance(seconds: 1)
    }

    private func signed(_ card: SeekCard, by index: Int = 0) -> [UInt8] { card.words.signed(by: seekers.key(index)).bytes }

    @Test func aGoodOneIsShown() {
        let browser = seekers.look(1)
        put(signed(card()))
        #expect(browser.list.count == 1)
    }

    /// Ten times as long as anybody can choose is no clock.
    @Test func aClockNobodyCanChooseIsNone() {
        let browser = seekers.look(1)
        var card = card { $0.timeControl = TimeControl(text: "10+5") }
        put(signed(card))
        #expect(browser.list.count == 1)
        card.issued += 1
        let words = card.words
        let index = words.fields.firstIndex(of: "10+5") ?? 0
        var fields = words.fields
        fields[index] = "100+5"
        #expect(SeekCard(RelayWords("card", fields).signed(by: seekers.key(0))) == nil)
        #expect(SeekCard(words.signed(by: seekers.key(0))) == card)
    }

    @Test func badOnesAreNot() {
        let browser = seekers.look(1)
        let now = seekers.machine(0).wallClock
        var altered = signed(card())
        altered[altered.count - 3] ^= 1
        var cut = signed(card())
        cut.removeLast(2)
        let cards: [[UInt8]] = [
            signed(card(), by: 1),
            altered, cut,
            signed(
                card {
                    $0.issued = now - 181_000; $0.since = $0.issued
                }),
            signed(card { $0.issued = now + 90_000 }),
            signed(card { $0.since = $0.issued + 1 }),
            signed(card { $0.name = "Ann\u{1B}[2J" }),
            signed(card { $0.name = "Ann\u{202E}nnA" }),
            signed(card { $0.name = "" }),
            signed(card { $0.name = " Ann" }),
            signed(card { $0.name = String(repeating: "A", count: PlayerName.longest + 1) }),
            signed(card { $0.game = "chess" }),
            signed(card { $0.share = [1] }),
            signed(card { $0.inbox = "../../etc" }),
            signed(card { $0.inbox = String(repeating: "cd", count: 16) }),
            signed(card { $0.stamp = nil }),
            signed(card()) + [0x20],
            [UInt8](repeating: 0x41, count: 8000),
            signed(card()) + [UInt8](repeating: 0x20, count: 8000),
            [], [0], Array("card 1".utf8), Array("card 2 x y".utf8),
        ]
        for bytes in cards { put(bytes) }
        #expect(browser.list.count == 0)
        put(signed(card()))
        #expect(browser.list.count == 1, "and the good one still is")
    }

    /// What a player said before is no news, and once it is over nothing of it counts.
    @Test func aRepeatedCardIsNotShown() {
        let browser = seekers.look(1)
        let old = signed(card())
        put(old)
        let over = SeekOver(key: seekers.key(0).publicKey, inbox: Self.inbox, issued: card().issued + 1)
        put(over.words.signed(by: seekers.key(1)).bytes)
        #expect(browser.list.count == 1, "somebody else cannot say that it is over")
        put(over.words.signed(by: seekers.key(0)).bytes)
        #expect(browser.list.count == 0)
        put(old)
        #expect(browser.list.count == 0)
    }

    @Test func aPlayerIsThereOnceWhateverTheCards() {
        let browser = seekers.look(1)
        for number in 0..<30 {
            let inbox = String(repeating: Hexadecimal.text([UInt8(number)]), count: 16)
            put(
                signed(
                    card {
                        $0.inbox = inbox; $0.issued += number
                    }), at: inbox)
        }
        #expect(browser.list.count == 1)
    }

    /// Anybody can take a card away or write over it: readers believe the owner alone, and the owner puts it up again, but not as
    /// often as that.
    @Test(arguments: [[], Array("something else".utf8)]) func somebodyTakesTheCardAway(payload: [UInt8]) throws {
        seekers.seek(0)
        let browser = seekers.look(1)
        let topic = try #require(seekers.cards.first)
        for _ in 0..<30 {
            for _ in 0..<10 { seekers.relay.publish(topic, payload, retainSeconds: payload.isEmpty ? nil : 120) }
            seekers.network.advance(seconds: 1)
            #expect(browser.list.count == 1)
        }
        let owners = seekers.relay.published.count { $0.topic == topic && $0.payload.starts(with: Array("card".utf8)) }
        #expect((10...17).contains(owners))
        seekers.network.advance(seconds: 3)
        #expect(seekers.look(2).list.count == 1)
    }

    /// A card that was cleared and that nobody puts up again is nobody's.
    @Test func theOwnerOfAClearedCardIsGone() throws {
        seekers.seek(0)
        let browser = seekers.look(1)
        let topic = try #require(seekers.cards.first)
        seekers.network.kill(0)
        seekers.relay.publish(topic, [])
        seekers.network.advance(seconds: 5)
        #expect(browser.list.count == 1, "an owner has time")
        seekers.network.advance(seconds: 15)
        #expect(browser.list.count == 0)
        seekers.seek(0)
        seekers.network.advance(seconds: 1)
        #expect(browser.list.count == 1, "a later card counts")
    }

    /// Somebody fills the inbox: it is given up for another one, and a taker finds that.
    @Test func somebodyFillsTheInbox() throws {
        let ann = seekers.seek(0)
        let topic = try #require(seekers.cards.first)
        seekers.network.advance(seconds: 3)
        let inbox = RelayTopic.inbox(String(topic.split(separator: "/").last ?? ""))
        for _ in 0..<100 { seekers.relay.publish(inbox, [UInt8](repeating: 0, count: 1000)) }
        seekers.network.advance(seconds: 3)
        #expect(seekers.cards.count == 1 && seekers.cards.first != topic)
        let rows = seekers.look(1).list.rows(atMost: 1, isHidden: { _ in false }).rows
        let bob = seekers.accept(try #require(rows.first?.card), as: 1)
        seekers.network.settle()
        bob.connection?.send([1])
        seekers.network.settle()
        #expect(ann.recorder.bytes == [1])
    }

    /// A stranger who reads an acceptance at the card's inbox can neither answer it as the owner nor use it again.
    @Test func forgedRepliesAndRepeatedTakes() throws {
        let ann = seekers.seek(0)
        let rows = seekers.look(1).list.rows(atMost: 1, isHidden: { _ in false }).rows
        let card = try #require(rows.first?.card)
        seekers.network.stopped = [0]
        let bob = seekers.accept(card, as: 1)
        seekers.network.settle()
        let acceptance = try #require(seekers.relay.published.first { $0.payload.starts(with: Array("accept".utf8)) })
        let words = String(decoding: acceptance.payload, as: UTF8.self).split(separator: " ")
        for reply in ["sealed 1 \(words[5])", "sealed 1 ", "sealed 1 gone", "gone 1", "gone"] {
            for inbox in seekers.relay.subscribedTopics(of: 1) where inbox.hasPrefix("fiar/1/in/") {
                seekers.relay.publish(inbox, Array(reply.utf8))
            }
        }
        seekers.network.settle()
        #expect(bob.result == nil)
        seekers.network.stopped = []
        seekers.network.settle()
        bob.connection?.send([1])
        seekers.network.settle()
        #expect(ann.met.count == 1)
        ann.seek.list()
        seekers.network.advance(seconds: 3)
        seekers.relay.publish(acceptance.topic, acceptance.payload)
        let topic = try #require(seekers.cards.first)
        seekers.relay.publish(RelayTopic.inbox(String(topic.split(separator: "/").last ?? "")), acceptance.payload)
        seekers.network.settle()
        #expect(seekers.cards.count == 1, "nobody has taken it")
    }

    /// Players met before come first, then a sample of the others, whatever their cards claim; the rest is counted and can be reached.
    @Test func tenThousandCards() {
        var list = SeekList(salt: 1)
        let now = seekers.machine(0).wallClock
        func key(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number & 0xFF), count: 31) + [UInt8(number >> 8)] }
        list.met = [key(10_098)]
        for number in 0..<10_100 {
            var other = card {
                $0.key = key(number); $0.since = now - 20_000 + 10 * number
            }
            other.inbox = RelayEndpoint.newInbox(seekers.machine(0))
            list.put(other, at: now)
        }
        #expect(list.count == 9100, "a tenth is gone")
        func sample() -> [Int] {
            let (rows, more) = list.rows(atMost: 200, isHidden: { $0 == key(10_099) })
            #expect(rows.count == 200 && more == 8899 && rows[0].card.key == key(10_098) && !rows[1].isMet)
            #expect(rows.allSatisfy { $0.card.since <= now }, "nobody has waited since tomorrow")
            return rows.dropFirst().map { Int($0.card.key[31]) << 8 | Int($0.card.key[0]) }
        }
        let first = sample()
        #expect(first == sample(), "the list stays as it is")
        var seen = Set(first)
        for _ in 0..<45 {
            guard let last = list.rows(atMost: 200, isHidden: { $0 == key(10_099) }).rows.last
            else {
                return
            }
            list.turn(past: last.card)
            seen.formUnion(sample())
        }
        #expect(seen.count == 9098, "199 at a time, everybody has been seen")
    }

    /// However many cards a stranger puts up, players met before stay.
    @Test func whoIsMetIsNotDropped() {
        var list = SeekList(salt: 1)
        let now = seekers.machine(0).wallClock
        func key(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number & 0xFF), count: 31) + [UInt8(number >> 8)] }
        list.met = Set((0..<200).map(key))
        for number in 0..<SeekList.most + 2_000 {
            list.put(card { $0.key = key(number) }, at: now)
        }
        let rows = list.rows(atMost: 300, isHidden: { _ in false }).rows
        #expect(rows.prefix(200).allSatisfy(\.isMet) && !rows[200].isMet)
    }

    /// Keys cost nothing, so what is remembered of their owners has an end; of who is on the list nothing is forgotten.
    @Test func moreGoodbyesThanAnybodyRemembers() {
        var list = SeekList(salt: 1)
        let now = seekers.machine(0).wallClock
        let ann = card()
        list.put(ann, at: now)
        for number in 0..<25_000 {
            let key = stranger(number).publicKey
            list.end(SeekOver(key: key, inbox: Self.inbox, issued: now + 1 + number / 1000))
        }
        #expect(list.playerCount <= SeekList.mostPlayers && list.playerCount > SeekList.mostPlayers / 2)
        #expect(list.count == 1 && !list.isNews(ann.issued, by: ann.key))
    }

    /// The list is sorted each time it is shown.
    @Test func manyCardsAreToldSeldom() {
        var tellings = 0
        let browser = SeekBrowser(broker: seekers.machine(1).broker, environment: seekers.machine(1)) { tellings += 1 }
        seekers.network.settle()
        for number in 0..<2000 { publishCard(of: number) }
        seekers.network.advance(seconds: 5)
        #expect(browser.list.count == 2000)
        #expect(tellings < 2000 / SeekBrowser.batch, "each batch is told")
        let before = tellings
        seekers.seek(2)
        seekers.network.advance(seconds: 1)
        #expect(browser.list.count == 2001 && tellings > before, "what comes alone is told as well")
    }

    private func stranger(_ number: Int) -> PlayerKey {
        PlayerKey(toy: ToySeals(seed: UInt64(1_000_000 + number)).randomBytes(32))
    }

    /// A card of a player whom nobody knows.
    private func publishCard(of number: Int) {
        let key = stranger(number)
        let inbox = Hexadecimal.text(Array(key.publicKey[..<16]))
        let card = card {
            $0.key = key.publicKey; $0.inbox = inbox
        }
        seekers.relay.publish(RelayTopic.seek(inbox), card.words.signed(by: key).bytes, retainSeconds: 120)
    }

    /// Signatures are checked a few at a time: in between the player's keys have their turn.
    @Test func manyCardsAreCheckedLittleByLittle() {
        let browser = seekers.look(1)
        for number in 0..<100 { publishCard(of: number) }
        while seekers.relay.deliverOne() {}
        #expect(browser.list.count == SeekBrowser.batch)
        seekers.machine(1).advance(milliseconds: SeekBrowser.pause)
        #expect(browser.list.count == 2 * SeekBrowser.batch)
        seekers.network.advance(seconds: 1)
        #expect(browser.list.count == 100)
    }
}
