// Dials the addresses of one machine again and again, while that machine dials us: where no router opens a port, two that dial each other at the same
// time get through. One pair of ports has one connection; whether it is dialled or accepted is chance.

import Wire

/// Attempts to meet a machine that dials us, from a port of ours.
final class MutualDial: Cancellable {
    /// How long an attempt lives, and the pause before the next one where it has failed at once, in milliseconds.
    static let (attempt, pause) = (3000, 500)
    /// How long both sides dial each other, in milliseconds: the line has to be sent and pasted meanwhile.
    package static let duration = 180_000

    /// When it ends, in milliseconds of the scheduler's clock; nil: not by itself.
    let end: Int?
    private let port: any OpenPort
    private let environment: Scheduler
    private let didFind: (Connection) -> Void
    private let didEnd: () -> Void
    /// The attempt at each address, or the pause before the next one.
    private var attempts: [PublicAddress: Cancellable] = [:]
    private var limit: Cancellable?
    private var isOver = false

    /// Starts to dial, IPv6 first. `didFind` is called with each connection; those that `port` accepts its owner gets. `didEnd` is called
    /// after `milliseconds`, unless it is cancelled; nil: it goes on until then.
    init(
        to addresses: [PublicAddress], from port: any OpenPort, for milliseconds: Int? = MutualDial.duration,
        environment: Scheduler,
        didFind: @escaping (Connection) -> Void, didEnd: @escaping () -> Void = {}
    ) {
        (self.port, self.environment, self.didFind, self.didEnd) = (port, environment, didFind, didEnd)
        end = milliseconds.map { environment.now + $0 }
        port.peers = addresses
        limit = milliseconds.map { environment.after(milliseconds: $0) { [weak self] in self?.finish() } }
        for (place, address) in (addresses.filter(\.isIPv6) + addresses.filter { !$0.isIPv6 }).enumerated() {
            wait(place * DirectDial.pause, for: address)
        }
    }

    func cancel() {
        isOver = true
        limit?.cancel()
        for attempt in attempts.values { attempt.cancel() }
        attempts = [:]
    }

    private func finish() {
        cancel()
        didEnd()
    }

    private func wait(_ milliseconds: Int, for address: PublicAddress) {
        attempts[address] = environment.after(milliseconds: milliseconds) { [weak self] in self?.dial(address) }
    }

    private func dial(_ address: PublicAddress) {
        let began = environment.now
        attempts[address] = port.dial(address, within: Self.attempt) { [weak self] result in
            guard let self, !isOver else { return }
            switch result {
            case .success(let connection):
                // If it leads to nobody, there is time for another one.
                wait(Self.attempt, for: address)
                didFind(connection)
            case .failure: wait(environment.now - began < Self.attempt ? Self.pause : 0, for: address)
            }
        }
    }
}

/// One connection with a machine that dials us from the same ports as before.
final class MutualVisit: Cancellable {
    private var port: (any OpenPort)?
    private var dial: MutualDial?
    private var failure: Cancellable?
    private var completion: ((Result<Connection, NetworkFailure>) -> Void)?

    /// Listens and dials until somebody is there or it is cancelled. `completion` is called once, after this returns and not after `cancel`.
    init(
        at place: MutualPlace, environment: Scheduler & Rendezvous,
        completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) {
        self.completion = completion
        do throws(NetworkFailure) {
            let port = try environment.openPort(place.port) { [weak self] in self?.receive($0) }
            self.port = port
            dial = MutualDial(to: place.peers, from: port, for: nil, environment: environment) { [weak self] in self?.receive($0)
            }
        } catch {
            failure = environment.after(milliseconds: 0) { [weak self] in self?.finish(.failure(error)) }
        }
    }

    func cancel() {
        completion = nil
        dial?.cancel()
        port?.cancel()
        failure?.cancel()
        (dial, port) = (nil, nil)
    }

    private func receive(_ connection: Connection) {
        guard completion != nil, connection.origin.endpoint?.mutual != nil else { return connection.close() }
        finish(.success(connection))
    }

    private func finish(_ result: Result<Connection, NetworkFailure>) {
        let completion = completion
        cancel()
        completion?(result)
    }
}
