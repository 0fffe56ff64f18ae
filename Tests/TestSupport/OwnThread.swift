// Runs a test on a thread of its own, so that it may block while others run in parallel on any number of processors.

import Glibc
import Testing

/// Each test of a suite runs on a thread of its own. Suites run side by side; `.serialized` keeps the tests within one apart.
package nonisolated struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    /// For the tests within the suite, however deep.
    package var isRecursive: Bool { true }

    /// Runs the test, and the tasks it makes, on threads of their own.
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadExecutor()) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    /// On a thread of its own, where waiting holds up nobody.
    package static nonisolated var ownThread: OwnThread { OwnThread() }
}

/// Runs every job on a new thread.
private nonisolated final class ThreadExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let work = Unmanaged.passRetained(Work(job: UnownedJob(job), executor: self))
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, { ThreadExecutor.run($0) }, work.toOpaque())
        guard code == 0 else { fatalError("no thread for a test: \(code)") }
        pthread_detach(thread)
    }

    private static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let work else { return nil }
        let taken = Unmanaged<Work>.fromOpaque(work).takeRetainedValue()
        taken.job.runSynchronously(on: taken.executor.asUnownedTaskExecutor())
        return nil
    }

    private final class Work {
        let job: UnownedJob
        let executor: ThreadExecutor

        init(job: UnownedJob, executor: ThreadExecutor) {
            self.job = job
            self.executor = executor
        }
    }
}
