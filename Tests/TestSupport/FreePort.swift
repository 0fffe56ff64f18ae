// Ports for the servers that tests start. The kernel chooses them, and gives none of them to anybody else while the tests run.

import Glibc

/// Ports on which nobody listens.
package nonisolated enum FreePort {
    /// A port that only a program which is told its number can listen on. The tests hold it until they end, by a socket that is bound and
    /// does not listen: whoever calls is refused, and a listener with SO_REUSEADDR, as the game and mosquitto have it, shares it.
    package static func next() throws -> UInt16 {
        let descriptor = Descriptors.socket()
        var one: CInt = 1
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<CInt>.size)) == 0
                    && bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw PseudoTerminalFailure(description: "no port: \(String(cString: strerror(errno)))") }
        return UInt16(bigEndian: address.sin_port)
    }
}
