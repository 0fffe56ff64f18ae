// Waits for the first packet of a host in a relay room or at an address of a table, which tells a guest what is played there: a table
// describes itself, and a game of Four in a Row says hello.

import Wire

/// A guest in a room or at a table, until the host's first packet arrives.
final class RoomGreeting {
    /// How long the host may take, in milliseconds.
    static let timeout = 10_000

    private let link: Link
    private let completion: (Result<MatchmakingTable?, NetworkFailure>) -> Void
    private var silence: Cancellable?
    /// Whether the host has spoken, or nobody waits for it any more.
    private var isOver = false

    /// Starts waiting. `completion` is called once, and not at all after `cancel`: with the table, or nil for a game of Four in a Row. The
    /// link is the caller's from then on, and gives the packet again.
    init(_ link: Link, environment: Scheduler, completion: @escaping (Result<MatchmakingTable?, NetworkFailure>) -> Void) {
        self.completion = completion
        self.link = link
        link.didReceive = { [weak self] in self?.receive($0) }
        link.didEnd = { [weak self] _ in self?.end() }
        link.start()
        silence = environment.after(milliseconds: Self.timeout) { [weak self] in
            self?.cancel()
            self?.completion(.failure(.timedOut))
        }
    }

    /// Closes the connection, unless it is somebody else's by now. `completion` is not called.
    func cancel() {
        silence?.cancel()
        if !isOver { link.close() }
        isOver = true
    }

    private func receive(_ packet: Packet) {
        silence?.cancel()
        link.hold(again: packet)
        isOver = true
        if case .lobby(.matchmaking(.table(let table))) = packet {
            completion(.success(table))
        } else {
            completion(.success(nil))
        }
    }

    private func end() {
        silence?.cancel()
        completion(.failure(.refused))
    }
}
