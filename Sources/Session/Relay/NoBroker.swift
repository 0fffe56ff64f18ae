// The broker of those who have set up none. It connects to nobody.

/// No broker.
package final class NoBroker: Broker {
    private let clock: LoopClock

    /// One that says so by this clock.
    package init(clock: LoopClock) { self.clock = clock }

    package var farewellTopic: String? { nil }

    package func watch(_ onEvent: @escaping (BrokerEvent) -> Void) -> Cancellable {
        clock.after(milliseconds: 0) { onEvent(.trouble(.noneGiven)) }
    }

    package func subscribe(to topic: String, _ onEvent: @escaping (SubscriptionEvent) -> Void) -> Cancellable {
        clock.after(milliseconds: 0) {}
    }

    package func publish(_ message: BrokerMessage, completion: @escaping (BrokerReceipt) -> Void) {
        _ = clock.after(milliseconds: 0) { completion(.lost) }
    }
}
