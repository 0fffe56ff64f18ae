// One published service. It gets another name if its own is taken.

import CAvahi
import HelperProtocol

/// A service to publish.
struct Publication: Equatable {
    /// Such as `_fourinarow._tcp`.
    var type: String
    /// At most 63 bytes of UTF-8.
    var name: String
    /// The TCP port.
    var port: UInt16
    /// The TXT record.
    var text: [String: String]

    /// Whether the text fits a TXT record that every peer reads: 255 bytes a pair (RFC 6763, 6.1), 1,300 in all.
    var fitsRecord: Bool {
        let sizes = text.map { $0.utf8.count + $1.utf8.count + 1 }
        return sizes.allSatisfy { $0 <= 255 } && sizes.reduce(0) { $0 + $1 + 1 } <= 1300
    }
}

/// Publishes one service on a stack.
final class ServicePublisher: Userdata {
    /// How many names are tried in a row: if all are taken, somebody does it on purpose.
    private static let mostNames = 50
    /// The pause before a name that was taken is tried once more, in milliseconds.
    private static let pause: ClosedRange<UInt32> = 300...2000

    /// The service as published; its name may differ from `requestedName`.
    private(set) var service: Publication
    /// The name that was asked for.
    let requestedName: String

    private let stack: AvahiStack
    private let didTell: (DiscoveryEvent) -> Void
    private var group: OpaquePointer?
    private var namesTried = 1
    /// Whether the name was taken at the first try. Hosts that probe for one name at the same moment all lose it, so each tries once
    /// more after a random pause before it takes another name (RFC 6762, 8.2).
    private var wasTaken = false
    private var isWaiting = false
    /// The service as the network hears of it.
    private var told: Publication?
    private var timer: Timer?
    /// Whether the service is on the network and owns its name.
    private(set) var isEstablished = false

    /// Publishes `service`. `didTell` is called with what becomes of it, perhaps before this returns: it is published, was renamed because
    /// its name was taken, or cannot be published.
    init(_ service: Publication, on stack: AvahiStack, loop: EventLoop, didTell: @escaping (DiscoveryEvent) -> Void) {
        self.service = service
        requestedName = service.name
        self.stack = stack
        self.didTell = didTell
        group = stack.newGroup(for: self)
        timer = loop.timer { [weak self] in self?.tryAgain() }
        register()
    }

    /// Changes the port and the text; while the name is being claimed, once it is owned. This program hears its own probes, too, and one that
    /// arrives late would contradict a new text, as if the name were another's.
    func update(port: UInt16, text: [String: String]) {
        (service.port, service.text) = (port, text)
        tellChanges()
    }

    /// An interface has come or gone. One that goes while the name is being claimed leaves Avahi waiting for it, so the claim begins anew.
    func networkDidChange() {
        guard !isEstablished, !isWaiting, let group else { return }
        avahi_s_entry_group_reset(group)
        waitAndTryAgain()
    }

    private func tellChanges() {
        guard isEstablished, let group, let told, told != service else { return }
        // If only the text changes, nobody sees the service vanish.
        if told.port == service.port, withText({ stack.update(service, in: group, text: $0) }) == AVAHI_OK {
            return self.told = service
        }
        avahi_s_entry_group_reset(group)
        register()
    }

    private func register() {
        guard let group else {
            return fail(CInt(AVAHI_ERR_NO_MEMORY))
        }
        var code = withText { stack.add(service, to: group, text: $0) }
        while code == AVAHI_ERR_COLLISION, rename() {  // taken by another service of this process
            code = withText { stack.add(service, to: group, text: $0) }
        }
        told = service
        if code == AVAHI_OK { code = avahi_s_entry_group_commit(group) }
        if code != AVAHI_OK { fail(code) }
    }

    /// Withdraws the service for good.
    func close() {
        if let group { avahi_s_entry_group_free(group) }
        group = nil
    }

    /// Called when the state of the group changes, and once while it is created.
    func groupDidChange(to state: AvahiEntryGroupState) {
        isEstablished = state == AVAHI_ENTRY_GROUP_ESTABLISHED
        switch state {
        case AVAHI_ENTRY_GROUP_ESTABLISHED:
            namesTried = 1
            wasTaken = false
            didTell(.published(name: service.name))
            // Avahi announces the service when this returns; what has changed comes then.
            timer?.set(milliseconds: 0)
        case AVAHI_ENTRY_GROUP_COLLISION:
            if wasTaken, !rename() { return }
            wasTaken.toggle()
            if let group { avahi_s_entry_group_reset(group) }
            if wasTaken { waitAndTryAgain() } else { register() }
        case AVAHI_ENTRY_GROUP_FAILURE:
            fail(CInt(AVAHI_ERR_FAILURE))
        default:
            break
        }
    }
}

extension ServicePublisher {
    private func waitAndTryAgain() {
        isWaiting = true
        timer?.set(milliseconds: .random(in: Self.pause))
    }

    private func tryAgain() {
        guard isWaiting, group != nil else { return tellChanges() }
        isWaiting = false
        register()
    }

    private func rename() -> Bool {
        namesTried += 1
        guard namesTried <= Self.mostNames, let name = avahi_alternative_service_name(service.name) else {
            fail(CInt(AVAHI_ERR_COLLISION))
            return false
        }
        defer { avahi_free(name) }
        service.name = String(cString: name)
        didTell(.renamed(name: service.name))
        return true
    }

    /// The service cannot be published; `code` is an AVAHI_ERR.
    private func fail(_ code: CInt) {
        let reason = avahi_strerror(code).map { String(cString: $0) } ?? "error \(code)"
        didTell(.error(.failed, detail: "Your game could not be announced on the network (\(reason))."))
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
