// The helper's event loop: descriptors and timers on one thread. It is avahi's simple poll, so that the mDNS stack, the pipes and the
// netlink socket share one poll(2).

import CAvahi
import Glibc
import HelperProgram

/// Calls back when a descriptor is ready or a timer fires.
final class EventLoop {
    /// The loop as avahi's functions take it.
    let api: UnsafePointer<AvahiPoll>

    private let poll: OpaquePointer
    /// Keeps watches and timers alive, as C has pointers to them.
    private var retained: [AnyObject] = []
    private var workBudget = WorkBudget()

    /// An empty loop.
    init() {
        guard let poll = avahi_simple_poll_new(), let api = avahi_simple_poll_get(poll) else {
            fatalError("out of memory")
        }
        self.poll = poll
        self.api = api
    }

    /// Waits for events, handles them and returns; false if poll(2) failed. In a flood it sleeps between turns: packets that the
    /// sockets cannot hold are lost, as on a busy network.
    func turn() -> Bool {
        let isWorking = avahi_simple_poll_iterate(poll, -1) == 0
        workBudget.rest()
        return isWorking
    }

    /// Calls `body` whenever `descriptor` has one of these poll(2) events, POLLERR or POLLHUP.
    @discardableResult
    func watch(_ descriptor: CInt, for events: CInt, _ body: @escaping () -> Void) -> Watch {
        let watch = Watch(loop: self, descriptor: descriptor, events: events, body: body)
        retained.append(watch)
        return watch
    }

    /// A timer that calls `body`. It is not set yet.
    func timer(_ body: @escaping () -> Void) -> Timer {
        let timer = Timer(loop: self, body: body)
        retained.append(timer)
        return timer
    }
}

/// A watched descriptor.
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

    /// Changes the poll(2) events to wait for.
    func wait(for events: CInt) {
        api.pointee.watch_update(handle, AvahiWatchEvent(UInt32(events)))
    }
}

/// A timer that fires once.
final class Timer: Userdata {
    private let api: UnsafePointer<AvahiPoll>
    private let body: () -> Void
    private var handle: OpaquePointer?

    fileprivate init(loop: EventLoop, body: @escaping () -> Void) {
        api = loop.api
        self.body = body
        // NULL leaves it unset; {0, 0} would fire now.
        handle = api.pointee.timeout_new(
            api, nil, { _, userdata in Timer.from(userdata)?.fire() }, userdata)
    }

    /// Fires once, `milliseconds` from now; replaces an earlier setting.
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
