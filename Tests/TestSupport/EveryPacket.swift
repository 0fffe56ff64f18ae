// One packet of each type and message kind, for tests that send everything: the fuzzer's corpus must contain each, and every state must
// survive each.

import Wire

/// At least one of each packet that there is, of every game too.
package nonisolated enum EveryPacket {
    /// All of them, none twice.
    package static let all = lists.flatMap { $0 }

    // Each list by itself: as one sum they take the compiler too long.
    private static let lists: [[Packet]] = [
        [.didAddDisc(column: 3), .startNewGame, .yield, .bye(.left), .unknown(type: 99), .hello(Hello(name: "Eve"))],
        matchmaking.map { .matchmaking($0) }, invitations.map { .invitation($0) },
        secretNumber.map { .secretNumber($0) }, snap.map { .snap($0) }, consent.map { .consent($0) },
        session.map { .resume($0) }, privacy.map { .privacy($0) }, answers.map { .privacy($0) },
        heartbeats.map { .heartbeat($0) },
        [.control(.phrase(PhraseMessage(.niceMove, from: 2)))], clock.map { .control(.clock($0)) },
        watch.map { .control(.watch($0)) }, [.control(.coming(true))],
    ]

    /// How many kinds of message a packet of this type can hold; 0 where it holds none.
    package static func kinds(of packet: Packet) -> Int {
        switch packet {
        case .control(.hello), .control(.bye), .control(.yield), .control(.coming), .ignored: 0
        case .control(.consent): 5
        case .control(.resume): 4
        case .control(.privacy): 8
        case .control(.heartbeat), .control(.phrase): 1
        case .control(.clock): 5
        case .control(.watch): 6
        case .lobby(.matchmaking): 8
        case .lobby(.invitation): 2
        case .game(let packet): [SecretNumberMessage.packetType: 10, SnapMessage.packetType: 6][packet.type] ?? 0
        }
    }

    /// The type and the kind, such as "21-4"; of a packet without a message the type alone.
    package static func name(of packet: Packet) -> String {
        let fields: MessageFields? =
            switch packet {
            case .control(.hello), .control(.bye), .control(.yield), .control(.coming), .ignored: nil
            case .control(.consent(let message)): message.fields
            case .control(.resume(let message)): message.fields
            case .control(.privacy(let message)): message.fields
            case .control(.heartbeat(let message)): message.fields
            case .control(.phrase(let message)): message.fields
            case .control(.clock(let message)): message.fields
            case .control(.watch(let message)): message.fields
            case .lobby(.matchmaking(let message)): message.fields
            case .lobby(.invitation(let message)): message.fields
            case .game(let packet): SecretNumberMessage(packet)?.fields ?? SnapMessage(packet)?.fields
            }
        return "\(packet.type)" + (fields?.kind.map { "-\($0)" } ?? "")
    }

    private static func bytes(_ count: UInt8) -> [UInt8] { (0..<count).map { $0 &* 7 &+ 1 } }

    private static let watched = WatchedGame(number: 2, isHostFirst: true, digits: "4435", ending: .secondResigned)
    private static let watch: [WatchMessage] = [
        .scene(WatchedScene(host: "Ann", guest: "Bob", game: watched, score: [1, 0, 2])), .game(watched),
        .phrase(.niceMove, isHosts: true), .count(3),
        .stream(
            WatchedStream(
                name: bytes(16), key: SecretBytes(bytes(32)), author: bytes(32), number: 7, inbox: bytes(16), seat: bytes(16))),
        .present(seat: bytes(16), isLeaving: false),
    ]
    private static let heartbeats = [HeartbeatMessage(read: 7, silent: [2])]
    private static let table = MatchmakingTable(name: "Ann", game: "snap", version: "1.1.0", players: 2, limit: 4)
    private static let eve = TablePlayer(name: "Eve", id: "e1")
    private static let matchmaking: [MatchmakingMessage] = [
        .introduction(eve), .welcome, .refused(.full), .roster([TablePlayer(name: "Ann", id: "a1"), eve]),
        .start(seat: 1, names: ["Ann", "Eve"]), .sentAway, .hostQuit, .table(table),
    ]
    private static let invitations: [InvitationMessage] = [.invite(from: "a1", to: "e1", table), .declined(.declined)]
    private static let secretNumber: [SecretNumberMessage] = [
        .choosing(round: 1, keeper: 0), .sealed(round: 1, lowest: 1, highest: 100, seal: bytes(32)),
        .guess(round: 1, number: 50), .asked(round: 1, player: 1, number: 50),
        .answered(round: 1, player: 1, number: 50, answer: 2), .opened(round: 1, secret: 50, nonce: bytes(32)),
        .next(round: 1, keeps: true), .left(player: 1), .unanswered(round: 1), .wish(round: 1, player: 1),
    ]
    private static let snap: [SnapMessage] = [
        .turn(deal: 1, turn: 1), .snap(deal: 1, after: 350), .seen(deal: 1, number: 1),
        .table(
            SnapState(
                deal: 1, number: 2, mover: 1, turn: 2, winner: nil, left: 10_000, claim: nil,
                seats: [[25, 1, 17, 0], [26, 0, -1, 0]], matches: [], outcomes: [[1, 0, 17, 0], [10, 1, 2]])),
        .listens, .again(deal: 1),
    ]
    private static let clock: [ClockMessage] = [
        .used(ply: 3, milliseconds: 1500), .charged(ply: 3, milliseconds: 1700), .timeUp(ply: 4, isSenders: true),
        .howLong(ply: 4), .thinking(ply: 4, milliseconds: 2500),
    ]
    private static let consent: [ConsentMessage] = [
        .ask(.undo, ply: 2), .allow(.undo, ply: 2), .refuse(.undo, ply: 2), .resign(ply: 2), .done(.undo, ply: 2),
    ]
    private static let session: [ResumeMessage] = [
        .open(ResumeToken(id: bytes(16), key: SecretBytes(bytes(32)))),
        .call(mark: bytes(16), nonce: bytes(32), share: bytes(32)),
        .answer(share: bytes(32), proof: bytes(64)), .history(MatchHistory(digits: "4453"), proof: bytes(32)),
    ]
    private static let privacy: [PrivacyMessage] = [
        .greeting(version: PrivacyMessage.version, salt: bytes(16), session: bytes(16)),
        .reply(session: bytes(16), share: bytes(32)),
        .share(bytes(32)), .proof(bytes(64)), .opened(proof: bytes(64), listing: bytes(32)),
        .wrong, .pause(seconds: 5),
    ]
    private static let answers =
        PublicAddress("11.0.2.1:41806").flatMap { AnswerLine([$0]) }.map { [PrivacyMessage.answer($0)] } ?? []
}
