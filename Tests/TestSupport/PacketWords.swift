// Short names for the packets that tests send as a peer.

import Session
import Wire

extension Packet {
    package nonisolated static func hello(_ hello: Hello) -> Packet { .control(.hello(hello)) }
    package nonisolated static func bye(_ reason: ByeReason) -> Packet { .control(.bye(reason)) }
    package nonisolated static var yield: Packet { .control(.yield) }
    package nonisolated static func consent(_ message: ConsentMessage) -> Packet { .control(.consent(message)) }
    package nonisolated static func resume(_ message: ResumeMessage) -> Packet { .control(.resume(message)) }
    package nonisolated static func privacy(_ message: PrivacyMessage) -> Packet { .control(.privacy(message)) }
    package nonisolated static func heartbeat(_ message: HeartbeatMessage) -> Packet { .control(.heartbeat(message)) }
    package nonisolated static func matchmaking(_ message: MatchmakingMessage) -> Packet { .lobby(.matchmaking(message)) }
    package nonisolated static func invitation(_ message: InvitationMessage) -> Packet { .lobby(.invitation(message)) }
    package nonisolated static func didAddDisc(column: Int) -> Packet { .game(.didAddDisc(column: column)) }
    package nonisolated static var startNewGame: Packet { .game(.startNewGame) }
    package nonisolated static func secretNumber(_ message: SecretNumberMessage) -> Packet { .game(message.packet) }
    package nonisolated static func snap(_ message: SnapMessage) -> Packet { .game(message.packet) }
    /// A packet of a type that nobody knows.
    package nonisolated static func unknown(type: Int64) -> Packet { .game(GamePacket(type: type)) }
}

extension Hello {
    /// The hello of a program of this version.
    package nonisolated init(name: String, game: String = Hello.fourInARow) {
        self.init(name: name, version: Program.version, game: game)
    }
}

extension GamePacket {
    package nonisolated static func didAddDisc(column: Int) -> GamePacket { FourInARowMessage.didAddDisc(column: column).packet }
    package nonisolated static var startNewGame: GamePacket { FourInARowMessage.startNewGame.packet }
    package nonisolated static func secretNumber(_ message: SecretNumberMessage) -> GamePacket { message.packet }
    package nonisolated static func snap(_ message: SnapMessage) -> GamePacket { message.packet }
}
