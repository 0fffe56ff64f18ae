// The main loop: a blocking poll(2) over descriptors, timers, signals and wake-ups from other threads. There is no tick; an
// idle program never wakes up.
//
// One round calls `willWait`, polls, fires due timers, and then serves every ready descriptor once, in the order in which
// they were added, so a peer that floods its socket delays a key by one callback. Callbacks may watch, cancel, close and stop.

import Glibc
import Session

/// The events a descriptor is watched for or is ready for.
package nonisolated struct Interest: OptionSet, Sendable {
    /// The bits.
    package let rawValue: UInt8
    /// Creates a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Readable, at its end, or failed.
    package static let read = Interest(rawValue: 1)
    /// Writable or failed.
    package static let write = Interest(rawValue: 2)
}

/// The main loop. Create one, watch descriptors, `run` it.
package final class MainLoop {
    /// Called before each wait, when all events have been handled: the screen is drawn here.
    package var willWait: (() -> Void)?

    private var watches: [Watch] = []
    /// The argument of poll: `polled[i]` belongs to `watches[i]`. Only rebuilt after a change.
    private var polled: [pollfd] = []
    private var isStale = false
    /// Sorted by deadline; equal deadlines in order of creation.
    private var timers: [Timer] = []
    /// Whether `run` is about to return.
    package private(set) var isStopping = false
    private var signals: SignalWatch?

    /// An empty loop.
    package init() {}

    /// Milliseconds of a monotonic clock.
    package nonisolated static var now: Int { nanoseconds / 1_000_000 }

    /// Calls `body` whenever `descriptor` is ready for something in `interest`. Hang-up and errors are reported as all of
    /// `interest`; the read or write that follows tells which it was. The caller keeps the descriptor: cancel the watch before
    /// closing it.
    package func watch(_ descriptor: Int32, _ interest: Interest, _ body: @escaping (Interest) -> Void) -> Watch {
        let watch = Watch(descriptor, interest, body, in: self)
        watches.append(watch)
        isStale = true
        return watch
    }

    /// Calls `body` once, at least `milliseconds` from now; never from within this call.
    @discardableResult
    package func after(milliseconds: Int, _ body: @escaping () -> Void) -> Timer {
        let wait = min(max(0, milliseconds), Int(Int32.max)) * 1_000_000
        let timer = Timer(deadline: Self.nanoseconds + wait, body, in: self)
        let place = timers.firstIndex { $0.deadline > timer.deadline } ?? timers.endIndex
        timers.insert(timer, at: place)
        return timer
    }

    /// Calls `body` whenever `signal` arrives. Blocks the signal in this thread and in threads that it starts later, so call it
    /// before starting threads.
    package func onSignal(_ signal: Int32, _ body: @escaping () -> Void) {
        let signals = self.signals ?? SignalWatch()
        self.signals = signals
        if signals.add(signal, body) {
            signals.watch = watch(signals.descriptor, .read) { [unowned signals] _ in signals.drain() }
        }
    }

    /// Lets another thread have `body` called on the main loop. Several wakes before the next round result in one call.
    package func makeWaker(_ body: @escaping () -> Void) -> Waker {
        let waker = Waker()
        waker.watch = watch(waker.descriptor, .read) { _ in
            waker.drain()
            body()
        }
        return waker
    }

    /// Runs until `stop`; returns at once if `stop` was called before. Must not be called from a callback.
    package func run() {
        while !isStopping {
            willWait?()
            if isStopping { break }
            wait()
            fireTimers()
            serveReady()
        }
        isStopping = false
    }

    /// Runs until `isDone`, which is asked before each wait, or for this many milliseconds; nil: for any time. Returns whether it is done.
    @discardableResult
    func run(forMilliseconds limit: Int? = nil, until isDone: @escaping () -> Bool) -> Bool {
        let deadline = limit.map { after(milliseconds: $0) { [unowned self] in stop() } }
        willWait = { [unowned self] in if isDone() { stop() } }
        run()
        willWait = nil
        deadline?.cancel()
        return isDone()
    }

    /// Makes `run` return after the current callback. Events that are not handled yet stay pending.
    package func stop() { isStopping = true }

    // MARK: One round

    private nonisolated static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private func wait() {
        if isStale { rebuild() }
        var timeout: Int32 = -1
        if let next = timers.first {
            let left = (next.deadline - Self.nanoseconds + 999_999) / 1_000_000  // rounded up, or the loop would wake too early
            timeout = Int32(clamping: max(0, left))
        }
        if poll(&polled, nfds_t(polled.count), timeout) < 0 {
            precondition(errno == EINTR || errno == EAGAIN || errno == ENOMEM, "poll refused its arguments")
            for index in polled.indices { polled[index].revents = 0 }
        }
    }

    private func rebuild() {
        watches.removeAll { $0.isCancelled }
        polled.removeAll(keepingCapacity: true)
        for watch in watches { polled.append(watch.polled) }
        isStale = false
    }

    /// Fires the timers that were due when the round began. A timer set for now by another one fires in the next round.
    private func fireTimers() {
        guard !timers.isEmpty else { return }
        let now = Self.nanoseconds
        while !isStopping, let first = timers.first, first.deadline <= now {
            timers.removeFirst()
            first.fire()
        }
    }

    /// `polled` does not change during a round. Watches added now are served in the next one; cancelled ones are skipped.
    private func serveReady() {
        for index in polled.indices where polled[index].revents != 0 {
            if isStopping { return }
            watches[index].serve(polled[index].revents)
        }
    }

    fileprivate func watchDidChange() { isStale = true }

    fileprivate func timerDidCancel(_ timer: Timer) { timers.removeAll { $0 === timer } }
}

