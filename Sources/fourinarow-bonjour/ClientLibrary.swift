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
        @convention(c) (
            OpaquePointer?, CInt, CInt, Text, Text, Text, CInt, UInt32, ResolverCallback?, Userdata
        ) -> OpaquePointer?
    let resolverFree: Free
    let groupNew: @convention(c) (OpaquePointer?, StateCallback?, Userdata) -> OpaquePointer?
    let groupAdd:
        @convention(c) (
            OpaquePointer?, CInt, CInt, UInt32, Text, Text, Text, Text, UInt16, UnsafeMutablePointer<AvahiStringList>?
        ) -> CInt
    let groupUpdate:
        @convention(c) (
            OpaquePointer?, CInt, CInt, UInt32, Text, Text, Text, UnsafeMutablePointer<AvahiStringList>?
        ) -> CInt
    let groupCommit: Free
    let groupReset: Free
    let groupFree: Free

    /// The library; nil where it is not installed.
    static let shared = ClientLibrary()

    private init?() {
        // Its own names first (DEEPBIND), and none for others (LOCAL): libavahi-core must not meet them.
        guard let handle = dlopen("libavahi-client.so.3", RTLD_NOW | CInt(RTLD_LOCAL) | RTLD_DEEPBIND),
            let clientNew = dlsym(handle, "avahi_client_new"),
            let clientFree = dlsym(handle, "avahi_client_free"),
            let clientHostName = dlsym(handle, "avahi_client_get_host_name_fqdn"),
            let browserNew = dlsym(handle, "avahi_service_browser_new"),
            let browserFree = dlsym(handle, "avahi_service_browser_free"),
            let resolverNew = dlsym(handle, "avahi_service_resolver_new"),
            let resolverFree = dlsym(handle, "avahi_service_resolver_free"),
            let groupNew = dlsym(handle, "avahi_entry_group_new"),
            let groupAdd = dlsym(handle, "avahi_entry_group_add_service_strlst"),
            let groupUpdate = dlsym(handle, "avahi_entry_group_update_service_txt_strlst"),
            let groupCommit = dlsym(handle, "avahi_entry_group_commit"),
            let groupReset = dlsym(handle, "avahi_entry_group_reset"),
            let groupFree = dlsym(handle, "avahi_entry_group_free")
        else { return nil }
        self.clientNew = unsafeBitCast(clientNew, to: type(of: self.clientNew))
        self.clientFree = unsafeBitCast(clientFree, to: type(of: self.clientFree))
        self.clientHostName = unsafeBitCast(clientHostName, to: type(of: self.clientHostName))
        self.browserNew = unsafeBitCast(browserNew, to: type(of: self.browserNew))
        self.browserFree = unsafeBitCast(browserFree, to: Free.self)
        self.resolverNew = unsafeBitCast(resolverNew, to: type(of: self.resolverNew))
        self.resolverFree = unsafeBitCast(resolverFree, to: Free.self)
        self.groupNew = unsafeBitCast(groupNew, to: type(of: self.groupNew))
        self.groupAdd = unsafeBitCast(groupAdd, to: type(of: self.groupAdd))
        self.groupUpdate = unsafeBitCast(groupUpdate, to: type(of: self.groupUpdate))
        self.groupCommit = unsafeBitCast(groupCommit, to: Free.self)
        self.groupReset = unsafeBitCast(groupReset, to: Free.self)
        self.groupFree = unsafeBitCast(groupFree, to: Free.self)
    }
}
