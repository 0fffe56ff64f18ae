// Dials the addresses of one machine again and again, while that machine dials us: where no router opens a port, two that dial each other at the same
// time get through. One pair of ports has one connection; whether it is dialled or accepted is chance.
//
// Some routers refuse what they do not expect, and forget that we have dialled as soon as the other one refuses: there the two packets must cross on
// their way. So both sides dial when a half-second of the clock begins, which most machines have right to some milliseconds; every other time at
// random, for those that have not. Other routers remember what we have dialled for two minutes, and then let only an answer with the same sequence
// number out (conntrack's SYN_SENT2): as long as we dial, there must always be a socket that does.

import Wire

/// Attempts to meet a machine that dials us, from a port of ours.
final class MutualDial: Cancellable {
    /// How long an attempt without an answer lives, and the pause before the next one where it has failed at once, in milliseconds.
    static let (attempt, pause) = (3000, 500)
    /// What fails in less time has not left this machine.
    private static let atOnce = 100
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
    private var tries = 0

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
        attempts[address] = port.dial(address, every: Self.attempt) { [weak self] result in
            guard let self, !isOver else { return }
            switch result {
            case .success(let connection):
                // If it leads to nobody, there is time for another one.
                wait(Self.attempt, for: address)
                didFind(connection)
            case .failure(.refused): wait(untilNextTry, for: address)
            case .failure: wait(environment.now - began < Self.atOnce ? untilNextTry : 0, for: address)
            }
        }
    }

    /// The time until the next half-second begins, or within it.
    private var untilNextTry: Int {
        tries += 1
        let left = Self.pause - environment.wallClock % Self.pause
        return tries.isMultiple(of: 2) ? left + Int.random(in: 0..<Self.pause) : left
    }
}
