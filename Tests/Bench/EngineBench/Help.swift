// A solver's partner at work in a second thread.

import Engine
import Glibc

/// What `search` finds while `help` is given to it in another thread, if there is a partner for that.
func withHelp<Found>(_ partner: Partner?, _ help: @escaping (Partner, Cancellation) -> Void, _ search: () -> Found) -> Found {
    guard let partner else { return search() }
    let done = Cancellation()
    let thread = start { help(partner, done) }
    let found = search()
    done.cancel()
    pthread_join(thread, nil)
    return found
}

/// Starts a thread that does `body`.
func start(_ body: @escaping () -> Void) -> pthread_t {
    final class Life {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { life in
            guard let life else { return nil }
            Unmanaged<Life>.fromOpaque(life).takeRetainedValue().body()
            return nil
        }, Unmanaged.passRetained(Life(body)).toOpaque())
    return thread
}
