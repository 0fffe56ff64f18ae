// A libFuzzer target over all that a router can say: the description of a UPnP device, its answers, and NAT-PMP's packets, as the libraries
// of fourinarow-router read them. A trap, a leak of memory or an address that is none is a finding.

import CRouter
import Glibc
import HelperProtocol

@testable import Router

/// The fuzzer's entry: the first byte says what the rest is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let kind = UnsafeBufferPointer(start: data, count: count).first else { return 0 }
    let rest = Array(UnsafeBufferPointer(start: data, count: count).dropFirst())
    switch kind % 3 {
    case 0: fuzzDescription(rest)
    case 1: fuzzAnswer(rest)
    default: fuzzPacket(rest)
    }
    return 0
}

private func fuzzDescription(_ bytes: [UInt8]) {
    var (urls, data) = (UPNPUrls(), IGDdatas())
    bytes.withUnsafeBytes { bytes in
        let text = bytes.bindMemory(to: CChar.self)
        parserootdesc(text.baseAddress, CInt(text.count), &data)
    }
    GetUPNPUrls(&urls, &data, "http://192.168.1.1:5000/root.xml", 0)
    defer { FreeUPNPUrls(&urls) }
    guard let control = urls.controlURL.map({ String(cString: $0) }), let host = UPnPRouter.host(of: control) else { return }
    precondition(AddressScope(of: host) != nil, "a host that is no address")
}

private func fuzzAnswer(_ bytes: [UInt8]) {
    var values = NameValueParserData()
    bytes.withUnsafeBytes { bytes in
        let text = bytes.bindMemory(to: CChar.self)
        ParseNameValue(text.baseAddress, CInt(text.count), &values)
    }
    defer { ClearNameValueList(&values) }
    guard let value = GetValueFromNameValueList(&values, "NewExternalIPAddress") else { return }
    check(String(cString: value))
}

private func fuzzPacket(_ bytes: [UInt8]) {
    var natpmp = natpmp_t()
    natpmp.s = gateway.reader
    natpmp.gateway = inet_addr("127.0.0.1")
    natpmp.has_pending_request = 1
    natpmp.pending_request_len = 2
    natpmp.try_number = 1
    _ = bytes.withUnsafeBytes { send(gateway.writer, $0.baseAddress, $0.count, 0) }
    var answer = natpmpresp_t()
    guard readnatpmpresponseorretry(&natpmp, &answer) == 0 else { return }
    _ = try? MappedPort(
        address: "9.9.9.9", port: answer.pnu.newportmapping.mappedpublicport, lease: answer.pnu.newportmapping.lifetime)
}

private func check(_ address: String) {
    guard let checked = try? MappedPort.checked(address) else { return }
    precondition(AddressScope(of: checked) == .global, "an address that is not one of the internet")
}

/// Two sockets of this machine: what is written to one is read from the other.
private let gateway: (reader: CInt, writer: CInt) = {
    let (reader, writer) = (bound(), bound())
    for (one, other) in [(reader, writer), (writer, reader)] {
        var address = sockaddr()
        var length = socklen_t(MemoryLayout<sockaddr>.size)
        getsockname(other, &address, &length)
        connect(one, &address, length)
    }
    return (reader, writer)
}()

private func bound() -> CInt {
    let descriptor = socket(AF_INET, CInt(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            _ = bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    return descriptor
}
