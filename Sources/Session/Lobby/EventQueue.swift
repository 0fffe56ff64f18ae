// Events one after the other: what happens while an event is dealt with waits until that is done. It knows no event.

/// The events that wait for their turn.
package final class EventQueue<Event> {
    private var waiting: [Event] = []
    private var isBusy = false

    /// Deals with `event` now, or, within another event's turn, after it.
    package func take(_ event: Event, _ handle: (Event) -> Void) {
        waiting.append(event)
        if isBusy { return }
        isBusy = true
        while !waiting.isEmpty { handle(waiting.removeFirst()) }
        isBusy = false
    }
}
