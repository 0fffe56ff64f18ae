// The functions of libavahi-client, by name. Their signatures are those of <avahi-client/client.h>, lookup.h and publish.h (0.8), with
// opaque pointers for its types and integers for its enumerations.

import CAvahi
import Glibc

/// libavahi-client, loaded: `browserNew` is `avahi_service_browser_new` and so on.
struct ClientLibrary {
    typealias Text = UnsafePointer<CChar>?
    typealias Userdata = UnsafeMutableRawPointer?
    typealias StateCallback = @convention(c) (OpaquePointer?, UInt32, Userdata) -> Void
    typealias Free = @convention(c) (OpaquePointer?) -> CInt

    /// AVAHI_CLIENT_S_RUNNING and AVAHI_CLIENT_FAILURE.
    static let running: UInt32 = 2
    static let failure: UInt32 = 100

    let clientNew:
        @convention(c) (UnsafePointer<AvahiPoll>?, UInt32, StateCallback?, Userdata, UnsafeMutablePointer<CInt>?) ->
            OpaquePointer?
    let clientFree: @convention(c) (OpaquePointer?) -> Void
    let clientHostName: @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
    let browserNew: @convention(c) (OpaquePointer?, CInt, CInt, Text, Text, UInt32, BrowserCallback?, Userdata) -> OpaquePointer?
    let browserFree: Free
    let resolverNew:
        @convention(c) (OpaquePointer?, CInt, CInt, Text, Text, Text, CInt, UInt32, ResolverCallback?, Userdata) -> OpaquePointer?
    let resolverFree: Free
    let hostResolverNew:
        @convention(c) (OpaquePointer?, CInt, CInt, Text, CInt, UInt32, HostResolverCallback?, Userdata) -> OpaquePointer?
    let hostResolverFree: Free
    let groupNew: @convention(c) (OpaquePointer?, StateCallback?, Userdata) -> OpaquePointer?
    let groupAdd: @convention(c) (OpaquePointer?, CInt, CInt, UInt32, Text, Text, Text, Text, UInt16, TextList?) -> CInt
    let groupUpdate: @convention(c) (OpaquePointer?, CInt, CInt, UInt32, Text, Text, Text, TextList?) -> CInt
    let groupCommit: Free
    let groupReset: Free
    let groupFree: Free

    /// The library; nil where it is not installed.
    static let shared = ClientLibrary()

    private init?() {
        // Its own names first (DEEPBIND), and none for others (LOCAL): libavahi-core must not meet them.
        guard let library = dlopen("libavahi-client.so.3", RTLD_NOW | CInt(RTLD_LOCAL) | RTLD_DEEPBIND) else { return nil }
        struct Missing: Error {}
        func function<Signature>(_ name: String) throws(Missing) -> Signature {
            guard let address = dlsym(library, "avahi_" + name) else { throw Missing() }
            return unsafeBitCast(address, to: Signature.self)
        }
        do throws(Missing) {
            clientNew = try function("client_new")
            clientFree = try function("client_free")
            clientHostName = try function("client_get_host_name_fqdn")
            browserNew = try function("service_browser_new")
            browserFree = try function("service_browser_free")
            resolverNew = try function("service_resolver_new")
            resolverFree = try function("service_resolver_free")
            hostResolverNew = try function("host_name_resolver_new")
            hostResolverFree = try function("host_name_resolver_free")
            groupNew = try function("entry_group_new")
            groupAdd = try function("entry_group_add_service_strlst")
            groupUpdate = try function("entry_group_update_service_txt_strlst")
            groupCommit = try function("entry_group_commit")
            groupReset = try function("entry_group_reset")
            groupFree = try function("entry_group_free")
        } catch {
            return nil
        }
    }
}
