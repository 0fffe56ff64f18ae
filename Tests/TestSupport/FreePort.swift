// Ports for what tests start on this machine. It knows nothing of what listens there.

import Glibc
import Synchronization

/// Ports on which nobody listens.
package nonisolated enum FreePort {
    /// Another with each call, so that no two tests get the same one; below the program's usual one, which other tests' hosts take, and
    /// below those that the system gives to whoever asks for none.
    package static func next() -> UInt16 {
        while true {
            let port = last.withLock { port in
                port = port < 27_000 ? port + 1 : 10_000
                return port
            }
            if isFree(port) { return port }
        }
    }

    private static let last = Mutex<UInt16>(.random(in: 10_000..<27_000))

    private static func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
