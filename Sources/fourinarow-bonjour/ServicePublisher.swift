// One service on the network: put there, renamed when its name is taken, withdrawn. It knows no pipe and not which stack it is on.

import CAvahi

/// What is to be published.
struct Publication: Equatable {
    /// Such as `_fourinarow._tcp`.
    var type: String
    /// At most 63 bytes of UTF-8.
    var name: String
    /// The TCP port.
    var port: UInt16
    /// The TXT record.
    var text: [String: String]

    /// Whether its text fits a TXT record that every peer reads: 255 bytes a pair (RFC 6763, 6.1), 1,300 in all.
    var fitsRecord: Bool {
        let sizes = text.map { $0.utf8.count + $1.utf8.count + 1 }
        return sizes.allSatisfy { $0 <= 255 } && sizes.reduce(0) { $0 + $1 + 1 } <= 1300
    }
}

/// What a publisher tells its owner.
protocol ServicePublisherDelegate: AnyObject {
    /// The service is on the network under this name.
    func publisher(_ publisher: ServicePublisher, didPublishAs name: String)
    /// Its name was taken: it is about to be published under this one.
    func publisher(_ publisher: ServicePublisher, didRenameTo name: String)
    /// It could not be published, for reasons avahi names so.
    func publisher(_ publisher: ServicePublisher, didFailWith code: CInt)
}

/// Publishes one service on a stack.
final class ServicePublisher: Userdata {
    /// After so many names in a row that were taken, somebody does it on purpose.
    private static let mostNames = 50
    /// How long a name that was taken is left alone before it is tried once more, in milliseconds.
    private static let pause: ClosedRange<UInt32> = 300...2000

    /// As published, or about to be: the name may be another than was wished for.
    private(set) var service: Publication

    private let stack: any MulticastStack
    private weak var delegate: ServicePublisherDelegate?
    private var group: OpaquePointer?
    private var namesTried = 1
    private var isPaused = false
    /// Whether the name was taken when it was tried first. Several that want one name at the same moment drive each other out, all of
    /// them: each tries once more, at a time of its own, before it takes another name (RFC 6762, 8.2).
    private var wasTaken = false
    private var isWaiting = false
    private var secondTry: Timer?
    /// Whether the service is on the network under its name, so that the name is ours.
    private(set) var isEstablished = false

    /// Publishes `service` at once.
    init(_ service: Publication, on stack: any MulticastStack, loop: EventLoop, delegate: ServicePublisherDelegate) {
        self.service = service
        self.stack = stack
        self.delegate = delegate
        group = stack.newGroup(for: self)
        secondTry = loop.timer { [weak self] in self?.tryAgain() }
        register()
    }

    /// The same service with another port or other text.
    func update(port: UInt16, text: [String: String]) {
        guard service.port != port || service.text != text else { return }
        let isSamePort = service.port == port
        service.port = port
        service.text = text
        guard !isPaused, !isWaiting, let group else { return }
        // Other text alone needs no goodbye: nobody sees the service go.
        if isSamePort, withText({ stack.update(service, in: group, text: $0) }) == AVAHI_OK { return }
        stack.reset(group)
        register()
    }

    /// Takes the service from the network for a while.
    func pause() {
        isPaused = true
        isWaiting = false
        if let group { stack.reset(group) }
    }

    /// Puts it back.
    func resume() {
        isPaused = false
        register()
    }

    private func register() {
        guard let group else {
            delegate?.publisher(self, didFailWith: CInt(AVAHI_ERR_NO_MEMORY))
            return
        }
        var code = withText { stack.add(service, to: group, text: $0) }
        while code == AVAHI_ERR_COLLISION, rename() {  // taken by another service of this process, or of the same daemon
            code = withText { stack.add(service, to: group, text: $0) }
        }
        if code == AVAHI_OK { code = stack.commit(group) }
        if code != AVAHI_OK { delegate?.publisher(self, didFailWith: code) }
    }

    /// Withdraws the service for good.
    func close() {
        if let group { stack.freeGroup(group) }
        group = nil
    }

    /// The stack has news of our records. The first comes while the group is being made, and says nothing.
    func groupDidChange(to state: AvahiEntryGroupState) {
        isEstablished = state == AVAHI_ENTRY_GROUP_ESTABLISHED
        switch state {
        case AVAHI_ENTRY_GROUP_ESTABLISHED:
            namesTried = 1
            wasTaken = false
            delegate?.publisher(self, didPublishAs: service.name)
        case AVAHI_ENTRY_GROUP_COLLISION:
            if wasTaken, !rename() { return }
            wasTaken.toggle()
            if let group { stack.reset(group) }
            if wasTaken { waitAndTryAgain() } else { register() }
        case AVAHI_ENTRY_GROUP_FAILURE:
            delegate?.publisher(self, didFailWith: CInt(AVAHI_ERR_FAILURE))
        default:
            break
        }
    }
}

extension ServicePublisher {
    private func waitAndTryAgain() {
        isWaiting = true
        secondTry?.set(milliseconds: .random(in: Self.pause))
    }

    private func tryAgain() {
        guard isWaiting, group != nil else { return }
        isWaiting = false
        register()
    }

    private func rename() -> Bool {
        namesTried += 1
        guard namesTried <= Self.mostNames, let name = avahi_alternative_service_name(service.name) else {
            delegate?.publisher(self, didFailWith: CInt(AVAHI_ERR_COLLISION))
            return false
        }
        defer { avahi_free(name) }
        service.name = String(cString: name)
        delegate?.publisher(self, didRenameTo: service.name)
        return true
    }

    private func withText(_ body: (TextList?) -> CInt) -> CInt {
        var list: TextList?
        for (key, value) in service.text.sorted(by: { $0.key > $1.key }) {  // the list grows at its front
            let bytes = Array("\(key)=\(value)".utf8)
            list = avahi_string_list_add_arbitrary(list, bytes, bytes.count)
        }
        defer { avahi_string_list_free(list) }
        return body(list)
    }
}
