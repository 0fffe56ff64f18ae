// Connects to several addresses of one private host, of which any may lead nowhere. Each connection is passed on: its owner asks for a
// proof of the words, and a private host starts nothing before that.

/// Attempts to connect to several addresses, one started a moment after the other.
final class DirectDial: Cancellable {
    /// How long each attempt is ahead of the next one, in milliseconds (RFC 8305).
    static let pause = 250

    private let environment: Scheduler & Rendezvous
    private let didFind: (Connection) -> Void
    private let didEnd: (NetworkFailure) -> Void
    private var waiting: [Endpoint]
    private var attempts: [Int: Cancellable] = [:]
    private var failures: [Int: NetworkFailure] = [:]
    private var timer: Cancellable?
    private var begun = 0

    /// Starts the first attempt. `didFind` is called with each connection. `didEnd` is called at the end, with the failure at the first of
    /// the addresses that failed; neither before this returns nor after `cancel`.
    init(
        to endpoints: [Endpoint], environment: Scheduler & Rendezvous, didFind: @escaping (Connection) -> Void,
        didEnd: @escaping (NetworkFailure) -> Void
    ) {
        (waiting, self.environment, self.didFind, self.didEnd) = (endpoints, environment, didFind, didEnd)
        startNext()
    }

    func cancel() {
        timer?.cancel()
        for attempt in attempts.values { attempt.cancel() }
        (waiting, attempts) = ([], [:])
    }

    private func startNext() {
        guard !waiting.isEmpty else { return }
        let (endpoint, number) = (waiting.removeFirst(), begun)
        begun += 1
        attempts[number] = environment.connect(to: endpoint) { [weak self] in self?.didEndAttempt(number, $0) }
        guard !waiting.isEmpty else { return }
        timer = environment.after(milliseconds: Self.pause) { [weak self] in self?.startNext() }
    }

    private func didEndAttempt(_ number: Int, _ result: Result<Connection, NetworkFailure>) {
        attempts[number] = nil
        switch result {
        case .success(let connection): didFind(connection)
        case .failure(let failure): failures[number] = failure
        }
        if attempts.isEmpty, waiting.isEmpty { didEnd(failures.min { $0.key < $1.key }?.value ?? .refused) }
    }
}
