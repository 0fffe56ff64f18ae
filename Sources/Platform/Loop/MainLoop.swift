// The program's one loop: a blocking poll(2) over descriptors, timers, signals and wake-ups from worker threads. No tick: with
// nothing to wait for it sleeps for ever. It knows nothing of terminals, sockets or games.
//
// One round: `beforeWaiting`, poll, due timers, then every ready descriptor once, in the order of their watching; so a peer that
// floods its socket delays a key by one callback. Callbacks may watch, cancel, close and stop as they like.

import Glibc
import Session

/// What a descriptor is watched for, and what it is ready for.
package nonisolated struct Interest: OptionSet, Sendable {
    /// The bits.
    package let rawValue: UInt8
    /// A set of these bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Something can be read, or the end or an error can be.
    package static let read = Interest(rawValue: 1)
    /// Something can be written, or an error can be learnt.
    package static let write = Interest(rawValue: 2)
}

/// The loop. Make one, watch things, `run` it.
package final class MainLoop {
    /// Called before each wait, after all that was ready has been handled: where a frame is drawn.
    package var beforeWaiting: (() -> Void)?

    private var watches: [Watch] = []
    /// What poll sees: `polled[i]` is `watches[i]`'s. Rebuilt only when something changed, so that a key allocates nothing.
    private var polled: [pollfd] = []
    private var isStale = false
    /// Soonest first; equal deadlines in the order of their making.
    private var timers: [Timer] = []
    /// Whether `run` is about to return.
    package private(set) var isStopping = false
    private var signals: SignalWatch?

    /// A loop that waits for nothing yet.
    package init() {}

    /// Milliseconds of a clock that never goes back.
    package nonisolated static var now: Int { nanoseconds / 1_000_000 }

    /// Calls `body` with what `descriptor` is ready for, whenever that is something of `interest`. Hang-up and errors come as
    /// all of the interest; the call that follows tells which. The descriptor stays the caller's: cancel the watch, then close.
    package func watch(_ descriptor: Int32, _ interest: Interest, _ body: @escaping (Interest) -> Void) -> Watch {
        let watch = Watch(descriptor, interest, body, in: self)
        watches.append(watch)
        isStale = true
        return watch
    }

    /// Calls `body` once, at least so many milliseconds from now; never from within this call.
    @discardableResult
    package func after(milliseconds: Int, _ body: @escaping () -> Void) -> Timer {
        let wait = min(max(0, milliseconds), Int(Int32.max)) * 1_000_000
        let timer = Timer(deadline: Self.nanoseconds + wait, body, in: self)
        let place = timers.firstIndex { $0.deadline > timer.deadline } ?? timers.endIndex
        timers.insert(timer, at: place)
        return timer
    }

    /// Calls `body` whenever `signal` arrives, from now on and as long as the loop lives. Blocks the signal in this thread, and
    /// in the threads it makes later; call it before there are others.
    package func onSignal(_ signal: Int32, _ body: @escaping () -> Void) {
        let signals = self.signals ?? SignalWatch()
        self.signals = signals
        if signals.add(signal, body) {
            signals.watch = watch(signals.descriptor, .read) { [unowned signals] _ in signals.drain() }
        }
    }

    /// A way for another thread to have `body` called here. Several wakes before the loop comes round are one call.
    package func makeWaker(_ body: @escaping () -> Void) -> Waker {
        let waker = Waker()
        waker.watch = watch(waker.descriptor, .read) { _ in
            waker.drain()
            body()
        }
        return waker
    }

    /// Serves until `stop`; returns at once if that was called before. Not to be called from a callback.
    package func run() {
        while !isStopping {
            beforeWaiting?()
            if isStopping { break }
            wait()
            fireTimers()
            serveReady()
        }
        isStopping = false
    }

    /// Makes `run` return once the current callback is done. What is ready and unserved stays ready.
    package func stop() { isStopping = true }

    // MARK: One round

    private nonisolated static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private func wait() {
        if isStale { rebuild() }
        var timeout: Int32 = -1
        if let next = timers.first {
            let left = (next.deadline - Self.nanoseconds + 999_999) / 1_000_000  // rounded up: woken once, not early and again
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

    /// Only timers due at the round's start: one that sets another for at once leaves room for descriptors.
    private func fireTimers() {
        guard !timers.isEmpty else { return }
        let now = Self.nanoseconds
        while !isStopping, let first = timers.first, first.deadline <= now {
            timers.removeFirst()
            first.fire()
        }
    }

    /// `polled` stays as poll left it for the whole round; watches made now wait for the next, cancelled ones are passed over.
    private func serveReady() {
        for index in polled.indices where polled[index].revents != 0 {
            if isStopping { return }
            watches[index].serve(polled[index].revents)
        }
    }

    fileprivate func watchDidChange() { isStale = true }

    fileprivate func timerDidCancel(_ timer: Timer) { timers.removeAll { $0 === timer } }
}

/// A descriptor being watched.
package final class Watch: Cancellable {
    /// What it is watched for. Empty: nothing is reported, not even hang-up.
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

    // By default the last reference would ask for the main thread's executor, a long way for two fields.
    nonisolated deinit {}

    /// Ends the watching at once: nothing more is reported, whatever was ready. The descriptor may be closed now.
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
        // poll passes over negative descriptors, but reports a hang-up to those who asked for nothing.
        return pollfd(fd: interest.isEmpty ? -1 : descriptor, events: Int16(events), revents: 0)
    }

    fileprivate func serve(_ events: Int16) {
        let events = Int32(events)
        var ready: Interest = []
        if events & POLLIN != 0 { ready.insert(.read) }
        if events & POLLOUT != 0 { ready.insert(.write) }
        if events & (POLLHUP | POLLERR | POLLNVAL) != 0 { ready = interest }
        ready.formIntersection(interest)  // it may have changed in this round
        if !ready.isEmpty { body?(ready) }
    }
}

/// A call that is to come.
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

    /// Calls it off; after the call, does nothing.
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
