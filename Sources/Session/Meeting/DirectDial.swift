// Connects to several addresses of one host, of which any may lead nowhere. Each connection is passed on: in a private game its owner asks
// for a proof of the words, and the host starts nothing before that; to a table the first one is enough.

/// Attempts to connect to several addresses, one started a moment after the other.
final class DirectDial: Cancellable {
    /// How long each attempt is ahead of the next one, in milliseconds (RFC 8305).
    static let pause = 250
    /// How often an address that refuses is tried again, and the pause before that, in milliseconds: a router may take a moment to let
    /// connections in after it has said so.
    static let (mostRetries, retryPause) = (3, 1000)

    private let environment: Scheduler & Rendezvous
    private let didFind: (Connection) -> Void
    private let didEnd: (NetworkFailure) -> Void
    private var waiting: [Endpoint]
    private var attempts: [Int: Cancellable] = [:]
    private var failures: [Int: NetworkFailure] = [:]
    private var timer: Cancellable?
    private var begun = 0
    /// How often each address may be tried again.
    private var retries: [Int: Int] = [:]
    private let isPatient: Bool
    private var isCancelled = false

    /// Starts the first attempt. `isPatient`: one that refuses is tried again. `didFind` is called with each connection, `didEnd` at the
    /// end, with the failure at the first of the addresses that failed; neither before this returns nor after `cancel`.
    init(
        to endpoints: [Endpoint], isPatient: Bool, environment: Scheduler & Rendezvous, didFind: @escaping (Connection) -> Void,
        didEnd: @escaping (NetworkFailure) -> Void
    ) {
        (waiting, self.isPatient, self.environment, self.didFind, self.didEnd) = (
            endpoints, isPatient, environment, didFind, didEnd
        )
        startNext()
    }

    func cancel() {
        isCancelled = true
        timer?.cancel()
        for attempt in attempts.values { attempt.cancel() }
        (waiting, attempts) = ([], [:])
    }

    private func startNext() {
        guard !waiting.isEmpty else { return }
        let (endpoint, number) = (waiting.removeFirst(), begun)
        begun += 1
        retries[number] = isPatient ? Self.mostRetries : 0
        dial(endpoint, number)
        guard !waiting.isEmpty else { return }
        timer = environment.after(milliseconds: Self.pause) { [weak self] in self?.startNext() }
    }

    private func dial(_ endpoint: Endpoint, _ number: Int) {
        attempts[number] = environment.connect(to: endpoint) { [weak self] in self?.didEndAttempt(number, at: endpoint, $0) }
    }

    private func didEndAttempt(_ number: Int, at endpoint: Endpoint, _ result: Result<Connection, NetworkFailure>) {
        attempts[number] = nil
        if case .failure(.refused) = result, let left = retries[number], left > 0 {
            retries[number] = left - 1
            attempts[number] = environment.after(milliseconds: Self.retryPause) { [weak self] in self?.dial(endpoint, number) }
            return
        }
        switch result {
        case .success(let connection): didFind(connection)
        case .failure(let failure): failures[number] = failure
        }
        // Whoever was found may be enough.
        if !isCancelled, attempts.isEmpty, waiting.isEmpty { didEnd(failures.min { $0.key < $1.key }?.value ?? .refused) }
    }
}
