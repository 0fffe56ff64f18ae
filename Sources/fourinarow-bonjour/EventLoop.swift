// The helper's one loop: descriptors and timers, on one thread. It is avahi's own simple poll, so that the mDNS stack, the pipes and
// the kernel's news share one poll(2). It must not know what is watched or why.

import CAvahi
import Glibc
import Sandbox

/// Calls back when a descriptor is ready or a time has come. Sleeps otherwise.
final class EventLoop {
    /// What avahi's functions ask for as their poll API.
    let api: UnsafePointer<AvahiPoll>

    private let poll: OpaquePointer
    /// C holds watches and timers by address: the loop keeps them alive.
    private var held: [AnyObject] = []
    private var pace = PacedWork()

    /// A loop that watches nothing yet.
    init() {
        guard let poll = avahi_simple_poll_new(), let api = avahi_simple_poll_get(poll) else {
            fatalError("out of memory")
        }
        self.poll = poll
        self.api = api
    }

    /// Sleeps until something happens, handles it, and returns. False when the loop itself is broken. In a flood it rests between
    /// turns: what the sockets cannot hold meanwhile is lost, as it would be on a busy network.
    func turn() -> Bool {
        let isWhole = avahi_simple_poll_iterate(poll, -1) == 0
        pace.rest()
        return isWhole
    }

    /// Calls `body` whenever `descriptor` has one of these poll(2) events (POLLERR and POLLHUP come unasked).
    @discardableResult
    func watch(_ descriptor: CInt, for events: CInt, _ body: @escaping () -> Void) -> Watch {
        let watch = Watch(loop: self, descriptor: descriptor, events: events, body: body)
        held.append(watch)
        return watch
    }

    /// A timer that calls `body`; it is not set yet.
    func timer(_ body: @escaping () -> Void) -> Timer {
        let timer = Timer(loop: self, body: body)
        held.append(timer)
        return timer
    }
}

/// A descriptor being watched, for as long as the program runs.
final class Watch: Userdata {
    private let api: UnsafePointer<AvahiPoll>
    private let body: () -> Void
    private var handle: OpaquePointer?

    fileprivate init(loop: EventLoop, descriptor: CInt, events: CInt, body: @escaping () -> Void) {
        api = loop.api
        self.body = body
        handle = api.pointee.watch_new(
            api, descriptor, AvahiWatchEvent(UInt32(events)),
            { _, _, _, userdata in Watch.from(userdata)?.body() }, userdata)
    }

    /// The poll(2) events to wait for from now on.
    func wait(for events: CInt) {
        api.pointee.watch_update(handle, AvahiWatchEvent(UInt32(events)))
    }
}

/// One call at a time to come.
final class Timer: Userdata {
    private let api: UnsafePointer<AvahiPoll>
    private let body: () -> Void
    private var handle: OpaquePointer?

    fileprivate init(loop: EventLoop, body: @escaping () -> Void) {
        api = loop.api
        self.body = body
        // Without a time it stays unset; {0, 0} would mean "now".
        handle = api.pointee.timeout_new(
            api, nil, { _, userdata in Timer.from(userdata)?.fire() }, userdata)
    }

    /// Fires once, `milliseconds` from now; an earlier time is forgotten.
    func set(milliseconds: UInt32) {
        var when = timeval()
        avahi_elapse_time(&when, milliseconds, 0)
        api.pointee.timeout_update(handle, &when)
    }

    private func fire() {
        api.pointee.timeout_update(handle, nil)
        body()
    }
}
