// The lobby's messages through the codec: what goes in comes out, and what says too much or too little is passed over.

import TestSupport
import Testing

@testable import Wire

@Suite struct LobbyMessageTests {
    static let names = ["Ann", "Zoë 虎", "", "[31m"]
    static let matchmaking: [MatchmakingMessage] =
        [
            .welcome, .start, .sentAway, .hostQuit, .roster([]), .roster(names), .introduction(name: "Ann"),
            .introduction(name: ""), .table(MatchmakingTable(name: "Zoë 虎", game: "snap", version: "", players: 0, limit: .max)),
        ]
        + RefusalReason.allCases.map { .refused($0) }
    static let peer: [PeerMessage] =
        [
            .invite(1, name: "Ann", game: "snap"), .invite(.max, name: "", game: ""), .cancel(.min), .accept(0), .welcome(-1),
            .roster(3, names), .roster(3, ["Ann", "Ann"], ids: ["a1", "b2"]),
        ] + DeclineReason.allCases.map { .decline(7, $0) }
    static let packets: [Packet] =
        matchmaking.map { .matchmaking($0) } + peer.compactMap { PeerEnvelope(from: "a1", $0).map { .peer($0) } }
        + [.party(.begin(game: "snap", seat: 2, names: ["Host", "Ann", "Bob"]))]

    @Test(arguments: packets) func roundTrip(_ packet: Packet) throws {
        var decoder = PacketDecoder()
        decoder.append(PacketEncoder.encode(packet))
        #expect(try decoder.next() == packet)
    }

    private static let evil = "\u{1B}[31m\u{202E}E\u{3164}ve\u{0}\n"

    /// Whoever reads a name may put it into a sentence.
    @Test(
        arguments: [
            (
                .hello(Hello(name: evil, version: evil, game: "1", capabilities: [])),
                .hello(Hello(name: "[31mEve", version: "[31mEve", game: "1", capabilities: []))
            ),
            (.matchmaking(.roster(["Ann", evil])), .matchmaking(.roster(["Ann", "[31mEve"]))),
            (.matchmaking(.introduction(name: evil)), .matchmaking(.introduction(name: "[31mEve"))),
            (
                .party(.begin(game: "snap", seat: 1, names: [evil, "👩‍👩‍👧"])),
                .party(.begin(game: "snap", seat: 1, names: ["[31mEve", "👩‍👩‍👧"]))
            ),
        ] as [(Packet, Packet)])
    func namesAreMadePlainWhenTheyAreRead(_ sent: Packet, _ read: Packet) throws {
        var decoder = PacketDecoder()
        decoder.append(PacketEncoder.encode(sent))
        #expect(try decoder.next() == read)
    }

    static let nonsense: [(Int64, MessageFields)] = [
        (19, MessageFields(kind: 7)), (19, MessageFields(kind: 0)), (19, MessageFields(kind: 2)),
        (19, MessageFields(kind: 2, numbers: ["reason": 99])), (19, MessageFields(kind: 3)),
        (19, MessageFields(kind: 3, lists: ["names": Array(repeating: "x", count: 17)])),
        (19, MessageFields(7, ints: ["players": -1, "limit": 4], texts: ["name": "Ann", "game": "snap", "version": "1"])),
        (19, MessageFields(7, ints: ["players": 1, "limit": 4], texts: ["name": "Ann", "version": "1"])),
        (20, MessageFields(kind: 1, numbers: ["invitation": 1])),
        (20, MessageFields(kind: 1, numbers: ["invitation": 1], texts: ["sender": ""])),
        (20, MessageFields(kind: 1, numbers: ["invitation": 1], texts: ["sender": "no id"])),
        (20, MessageFields(kind: 1, numbers: ["invitation": 1], texts: ["sender": String(repeating: "x", count: 33)])),
        (20, MessageFields(kind: 1, texts: ["sender": "a"])),
        (20, MessageFields(kind: 0, numbers: ["invitation": 1], texts: ["sender": "a", "name": "Ann"])),
        (20, MessageFields(kind: 3, numbers: ["invitation": 1, "reason": 9], texts: ["sender": "a"])),
        (20, MessageFields(kind: 5, numbers: ["invitation": 1], texts: ["sender": "a"])),
        (20, MessageFields(kind: 6, numbers: ["invitation": 1], texts: ["sender": "a"])),
        (23, MessageFields(kind: 1)),
        (23, MessageFields(kind: 0, numbers: ["seat": 0], texts: ["game": "snap"], lists: ["names": ["a", "b"]])),
        (23, MessageFields(kind: 0, numbers: ["seat": 2], texts: ["game": "snap"], lists: ["names": ["a", "b"]])),
        (23, MessageFields(kind: 0, numbers: ["seat": .min], texts: ["game": "snap"], lists: ["names": ["a", "b"]])),
        (23, MessageFields(kind: 0, numbers: ["seat": 1], texts: ["game": "snap"], lists: ["names": ["a"]])),
        (23, MessageFields(kind: 0, numbers: ["seat": 1], lists: ["names": ["a", "b"]])),
    ]

    @Test(arguments: nonsense) func whatSaysNothingIsPassedOver(type: Int64, fields: MessageFields) throws {
        let frame = PacketEncoder.encode(.game(GamePacket(type: type, content: .fields(fields))))
        #expect(Outcome(of: [frame]).packets == [.ignored(type: type)])
    }

    @Test func longNamesAreCutToWholeCharacters() throws {
        let long = String(repeating: "é", count: 40)
        let frame = PacketEncoder.encode(.matchmaking(.introduction(name: long)))
        #expect(Outcome(of: [frame]).packets == [.matchmaking(.introduction(name: String(repeating: "é", count: 31)))])
    }
}
