// Signs of life between the programs of a party. A program that is stopped says nothing, though its machine keeps the connection; so
// each says every two seconds that it is there, to those that say it too. It knows no connection and no game.

import Wire

/// Signs of life to and from others, told apart by whatever their owner knows them by.
package final class Pulse<Other: Hashable> {
    /// How often a sign is given, in milliseconds.
    package static var interval: Int { 2000 }
    /// For how long somebody may say nothing. It is looked at with every sign, so silence is noticed within six seconds.
    package static var timeout: Int { 4000 }

    /// Gives a sign.
    var send: (Other) -> Void = { _ in }
    /// Is told that somebody fell silent, or says something again.
    var didChange: () -> Void = {}
    /// Those that are silent.
    private(set) var silent: Set<Other> = []

    private let scheduler: Scheduler
    /// When the others were last heard of.
    private var heard: [Other: Int] = [:]
    /// Those that give signs themselves.
    private var living: Set<Other> = []
    private var beat: (due: Int, timer: Cancellable)?

    /// Nobody is there yet.
    init(scheduler: Scheduler) { self.scheduler = scheduler }

    /// These are there now. Who was not gets a first sign.
    func follow(_ others: [Other]) {
        for gone in heard.keys where !others.contains(gone) {
            heard[gone] = nil
            living.remove(gone)
            silent.remove(gone)
        }
        for other in others where heard[other] == nil {
            heard[other] = scheduler.now
            send(other)
        }
        if living.isEmpty { stop() }
    }

    /// Somebody said something.
    func didHear(_ other: Other, isSign: Bool) {
        guard heard[other] != nil else { return }
        heard[other] = scheduler.now
        if isSign { living.insert(other) }
        if beat == nil, !living.isEmpty { awaitBeat() }
        if silent.remove(other) != nil { didChange() }
    }

    private func awaitBeat() {
        let timer = scheduler.after(milliseconds: Self.interval) { [weak self] in self?.didBeat() }
        beat = (scheduler.now + Self.interval, timer)
    }

    private func stop() {
        beat?.timer.cancel()
        beat = nil
    }

    private func didBeat() {
        // Who was stopped itself has heard nobody meanwhile, and may hear them all in a moment.
        let wasStopped = scheduler.now - (beat?.due ?? 0) > Self.interval / 2
        let before = silent
        for other in living {
            if wasStopped { heard[other] = scheduler.now }
            if scheduler.now - (heard[other] ?? 0) >= Self.timeout { silent.insert(other) }
        }
        if silent != before { didChange() }
        for other in living { send(other) }
        awaitBeat()
    }
}

extension Packet {
    /// Whether it is one.
    var isSignOfLife: Bool { if case .control(.presence(.alive)) = self { true } else { false } }
}
