// What the encoder writes: byte for byte what the original app sends, and own packets that come back as they went.

import TestSupport
import Testing

@testable import Wire

@Suite struct EncoderTests {
    @Test(arguments: 0...6) func aDiscIsTheOriginals(column: Int) throws {
        let frame = try #require(Frame.golden.first { $0.name == "didadddisc-\(column).bin" })
        #expect(Packet.frame(of: .didAddDisc(column: column)) == frame.bytes)
    }

    @Test func aNewGameIsTheOriginals() throws {
        let frame = try #require(Frame.golden.first { $0.name == "startnewgame.bin" })
        #expect(Packet.frame(of: .startNewGame) == frame.bytes)
    }

    private static func counted(_ count: UInt8) -> [UInt8] { (0..<count).map { 255 - $0 } }

    static let packets: [Packet] =
        (0...6).map { .didAddDisc(column: $0) } + [
            .startNewGame, .yield, .bye(.left), .bye(.rules), .bye(.nonsense), .bye(.stalled), .bye(.taken), .bye(.busy),
            .control(.coming(true)), .control(.coming(false)),
            .hello(Hello(name: "Tiger", version: "1.1.0", game: "fourinarow")),
            .hello(Hello(name: "", version: "", game: "")),
            .hello(Hello(name: "Jürgen 虎 🐅", version: "1.1.0", game: "fourinarow")),
            .hello(Hello(name: "[31m", version: "1", game: "1")),
            .unknown(type: -1), .unknown(type: 2), .unknown(type: 255), .unknown(type: 256), .unknown(type: 65_536),
            .unknown(type: .max), .unknown(type: .min), .ignored(type: 16), .ignored(type: 19), .ignored(type: 20),
            .unknown(type: 23), .privacy(.pause(seconds: 5)),
            .privacy(.greeting(version: PrivacyMessage.version, salt: counted(16), session: counted(16))),
            .privacy(.greeting(version: 7, salt: [], session: [])),
            .privacy(.proof(counted(64))), .privacy(.opened(proof: counted(64), listing: counted(32))),
            .privacy(.wrong), .privacy(.reply(session: counted(16), share: counted(32))),
        ] + LobbyMessageTests.packets + ConsentMessageTests.messages.map { .consent($0) }
        + ResumeMessageTests.messages.map { .resume($0) }

    @Test(arguments: packets) func whatIsSentArrives(_ packet: Packet) {
        let frame = Packet.frame(of: packet)
        #expect(frame == Packet.frame(of: packet))
        #expect(Outcome(of: [frame]) == Outcome(of: frame.map { [$0] }))
        #expect(Outcome(of: [frame]).packets == [packet])
    }

    /// The same text twice stays apart where only its normal form is the same.
    @Test func textIsKeptAsItIs() throws {
        let names = ["\u{e9}", "e\u{301}"]
        let hello = Hello(name: names[0], version: names[1], game: "")
        let packet = Outcome(of: [Packet.frame(of: .hello(hello))]).packets.first
        guard case .control(.hello(let read)) = packet else {
            Issue.record("no hello came back")
            return
        }
        #expect(Array(read.name.utf8) == Array(names[0].utf8))
        #expect(Array(read.version.utf8) == Array(names[1].utf8))
    }

    @Test func aHelloIsCutOnBothSides() {
        let flags = String(repeating: "🇸🇪", count: 20)
        let long = Hello(
            name: flags, version: String(repeating: "9", count: 80), game: String(repeating: "g", count: 63))
        let cut = Hello(
            name: String(repeating: "🇸🇪", count: 7), version: String(repeating: "9", count: 63),
            game: long.game)
        #expect(Packet.frame(of: .hello(long)) == Packet.frame(of: .hello(cut)))
        var heard = cut
        heard.game = "fourinarow"
        let body = HandMade.hello(name: .string(flags), version: long.version)
        #expect(Outcome(of: [HandMade.frame(body)]).packets == [.hello(heard)])
    }
}
