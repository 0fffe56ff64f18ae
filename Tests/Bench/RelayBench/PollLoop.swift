// The simulation's one loop: epoll(7) over everybody's connection and a heap of timers. The game's own loop asks the kernel for each
// descriptor and keeps its few timers in a row; here are thousands. Players and brokers are elsewhere.

import CEpoll
import Glibc
import Session

/// Who has a connection that the loop waits for.
protocol PolledConnection: AnyObject {
    /// What the loop should wait for.
    var polled: pollfd { get }
    /// Does what the connection is ready for; with nothing, what is due.
    func serve(_ events: Int16)
}

/// The loop.
final class PollLoop: Scheduler {
    /// The loop returns after this many milliseconds, even if nothing happens.
    private static let longestWait = 2
    /// In so many milliseconds so many connections are asked for what is due, a ping perhaps, whether or not anything came.
    private static let due = (milliseconds: 10, connections: 50)

    private var timers = TimerHeap()
    private var connections: [any PolledConnection] = []
    /// What each of them is waited for: poll(2)'s bits, which are epoll's as well.
    private var wishes: [Int16] = []
    /// Those whose wishes may be others than they were.
    private var touched: [Int] = []
    private var ready = [epoll_event](repeating: epoll_event(), count: 1024)
    private let epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
    private var nextDue = 0
    private var lastDue = 0

    /// Milliseconds of a clock that never goes back.
    var now: Int { Self.microseconds / 1000 }

    /// The machine's real-time clock.
    var wallClock: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Microseconds of that clock.
    nonisolated static var microseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }

    func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
        let timer = LoopTimer(deadline: Self.microseconds + max(0, milliseconds) * 1000, action)
        timers.insert(timer)
        return timer
    }

    /// Waits for one more connection; its number.
    func add(_ connection: any PolledConnection) -> Int {
        let number = connections.count
        connections.append(connection)
        wishes.append(0)
        tell(EPOLL_CTL_ADD, of: number)
        return number
    }

    private func tell(_ command: CInt, of number: Int) {
        let polled = connections[number].polled
        wishes[number] = polled.events
        var event = epoll_event()
        event.events = UInt32(UInt16(bitPattern: polled.events))
        event.data.u32 = UInt32(number)
        epoll_ctl(epoll, command, polled.fd, &event)
    }

    /// Something was done on a connection: it may want to write.
    func touch(_ number: Int) { touched.append(number) }

    /// Goes round until something is so.
    func run(until isDone: () -> Bool) { while !isDone() { turn() } }

    private func turn() {
        let start = Self.microseconds
        while let timer = timers.first, timer.deadline <= start {
            timers.removeFirst()
            timer.fire()
        }
        for number in touched where connections[number].polled.events != wishes[number] { tell(EPOLL_CTL_MOD, of: number) }
        touched.removeAll(keepingCapacity: true)
        let wait = timers.first.map { max(0, ($0.deadline - Self.microseconds + 999) / 1000) } ?? Self.longestWait
        let count = epoll_wait(epoll, &ready, CInt(ready.count), CInt(min(wait, Self.longestWait)))
        for event in ready.prefix(Int(max(0, count))) {
            let number = Int(event.data.u32)
            connections[number].serve(Int16(truncatingIfNeeded: event.events))
            touched.append(number)
        }
        serveDue()
    }

    private func serveDue() {
        guard now - lastDue >= Self.due.milliseconds, !connections.isEmpty else { return }
        lastDue = now
        for _ in 0..<min(Self.due.connections, connections.count) {
            nextDue = (nextDue + 1) % connections.count
            connections[nextDue].serve(0)
            touched.append(nextDue)
        }
    }
}

/// A call that is to come.
final class LoopTimer: Cancellable {
    /// In microseconds of the loop's clock.
    let deadline: Int
    private var action: (() -> Void)?

    /// At `deadline`.
    init(deadline: Int, _ action: @escaping () -> Void) { (self.deadline, self.action) = (deadline, action) }

    func cancel() { action = nil }

    /// It is time.
    func fire() {
        let action = action
        self.action = nil
        action?()
    }
}

/// Timers, the soonest on top; one that was called off stays until its time has come.
private struct TimerHeap {
    private var timers: [LoopTimer] = []

    var first: LoopTimer? { timers.first }

    mutating func insert(_ timer: LoopTimer) {
        timers.append(timer)
        var place = timers.count - 1
        while place > 0, timers[place].deadline < timers[(place - 1) / 2].deadline {
            timers.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func removeFirst() {
        timers.swapAt(0, timers.count - 1)
        timers.removeLast()
        var place = 0
        while let child = [2 * place + 1, 2 * place + 2].filter({ $0 < timers.count }).min(by: isSooner),
            isSooner(child, place)
        {
            timers.swapAt(place, child)
            place = child
        }
    }

    private func isSooner(_ one: Int, _ other: Int) -> Bool { timers[one].deadline < timers[other].deadline }
}