/// A watched descriptor.
package final class Watch: Cancellable {
    /// The events to watch for. Empty: nothing is reported, not even a hang-up.
    package var interest: Interest {
        didSet { if interest != oldValue { loop?.watchDidChange() } }
    }
    fileprivate private(set) var isCancelled = false
    private let descriptor: Int32
    private var body: ((Interest) -> Void)?
    private weak var loop: MainLoop?

    fileprivate init(_ descriptor: Int32, _ interest: Interest, _ body: @escaping (Interest) -> Void, in loop: MainLoop) {
        self.descriptor = descriptor
        self.interest = interest
        self.body = body
        self.loop = loop
    }

    // An isolated deinit would check the executor, which is slow for two fields.
    nonisolated deinit {}

    /// Stops watching. Pending events are dropped, and the descriptor may be closed.
    package func cancel() {
        guard !isCancelled else { return }
        isCancelled = true
        body = nil
        loop?.watchDidChange()
    }

    fileprivate var polled: pollfd {
        var events: Int32 = 0
        if interest.contains(.read) { events |= POLLIN }
        if interest.contains(.write) { events |= POLLOUT }
        // poll ignores negative descriptors, but reports hang-ups even if no events are asked for.
        return pollfd(fd: interest.isEmpty ? -1 : descriptor, events: Int16(events), revents: 0)
    }

    fileprivate func serve(_ events: Int16) {
        let events = Int32(events)
        var ready: Interest = []
        if events & POLLIN != 0 { ready.insert(.read) }
        if events & POLLOUT != 0 { ready.insert(.write) }
        if events & (POLLHUP | POLLERR | POLLNVAL) != 0 { ready = interest }
        ready.formIntersection(interest)  // a callback of this round may have changed it
        if !ready.isEmpty { body?(ready) }
    }
}

/// A timer that fires once.
package final class Timer: Cancellable {
    fileprivate let deadline: Int
    private var body: (() -> Void)?
    private weak var loop: MainLoop?

    fileprivate init(deadline: Int, _ body: @escaping () -> Void, in loop: MainLoop) {
        self.deadline = deadline
        self.body = body
        self.loop = loop
    }

    nonisolated deinit {}

    /// Cancels the timer; has no effect once it has fired.
    package func cancel() {
        guard body != nil else { return }
        body = nil
        loop?.timerDidCancel(self)
    }

    fileprivate func fire() {
        let call = body
        body = nil
        call?()
    }
}
