// Own packets that say too much or the wrong thing, and own packets in the hands of the original's unarchiver.

import Foundation
import TestSupport
import Testing

@testable import Wire

@Suite struct OwnPacketTests {
    static let damaged: [(Int64, ArchivedObject?)] = [
        (16, nil), (16, .string("hello")), (16, .dictionary([])), (16, .dictionary([("name", .string("x"))])),
        (17, nil), (17, .number(1)), (17, .dictionary([])), (17, .dictionary([("reason", .string("left"))])),
        (17, .dictionary([("reason", .number(99))])), (17, .dictionary([("reason", .number(.max))])),
    ]

    @Test(arguments: damaged) func whatIsDamagedIsPassedOver(type: Int64, data: ArchivedObject?) {
        #expect(Outcome(of: [HandMade.frame(HandMade.packet(type: type, data: data))]).packets == [.ignored(type: type)])
    }

    @Test(arguments: [ArchivedObject.number(1), .strings([]), .dictionary([])])
    func aDamagedHelloIsPassedOver(name: ArchivedObject) {
        let frame = HandMade.frame(HandMade.hello(name: name))
        #expect(Outcome(of: [frame]).packets == [.ignored(type: 16)])
    }

    @Test("A host's hello says that whoever moves first is yellow; another text says nothing")
    func whoIsYellow() {
        for isFirst in [true, false] {
            let hello = Hello(name: "Ann", version: "1", game: "fourinarow", isYellowFirst: isFirst)
            #expect(Outcome(of: [Packet.frame(of: .hello(hello))]).packets == [.hello(hello)])
        }
        let other = ArchivedObject.dictionary([
            ("name", .string("Ann")), ("version", .string("1")), ("game", .string("fourinarow")), ("yellow", .string("red")),
        ])
        let frame = HandMade.frame(HandMade.packet(type: 16, data: other))
        #expect(Outcome(of: [frame]).packets == [.hello(Hello(name: "Ann", version: "1", game: "fourinarow"))])
    }

    @Test(arguments: [
        (ArchivedObject.dictionary([("column", .number(7))]), WireError.badColumn),
        (.dictionary([("column", .number(-1))]), .badColumn), (.dictionary([("column", .string("3"))]), .badData),
        (.strings([]), .badData), (.number(3), .badData), (.string("3"), .badData),
    ]) func aDiscIsNotPassedOverWhenItIsWrong(data: ArchivedObject, error: WireError) {
        #expect(Outcome(of: [HandMade.frame(HandMade.packet(type: 0, data: data))]).error == error)
    }

    @Test(arguments: [ArchivedObject.dictionary([]), .dictionary([("row", .number(3))]), .string("This is a proof of concept.")])
    func aDiscWithoutAColumnIsPassedOver(data: ArchivedObject) {
        let outcome = Outcome(of: [HandMade.frame(HandMade.packet(type: 0, data: data))])
        #expect(outcome.packets.map(\.type) == [0] && outcome.messages == [nil])
    }

    private static let many = (0..<100).map { ("key \($0)", ArchivedObject.string("x")) }

    @Test(arguments: [
        ArchivedObject.dictionary([("column", .number(3)), ("kind", .number(9)), ("inner", .dictionary([]))]),
        .dictionary(many + [("column", .number(3))]), .dictionary([("column", .number(3)), ("column", .string("4"))]),
        .dictionary([("note", .string(String(repeating: "x", count: 300))), ("column", .number(3))]),
    ]) func aDiscMayCarryMore(data: ArchivedObject) {
        #expect(Outcome(of: [HandMade.frame(HandMade.packet(type: 0, data: data))]).messages == [.didAddDisc(column: 3)])
    }

    /// Invalid fields of a game's message are ignored, and its packet is still delivered.
    @Test(arguments: [[("inner", ArchivedObject.dictionary([]))], [("long", .string(String(repeating: "x", count: 257)))], many])
    func anOwnMessageMayNotCarryAnything(more: [(String, ArchivedObject)]) throws {
        let fields: [(String, ArchivedObject)] = [("deal", .number(1)), ("kind", .number(0)), ("turn", .number(1))]
        func packet(_ fields: [(String, ArchivedObject)]) -> Packet? {
            let data = ArchivedObject.dictionary(fields.map { (key: $0, value: $1) })
            return Outcome(of: [HandMade.frame(HandMade.packet(type: SnapMessage.packetType, data: data))]).packets.first
        }
        #expect(packet(fields) == .snap(.turn(deal: 1, turn: 1)))
        guard case .game(let game) = packet(fields + more) else { throw WireError.notAPacket }
        #expect(game.type == SnapMessage.packetType && SnapMessage(game) == nil)
    }

