// UPnP's Internet Gateway Device, through libminiupnpc: port mappings for IPv4, pinholes in the firewall for IPv6. The library blocks, and
// reads whatever answers on the network: the helper's sandbox, memory limit and alarm confine it.

import CRouter
import Glibc
import HelperProtocol

/// A router that answered to UPnP's search.
public final class UPnPRouter: Router {
    /// A service of the router.
    private typealias Service = (url: String, type: String)

    /// How long devices may take to answer the search, in milliseconds.
    private static let searchTimeout: CInt = 1500
    /// How many ports outside are tried while others have them.
    private static let mostPorts = 5
    /// What the router lists the open port as.
    private static let description = "fourinarow"

    /// The address of this machine to which a pinhole leads; nil: a port is mapped.
    private let pinholeTarget: String?
    /// Whoever else answers is not asked anything.
    private let gateway = Gateway()
    private var service: Service?
    /// This machine's address, as the router sees it.
    private var ownAddress = ""
    /// The port outside.
    private var outside: UInt16?
    private var lease = MappedPort.lease
    /// The router's name for the pinhole.
    private var pinhole: String?

    /// Sends nothing yet, and reads which machine is the router. With `pinholeTarget` a pinhole to this IPv6 address is opened, otherwise a port is mapped.
    public init(pinholeTarget: String? = nil) { self.pinholeTarget = pinholeTarget }

    /// Searches for the router, and asks for its address.
    public func outsideAddress() throws(RouterError) -> String {
        let service = try findService()
        if let pinholeTarget { return try MappedPort.checked(pinholeTarget) }
        var text = [CChar](repeating: 0, count: 64)
        guard UPNP_GetExternalIPAddress(service.url, service.type, &text) == UPNPCOMMAND_SUCCESS else {
            throw RouterError(.offline)
        }
        // miniupnpd says nothing where its own address outside is private.
        guard text[0] != 0 else { throw RouterError(.privateAddress) }
        return try MappedPort.checked(Self.text(text))
    }

    /// Adds a mapping or a pinhole, or renews it.
    public func open(_ port: UInt16) throws(RouterError) -> MappedPort {
        let address = try outsideAddress()
        let service = try findService()
        let outside = pinholeTarget == nil ? try map(port, at: service) : try openPinhole(to: port, at: service)
        // A permanent one is checked as often as any other.
        return try MappedPort(address: address, port: outside, lease: MappedPort.lease)
    }

    /// Deletes it.
    public func close() throws(RouterError) {
        guard let service else { return }
        var result = UPNPCOMMAND_SUCCESS
        if let pinhole {
            result = UPNP_DeletePinhole(service.url, service.type, pinhole)
        } else if let outside {
            result = UPNP_DeletePortMapping(service.url, service.type, String(outside), "TCP", nil)
        }
        // What is positive is the router's own word: the port is not open.
        if result < 0 { throw RouterError(.noRouter) }
    }

    // MARK: Opening

    /// Returns the port outside.
    private func map(_ port: UInt16, at service: Service) throws(RouterError) -> UInt16 {
        var wanted = outside ?? port
        for _ in 0..<Self.mostPorts {
            let result = UPNP_AddPortMapping(
                service.url, service.type, String(wanted), String(port), ownAddress, Self.description, "TCP", nil, String(lease))
            switch result {
            case UPNPCOMMAND_SUCCESS:
                outside = wanted
                return wanted
            // "Only permanent leases supported": it is removed at the end.
            case 725 where lease > 0: lease = 0
            // "Conflict in mapping entry": another machine has this port.
            case 718: wanted = .random(in: 20_000...60_000)
            default:
                // Nobody knows what became of a request without an answer: the port is to be closed, in any case.
                if result < 0 { outside = wanted }
                throw Self.refusal(result)
            }
        }
        throw RouterError(.refused)
    }

