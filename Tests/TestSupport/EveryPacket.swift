// One packet of each type and of each kind of message, for tests that send everything: the fuzzer's corpus must hold each, and every
// state must bear each. It knows no state.

import Wire

/// At least one of each packet that there is.
package nonisolated enum EveryPacket {
    /// All of them, none twice.
    package static let all: [Packet] =
        [
            .didAddDisc(column: 3), .startNewGame, .yield, .bye(.left), .ignored(type: 99),
            .hello(Hello(name: "Eve", version: "9", game: "fourinarow", capabilities: ["yield", "resume", "consent"])),
            .party(.begin(game: "snap", seat: 1, names: ["Ann", "Eve"])),
        ] + matchmaking.map { .matchmaking($0) } + nearby.compactMap { PeerEnvelope(from: "a1", $0).map { .peer($0) } }
        + secretNumber.map { .secretNumber($0) } + snap.map { .snap($0) } + consent.map { .consent($0) }
        + session.map { .session($0) } + privacy.map { .privacy($0) }

    /// How many kinds of message a packet of this type can hold; 0 where it holds none.
    package static func kinds(of packet: Packet) -> Int {
        switch packet {
        case .didAddDisc, .startNewGame, .hello, .bye, .yield, .ignored: 0
        case .matchmaking: 7
        case .peer: 6
        case .secretNumber: 9
        case .snap: 4
        case .party: 1
        case .consent: 3
        case .session: 4
        case .privacy: 5
        }
    }

    /// The type and the kind, such as "21-4"; of a packet without a message the type alone.
    package static func name(of packet: Packet) -> String {
        let message: (any PacketMessage)? =
            switch packet {
            case .didAddDisc, .startNewGame, .hello, .bye, .yield, .ignored: nil
            case .matchmaking(let message): message
            case .peer(let letter): letter
            case .secretNumber(let message): message
            case .snap(let message): message
            case .party(let message): message
            case .consent(let message): message
            case .session(let message): message
            case .privacy(let message): message
            }
        return "\(packet.type)" + (message.map { "-\($0.fields.kind)" } ?? "")
    }

    private static func bytes(_ count: UInt8) -> [UInt8] { (0..<count).map { $0 &* 7 &+ 1 } }

    private static let matchmaking: [MatchmakingMessage] = [
        .introduction(name: "Eve"), .welcome, .refused(.full), .roster(["Ann", "Eve"]), .start, .sentAway, .hostQuit,
    ]
    private static let nearby: [PeerMessage] = [
        .invite(1, name: "Eve", game: "snap"), .cancel(1), .accept(1), .decline(1, .declined), .welcome(1),
        .roster(1, ["Ann", "Eve"]),
    ]
    private static let secretNumber: [SecretNumberMessage] = [
        .choosing(round: 1, keeper: 0), .sealed(round: 1, lowest: 1, highest: 100, seal: bytes(32)),
        .guess(round: 1, number: 50), .asked(round: 1, player: 1, number: 50),
        .answered(round: 1, player: 1, number: 50, answer: 2), .opened(round: 1, secret: 50, nonce: bytes(32)),
        .next(round: 1, keeps: true), .left(player: 1), .unanswered(round: 1),
    ]
    private static let snap: [SnapMessage] = [
        .turn(deal: 1, turn: 1), .snap(deal: 1, after: 350), .seen(deal: 1, number: 1),
        .table(
            SnapState(
                deal: 1, number: 2, mover: 1, turn: 2, winner: nil, left: 10_000, claim: nil,
                seats: [[25, 1, 17, 0], [26, 0, -1, 0]], matches: [], outcomes: [[1, 0, 17, 0], [10, 1, 2]])),
    ]
    private static let consent: [ConsentMessage] = [.ask(.undo, ply: 2), .allow(.undo, ply: 2), .refuse(.undo, ply: 2)]
    private static let session: [SessionMessage] = [
        .open(SessionSecret(id: bytes(16), key: bytes(32))), .call(id: bytes(16), nonce: bytes(32)),
        .challenge(nonce: bytes(32), proof: bytes(32)), .history(SessionHistory(digits: "4453"), proof: bytes(32)),
    ]
    private static let privacy: [PrivacyMessage] = [
        .greeting(version: 1, salt: bytes(16), session: bytes(16), share: bytes(32)),
        .attempt(share: bytes(32), proof: bytes(64)), .wrong(left: 2, session: bytes(16), share: bytes(32)),
        .opened(proof: bytes(64)), .pause(seconds: 5),
    ]
}
