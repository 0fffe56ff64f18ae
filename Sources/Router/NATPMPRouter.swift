// NAT-PMP (RFC 6886), through libnatpmp.

import CRouter
import Glibc
import HelperProtocol

/// The default gateway, asked over NAT-PMP.
public final class NATPMPRouter: Router {
    /// How long the gateway may take for all answers that one of these functions waits for, in milliseconds.
    private static let timeout = 3000

    private var natpmp = natpmp_t()
    /// The port that is open, or was asked for, inside and outside.
    private var mapping: (inside: UInt16, outside: UInt16)?

    /// Opens a socket to the default gateway, but sends nothing. Throws if there is no gateway.
    public init() throws(RouterError) {
        guard initnatpmp(&natpmp, 0, 0) == 0 else { throw RouterError(.noRouter) }
    }

    deinit { closenatpmp(&natpmp) }

    /// Asks the gateway for its address.
    public func outsideAddress() throws(RouterError) -> String { try outsideAddress(by: Self.now + Self.timeout) }

    private func outsideAddress(by deadline: Int) throws(RouterError) -> String {
        sendpublicaddressrequest(&natpmp)
        let answer = try answer(ofType: NATPMP_RESPTYPE_PUBLICADDRESS, by: deadline)
        var address = answer.pnu.publicaddress.addr
        var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
        inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
        return try MappedPort.checked(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// Adds the mapping, or renews it.
    public func open(_ port: UInt16) throws(RouterError) -> MappedPort {
        let deadline = Self.now + Self.timeout
        let address = try outsideAddress(by: deadline)
        // The gateway may open it and answer when nobody waits any more: then, too, it is to be closed.
        let wanted = mapping ?? (port, port)
        mapping = wanted
        sendnewportmappingrequest(&natpmp, NATPMP_PROTOCOL_TCP, port, wanted.outside, MappedPort.lease)
        let answer = try answer(ofType: NATPMP_RESPTYPE_TCPPORTMAPPING, by: deadline).pnu.newportmapping
        guard answer.privateport == port, answer.mappedpublicport > 0, answer.lifetime > 0 else { throw RouterError(.nonsense) }
        mapping = (port, answer.mappedpublicport)
        return try MappedPort(address: address, port: answer.mappedpublicport, lease: answer.lifetime)
    }

    /// Deletes it.
    public func close() throws(RouterError) {
        guard let mapping else { return }
        sendnewportmappingrequest(&natpmp, NATPMP_PROTOCOL_TCP, mapping.inside, 0, 0)
        _ = try answer(ofType: NATPMP_RESPTYPE_TCPPORTMAPPING, by: Self.now + Self.timeout)
    }

    /// Waits for the answer to the request that was just sent; the library repeats it.
    private func answer(ofType type: CInt, by deadline: Int) throws(RouterError) -> natpmpresp_t {
        while Self.now < deadline {
            var pause = timeval()
            getnatpmprequesttimeout(&natpmp, &pause)
            var waited = pollfd(fd: natpmp.s, events: Int16(POLLIN), revents: 0)
            let milliseconds = max(0, pause.tv_sec * 1000 + pause.tv_usec / 1000 + 1)
            poll(&waited, 1, CInt(min(milliseconds, max(0, deadline - Self.now))))
            var answer = natpmpresp_t()
            let result = readnatpmpresponseorretry(&natpmp, &answer)
            if result == 0, CInt(answer.type) == type { return answer }
            if let trouble = Self.trouble(result) { throw trouble }
            // A late answer to a request that was repeated: the library would stop waiting for the one to this request.
            if result == 0 { natpmp.has_pending_request = 1 }
        }
        throw RouterError(.noRouter)
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Nil where another answer may follow.
    private static func trouble(_ result: CInt) -> RouterError? {
        switch result {
        case 0, NATPMP_TRYAGAIN, NATPMP_ERR_WRONGPACKETSOURCE: nil
        case NATPMP_ERR_NOTAUTHORIZED: RouterError(.refused, "not authorized")
        case NATPMP_ERR_OUTOFRESOURCES: RouterError(.refused, "out of resources")
        // miniupnpd answers so where its own address outside is private.
        case NATPMP_ERR_NETWORKFAILURE: RouterError(.privateAddress)
        case NATPMP_ERR_UNSUPPORTEDVERSION, NATPMP_ERR_UNSUPPORTEDOPCODE, NATPMP_ERR_UNDEFINEDERROR: RouterError(.nonsense)
        default: RouterError(.noRouter)
        }
    }
}
