// The helper's whole business: commands in, an mDNS stack that serves them, events out.

import CAvahi
import Glibc
import HelperProtocol
import Sandbox
import Text

/// Does what the game commands for as long as the game is there.
final class Discovery {
    /// Milliseconds for which a stack that failed, or was not to be had, is left alone. Long enough for a daemon to restart: one that
    /// tolerates no other stack would not start beside ours.
    private static let timeout: UInt32 = 3000

    private let loop: EventLoop
    private let channel: LineChannel
    private let addresses: HostAddresses
    private var retry: Timer?

    private var stack: (any MulticastStack)?
    private var stackIsPaused = false
    private var isConfined = false
    private var publishers: [ServicePublisher] = []
    private var browsers: [ServiceBrowser] = []
    // What the game asked for: another stack may have to serve it one day.
    private var publications: [Publication] = []
    private var types: [String] = []

    private var list = ServiceList()
    private var messages: [DiscoveryEvent] = []
    private var hasToldNoNetwork = false
    private var hasToldNoStack = false
    private var isDone = false
    private var isSpent = false

    /// Starts with nothing to do.
    init(loop: EventLoop, channel: LineChannel) {
        self.loop = loop
        self.channel = channel
        addresses = HostAddresses(loop: loop)
        addresses.didChange = { [unowned self] in addressesDidChange() }
        retry = loop.timer { [unowned self] in openStack() }
        channel.didRead = { [unowned self] in didRead($0) }
        channel.didClose = { [unowned self] in stop() }
    }

    /// Serves until the game is gone or `stop` is called; then withdraws everything. False when it cannot serve any longer.
    func run() -> Bool {
        openStack()
        tell()
        while !isDone, !isSpent, loop.turn() {
            followStack()
            tell()
        }
        closeStack()
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
        guard stack == nil else { return }
        stack = (try? AvahiCoreStack(loop: loop, addresses: addresses)) ?? (try? AvahiClientStack(loop: loop))
        guard let stack else {
            // Locked in, it cannot load what another stack needs: the game starts another helper.
            if isConfined { isSpent = true } else { didFindNoStack() }
            return
        }
        hasToldNoStack = false
        confine(stack.ownsHostName ? .discovery : .discoveryByDaemon)
        stackIsPaused = stack.state == .paused
        messages.append(.ready(stack: stack.name))
        tellNetwork()
        for type in types { browsers.append(ServiceBrowser(type: type, on: stack, delegate: self)) }
        publishAll()
    }

    /// Gives up what a stack that is open needs no more: from here on strangers' bytes are parsed.
    private func confine(_ confinement: Sandbox) {
        guard !isConfined else { return }
        isConfined = true
        if !confinement.begin() { complain("this kernel cannot lock a process in (seccomp)") }
    }

    /// Gives every publication that has none a publisher.
    private func publishAll() {
        guard let stack, !stackIsPaused else { return }
        for service in publications[publishers.count...] {
            publishers.append(ServicePublisher(service, on: stack, loop: loop, delegate: self))
        }
    }

    private func closeStack() {
        let published = publishers.filter(\.isEstablished).map(\.service)
        for publisher in publishers { publisher.close() }
        publishers = []
        for browser in browsers { browser.close() }
        browsers = []
        stack?.close(published: published)
        stack = nil
    }

    private func followStack() {
        switch stack?.state {
        case .running where stackIsPaused:
            stackIsPaused = false
            for publisher in publishers { publisher.resume() }
            publishAll()
        case .paused where !stackIsPaused:
            stackIsPaused = true
            for publisher in publishers { publisher.pause() }
        case .failed:
            closeStack()
            retry?.set(milliseconds: Self.timeout)
        default:
            break
        }
    }

    private func didFindNoStack() {
        retry?.set(milliseconds: Self.timeout)
        guard !hasToldNoStack else { return }
        hasToldNoStack = true
        messages.append(.error(.noStack, detail: ""))
    }

    private func addressesDidChange() {
        stack?.addressesDidChange()
        if let stack, addresses.isOnNetwork, hasToldNoNetwork {
            messages.append(.ready(stack: stack.name))
            messages += publishers.filter(\.isEstablished).map { .published(name: $0.service.name) }
        }
        tellNetwork()
        // Who publishes tells the player where others can come; only the latest state matters.
        if !publications.isEmpty, !messages.contains(.moved) { messages.append(.moved) }
    }

    private func tellNetwork() {
        if !addresses.isOnNetwork, !hasToldNoNetwork { messages.append(.error(.noNetwork, detail: "")) }
        hasToldNoNetwork = !addresses.isOnNetwork
    }
}

// MARK: - Commands

extension Discovery {
    private func didRead(_ line: String?) {
        switch line.flatMap({ DiscoveryCommand(line: $0) }) {
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
        guard !types.contains(type) else { return }
        types.append(type)
        if let stack { browsers.append(ServiceBrowser(type: type, on: stack, delegate: self)) }
    }

    /// A name published already gets the new port and text; its publisher may have had to choose another name for it.
    private func publish(_ service: Publication) {
        guard avahi_is_valid_service_type_strict(service.type) != 0, !service.name.isEmpty, service.port != 0, service.fitsRecord
        else {
            return refuse("A service needs a type, a name, a port, and not too much text.")
        }
        if let index = publications.firstIndex(where: { $0.type == service.type && $0.name == service.name }) {
            publications[index] = service
            if index < publishers.count { publishers[index].update(port: service.port, text: service.text) }
        } else {
            publications.append(service)
            publishAll()
        }
    }

    private func refuse(_ detail: String) {
        messages.append(.error(.badCommand, detail: detail))
    }
}

// MARK: - Events

extension Discovery: ServicePublisherDelegate, ServiceBrowserDelegate {
    func publisher(_ publisher: ServicePublisher, didPublishAs name: String) {
        messages.append(.published(name: name))
        tellNoNetworkAgain()
    }

    func publisher(_ publisher: ServicePublisher, didRenameTo name: String) {
        messages.append(.renamed(name: name))
        tellNoNetworkAgain()
    }

    /// Without a network the service is seen by this machine's programs alone: the game must not take it for the end of the trouble.
    private func tellNoNetworkAgain() {
        if hasToldNoNetwork { messages.append(.error(.noNetwork, detail: "")) }
    }

    func publisher(_ publisher: ServicePublisher, didFailWith code: CInt) {
        let reason = avahi_strerror(code).map { String(cString: $0) } ?? "error \(code)"
        messages.append(.error(.failed, detail: "Your game could not be announced on the network (\(reason))."))
    }

    func updateList<Result>(_ change: (inout ServiceList) -> Result) -> Result {
        change(&list)
    }

    func isPublishing(_ service: ServiceList.Key) -> Bool {
        publishers.contains { $0.service.type == service.type && $0.service.name == service.name }
    }

    func browserDidFail(_ browser: ServiceBrowser) {
        messages.append(.error(.failed, detail: "Nearby games cannot be listed: the network's name service (mDNS) failed."))
    }

    /// Tells the game all it does not know yet, or as much as it takes.
    private func tell() {
        channel.drain { nextLine() }
    }

    private func nextLine() -> String? {
        guard let event = messages.isEmpty ? list.nextEvent() : messages.removeFirst() else { return nil }
        let line = event.line
        guard line.utf8.count > LineChannel.longestLine, case .found(var service) = event else { return line }
        service.text = [:]  // escaped, a hostile text grows threefold: the game is better off without it
        return DiscoveryEvent.found(service).line
    }
}
