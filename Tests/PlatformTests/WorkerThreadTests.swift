// Work on a thread of its own: in order, reported on the main thread, and nothing after the end.

import Glibc
import Synchronization
import Testing

@testable import Platform

@MainActor struct WorkerThreadTests {
    /// What a piece of work does elsewhere.
    nonisolated private final class Gate: Sendable {
        let isOpen = Atomic(false)
        let hasEntered = Atomic(false)

        func pass() {
            hasEntered.store(true, ordering: .sequentiallyConsistent)
            while !isOpen.load(ordering: .sequentiallyConsistent) { sched_yield() }
        }
    }

    /// What was told here.
    private final class Notes {
        var told: [Int] = []
        var threads: Set<UInt> = []
    }

    @Test func workIsDoneInOrderAndToldHere() {
        let test = TestLoop()
        let worker = WorkerThread(loop: test.loop)
        let notes = Notes()
        for number in 1...20 {
            worker.perform { tell in
                let thread = UInt(pthread_self())
                tell {
                    notes.threads.insert(thread)
                    notes.told.append(number)
                }
                tell { notes.told.append(-number) }
            }
        }
        #expect(test.run { notes.told.count == 40 })
        #expect(notes.told == (1...20).flatMap { [$0, -$0] })
        #expect(notes.threads.count == 1 && !notes.threads.contains(UInt(pthread_self())))
        worker.stop()
    }

    /// The hash is that of libsodium; who cancels hears nothing.
    @Test func aProofOfWorkHasSoManyBitsOfZero() throws {
        let test = TestLoop()
        let bytes: [UInt8] = Array(0..<32)
        var (proof, other): ([UInt8]?, [UInt8]?)
        let cancelled = ProofOfWork(on: bytes, bits: 10, loop: test.loop) { other = $0 }
        cancelled.cancel()
        let work = ProofOfWork(on: bytes, bits: 10, loop: test.loop) { proof = $0 }
        #expect(test.run { proof != nil })
        let hash = SodiumSeals.digest(of: bytes + (try #require(proof)))
        #expect(proof?.count == 8 && hash[0] == 0 && hash[1] < 64 && other == nil)
        withExtendedLifetime(work) {}
    }

    @Test func theLoopRunsWhileItWorks() {
        let test = TestLoop()
        let worker = WorkerThread(loop: test.loop)
        let gate = Gate()
        let notes = Notes()
        var hasTimerFired = false
        worker.perform { tell in
            gate.pass()
            tell { notes.told.append(1) }
        }
        test.loop.after(milliseconds: 1) {
            hasTimerFired = true
            gate.isOpen.store(true, ordering: .sequentiallyConsistent)
        }
        #expect(test.run { !notes.told.isEmpty } && hasTimerFired)
        worker.stop()
    }

    @Test func afterTheEndNothingIsTold() {
        let test = TestLoop()
        let worker = WorkerThread(loop: test.loop)
        let gate = Gate()
        nonisolated final class Flag: Sendable { let value = Atomic(false) }
        let (done, never) = (Flag(), Flag())
        let notes = Notes()
        worker.perform { tell in
            gate.pass()
            tell { notes.told.append(1) }
            done.value.store(true, ordering: .sequentiallyConsistent)
        }
        worker.perform { _ in never.value.store(true, ordering: .sequentiallyConsistent) }
        #expect(test.run { gate.hasEntered.load(ordering: .sequentiallyConsistent) })
        worker.stop()
        gate.isOpen.store(true, ordering: .sequentiallyConsistent)
        #expect(test.run { done.value.load(ordering: .sequentiallyConsistent) })
        worker.perform { _ in never.value.store(true, ordering: .sequentiallyConsistent) }
        var hasPassed = false
        test.loop.after(milliseconds: 1) { hasPassed = true }
        #expect(test.run { hasPassed })
        #expect(notes.told.isEmpty && !never.value.load(ordering: .sequentiallyConsistent))
    }
}
