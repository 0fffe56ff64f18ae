// What a host in a room says first, by which a guest who has typed its code learns what is played there: a table says that it is one, and
// a game of Four in a Row says hello. It knows no code, no game and no screen.

import Wire

/// What is played in a room, and the way to its host.
package enum RoomContents {
    /// A game of Four in a Row for two.
    case game(PacketConnection)
    /// A table, whatever is played at it.
    case table(MatchmakingTable, PacketConnection)
}

/// A guest who is in, and waits for the host's first word.
package final class RoomGreeting {
    /// How long the host may take, in milliseconds.
    package static let timeout = 10_000

    private let packets: PacketConnection
    private let completion: (Result<RoomContents, NetworkFailure>) -> Void
    private var silence: Cancellable?

    /// Waits on a connection to a room's host; `completion` is called once, and not at all after `cancel`.
    package init(
        _ connection: Connection, environment: Scheduler, completion: @escaping (Result<RoomContents, NetworkFailure>) -> Void
    ) {
        self.completion = completion
        packets = PacketConnection(connection, environment: environment)
        packets.delegate = self
        packets.start()
        silence = environment.after(milliseconds: Self.timeout) { [weak self] in
            self?.cancel()
            self?.completion(.failure(.timedOut))
        }
    }

    /// Leaves; nothing is told.
    package func cancel() {
        silence?.cancel()
        packets.close()
    }
}

extension RoomGreeting: PacketConnectionDelegate {
    /// Whoever plays there reads it again.
    package func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        silence?.cancel()
        let packets = PacketConnection(connection.handOver(again: packet))
        if case .lobby(.matchmaking(.table(let table))) = packet {
            completion(.success(.table(table, packets)))
        } else {
            completion(.success(.game(packets)))
        }
    }

    package func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd) {
        silence?.cancel()
        completion(.failure(.refused))
    }
}
