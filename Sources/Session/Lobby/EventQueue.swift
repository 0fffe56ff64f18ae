// Handles events one after the other: an event that happens while another one is being handled waits its turn.

/// Events that wait for their turn.
package final class EventQueue<Event> {
    private var waiting: [Event] = []
    private var isBusy = false

    /// Handles an event now, or after the one that is being handled.
    package func take(_ event: Event, _ handle: (Event) -> Void) {
        waiting.append(event)
        if isBusy { return }
        isBusy = true
        while !waiting.isEmpty { handle(waiting.removeFirst()) }
        isBusy = false
    }
}
