// The seam between the helper and an mDNS stack. libavahi-core and libavahi-client have the same shape but for the names of their
// functions, so that one publisher and one browser serve both.

import CAvahi

/// A TXT record in the making, or as it came.
typealias TextList = UnsafeMutablePointer<AvahiStringList>

/// Called when a service comes into view or leaves it.
typealias BrowserCallback =
    @convention(c) (
        OpaquePointer?, AvahiIfIndex, AvahiProtocol, AvahiBrowserEvent, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
        UnsafePointer<CChar>?, AvahiLookupResultFlags, UnsafeMutableRawPointer?
    ) -> Void

/// Called when it is known, or known no more, which address a host has.
typealias HostResolverCallback =
    @convention(c) (
        OpaquePointer?, AvahiIfIndex, AvahiProtocol, AvahiResolverEvent, UnsafePointer<CChar>?, UnsafePointer<AvahiAddress>?,
        AvahiLookupResultFlags, UnsafeMutableRawPointer?
    ) -> Void

/// Called when it is known, or known no more, where a service is.
typealias ResolverCallback =
    @convention(c) (
        OpaquePointer?, AvahiIfIndex, AvahiProtocol, AvahiResolverEvent, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
        UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<AvahiAddress>?, UInt16, TextList?,
        AvahiLookupResultFlags, UnsafeMutableRawPointer?
    ) -> Void

/// How a stack is. Its owner looks after every turn of the loop: the stack's own callbacks are no place to change it.
enum StackState {
    /// Services can be published and browsed.
    case running
    /// It settles its own host name first: what was published is withdrawn until it runs again.
    case paused
    /// It is of no use any more.
    case failed
}

/// An mDNS stack. What it makes is handed out as a pointer and must be freed before the stack is closed.
protocol MulticastStack: Userdata {
    /// Its name in the event `ready`.
    var name: String { get }
    /// How it is.
    var state: StackState { get }
    /// The host name of the services published here, once it is known.
    var hostName: String? { get }
    /// Whether that name is this process's own, and not the machine's.
    var ownsHostName: Bool { get }

    /// Looks for services of a type; nil where the stack refuses.
    func newBrowser(type: String, _ callback: BrowserCallback, _ userdata: UnsafeMutableRawPointer) -> OpaquePointer?
    /// Looks no more.
    func freeBrowser(_ browser: OpaquePointer)
    /// Asks which host has a service, and for its text, until freed; nil where the stack refuses.
    func newResolver(
        _ service: ServiceList.Key, _ path: ServiceList.Path, _ callback: ResolverCallback, _ userdata: UnsafeMutableRawPointer
    ) -> OpaquePointer?
    /// Asks no more.
    func freeResolver(_ resolver: OpaquePointer)
    /// Asks for a host's address, until freed; nil where the stack refuses.
    func newHostResolver(
        _ host: String, _ question: ServiceList.Question, _ callback: HostResolverCallback, _ userdata: UnsafeMutableRawPointer
    ) -> OpaquePointer?
    /// Asks no more.
    func freeHostResolver(_ resolver: OpaquePointer)

    /// A group of records whose changes of state go to `publisher`, the first from within this call.
    func newGroup(for publisher: ServicePublisher) -> OpaquePointer?
    /// Adds a service; AVAHI_OK or an AVAHI_ERR. The list `text` stays the caller's.
    func add(_ service: Publication, to group: OpaquePointer, text: TextList?) -> CInt
    /// Gives a service of the group other text; AVAHI_OK or an AVAHI_ERR. The list `text` stays the caller's.
    func update(_ service: Publication, in group: OpaquePointer, text: TextList?) -> CInt
    /// Puts what was added on the network; AVAHI_OK or an AVAHI_ERR.
    func commit(_ group: OpaquePointer) -> CInt
    /// Withdraws and forgets what was added.
    func reset(_ group: OpaquePointer)
    /// Withdraws what was added, and is done with the group.
    func freeGroup(_ group: OpaquePointer)

    /// This machine's addresses are others now.
    func addressesDidChange()
    /// Withdraws everything and frees the stack. When this returns the network has been told, and told again for `published`, the
    /// services that were on it until now.
    func close(published: [Publication])
}

/// A stack that could not be opened.
struct NoStack: Error {}

/// An object that C is given to hand back. It must outlive what it is given to.
protocol Userdata: AnyObject {}

extension Userdata {
    /// What C is given.
    var userdata: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The object that C hands back.
    static func from(_ userdata: UnsafeMutableRawPointer?) -> Self? {
        userdata.map { Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
    }
}
