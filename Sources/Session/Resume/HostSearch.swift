// A guest's search for its host: dials the host's last endpoint and everything that is listed as the host, several at once, because
// anybody can publish listings that lead nowhere.

import Wire

/// Dials possible endpoints of a host in rounds, until one proves to be the host or the search is cancelled.
final class HostSearch {
    /// How many endpoints are tried at once.
    static let mostAtOnce = 16
    /// How long each step (connecting, then the host's answer) may take before another endpoint takes the turn, in milliseconds.
    static let timeout = 2000
    /// How much longer a step may take while no other endpoint waits, in milliseconds.
    static let extraTimeout = 8000
    /// The pauses between rounds, in milliseconds. The last one repeats.
    static let pauses = [500, 1000, 2000, 4000, 5000]

    /// Called once, when the host was found and reported its history.
    var didFind: (ReconnectionAttempt, MatchHistory) -> Void = { _, _ in }
    /// Called when another game is hosted at the host's last endpoint.
    var didFindAnotherGame: () -> Void = {}
    /// Called when nobody has listened at the host's last endpoint for some rounds, on a machine that can be reached, and no other is listed.
    var didFindNobody: () -> Void = {}
    /// After how many refusals that is. They take seven seconds.
    static let mostRefusals = 5
    /// The endpoints listed as the host. They are tried in this order, after the last endpoint, so copies of a listing come later.
    var listed: [Endpoint] = []

    private final class Candidate {
        let endpoint: Endpoint
        var dial: Cancellable?
        var attempt: ReconnectionAttempt?
        var timer: Cancellable?
        /// Whether its time is up: another endpoint may take its turn.
        var isLate = false

        init(_ endpoint: Endpoint) { self.endpoint = endpoint }
    }

    private var session: ResumableGame
    private let environment: Scheduler & Rendezvous & Cryptography
    private var candidates: [Candidate] = []
    private var queue: [Endpoint] = []
    private var pause: Cancellable?
    private var rounds = 0
    private var isRunning = false
    /// Whether another game is hosted at the host's last endpoint.
    private var isLastEndpointTaken = false
    private var refusals = 0

    /// The game was decided meanwhile.
    func note(_ history: MatchHistory) { session.history = history }

    /// A search for the host of `session`; `start` begins it.
    init(_ session: ResumableGame, environment: Scheduler & Rendezvous & Cryptography) {
        self.session = session
        self.environment = environment
    }

    /// Starts the first round.
    func start() {
        isRunning = true
        startRound()
    }

    /// Tries an endpoint that was just listed, without waiting for the next round.
    func didList(_ endpoint: Endpoint) { enqueue([endpoint]) }

    /// Ends the search and closes what it opened.
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
        let last = session.endpoint.flatMap { isLastEndpointTaken ? nil : $0 }
        enqueue((last.map { [$0] } ?? []) + listed)
    }

    private func enqueue(_ endpoints: [Endpoint]) {
        for endpoint in endpoints where !queue.contains(endpoint) && !candidates.contains(where: { $0.endpoint == endpoint }) {
            queue.append(endpoint)
        }
        fill()
    }

    /// Dials queued endpoints while there are turns. The round is over when the queue is empty and all candidates are late.
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

    // MARK: Candidates

    private func dial(_ endpoint: Endpoint) {
        let candidate = Candidate(endpoint)
        candidates.append(candidate)
        awaitStep(of: candidate)
        candidate.dial = environment.connect(to: endpoint) { [weak self, weak candidate] result in
            guard let self, let candidate else { return }
            candidate.dial = nil
            guard case .success(let connection) = result else { return drop(candidate, because: result) }
            let attempt = ReconnectionAttempt(
                Link(connection, scheduler: environment), session: session, environment: environment)
            attempt.didProve = { [weak self, weak candidate] in if let candidate { self?.didProve($0, at: candidate) } }
            attempt.didFail = { [weak self, weak candidate] in
                if let candidate { self?.didFail(at: candidate, isElsewhere: $0) }
            }
            candidate.attempt = attempt
            awaitStep(of: candidate)
            attempt.start()
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
        candidate.isLate = candidate.attempt?.hasProof != true
        candidate.timer = environment.after(milliseconds: Self.extraTimeout) { [weak self, weak candidate] in
            if let candidate { self?.drop(candidate) }
        }
        fill()
    }

    private func drop(_ candidate: Candidate) {
        leave(candidate)
        fill()
    }

    /// A broker cannot tell a program that has ended from one that is on its way back.
    private func drop(_ candidate: Candidate, because result: Result<Connection, NetworkFailure>) {
        drop(candidate)
        guard candidate.endpoint == session.endpoint, RelayEndpoint(candidate.endpoint) == nil else { return }
        if case .failure(.refused) = result { refusals += 1 } else { refusals = 0 }
        if refusals >= Self.mostRefusals, listed.isEmpty { didFindNobody() }
    }

    private func leave(_ candidate: Candidate) {
        candidates.removeAll { $0 === candidate }
        candidate.timer?.cancel()
        candidate.dial?.cancel()
        candidate.attempt?.close()
    }
}

extension HostSearch {
    private func didProve(_ history: MatchHistory, at candidate: Candidate) {
        guard let attempt = candidate.attempt else { return }
        candidate.attempt = nil
        cancel()
        didFind(attempt, history)
    }

    private func didFail(at candidate: Candidate, isElsewhere: Bool) {
        // Dialling it again and again would only get in the way of the guests who are wanted there.
        let isLast = isElsewhere && candidate.endpoint == session.endpoint
        if isLast { isLastEndpointTaken = true }
        candidate.attempt = nil
        drop(candidate)
        if isLast { didFindAnotherGame() }
    }
}
