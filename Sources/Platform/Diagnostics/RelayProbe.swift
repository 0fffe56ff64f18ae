// Checks a relay for `fourinarow doctor`: whether it can be reached, how fast it is, and whether strangers can read messages.
// Leaves nothing there.

import Session
import Wire

/// Checks a relay, in up to half a minute.
package final class RelayProbe {
    /// The result.
    package struct Report: Equatable {
        /// Why nothing else could be checked.
        package var trouble: BrokerTrouble?
        /// Milliseconds from publishing a message to receiving it; nil: it did not arrive.
        package var roundTrip: Int?
        /// The wildcards with which strangers can read others' messages.
        package var openTopics: [String] = []
        /// What the helper wrote to stderr.
        package var complaints: [String] = []
    }

    /// Subscriptions that a relay should refuse.
    private static let wildcards = [
        "#", "fiar/1/#", "fiar/1/in/+", "fiar/1/room/+", "fiar/1/bye/+", "fiar/1/watch/0/+", "fiar/1/seek/+/+",
    ]
    /// The timeout of each step in milliseconds. The helper needs as long to connect or to resolve a name.
    private static let timeout = 15_000

    private let loop = MainLoop()

    /// Checks nothing yet.
    package init() {}

    /// Connects, sends a message to itself, and tries subscriptions that should be refused.
    package func report(on relay: RelaySetup) -> Report {
        var complaints: [String] = []
        let service = RelayService(relay, loop: loop) { complaints.append($0) }
        var report = Report()
        var state = BrokerEvent.connecting
        let watch = service.watch { state = $0 }
        defer { end(watch) }
        loop.run(forMilliseconds: Self.timeout) { state != .connecting }
        guard state == .connected else {
            report.trouble = if case .trouble(let trouble) = state { trouble } else { .unreachable("") }
            report.complaints = complaints
            return report
        }
        report.roundTrip = roundTrip(over: service)
        report.openTopics = Self.wildcards.filter { isOpen($0, on: service) }
        if case .trouble(let trouble) = state { report.trouble = trouble }
        return report
    }

    private func roundTrip(over service: RelayService) -> Int? {
        let topic = "fiar/1/in/" + Hexadecimal.text(SodiumSeals.randomBytes(16))
        let message = BrokerMessage(topic: topic, payload: SodiumSeals.randomBytes(32))
        var (isReady, hasCome) = (false, false)
        let inbox = service.subscribe(to: topic) { event in
            switch event {
            case .ready: isReady = true
            case .message(message.payload, _): hasCome = true
            case .refused, .message: break
            }
        }
        defer { inbox.cancel() }
        guard loop.run(forMilliseconds: Self.timeout, until: { isReady }) else { return nil }
        let start = MainLoop.now
        service.publish(message) { _ in }
        return loop.run(forMilliseconds: Self.timeout) { hasCome } ? MainLoop.now - start : nil
    }

    private func isOpen(_ topic: String, on service: RelayService) -> Bool {
        var answer: Bool?
        let subscription = service.subscribe(to: topic) { event in
            if answer == nil { answer = event != .refused }
        }
        defer { subscription.cancel() }
        loop.run(forMilliseconds: Self.timeout) { answer != nil }
        return answer ?? false
    }

    /// Lets the helper disconnect.
    private func end(_ watch: Cancellable) {
        watch.cancel()
        loop.after(milliseconds: 0) { [unowned self] in loop.stop() }
        loop.run()
        ChildProcess.endAll(within: 300)
    }
}