    /// Returns the port outside, which is the same.
    private func openPinhole(to port: UInt16, at service: Service) throws(RouterError) -> UInt16 {
        if let pinhole, UPNP_UpdatePinhole(service.url, service.type, pinhole, String(lease)) == UPNPCOMMAND_SUCCESS {
            return port
        }
        var text = [CChar](repeating: 0, count: 64)
        let result = UPNP_AddPinhole(
            service.url, service.type, "", "0", pinholeTarget, String(port), "6", String(lease), &text)
        guard result == UPNPCOMMAND_SUCCESS else { throw Self.refusal(result) }
        pinhole = Self.text(text)
        return port
    }

    /// The library's own errors are negative, the router's positive.
    private static func refusal(_ result: CInt) -> RouterError {
        result < 0 ? RouterError(.nonsense) : RouterError(.refused, strupnperror(result).map { String(cString: $0) } ?? "")
    }

    // MARK: The search

    /// Searches until a router was found.
    private func findService() throws(RouterError) -> Service {
        if let service { return service }
        let devices = Self.search(isIPv6: pinholeTarget != nil)
        defer { freeUPNPDevlist(devices) }
        var trouble = RouterError(.noRouter)
        for device in sequence(first: devices, next: { $0?.pointee.pNext }) {
            guard let url = device?.pointee.descURL.map({ String(cString: $0) }), Self.isPlain(url),
                let host = Self.host(of: url), gateway.has(host)
            else { continue }
            do throws(RouterError) {
                let found = try Self.service(at: url, isPinhole: pinholeTarget != nil)
                (service, ownAddress) = (found.service, found.ownAddress)
                return found.service
            } catch {
                trouble = error
            }
        }
        throw trouble
    }

    private static func search(isIPv6: Bool) -> UnsafeMutablePointer<UPNPDev>? {
        let kinds = [1, 2].map { strdup("urn:schemas-upnp-org:device:InternetGatewayDevice:\($0)") }
        defer { for kind in kinds { free(kind) } }
        var error: CInt = 0
        return (kinds.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer {
            upnpDiscoverDevices($0.baseAddress, searchTimeout, nil, nil, 0, isIPv6 ? 1 : 0, 2, &error, 0)
        }
    }

    /// Reads the router's description, and asks whether it is connected.
    private static func service(at url: String, isPinhole: Bool) throws(RouterError) -> (service: Service, ownAddress: String) {
        var (urls, data) = (UPNPUrls(), IGDdatas())
        var own = [CChar](repeating: 0, count: 64)
        guard UPNP_GetIGDFromUrl(url, &urls, &data, &own, CInt(own.count)) == 1 else { throw RouterError(.nonsense) }
        defer { FreeUPNPUrls(&urls) }
        let type = isPinhole ? text(data.IPv6FC.servicetype) : text(data.first.servicetype)
        guard !type.isEmpty, let control = isPinhole ? urls.controlURL_6FC : urls.controlURL else {
            throw RouterError(.noRouter)
        }
        let service: Service = (String(cString: control), type)
        guard Self.host(of: service.url) == Self.host(of: url), Self.isPlain(service.url) else {
            throw RouterError(.nonsense)
        }
        if !isPinhole, UPNPIGD_IsConnected(&urls, &data) != 1 { throw RouterError(.offline) }
        return (service, text(own))
    }

    /// The text in a C array, up to its zero.
    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

// MARK: - Where a device says that it is. Anybody on the network can answer the search, and must not lead us to other machines.

extension UPnPRouter {
    /// The numeric host of an HTTP URL, without brackets and zone; nil if there is none.
    public static func host(of url: String) -> String? {
        guard url.hasPrefix("http://") else { return nil }
        let authority = url.dropFirst(7).prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else { return nil }
        let host = authority.hasPrefix("[") ? authority.dropFirst().prefix { !"]%".contains($0) } : authority.prefix { $0 != ":" }
        return AddressScope(of: String(host)) == nil ? nil : String(host)
    }

    /// Whether the URL only names a page: what it asks for must not be an order.
    public static func isPlain(_ url: String) -> Bool { !url.contains("?") && !url.contains("#") }
}
