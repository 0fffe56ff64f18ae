// A TCP relay between two programs: it copies what they say, and changes or cuts it on request.

import Glibc
import Synchronization
import TestSupport
import Wire

/// Accepts connections on the loopback and forwards each to a port, one at a time, in both directions.
final class Relay: Sendable {
    /// Its port.
    let port: UInt16

    private struct State {
        var fromGuest: [UInt8] = []
        var fromHost: [UInt8] = []
        /// What happens to the next bytes of the host.
        var meddling: Meddling?
        var isOver = false
    }
    private enum Meddling { case change, cut }
    private let state = Mutex(State())
    private let listener: Int32
    private let target: UInt16

    /// Listens and forwards to `target`.
    init(to target: UInt16) throws {
        self.target = target
        let listener = Descriptors.socket()
        self.listener = listener
        var address = Self.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw PseudoTerminalFailure(description: "no relay: \(String(cString: strerror(errno)))") }
        port = UInt16(bigEndian: address.sin_port)
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            {
                guard let relay = $0 else { return nil }
                Unmanaged<Relay>.fromOpaque(relay).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        pthread_detach(thread)
    }

    /// What all guests sent, and what the host sent.
    var heard: (fromGuest: [UInt8], fromHost: [UInt8]) { state.withLock { ($0.fromGuest, $0.fromHost) } }

    /// Every packet that stands in the clear in what was said, wherever: each holds a property list.
    static func packets(in said: [UInt8]) -> [Packet] {
        said.ranges(of: Array("bplist00".utf8)).filter { $0.lowerBound >= 8 }.compactMap { range in
            var decoder = PacketDecoder()
            decoder.append(said[(range.lowerBound - 8)...])
            return try? decoder.next()
        }
    }

    /// Flips a bit of the next bytes of the host.
    func changeHostsNextWords() { state.withLock { $0.meddling = .change } }

    /// Forwards half of the next bytes of the host, then closes both connections.
    func cutHostsNextWords() { state.withLock { $0.meddling = .cut } }

    /// Closes its sockets.
    func stop() { state.withLock { $0.isOver = true } }

    private var isOver: Bool { state.withLock { $0.isOver } }

    private func run() {
        while !isOver {
            guard Self.isReadable(listener) else { continue }
            let guest = Descriptors.accept(from: listener)
            let host = Descriptors.socket()
            var address = Self.loopback(target)
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(host, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isConnected { carry(guest, host) }
            close(guest)
            close(host)
        }
        close(listener)
    }

    private func carry(_ guest: Int32, _ host: Int32) {
        while !isOver {
            var polled = [guest, host].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&polled, 2, 50)
            for index in 0..<2 where polled[index].revents != 0 {
                guard pass(from: polled[index].fd, to: polled[1 - index].fd, isHost: index == 1) else { return }
            }
        }
    }

    private func pass(from source: Int32, to drain: Int32, isHost: Bool) -> Bool {
        var room = [UInt8](repeating: 0, count: 1 << 14)
        let count = recv(source, &room, room.count, 0)
        guard count > 0 else { return false }
        let (bytes, isCut) = state.withLock { state in
            if isHost { state.fromHost += room[..<count] } else { state.fromGuest += room[..<count] }
            guard isHost, let meddling = state.meddling else { return (Array(room[..<count]), false) }
            state.meddling = nil
            room[count / 2] ^= 1
            return (Array(room[..<(meddling == .cut ? count / 2 : count)]), meddling == .cut)
        }
        return send(drain, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count && !isCut
    }

    private static func isReadable(_ descriptor: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 50) > 0
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
