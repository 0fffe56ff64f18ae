// The helper's work: it reads commands, has the mDNS stack publish and browse, and writes events.

import CAvahi
import Glibc
import HelperProgram
import HelperProtocol
import Text

/// Serves the game that started this process.
final class Discovery {
    private let loop: EventLoop
    private let addresses: InterfaceWatch
    private var pipes = GamePipes()
    private var output: Watch?

    private var stack: AvahiStack?
    private var publishers: [ServicePublisher] = []
    private var browsers: [ServiceBrowser] = []

    private var list = ServiceList()
    /// Events that are not sent yet. Those about services are not among them: `list` has them.
    private var events: [DiscoveryEvent] = []
    private var wasOffline = false
    private var isDone = false

    /// Reads and writes in `run`.
    init(loop: EventLoop) {
        self.loop = loop
        addresses = InterfaceWatch(loop: loop)
        addresses.didChange = { [unowned self] in addressesDidChange() }
        loop.watch(STDIN_FILENO, for: POLLIN) { [unowned self] in readCommands() }
        output = loop.watch(STDOUT_FILENO, for: 0) { [unowned self] in pipes.flush() }
    }

    /// Serves until the game is gone or `stop` is called, then withdraws everything. Returns false if there is no working stack.
    func run() -> Bool {
        defer { closeStack() }
        openStack()
        sendEvents()
        while let stack, !stack.hasFailed, !isDone, loop.turn() { sendEvents() }
        return isDone
    }

    /// Ends `run`.
    func stop() {
        isDone = true
    }
}

// MARK: - The stack

extension Discovery {
    private func openStack() {
        do throws(DiscoveryFailure) {
            stack = try AvahiStack(loop: loop, addresses: addresses)
        } catch {
            return events.append(.error(error, detail: Self.cannotList))
        }
        // From here on the bytes of strangers are parsed.
        confine(.discovery)
        events.append(.ready)
        checkNetwork()
    }

    private func closeStack() {
        let published = publishers.filter(\.isEstablished).map(\.service)
        for publisher in publishers { publisher.close() }
        for browser in browsers { browser.close() }
        stack?.close(published: published)
    }

    private func addressesDidChange() {
        stack?.addressesDidChange()
        for publisher in publishers { publisher.networkDidChange() }
        if stack != nil, addresses.isOnNetwork, wasOffline {
            events.append(.ready)
            events += publishers.filter(\.isEstablished).map { .published(name: $0.service.name) }
        }
        checkNetwork()
        // A game that publishes shows this machine's addresses. Only the latest change matters.
        if !publishers.isEmpty, !events.contains(.moved) { events.append(.moved) }
    }

    private func checkNetwork() {
        if !addresses.isOnNetwork, !wasOffline { events.append(.error(.noNetwork, detail: "")) }
        wasOffline = !addresses.isOnNetwork
    }
}

// MARK: - Commands

extension Discovery {
    private func readCommands() {
        guard let lines = pipes.read() else { return stop() }
        for line in lines { perform(line) }
    }

    private func perform(_ line: String) {
        switch DiscoveryCommand(line: line) {
        case .browse(let type):
            browse(type)
        case .publish(let type, let name, let port, let text):
            publish(Publication(type: type, name: name.asPlayerName, port: port, text: text))
        case .bind(let address):
            guard let only = NetworkAddress(text: address) else {
                return refuse("An address looks like 10.0.0.1 or fe80::1%eth0.")
            }
            addresses.only = only
            stack?.addressesDidChange()
        case nil:
            refuse("The helper did not understand a command.")
        }
    }

    private func browse(_ type: String) {
        guard avahi_is_valid_service_type_strict(type) != 0 else {
            return refuse("A type of service looks like _fourinarow._tcp.")
        }
        guard let stack, !browsers.contains(where: { $0.type == type }) else { return }
        browsers.append(
            ServiceBrowser(
                type: type, on: stack, changeList: { [unowned self] change in change(&list) },
                didFail: { [unowned self] in events.append(.error(.failed, detail: Self.cannotList)) }))
    }

    /// Publishes a service, or updates the port and text of one that was published under the same name. Its present name may differ.
    private func publish(_ service: Publication) {
        guard avahi_is_valid_service_type_strict(service.type) != 0, !service.name.isEmpty, service.port != 0, service.fitsRecord
        else {
            return refuse("A service needs a type, a name, a port, and not too much text.")
        }
        if let publisher = publishers.first(where: { $0.service.type == service.type && $0.requestedName == service.name }) {
            publisher.update(port: service.port, text: service.text)
        } else if let stack {
            publishers.append(
                ServicePublisher(service, on: stack, loop: loop) { [unowned self] in didTell($0) })
        }
    }

    private func refuse(_ detail: String) {
        events.append(.error(.badCommand, detail: detail))
    }
}

// MARK: - Events

extension Discovery {
    private static let cannotList = "Nearby games cannot be listed: the network's name service (mDNS) failed."

    /// What becomes of a service of ours.
    private func didTell(_ event: DiscoveryEvent) {
        events.append(event)
        if case .error = event { return }
        // Without a network only programs of this machine see the service. The game must not think that the trouble is over.
        if wasOffline { events.append(.error(.noNetwork, detail: "")) }
    }

    /// Writes what the game does not know yet, or as much as it reads.
    private func sendEvents() {
        while !pipes.isFull, let event = events.isEmpty ? list.nextEvent() : events.removeFirst() { pipes.write(event.line) }
        output?.wait(for: pipes.isFull ? POLLOUT : 0)
        if pipes.isBroken { stop() }
    }
}
