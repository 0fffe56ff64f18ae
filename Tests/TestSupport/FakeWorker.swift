// A worker that does its work when the test says so.

import Session

/// A worker without a thread: work waits until the test lets it be done.
package final class FakeWorker: @MainActor Worker {
    private var pieces: [Work] = []
    /// Whether it was stopped.
    package private(set) var isStopped = false
    /// How many pieces of work it was given.
    package private(set) var asked = 0
    /// Whether work waits.
    package var isBusy: Bool { !pieces.isEmpty }

    package func perform(_ work: @escaping Work) {
        asked += 1
        if !isStopped { pieces.append(work) }
    }

    package func stop() {
        isStopped = true
        pieces = []
    }

    /// Does the first piece of work; what it tells happens afterwards, in order.
    package func workOnce() {
        guard !pieces.isEmpty else { return }
        let completions = Completions()
        pieces.removeFirst()({ completions.all.append($0) })
        for completion in completions.all where !isStopped { completion() }
    }
}

/// What a piece of work told. All of it happens on one thread here.
nonisolated private final class Completions: @unchecked Sendable {
    var all: [@MainActor () -> Void] = []
}
