// The loop on real descriptors: order, cancelling, signals, wake-ups, fairness. Each test runs the loop until something has happened or a
// deadline has passed.

import Glibc
import TestSupport
import Testing

@testable import Platform

/// A thread's whole life: one wake.
nonisolated private func wakeFromAnotherThread(_ waker: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let waker { Unmanaged<Waker>.fromOpaque(waker).takeRetainedValue().wake() }
    return nil
}

@MainActor struct MainLoopTests {
    @Test func timersFireInTheOrderOfTheirDeadlinesAndNeverEarly() {
        let test = TestLoop()
        var order: [String] = []
        let start = MainLoop.now
        test.loop.after(milliseconds: 20) {
            order.append("20")
            #expect(MainLoop.now - start >= 20)
        }
        test.loop.after(milliseconds: 5) { order.append("5") }
        test.loop.after(milliseconds: 0) { order.append("0") }
        test.loop.after(milliseconds: 5) { order.append("5 again") }
        #expect(test.run { order.count == 4 })
        #expect(order == ["0", "5", "5 again", "20"])
    }

    @Test func waitingForATimerDoesNotSpin() {
        let test = TestLoop()
        var rounds = 0
        var fired = false
        test.loop.after(milliseconds: 60) { fired = true }
        #expect(
            test.run(ticks: false) {
                rounds += 1
                return fired
            })
        #expect(rounds <= 4)
    }

    @Test func aCancelledTimerStaysSilentEvenWhenDueInTheSameRound() {
        let test = TestLoop()
        var fired: [Int] = []
        var second: Timer?
        test.loop.after(milliseconds: 0) {
            fired.append(1)
            second?.cancel()
        }
        second = test.loop.after(milliseconds: 0) { fired.append(2) }
        test.loop.after(milliseconds: 2) { fired.append(3) }
        #expect(test.run { fired.contains(3) })
        #expect(fired == [1, 3])
    }

    @Test func aTimerThatSetsItselfAnewLeavesRoomForDescriptors() {
        let test = TestLoop()
        let pipe = TestPipe()
        var isRead = false
        func again() { test.loop.after(milliseconds: 0) { if !isRead { again() } } }
        again()
        pipe.put()
        let watch = test.loop.watch(pipe.reading, .read) { _ in isRead = true }
        #expect(test.run(ticks: false) { isRead })
        watch.cancel()
    }

    @Test func aWatchCancelledByAnotherInTheSameRoundIsNotCalled() {
        let test = TestLoop()
        let (first, second) = (TestPipe(), TestPipe())
        var calls: [String] = []
        var watches: [Watch] = []
        for (name, pipe) in [("first", first), ("second", second)] {
            pipe.put()
            watches.append(
                test.loop.watch(pipe.reading, .read) { _ in
                    calls.append(name)
                    for watch in watches { watch.cancel() }
                })
        }
        #expect(!test.run(upTo: 30) { calls.count > 1 })
        #expect(calls == ["first"])
    }

    @Test func closingAndReusingADescriptorInACallbackMixesNothingUp() {
        let test = TestLoop()
        let trigger = TestPipe()
        var victim: TestPipe? = TestPipe()
        var late: TestPipe?
        var calls: [String] = []
        var lateWatch: Watch?
        trigger.put()
        victim?.put()
        var victimWatch: Watch?
        let watch = test.loop.watch(trigger.reading, .read) { _ in
            trigger.take()
            victimWatch?.cancel()
            victim = nil
            late = TestPipe()  // takes the freed numbers
            lateWatch = late.map { pipe in
                test.loop.watch(pipe.reading, .read) { _ in
                    calls.append("late")
                    pipe.take()
                }
            }
            calls.append("trigger")
        }
        victimWatch = victim.map { test.loop.watch($0.reading, .read) { _ in calls.append("victim") } }
        #expect(!test.run(upTo: 30) { calls.count > 1 })
        #expect(calls == ["trigger"])
        late?.put()
        #expect(test.run { calls.contains("late") })
        watch.cancel()
        lateWatch?.cancel()
    }

    @Test func hangUpIsReportedAsTheWholeInterestAndNotAtAllWithoutOne() throws {
        let test = TestLoop()
        let end = try Descriptors.pipe()
        close(end.writer)
        var reported: Interest?
        let watch = test.loop.watch(end.reader, []) { reported = $0 }
        #expect(!test.run(upTo: 20) { reported != nil })
        watch.interest = [.read, .write]
        #expect(test.run { reported != nil })
        #expect(reported == [.read, .write])
        watch.cancel()
        close(end.reader)
    }

    @Test func aFloodDoesNotStarveTheOther() {
        let test = TestLoop()
        let (flood, key) = (TestPipe(), TestPipe())
        var floods = 0
        var floodsAtKey = -1
        flood.put()
        let watches = [
            test.loop.watch(flood.reading, .read) { _ in
                floods += 1
                if floods == 10 { key.put() }
            },
            test.loop.watch(key.reading, .read) { _ in
                key.take()
                floodsAtKey = floods
            },
        ]
        #expect(test.run(ticks: false) { floodsAtKey >= 0 })
        #expect(floodsAtKey <= 12)
        for watch in watches { watch.cancel() }
    }

    @Test func signalsComeThroughTheLoop() {
        let test = TestLoop()
        var counts: [Int32: Int] = [:]
        for signal in [SIGUSR1, SIGWINCH] { test.loop.onSignal(signal) { counts[signal, default: 0] += 1 } }
        pthread_kill(pthread_self(), SIGUSR1)
        pthread_kill(pthread_self(), SIGWINCH)
        #expect(test.run { counts.count == 2 })
        pthread_kill(pthread_self(), SIGUSR1)
        #expect(test.run { counts[SIGUSR1] == 2 })
    }

    @Test func aWakeFromAnotherThreadIsHeardAndOnesAfterCancelAreLost() {
        let test = TestLoop()
        var wakes = 0
        let waker = test.loop.makeWaker { wakes += 1 }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(waker)
        pthread_create(&thread, nil, wakeFromAnotherThread, box.toOpaque())
        #expect(test.run { wakes == 1 })
        pthread_join(thread, nil)
        waker.cancel()
        waker.wake()
        #expect(!test.run(upTo: 20) { wakes > 1 })
    }

    @Test func stopBeforeRunIsNotForgotten() {
        let loop = MainLoop()
        loop.stop()
        loop.run()
        var fired = false
        loop.after(milliseconds: 0) {
            fired = true
            loop.stop()
        }
        loop.run()
        #expect(fired)
    }
}
