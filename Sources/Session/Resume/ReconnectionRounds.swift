// How the guest of an interrupted game tries endpoints in rounds: the host's last one and everything that is listed as the host, several at
// once, because anybody can publish listings that lead nowhere.

extension Reconnection {
    /// How many endpoints are tried at once.
    static let mostAtOnce = 16
    /// How long each step (connecting, then the host's answer) may take before another endpoint takes the turn, in milliseconds.
    static let stepTimeout = 2000
    /// How much longer a step may take while no other endpoint waits, in milliseconds.
    static let extraTimeout = 8000
    /// The pauses between rounds, in milliseconds. The last one repeats.
    static let pauses = [500, 1000, 2000, 4000, 5000]
    /// After how many refusals in a row nobody is at the host's last endpoint. They take seven seconds.
    static let mostRefusals = 5

    // MARK: Rounds

    /// Tries the host's last endpoint and then the listed ones.
    func startRound() {
        pause = nil
        rounds += 1
        let last = session.endpoint.flatMap { isLastEndpointTaken ? nil : $0 }
        enqueue((last.map { [$0] } ?? []) + listings.map(\.endpoint))
    }

    /// Tries endpoints without waiting for the next round.
    func enqueue(_ endpoints: [Endpoint]) {
        for endpoint in endpoints
        where endpoint.mutual == nil && !waiting.contains(endpoint) && !attempts.contains(where: { $0.endpoint == endpoint }) {
            waiting.append(endpoint)
        }
        fill()
    }

    /// Dials what waits while there are turns. The round is over when nothing waits and all attempts are late.
    private func fill() {
        while browser != nil, !waiting.isEmpty {
            if attempts.count == Self.mostAtOnce {
                guard let late = attempts.first(where: \.isLate) else { return }
                leave(late)
            }
            dial(waiting.removeFirst())
        }
        guard browser != nil, pause == nil, attempts.allSatisfy(\.isLate) else { return }
        let milliseconds = pauses[min(rounds, pauses.count) - 1]
        pause = environment.after(milliseconds: milliseconds) { [weak self] in self?.startRound() }
    }

    // MARK: Attempts

    private func dial(_ endpoint: Endpoint) {
        let attempt = Attempt(at: endpoint)
        attempts.append(attempt)
        awaitStep(of: attempt)
        attempt.dial = environment.connect(to: endpoint) { [weak self, weak attempt] result in
            guard let self, let attempt else { return }
            attempt.dial = nil
            switch result {
            case .success(let connection):
                awaitStep(of: attempt)
                shakeHands(on: Link(connection, scheduler: environment), attempt)
            case .failure(let failure): drop(attempt, because: failure)
            }
        }
    }

    /// Limits the time of the attempt's next step.
    func awaitStep(of attempt: Attempt) {
        attempt.isLate = false
        attempt.timer?.cancel()
        attempt.timer = environment.after(milliseconds: Self.stepTimeout) { [weak self, weak attempt] in
            if let attempt { self?.didTakeLong(attempt) }
        }
    }

    private func didTakeLong(_ attempt: Attempt) {
        attempt.isLate = attempt.handshake?.hasProof != true
        attempt.timer = environment.after(milliseconds: Self.extraTimeout) { [weak self, weak attempt] in
            if let attempt { self?.drop(attempt) }
        }
        fill()
    }

    private func drop(_ attempt: Attempt) {
        leave(attempt)
        fill()
    }

    /// Begins anew what has got as far as a handshake. Nothing is said: the host may have found us already, and looks again.
    func redial() {
        let met = attempts.filter { $0.link != nil }
        for attempt in met {
            attempt.link?.close()
            attempt.link = nil
            leave(attempt)
        }
        enqueue(met.compactMap(\.endpoint))
    }

    private func leave(_ attempt: Attempt) {
        attempts.removeAll { $0 === attempt }
        attempt.close()
    }

    // MARK: Endpoints that lead nowhere

    /// A broker cannot tell a program that has ended from one that is on its way back.
    private func drop(_ attempt: Attempt, because failure: NetworkFailure) {
        drop(attempt)
        guard let endpoint = attempt.endpoint, endpoint == session.endpoint, !endpoint.isAtRelay else { return }
        refusals = failure == .refused ? refusals + 1 : 0
        if refusals >= Self.mostRefusals, listings.isEmpty { didFail(.hostGone) }
    }

    /// `isElsewhere`: a program of ours answered there and plays another game.
    func drop(_ attempt: Attempt, isElsewhere: Bool) {
        // Dialling it again and again would only get in the way of the guests who are wanted there.
        let isLast = isElsewhere && attempt.endpoint == session.endpoint
        if isLast { isLastEndpointTaken = true }
        drop(attempt)
        if isLast { didFail(.seatGivenUp) }
    }
}
