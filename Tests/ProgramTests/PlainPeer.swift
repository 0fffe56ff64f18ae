// A TCP peer whose bytes the test writes, and on top of it the original app, which sends its frames byte for byte, says no hello and
// ignores packets that it does not know.

import Glibc
import TestSupport
import Wire

/// One end of a TCP connection on the loopback.
final class PlainPeer {
    private let descriptor: Int32
    private var unread: [UInt8] = []
    /// The timeout of each wait, in seconds.
    var timeout = 40

    /// Connects to a port of this machine; without `isWaiting` it only begins to.
    init(joining port: UInt16, isWaiting: Bool = true) throws {
        let socket = try Sockets.open()
        descriptor = socket
        if !isWaiting { _ = fcntl(socket, F_SETFL, O_NONBLOCK) }
        var address = Sockets.loopback(port)
        let result = Sockets.with(&address) { connect(socket, $0, $1) }
        guard result == 0 || (!isWaiting && errno == EINPROGRESS) else { throw Sockets.failure("connect") }
    }

    /// Takes over what a listener accepted.
    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Sends bytes; false where the other side has closed, or reads nothing for so long.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&polled, 1, Int32(timeout * 1_000)) > 0 else { return false }
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count < 0 && errno == EAGAIN { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The next `count` bytes.
    func receive(_ count: Int) throws -> [UInt8] {
        while unread.count < count {
            guard try readMore() else {
                throw PseudoTerminalFailure(description: "it closed after \(unread.count) of \(count) bytes")
            }
        }
        defer { unread.removeFirst(count) }
        return Array(unread[..<count])
    }

    /// The next frame, header included.
    func receiveFrame() throws -> [UInt8] {
        let header = try receive(8)
        let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard 1...65_536 ~= length else { throw PseudoTerminalFailure(description: "no frame's header: \(header)") }
        return header + (try receive(length))
    }

    /// The next packet of a type; others are passed over.
    func receivePacket(ofType type: Int64) throws -> Packet {
        while true {
            var decoder = PacketDecoder()
            decoder.append(try receiveFrame())
            if let packet = try decoder.next(), packet.type == type { return packet }
        }
    }

    /// Sends packets.
    func send(_ packets: Packet...) { for packet in packets { send(Packet.frame(of: packet)) } }

    /// Reads until the other side has closed or reset the connection; returns the rest.
    @discardableResult
    func receiveToEnd() throws -> [UInt8] {
        while try readMore() {}
        return unread
    }

    /// Whether something arrives within this many milliseconds.
    func hasHeard(within milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return !unread.isEmpty || poll(&polled, 1, milliseconds) > 0
    }

    /// Whether the other side has closed or reset the connection; what it said before is kept.
    var isOver: Bool {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &room, room.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return count == 0 || errno != EAGAIN }
            unread += room[..<count]
        }
    }

    /// Closes with a reset, as a process that was killed with unread bytes does.
    func reset() {
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        var address = sockaddr()
        address.sa_family = sa_family_t(AF_UNSPEC)
        connect(descriptor, &address, socklen_t(MemoryLayout<sockaddr>.size))
    }

    /// Closes its writing side.
    func hangUp() { shutdown(descriptor, Int32(SHUT_WR)) }

    private func readMore() throws -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, Int32(timeout * 1_000)) > 0 else {
            throw PseudoTerminalFailure(description: "nothing came within \(timeout) s")
        }
        var room = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &room, room.count, 0)
        if count > 0 { unread += room[..<count] }
        return count > 0
    }
}

/// A listening socket on the loopback.
final class PlainListener {
    /// Its port.
    let port: UInt16
    private let descriptor: Int32

    /// Listens on a port; 0: on any free one. Throws where it is taken.
    init(port: UInt16 = 0, backlog: Int32 = 8) throws {
        let socket = try Sockets.open()
        descriptor = socket
        var one: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = Sockets.loopback(port)
        guard Sockets.with(&address, { bind(socket, $0, $1) }) == 0, listen(socket, backlog) == 0 else {
            close(socket)
            throw Sockets.failure("listen")
        }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
        }
        self.port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// The next connection.
    func accept() throws -> PlainPeer {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 40_000) > 0 else { throw PseudoTerminalFailure(description: "nobody came to port \(port)") }
        let socket = Descriptors.accept(from: descriptor)
        guard socket >= 0 else { throw Sockets.failure("accept") }
        return PlainPeer(socket)
    }
}

private enum Sockets {
    static func open() throws -> Int32 {
        let descriptor = Descriptors.socket()
        guard descriptor >= 0 else { throw failure("socket") }
        return descriptor
    }

    static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    static func with(_ address: inout sockaddr_in, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    static func failure(_ call: String) -> PseudoTerminalFailure {
        PseudoTerminalFailure(description: "\(call): \(String(cString: strerror(errno)))")
    }
}

/// The iPhone app of 2013, as far as it can be seen from the wire.
struct OriginalApp {
    /// What it understands.
    enum Word: Equatable {
        case disc(column: Int)
        case newGame
    }

    /// Its connection.
    let peer: PlainPeer

    /// Joins a game.
    init(joining port: UInt16) throws { peer = try PlainPeer(joining: port) }

    /// Its game was joined.
    init(_ peer: PlainPeer) { self.peer = peer }

    /// Drops a disc into a column, counted from 1.
    func drop(_ column: Int) throws { peer.send(try Self.golden("didadddisc-\(column - 1)")) }

    /// Starts a new game, in which it moves first.
    func startNewGame() throws { peer.send(try Self.golden("startnewgame")) }

    /// The next message to it.
    func hear() throws -> Word {
        while true {
            if let word = try word(in: try peer.receiveFrame()) { return word }
        }
    }

    /// The next message to it; nil if none arrives within this time.
    func hear(within milliseconds: Int32) throws -> Word? {
        while peer.hasHeard(within: milliseconds) {
            if let word = try word(in: try peer.receiveFrame()) { return word }
        }
        return nil
    }

    /// The message of a frame; nil for unknown types. Frames of its own types must have exactly its own bytes.
    private func word(in frame: [UInt8]) throws -> Word? {
        var decoder = PacketDecoder()
        decoder.append(frame)
        guard let packet = try decoder.next() else { throw Self.foreign(frame) }
        if packet.type >= 16 { return nil }
        guard case .game(let packet) = packet else { throw Self.foreign(frame) }
        switch try FourInARowMessage(packet) {
        case .didAddDisc(let column)?:
            guard frame == (try Self.golden("didadddisc-\(column)")) else { throw Self.foreign(frame) }
            return .disc(column: column + 1)
        case .startNewGame?:
            guard frame == (try Self.golden("startnewgame")) else { throw Self.foreign(frame) }
            return .newGame
        case nil: throw Self.foreign(frame)
        }
    }

    /// A frame as the original app writes it, header included; from the files that the codec is tested with.
    static func golden(_ name: String) throws -> [UInt8] {
        let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/WireTests/Frames/golden/"
        guard let bytes = Files.bytes(folder + name + ".bin") else {
            throw PseudoTerminalFailure(description: "no frame \(name)")
        }
        return bytes
    }

    private static func foreign(_ bytes: [UInt8]) -> PseudoTerminalFailure {
        PseudoTerminalFailure(description: "not as the original app writes it: \(bytes)")
    }
}
