// A connection on which packets are spoken before it is known who listens to them: in the lobby, at a door, on the way back into a
// game. It knows no game.

import Wire

/// Is told what arrives.
package protocol PacketConnectionDelegate: AnyObject {
    /// A packet came, in order.
    func connection(_ connection: PacketConnection, didReceive packet: Packet)
    /// It is over, and not by our doing; nothing more will come.
    func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd)
}

/// A connection that speaks packets.
package final class PacketConnection: PacketSpeaker {
    package let socket: Connection
    package let codec: PacketCodec
    /// Who is told.
    package weak var delegate: PacketConnectionDelegate?

    /// Takes a connection over. Nothing is read before `start`.
    package init(_ socket: Connection, surroundings: LoopClock) {
        self.socket = socket
        codec = PacketCodec(clock: surroundings)
    }

    package func didReceive(_ packet: Packet) { delegate?.connection(self, didReceive: packet) }
    package func didEnd(because end: PacketEnd) { delegate?.connectionDidEnd(self, because: end) }
}
