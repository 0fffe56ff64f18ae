// Private games in memory: the code typed right and wrong, three tries and the pauses after them, who waits at the gate and for how
// long, and what those find who expected another kind of game.

import Screen
import TestSupport
import Testing
import Wire

@testable import Play
@testable import Session

@Suite struct PrivateGameTests {
    /// What has to be said across a room, at the smallest size: nothing of it is cut.
    @Test(arguments: [true, false]) func theSmallestHostScreenIsWhole(isPrivate: Bool) throws {
        let seat = Seat(size: Size(width: 29, height: 10))
        seat.type(isPrivate ? "hp" : "h")
        seat.machine.advertisements[0].tell(.listed(name: "tiger"))
        let screen = try #require(seat.navigator.top as? HostGameViewController)
        let words = seat.text
        if isPrivate { #expect(words.contains("Waiting. Code to join: \(screen.hosting.offer.gate?.code.text ?? "?")")) }
        #expect(words.contains("Listed as tiger Not in their list? 10.0.0.1"))
    }

    /// Ann waits for somebody who knows the code, Bob has her game in his list.
    private struct Meeting {
        let network = FakeNetwork(3)
        let host: Seat
        let guest: Seat

        init(isPrivate: Bool = true) {
            host = Seat(machine: network.machines[0])
            guest = Seat(machine: network.machines[1])
            host.type(isPrivate ? "hp" : "h")
            guest.type("j")
            network.settle()
        }

        var screen: HostGameViewController? { host.navigator.top as? HostGameViewController }
        /// The code as it is to be read.
        var code: String {
            host.lines.shownCode
        }

        func join(_ code: String) {
            guest.press(.character("1"))
            tryCode(code)
        }

        func tryCode(_ code: String) {
            guest.press(.control("u"))
            guest.type(code)
            guest.press(.enter)
            network.settle()
        }

        /// Somebody else, who knows the code.
        func letInAThird() -> Seat {
            let third = Seat(machine: network.machines[2])
            third.type("j")
            network.settle()
            third.type("1" + code)
            third.press(.enter)
            network.settle()
            return third
        }

        /// The time that a wrong code takes.
        func wait(seconds: Int = 1) { network.advance(seconds: seconds) }

        /// The host and its guest make their first moves.
        func playOn(with guest: Seat) {
            for seat in [host, guest] {
                seat.type("4")
                network.settle()
            }
        }
    }

    private static let wrong = "acorn acorn acorn acorn"
    private static let others = ["actor actor actor actor", "alley alley alley alley", "almond almond almond almond"]

    @Test func theRightCodeLetsIn() {
        let meeting = Meeting()
        #expect(meeting.guest.shows("host1"))
        #expect(meeting.guest.shows("private"))
        #expect(meeting.code.split(separator: " ").count == 4)
        meeting.join(meeting.code)
        #expect(meeting.host.showsScore(0, 0, "host2") && meeting.guest.showsScore(0, 0, "host1"))
        meeting.host.type("4")
        meeting.network.settle()
        meeting.guest.type("4")
        meeting.network.settle()
        #expect(meeting.host.game?.scene.game.moves.count == 2 && meeting.guest.game?.scene.game.moves.count == 2)
        meeting.guest.leaveGame()
        meeting.network.settle()
        #expect(meeting.host.shows(" left the game."))
        #expect(meeting.network.openEnds == 0)
    }

    /// What travels after the handshake is no packet; before, only packets of its type.
    @Test func whoListensSeesNoPacket() throws {
        let meeting = Meeting()
        let code = meeting.code
        meeting.join(code)
        meeting.host.type("4")
        meeting.network.settle()
        for end in meeting.network.connections {
            var decoder = PacketDecoder()
            decoder.append(end.sent)
            var packets: [Packet] = []
            #expect(throws: WireError.self) { while let packet = try decoder.next() { packets.append(packet) } }
            #expect(!packets.isEmpty && packets.allSatisfy { if case .control(.privacy) = $0 { true } else { false } })
            let text = String(decoding: end.sent, as: UTF8.self)
            #expect(!text.contains("host2") && code.split(separator: " ").allSatisfy { !text.contains($0) })
        }
    }

    @Test func aWrongCodeDoesNotAndTheRightOneThenDoes() {
        let meeting = Meeting()
        meeting.join(Self.wrong)
        #expect(meeting.guest.shows("Trying the code"))
        #expect(meeting.host.shows("Somebody at 10.0.0.2 tried a wrong code."))
        meeting.wait()
        #expect(meeting.guest.shows("Wrong code. Check the words and their order."))
        meeting.tryCode(meeting.code.uppercased().replacingBlanks("-"))
        #expect(meeting.guest.showsScore(0, 0, "host1"))
        #expect(meeting.network.connections.count == 4, "each try has a connection of its own")
    }

    /// An Enter meant for the sentence does not cost a try.
    @Test func theSameWrongCodeIsNotTriedAgain() {
        let meeting = Meeting()
        meeting.join(Self.wrong)
        meeting.wait()
        for _ in 0..<5 {
            meeting.guest.press(.enter)
            meeting.network.settle()
            #expect(meeting.guest.shows("Wrong code. Try another one."))
        }
        meeting.tryCode(Self.others[0])
        meeting.wait()
        #expect(meeting.guest.shows("Wrong code. Check the words and their order."))
    }

    @Test func threeWrongOnesBringAPauseThatGrows() {
        let meeting = Meeting()
        var sentences: [Bool] = []
        for pause in [5, 10, 20] {
            meeting.guest.navigator.popToRoot()
            meeting.guest.type("j")
            meeting.network.settle()
            meeting.join(Self.wrong)
            for other in Self.others {
                meeting.wait()
                meeting.tryCode(other)
            }
            meeting.wait()
            sentences.append(meeting.guest.shows("Too many wrong codes"))
            // Meanwhile not even the right one is looked at.
            meeting.tryCode(meeting.code)
            #expect(meeting.guest.shows("Wait \(pause - 1) seconds") || meeting.guest.shows("Wait \(pause - 2) seconds"))
            meeting.wait(seconds: pause)
        }
        #expect(sentences == [true, true, true])
        meeting.tryCode(meeting.code)
        #expect(meeting.guest.showsScore(0, 0, "host1"))
    }

    /// Somebody else gets in while one waits out a pause.
    @Test func aPauseIsForOneAddressOnly() {
        let meeting = Meeting()
        meeting.join(Self.wrong)
        for other in Self.others {
            meeting.wait()
            meeting.tryCode(other)
        }
        #expect(meeting.letInAThird().showsScore(0, 0, "host1"))
    }

    @Test func whoComesTooLateReadsSo() {
        let meeting = Meeting()
        meeting.join(Self.wrong)
        let third = meeting.letInAThird()
        #expect(third.showsScore(0, 0, "host1"))
        meeting.playOn(with: third)
        #expect(meeting.guest.shows("closed the connection: the game is full"))
        #expect(meeting.guest.shows("The four words (ask "))
    }

    /// It was listed at one address when it was chosen, and at another when the code was typed.
    @Test func theCodeGoesToWhereTheHostIsListedNow() {
        let guest = Seat()
        guest.type("j")
        for address in ["10.0.0.7:27364", "10.0.0.8:27364"] {
            guest.machine.browsers[0].find("Heron", [Hosting.privateFact: "1"], at: address)
            guest.type(address.contains("7:") ? "1" : "")
        }
        guest.type("meadow-heron-arena-lilac")
        guest.press(.enter)
        #expect(guest.machine.attempts.map(\.endpoint.words) == ["10.0.0.8:27364"])
    }

    // MARK: By address

    @Test func byAddressTheCodeIsAskedForAfterAll() {
        let meeting = Meeting()
        meeting.guest.type("a10.0.0.1")
        meeting.guest.press(.enter)
        meeting.network.settle()
        #expect(meeting.guest.shows("The four words (ask the host):"))
        meeting.tryCode(meeting.code)
        #expect(meeting.guest.showsScore(0, 0, "host1") && meeting.host.showsScore(0, 0, "host2"))
        // What the host copies has both, and can be pasted there.
        let other = Meeting()
        other.host.type("c")
        other.guest.type("a")
        other.guest.press(.paste(other.host.machine.copied ?? ""), .enter)
        other.network.settle()
        other.network.advance(seconds: 1)
        #expect(other.guest.showsScore(0, 0, "host1"))
    }

    @Test func aPublicGameIsSaidToBeOne() throws {
        let meeting = Meeting(isPrivate: false)
        let list = try #require(meeting.guest.navigator.top as? JoinGameViewController)
        list.join("10.0.0.1", code: try Passphrase(typed: Self.wrong))
        meeting.network.settle()
        #expect(meeting.guest.shows("10.0.0.1:27364 did not ask for a code. Check with your friend before you"))
        #expect(meeting.guest.game == nil)
        #expect(meeting.screen != nil && meeting.host.shows("connected and left again."))
    }

    @Test func whoSaysNothingIsNoPrivateGame() throws {
        let guest = Seat()
        guest.type("j")
        let list = try #require(guest.navigator.top as? JoinGameViewController)
        list.join("10.0.0.9", code: try Passphrase(typed: Self.wrong))
        let end = FakeConnection()
        guest.machine.attempts[0].completion(.success(end))
        guest.machine.advance(milliseconds: 9_999)
        #expect(guest.shows("Trying the code"))
        guest.machine.advance(milliseconds: 1)
        #expect(guest.shows("10.0.0.9:27364 does not answer."))
        #expect(end.isClosed && end.sent.isEmpty)
    }

    /// The original app passes over the greeting and waits for the first disc.
    @Test func theOriginalAppIsClosedAfterTenSeconds() throws {
        let meeting = Meeting()
        let phone = FakeConnection()
        meeting.network.machines[0].advertisements[0].accept(phone)
        var decoder = PacketDecoder()
        decoder.append(phone.sent)
        #expect(try #require(try decoder.next()).type == 26)
        #expect(try decoder.next() == nil)
        meeting.wait(seconds: 9)
        #expect(!phone.isClosed)
        meeting.wait()
        #expect(phone.isClosed)
        #expect(meeting.host.shows("who needs these four words:"))
    }

    // MARK: The gate

    @Test func aCrowdOfTheSilentKeepsNobodyOut() {
        let meeting = Meeting()
        let limit = 256
        let crowd = (0..<2 * limit).map { FakeConnection(peer: "10.1.\($0).1:40000") }
        for stranger in crowd { meeting.network.machines[0].advertisements[0].accept(stranger) }
        #expect(crowd.count { !$0.isClosed } == limit)
        let neighbours = (0..<2 * limit).map { FakeConnection(peer: "[fe80::1%lan]:\(40000 + $0)") }
        for stranger in neighbours { meeting.network.machines[0].advertisements[0].accept(stranger) }
        #expect((crowd + neighbours).count { !$0.isClosed } == limit)
        meeting.join(meeting.code)
        #expect(meeting.guest.showsScore(0, 0, "host1"))
        meeting.playOn(with: meeting.guest)
        #expect((crowd + neighbours).allSatisfy { $0.isClosed })
    }

    /// Somebody with any number of addresses tries no more than 200 codes a second; the host reads that somebody is guessing, and changes
    /// the words. The screen is told once a second.
    @Test func manyAddressesAreNoHelp() throws {
        let meeting = Meeting()
        let host = meeting.network.machines[0]
        let offer = try #require(meeting.screen?.hosting.offer)
        let gate = try #require(offer.gate)
        let tell = offer.didChange
        var timesTold = 0
        offer.didChange = {
            timesTold += 1
            tell()
        }
        let count = gate.didRefuse
        var refusals = 0
        gate.didRefuse = {
            refusals += 1
            count?($0)
        }
        for second in 1...3 {
            let before = refusals
            for index in 0..<250 {
                let stranger = FakeConnection(peer: "10.\(second).\(index).1:40000")
                host.advertisements[0].accept(stranger)
                let share = [UInt8(index % 200 + 2)] + [UInt8](repeating: 0, count: 31)
                let reply = PrivacyMessage.reply(session: [UInt8](repeating: 9, count: 16), share: share)
                let proof = PrivacyMessage.proof([UInt8](repeating: 9, count: 64))
                for message in [reply, proof] { stranger.receive(Packet.frame(of: .privacy(message))) }
            }
            host.advance(milliseconds: 999)
            #expect(refusals == before + PassphraseGate.proofsPerSecond)
            host.advance(milliseconds: 9_001)
        }
        #expect(meeting.host.text.contains("750 wrong codes were tried: somebody may be guessing."))
        #expect((1...30).contains(timesTold), "in 30 seconds")
        let code = meeting.code
        meeting.host.press(.character("n"))
        #expect(meeting.code != code && !meeting.host.shows("guessing"))
        meeting.join(meeting.code)
        #expect(meeting.guest.showsScore(0, 0, "host1"))
    }

    @Test(arguments: 0..<40) func noiseAtTheGateChangesNothing(seed: Int) {
        var random = SystemRandomNumberGenerator()
        let meeting = Meeting()
        let stranger = FakeConnection(peer: "10.0.1.9:40000")
        meeting.network.machines[0].advertisements[0].accept(stranger)
        for _ in 0..<20 {
            let noise = (0..<Int.random(in: 1...200, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let length = (0..<8).map { UInt8(truncatingIfNeeded: noise.count >> ($0 * 8)) }
            let packets: [Packet] = [
                .didAddDisc(column: 3), .startNewGame, .bye(.left),
                .privacy(.opened(proof: [UInt8](repeating: 0, count: 64), listing: [UInt8](repeating: 0, count: 32))),
                .privacy(.pause(seconds: 9)),
                .privacy(.reply(session: [UInt8](repeating: 9, count: 16), share: [UInt8](repeating: 9, count: 32))),
                .privacy(.proof([UInt8](repeating: 9, count: 64))),
            ]
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where seed.isMultiple(of: 2): stranger.receive(noise)
            case 1 where seed.isMultiple(of: 2): stranger.receive(length + noise)
            default: if let packet = packets.randomElement(using: &random) { stranger.receive(Packet.frame(of: packet)) }
            }
        }
        meeting.join(meeting.code)
        meeting.wait()
        #expect(meeting.guest.showsScore(0, 0, "host1"))
        meeting.playOn(with: meeting.guest)
        #expect(stranger.isClosed)
    }

    @Test func whoTypesTooLongIsLetIn() {
        let meeting = Meeting()
        meeting.join(Self.wrong)
        meeting.wait(seconds: 130)
        #expect(meeting.network.connections.allSatisfy { $0.isClosed })
        #expect(!meeting.guest.shows("closed the connection"))
        meeting.tryCode(meeting.code)
        #expect(meeting.guest.showsScore(0, 0, "host1"))
    }

    /// The code was right, but there was no player: the next one comes in by the same code.
    @Test func whoKnowsTheCodeAndLeavesKeepsNobodyOut() throws {
        let meeting = Meeting()
        let code = meeting.code
        let machine = meeting.network.machines[2]
        let typed = try Passphrase(typed: code)
        var entry: PassphraseEntry?
        var opened: Link?
        let attempt = machine.connect(to: try machine.endpoint(typed: "10.0.0.1")) { result in
            guard case .success(let connection) = result else { return }
            entry = PassphraseEntry(connection, code: typed, listedAs: nil, environment: machine) {
                if case .success(let connection) = $0 { opened = connection }
            }
        }
        meeting.network.settle()
        try #require(opened).close()
        meeting.network.settle()
        #expect(meeting.host.shows("connected and left again."))
        #expect(meeting.code == code)
        meeting.join(code)
        #expect(meeting.guest.showsScore(0, 0, "host1") && meeting.host.showsScore(0, 0, "host2"))
        attempt.cancel()
        entry?.cancel()
    }

    /// A guest who connected to a public game, but has not said its name yet, does not get into it once it is private.
    @Test func aGuestFromBeforeTheGameWasPrivateNeedsTheCode() {
        let meeting = Meeting(isPrivate: false)
        let stranger = FakeConnection()
        meeting.network.machines[0].advertisements[0].accept(stranger)
        #expect(!stranger.isClosed)
        meeting.host.type("p")
        #expect(stranger.isClosed)
        meeting.wait()
        #expect(meeting.host.shows("who needs these four words:"))
    }

    @Test func itIsPrivateAndPublicAsThePlayerLikes() {
        let meeting = Meeting(isPrivate: false)
        let host = meeting.network.machines[0]
        #expect(!meeting.guest.shows("private"))
        meeting.host.type("p")
        meeting.network.settle()
        let first = meeting.code
        #expect(meeting.guest.shows("private"))
        let stranger = FakeConnection()
        host.advertisements[0].accept(stranger)
        meeting.host.type("p")
        meeting.network.settle()
        #expect(stranger.isClosed && !meeting.guest.shows("private") && !meeting.host.shows("four words:"))
        meeting.host.type("p")
        #expect(meeting.code != first && host.advertisements.count == 1)
        meeting.host.press(.escape)
        meeting.network.settle()
        #expect(meeting.network.isQuiet(0))
    }

    @Test func leavingThePromptLeavesTheGate() {
        let meeting = Meeting()
        meeting.join(Self.wrong)
        meeting.wait()
        // The first closes what is said of the code.
        meeting.guest.press(.escape, .escape)
        meeting.network.settle()
        #expect(!meeting.guest.shows("four words (") && meeting.network.openEnds == 0)
        meeting.guest.press(.escape)
        #expect(meeting.guest.navigator.top is MenuViewController)
    }
}

@Suite struct CodeTests {
    @Test func theWordsAreFitToBeSaidAndTyped() {
        let words = Passphrase.vocabulary
        #expect(words.count == 256 && words == words.sorted())
        #expect(words.allSatisfy { 4...6 ~= $0.count && $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } })
        #expect(Set(words.map { $0.prefix(3) }).count == 256)
        for (index, word) in words.enumerated() {
            for other in words[..<index] where word.count == other.count {
                #expect(zip(word, other).count { $0 != $1 } > 1, "\(word) and \(other)")
            }
        }
    }

    @Test(arguments: [
        "lemon otter violet zebra", "Lemon-Otter-VIOLET-zebra", "  lemon,otter. violet/zebra\n", "lemonotterviolet zebra",
        "lemonottervioletzebra", "lem ott vio zeb", "lemo-ottervioletzebra", "LEMON  OTTER – VIOLET  ZEBRA", "lemottviozeb",
        "LEM ottvio zeb", "Lemon-OtterViolzeb",
    ]) func typedInAnyWayItIsTheSame(text: String) throws {
        #expect(try Passphrase(typed: text).hyphened == "lemon-otter-violet-zebra")
    }

    @Test(arguments: [
        ("", "Type the 4 words of the code."), ("lemon otter violet", "A code has 4 words, and this one has 3."),
        ("lemon otter violet zebra zebra", "A code has 4 words, and this one has 5."),
        ("lemon otter violet zebrra", "“zebrra” isn't a code word."), ("le ot vi ze", "“le” isn't a code word."),
        ("lemon otter violet zebra1x", "“x” isn't a code word."), ("лимон", "“лимон” isn't a code word."),
    ]) func whatIsNoneIsSaid(text: String, sentence: String) {
        #expect(throws: CodeMistake.self) { try Passphrase(typed: text) }
        do throws(CodeMistake) { _ = try Passphrase(typed: text) } catch { #expect(error.sentence == sentence) }
    }

    @Test func everyByteIsAWord() throws {
        for byte in 0...255 as ClosedRange<UInt8> {
            let code = Passphrase(drawnFrom: [byte, 0, 255, byte])
            #expect(try Passphrase(typed: code.text) == code && code.text.count <= 27)
            #expect(try Passphrase(typed: code.words.joined()) == code)
            #expect(try Passphrase(typed: code.words.map { $0.prefix(3) }.joined()) == code)
        }
    }
}

@Suite struct PausesTests {
    private let a = Source(network: "10.0.0", machine: "10.0.0.1")
    private let b = Source(network: "10.0.0", machine: "10.0.0.2")

    @Test func theyGrowAndAreBounded() {
        var limiter = AttemptLimiter()
        var lengths: [Int] = []
        var now = 0
        for _ in 0..<10 {
            for _ in 0..<3 {
                #expect(limiter.pauseLeft(for: a, at: now) == 0)
                limiter.didTryWrong(from: a, at: now)
            }
            let length = limiter.pauseLeft(for: a, at: now)
            lengths.append(length / 1000)
            #expect(limiter.pauseLeft(for: b, at: now) == 0)
            now += length
        }
        #expect(lengths == [5, 10, 20, 40, 80, 160, 300, 300, 300, 300])
        limiter.didTryWrong(from: a, at: now + AttemptLimiter.memory)
        limiter.didTryWrong(from: a, at: now + AttemptLimiter.memory)
        #expect(limiter.pauseLeft(for: a, at: now + AttemptLimiter.memory) == 0)
    }

    /// Many addresses push out those that have been silent longest, no others.
    @Test func fewAreRemembered() {
        var limiter = AttemptLimiter()
        let most = AttemptLimiter.mostSources
        for index in 0..<most + 9 { for _ in 0..<3 { limiter.didTryWrong(from: Self.source(index), at: index / 9) } }
        #expect((0..<most + 9).filter { limiter.pauseLeft(for: Self.source($0), at: most / 9) == 0 } == Array(0..<9))
    }

    private static func source(_ index: Int) -> Source { Source(network: "10.0.\(index)", machine: "10.0.\(index).1") }
}

extension String {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
    fileprivate func replacingBlanks(_ other: String) -> String { split(separator: " ").joined(separator: other) }
}