    @Test func aPacketOfAGameIsNoOthers() throws {
        for case .game(let packet) in EveryPacket.all {
            let readers = [
                try FourInARowMessage(packet) != nil, SecretNumberMessage(packet) != nil, SnapMessage(packet) != nil,
            ]
            #expect(readers.count { $0 } == (packet.type == 99 ? 0 : 1), "\(packet)")
        }
    }

    @Test func aYieldMayCarryMore() {
        #expect(Outcome(of: [HandMade.frame(HandMade.packet(type: 18, data: .string("later")))]).packets == [.yield])
    }

    /// A string of 30,000 bytes in a field that nobody reads.
    @Test func repetitionCostsNothing() throws {
        var archive = HandMade.hello(
            name: .string("x"), other: .strings([String(repeating: "x", count: 30_000)]))
        #expect(archive.count < 31_000)
        archive = HandMade.frame(archive)
        let packet = try #require(Outcome(of: [archive]).packets.first)
        #expect(packet == .hello(Hello(name: "x", version: "1", game: "fourinarow")))
    }

    /// NSKeyedUnarchiver, which the original reads with, takes whatever we send it.
    @Test(arguments: EncoderTests.packets) func foundationReadsThem(_ packet: Packet) throws {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(Packet.frame(of: packet).dropFirst(8)))
        unarchiver.requiresSecureCoding = false
        unarchiver.setClass(OriginalPacket.self, forClassName: "MTPacket")
        let read = try #require(unarchiver.decodeObject(forKey: "packet") as? OriginalPacket)
        #expect(Int64(read.type) == packet.type)
        #expect(read.action == 0)
        switch packet {
        case .control(.bye(let reason)): #expect(read.data?["reason"] as? Int == reason.rawValue)
        case .control(.hello(let hello)):
            #expect(read.data?["name"] as? String == hello.name)
            #expect(read.data?["version"] as? String == hello.version)
        case .control(.consent(let message)): #expect(read.data?["kind"] as? Int64 == message.fields.kind)
        case .control(.privacy(let message)): #expect(read.data?["kind"] as? Int64 == message.fields.kind)
        case .control(.heartbeat(let message)): #expect(read.data?["kind"] as? Int64 == message.fields.kind)
        case .control(.phrase(let message)): #expect(read.data?["phrase"] as? Int == message.phrase.rawValue)
        case .control(.clock(let message)): #expect(read.data?["kind"] as? Int64 == message.fields.kind)
        case .control(.watch(let message)): #expect(read.data?["kind"] as? Int64 == message.fields.kind)
        case .control(.coming(let isComing)): #expect(read.data?["coming"] as? Int == (isComing ? 1 : 0))
        case .control(.resume(let message)): #expect(read.data?["kind"] as? Int64 == message.fields.kind)
        case .lobby(let packet):
            let kind = packet.content.fields?.kind
            #expect(read.data?["kind"] as? Int64 == kind && kind != nil)
        case .game(let packet):
            guard case .fields(let fields) = packet.content else { return #expect(read.data == nil) }
            #expect(read.data?["kind"] as? Int64 == fields.kind)
            for (name, number) in fields.numbers { #expect(read.data?[name] as? Int64 == number) }
        case .control(.yield), .ignored: #expect(read.data == nil)
        }
    }
}

/// A packet as the original app's MTPacket unarchives it.
private final class OriginalPacket: NSObject, NSCoding {
    let data: NSDictionary?
    let type: Int
    let action: Int

    required init?(coder: NSCoder) {
        data = coder.decodeObject(forKey: "data") as? NSDictionary
        type = coder.decodeInteger(forKey: "type")
        action = coder.decodeInteger(forKey: "action")
    }

    func encode(with coder: NSCoder) {}
}
