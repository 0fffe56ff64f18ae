// Waits for the first packet of a relay room's host, which tells a guest what is played there: a table describes itself, and a game of
// Four in a Row says hello.

import Wire

/// What is played in a room, and the connection to its host.
package enum RoomContents {
    /// A game of Four in a Row for two.
    case game(PacketConnection)
    /// A table for any game.
    case table(MatchmakingTable, PacketConnection)
}

/// A guest in a room, until the host's first packet arrives.
package final class RoomGreeting {
    /// How long the host may take, in milliseconds.
    package static let timeout = 10_000

    private let packets: PacketConnection
    private let completion: (Result<RoomContents, NetworkFailure>) -> Void
    private var silence: Cancellable?

    /// Starts waiting. `completion` is called once, and not at all after `cancel`.
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

    /// Closes the connection. `completion` is not called.
    package func cancel() {
        silence?.cancel()
        packets.close()
    }
}

extension RoomGreeting: PacketConnectionDelegate {
    /// The packet is handed on with the connection, to be read again.
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
