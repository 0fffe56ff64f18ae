// Waits for the first packet of a relay room's host, which tells a guest what is played there: a table describes itself, and a game of
// Four in a Row says hello.

import Wire

/// What is played in a room, and the connection to its host.
package enum RoomContents {
    /// A game of Four in a Row for two.
    case game(Link)
    /// A table for any game.
    case table(MatchmakingTable, Link)
}

/// A guest in a room, until the host's first packet arrives.
package final class RoomGreeting {
    /// How long the host may take, in milliseconds.
    package static let timeout = 10_000

    private let packets: Link
    private let completion: (Result<RoomContents, NetworkFailure>) -> Void
    private var silence: Cancellable?
    /// Whether the connection was handed on.
    private var isDone = false

    /// Starts waiting. `completion` is called once, and not at all after `cancel`.
    package init(
        _ connection: Link, environment: Scheduler, completion: @escaping (Result<RoomContents, NetworkFailure>) -> Void
    ) {
        self.completion = completion
        packets = connection
        packets.receiver = self
        packets.start()
        silence = environment.after(milliseconds: Self.timeout) { [weak self] in
            self?.cancel()
            self?.completion(.failure(.timedOut))
        }
    }

    /// Closes the connection. `completion` is not called.
    package func cancel() {
        silence?.cancel()
        if !isDone { packets.close() }
    }
}

extension RoomGreeting: LinkReceiver {
    /// The packet is handed on with the connection, to be read again.
    package func link(_ connection: Link, didReceive packet: Packet) {
        silence?.cancel()
        isDone = true
        packets.hold(again: packet)
        if case .lobby(.matchmaking(.table(let table))) = packet {
            completion(.success(.table(table, packets)))
        } else {
            completion(.success(.game(packets)))
        }
    }

    package func linkDidEnd(_ connection: Link, because end: LinkEnd) {
        silence?.cancel()
        completion(.failure(.refused))
    }
}
