// A guest on its way back to its host: it tries the place where the host was last and whatever is listed as the host, several at once,
// because anybody can list what leads nowhere. It knows connections and their proofs, no listings, no board and no screen.

import Wire

/// The places where a host may be, tried until one proves to be it or this is cancelled.
final class HostSearch {
    /// How many are tried at once.
    static let mostAtOnce = 16
    /// How long each step of one, the connection and then the host's answer, may take before others have its turn, in milliseconds.
    static let timeout = 2000
    /// How much longer it may take while nobody else waits.
    static let extraPatience = 8000
    /// The pauses between two rounds, in milliseconds; the last one for ever.
    static let pauses = [500, 1000, 2000, 4000, 5000]

    /// The host is at the other end, and knows this of the game. It is told once.
    var didFind: (ReconnectionAttempt, SessionHistory) -> Void = { _, _ in }
    /// Where the host was, somebody offers another game.
    var didFindAnotherGame: () -> Void = {}
    /// What is listed as the host; tried in this order, after the last place. Whoever copies what the host publishes comes later.
    var listed: [Endpoint] = []

    private final class Candidate {
        let endpoint: Endpoint
        var dial: Cancellable?
        var line: ReconnectionAttempt?
        var timer: Cancellable?
        /// Whether it has had its time: others may take its turn.
        var isLate = false

        init(_ endpoint: Endpoint) { self.endpoint = endpoint }
    }

    private let session: ResumableGame
    private let environment: Scheduler & Rendezvous & Cryptography
    private var candidates: [Candidate] = []
    private var queue: [Endpoint] = []
    private var pause: Cancellable?
    private var rounds = 0
    private var isRunning = false
    /// Whether somebody else is where the host was.
    private var isLastPlaceTaken = false

    /// Looks for the host of `session` once `start` is called.
    init(_ session: ResumableGame, environment: Scheduler & Rendezvous & Cryptography) {
        self.session = session
        self.environment = environment
    }

    /// Starts.
    func start() {
        isRunning = true
        startRound()
    }

    /// It was just listed here: that is not left for the next round.
    func didList(_ endpoint: Endpoint) { enqueue([endpoint]) }

    /// Ends it; nothing stays open.
    func cancel() {
        isRunning = false
        pause?.cancel()
        queue = []
        for candidate in candidates { leave(candidate) }
    }

    // MARK: Rounds

    private func startRound() {
        pause = nil
        rounds += 1
        let last = session.endpoint.flatMap { isLastPlaceTaken ? nil : $0 }
        enqueue((last.map { [$0] } ?? []) + listed)
    }

    private func enqueue(_ endpoints: [Endpoint]) {
        for endpoint in endpoints where !queue.contains(endpoint) && !candidates.contains(where: { $0.endpoint == endpoint }) {
            queue.append(endpoint)
        }
        fill()
    }

    /// Tries those that wait, for as long as there are turns; the round is over when none waits and the others have had their time.
    private func fill() {
        while isRunning, !queue.isEmpty {
            if candidates.count == Self.mostAtOnce {
                guard let late = candidates.first(where: \.isLate) else { return }
                leave(late)
            }
            dial(queue.removeFirst())
        }
        guard isRunning, pause == nil, candidates.allSatisfy(\.isLate) else { return }
        let milliseconds = Self.pauses[min(rounds, Self.pauses.count) - 1]
        pause = environment.after(milliseconds: milliseconds) { [weak self] in self?.startRound() }
    }

    // MARK: One candidate

    private func dial(_ endpoint: Endpoint) {
        let candidate = Candidate(endpoint)
        candidates.append(candidate)
        awaitStep(of: candidate)
        candidate.dial = environment.connect(to: endpoint) { [weak self, weak candidate] result in
            guard let self, let candidate else { return }
            candidate.dial = nil
            guard case .success(let connection) = result else { return drop(candidate) }
            let line = ReconnectionAttempt(connection, session: session, environment: environment, delegate: self)
            candidate.line = line
            awaitStep(of: candidate)
            line.start()
        }
    }

    private func awaitStep(of candidate: Candidate) {
        candidate.isLate = false
        candidate.timer?.cancel()
        candidate.timer = environment.after(milliseconds: Self.timeout) { [weak self, weak candidate] in
            if let candidate { self?.didTakeLong(candidate) }
        }
    }

    private func didTakeLong(_ candidate: Candidate) {
        candidate.isLate = candidate.line?.hasProof != true
        candidate.timer = environment.after(milliseconds: Self.extraPatience) { [weak self, weak candidate] in
            if let candidate { self?.drop(candidate) }
        }
        fill()
    }

    private func drop(_ candidate: Candidate) {
        leave(candidate)
        fill()
    }

    private func leave(_ candidate: Candidate) {
        candidates.removeAll { $0 === candidate }
        candidate.timer?.cancel()
        candidate.dial?.cancel()
        candidate.line?.close()
    }
}

extension HostSearch: ReconnectionAttemptDelegate {
    func line(_ line: ReconnectionAttempt, didProve history: SessionHistory) {
        candidates.first { $0.line === line }?.line = nil
        cancel()
        didFind(line, history)
    }

    func lineDidFail(_ line: ReconnectionAttempt, isElsewhere: Bool) {
        guard let candidate = candidates.first(where: { $0.line === line }) else { return }
        // Nobody looks for us there; tried again and again we would only be in the way of those who are wanted.
        let isLastPlace = isElsewhere && candidate.endpoint == session.endpoint
        if isLastPlace { isLastPlaceTaken = true }
        candidate.line = nil
        drop(candidate)
        if isLastPlace { didFindAnotherGame() }
    }
}
