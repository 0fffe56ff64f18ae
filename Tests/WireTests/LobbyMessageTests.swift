// The lobby's messages through the codec: what goes in comes out, and what says too much or too little is passed over.

import TestSupport
import Testing

@testable import Wire

@Suite struct LobbyMessageTests {
    static let names = ["Ann", "Zoë 虎", "", "[31m"]
    static let players = names.enumerated().map { TablePlayer(name: $1, id: "a\($0)") }
    static let table = MatchmakingTable(name: "Zoë 虎", game: "snap", version: "", players: 0, limit: .max)
    static let timed = MatchmakingTable(name: "Ann", game: "four", version: "1", players: 1, limit: 2, clock: "3+2")
    static let matchmaking: [MatchmakingMessage] =
        [
            .welcome, .start(seat: 2, names: ["Host", "Ann", "Bob"]), .sentAway, .hostQuit, .roster([]), .roster(players),
            .introduction(TablePlayer(name: "Ann", id: "a1")),
            .introduction(TablePlayer(name: "", id: String(repeating: "Z", count: 32))), .table(table),
        ]
        + RefusalReason.allCases.map { .refused($0) }
    static let invitations: [InvitationMessage] =
        [table, timed].map { .invite(from: "a1", to: "b2", $0) } + DeclineReason.allCases.map { .declined($0) }
    static let packets: [Packet] = matchmaking.map { Packet.matchmaking($0) } + invitations.map { Packet.invitation($0) }

    @Test(arguments: packets) func roundTrip(_ packet: Packet) throws {
        var decoder = PacketDecoder()
        decoder.append(Packet.frame(of: packet))
        #expect(try decoder.next() == packet)
    }

    private static let evil = "\u{1B}[31m\u{202E}E\u{3164}ve\u{0}\n"

    /// A name that was read can be put into a sentence.
    @Test(
        arguments: [
            (
                .hello(Hello(name: evil, version: evil, game: "1")),
                .hello(Hello(name: "[31mEve", version: "[31mEve", game: "1"))
            ),
            (
                .matchmaking(.roster([TablePlayer(name: evil, id: "a")])),
                .matchmaking(.roster([TablePlayer(name: "[31mEve", id: "a")]))
            ),
            (
                .matchmaking(.introduction(TablePlayer(name: evil, id: "a"))),
                .matchmaking(.introduction(TablePlayer(name: "[31mEve", id: "a")))
            ),
            (
                .matchmaking(.start(seat: 1, names: [evil, "👩‍👩‍👧"])),
                .matchmaking(.start(seat: 1, names: ["[31mEve", "👩‍👩‍👧"]))
            ),
        ] as [(Packet, Packet)])
    func namesAreMadePlainWhenTheyAreRead(_ sent: Packet, _ read: Packet) throws {
        var decoder = PacketDecoder()
        decoder.append(Packet.frame(of: sent))
        #expect(try decoder.next() == read)
    }

    static let numbers = ["players": 1, "limit": 4]
    static let texts = ["name": "Ann", "game": "snap", "version": "1", "sender": "a", "recipient": "b"]
    static func without(_ name: String, _ other: String? = nil) -> [String: String] {
        var texts = texts
        texts[name] = other
        return texts
    }

    static let nonsense: [(Int64, MessageFields)] = [
        (19, MessageFields(kind: 8)), (19, MessageFields(kind: 0)), (19, MessageFields(kind: 0, texts: ["name": "Ann"])),
        (19, MessageFields(kind: 0, texts: ["name": "Ann", "id": "no id"])), (19, MessageFields(kind: 2)),
        (19, MessageFields(kind: 2, numbers: ["reason": 99])), (19, MessageFields(kind: 3)),
        (19, MessageFields(kind: 3, lists: ["names": ["x"]])),
        (19, MessageFields(kind: 3, lists: ["names": ["x"], "ids": [""]])),
        (19, MessageFields(kind: 3, lists: ["names": ["x"], "ids": ["a", "b"]])),
        (
            19,
            MessageFields(
                kind: 3, lists: ["names": Array(repeating: "x", count: 17), "ids": Array(repeating: "a", count: 17)])
        ),
        (19, MessageFields(kind: 4)), (19, MessageFields(4, ints: ["seat": 0], lists: ["names": ["a", "b"]])),
        (19, MessageFields(4, ints: ["seat": 2], lists: ["names": ["a", "b"]])),
        (19, MessageFields(4, ints: ["seat": .min], lists: ["names": ["a", "b"]])),
        (19, MessageFields(4, ints: ["seat": 1], lists: ["names": ["a"]])),
        (19, MessageFields(7, ints: ["players": -1, "limit": 4], texts: ["name": "Ann", "game": "snap", "version": "1"])),
        (19, MessageFields(7, ints: numbers, texts: ["name": "Ann", "version": "1"])),
        (20, MessageFields(0, texts: texts)), (20, MessageFields(0, ints: numbers, texts: without("game"))),
        (20, MessageFields(0, ints: numbers, texts: without("sender"))),
        (20, MessageFields(0, ints: numbers, texts: without("recipient"))),
        (20, MessageFields(0, ints: numbers, texts: without("sender", ""))),
        (20, MessageFields(0, ints: numbers, texts: without("sender", "no id"))),
        (20, MessageFields(0, ints: numbers, texts: without("sender", String(repeating: "x", count: 33)))),
        (20, MessageFields(kind: 1)), (20, MessageFields(1, ints: ["reason": 9])), (20, MessageFields(kind: 2)),
    ]

    @Test(arguments: nonsense) func whatSaysNothingIsPassedOver(type: Int64, fields: MessageFields) throws {
        let frame = Packet.frame(of: .game(GamePacket(type: type, content: .fields(fields))))
        #expect(Outcome(of: [frame]).packets == [.ignored(type: type)])
    }

    @Test func longNamesAreCutToWholeCharacters() throws {
        let long = String(repeating: "é", count: 40)
        let frame = Packet.frame(of: .matchmaking(.introduction(TablePlayer(name: long, id: "a"))))
        #expect(
            Outcome(of: [frame]).packets == [
                .matchmaking(.introduction(TablePlayer(name: String(repeating: "é", count: 31), id: "a")))
            ])
    }
}
