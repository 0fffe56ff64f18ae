// Dialling over loopback: which failure is reported, what a cancel leaves, and that attempts never overlap.

import Glibc
import Session
import TestSupport
import Testing

@testable import Platform

@MainActor struct DiallerTests {
    private let test = TestLoop()
    private let connections = OpenConnections()

    /// Dials and waits for the outcome.
    private func dial(_ hosts: [String], _ port: UInt16, _ timeout: (next: Int, last: Int) = (3000, 10_000))
        -> Result<Connection, NetworkFailure>?
    {
        var result: Result<Connection, NetworkFailure>?
        let dialler = Dialler(
            Destination(hosts: hosts, port: port), loop: test.loop, connections: connections, timeout: timeout
        ) { result = $0 }
        #expect(result == nil, "never before dial returns")
        #expect(test.run { result != nil })
        dialler.cancel()
        return result
    }

    private func failure(_ result: Result<Connection, NetworkFailure>?) -> NetworkFailure? {
        if case .failure(let failure) = result { failure } else { nil }
    }

    @Test(arguments: ["127.0.0.1", "::1", "localhost"]) func itConnectsAndBytesFlow(host: String) throws {
        let accepted = AcceptedConnections()
        let listener = try TCPListener(port: 0, loop: test.loop, connections: connections)
        accepted.listen(to: listener)
        let ours = try #require(try dial([host], listener.port)?.get())
        #expect(test.run { accepted.connections.count == 1 })
        let recorder = Recorder()
        recorder.follow(accepted.connections[0])
        ours.send([4, 2])
        #expect(test.run { recorder.bytes == [4, 2] })
        listener.stop()
    }

    @Test func refusedAndNoSuchHostAreTold() throws {
        let port = try FreePort.next()
        #expect(failure(dial(["127.0.0.1"], port)) == .refused)
        #expect(failure(dial(["nobody.invalid"], port)) == .noSuchHost)
        #expect(failure(dial([""], port)) == .noSuchHost)
        #expect(failure(dial(["a\0b"], port)) == .noSuchHost)
        #expect(failure(dial([], port)) == .noSuchHost)
        #expect(failure(dial(["nobody.invalid", "127.0.0.1", "nobody.invalid"], port)) == .refused, "the most telling")
    }

    @Test func theNextAddressIsTriedWhenOneFails() throws {
        let accepted = AcceptedConnections()
        let listener = try TCPListener(port: 0, loop: test.loop, connections: connections)
        accepted.listen(to: listener)
        let result = dial(["nobody.invalid", "127.0.0.2", "127.0.0.1"], listener.port)
        #expect(try result?.get() != nil)
        #expect(test.run { accepted.connections.count == 1 })
        #expect(!test.run(upTo: 30) { accepted.connections.count > 1 }, "never two connections to one host")
        listener.stop()
    }

    @Test func nothingIsHeardAfterCancel() throws {
        let port = try FreePort.next()
        var calls = 0
        for host in ["127.0.0.1", "nobody.invalid"] {
            let dialler = Dialler(Destination(hosts: [host], port: port), loop: test.loop, connections: connections) { _ in
                calls += 1
            }
            if host == "nobody.invalid" { _ = test.run(upTo: 0) { false } }  // the look-up is under way
            dialler.cancel()
            dialler.cancel()
        }
        #expect(!test.run(upTo: 50) { calls > 0 })
    }

    @Test func aSilentAddressIsLeftBeforeTheNextIsTried() throws {
        let silent = try BareListener("127.0.0.2")
        try silent.fill()
        let next = try BareListener("127.0.0.3", port: silent.port)
        let before = silent.attempts()
        var most = 0
        var result: Result<Connection, NetworkFailure>?
        let start = MainLoop.now
        let destination = Destination(hosts: ["127.0.0.2", "127.0.0.3"], port: silent.port)
        let timeout = (next: 60, last: 60_000)
        let dialler = Dialler(destination, loop: test.loop, connections: connections, timeout: timeout) { result = $0 }
        let isDone = test.run {
            most = max(most, silent.attempts() - before)
            return result != nil
        }
        #expect(isDone)
        #expect(try result?.get() != nil)
        #expect(MainLoop.now - start >= 60)
        #expect(most == 1, "never two at once")
        #expect(next.accept() && !next.accept())
        dialler.cancel()
    }

    @Test func silenceToTheEndIsATimeOut() throws {
        let silent = try BareListener("127.0.0.2")
        try silent.fill()
        let timeout = (next: 20, last: 60)
        #expect(failure(dial(["127.0.0.2"], silent.port, timeout)) == .timedOut)
        #expect(failure(dial(["127.0.0.2", "127.0.0.2", "nobody.invalid"], silent.port, timeout)) == .timedOut)
    }

    @Test("From a port of ours an address is dialled anew until something answers")
    func renewal() throws {
        let silent = try BareListener("127.0.0.2")
        try silent.fill()
        var result: Result<Connection, NetworkFailure>?
        let dialler = Dialler(
            Destination(hosts: ["127.0.0.2"], port: silent.port),
            from: Dialler.Source(port: 0, host: { nil }, families: [AF_INET], isRenewed: true, wayBack: { _ in nil }),
            loop: test.loop, connections: connections, timeout: (next: 20, last: 20)
        ) { result = $0 }
        #expect(!test.run(upTo: 60) { result != nil })
        while silent.accept() {}
        #expect(test.run { result != nil })
        #expect(try result?.get() != nil)
        dialler.cancel()
    }

    @Test func descriptorsOfLookUpsGoAway() throws {
        let before = try #require(wakerCount())
        for _ in 0..<20 {
            let dialler = Dialler(Destination(hosts: ["nobody.invalid"], port: 1), loop: test.loop, connections: connections) {
                _ in
            }
            _ = test.run(upTo: 0) { false }
            dialler.cancel()
        }
        #expect(test.run { (wakerCount() ?? .max) <= before })
    }
}

/// How many descriptors this process holds of the kind by which a look-up wakes the loop. Tests on other threads open and close
/// others meanwhile, but none of these.
@MainActor private func wakerCount() -> Int? {
    guard let directory = opendir("/proc/self/fd") else { return nil }
    defer { closedir(directory) }
    var count = 0
    while let entry = readdir(directory) {
        var room = [UInt8](repeating: 0, count: 64)
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let length = room.withUnsafeMutableBytes { room in
            room.baseAddress.map { readlink("/proc/self/fd/" + name, $0, room.count) } ?? -1
        }
        if length > 0, String(decoding: room[..<length], as: UTF8.self) == "anon_inode:[eventfd]" { count += 1 }
    }
    return count
}

/// A listening socket that accepts only when told; once full, it keeps newcomers waiting in silence.
@MainActor private final class BareListener {
    let port: UInt16
    private let descriptor: Int32
    private var fillers: [Int32] = []
    private let host: String

    init(_ host: String, port: UInt16 = 0) throws {
        self.host = host
        let descriptor = Descriptors.socket()
        self.descriptor = descriptor
        setNonBlocking(descriptor)
        let address = SocketAddress.addresses(of: host, port: port, flags: AI_NUMERICHOST)[0]
        #expect(address.withPointer { bind(descriptor, $0, $1) } == 0)
        #expect(listen(descriptor, 0) == 0)
        self.port = try #require(SocketAddress(of: descriptor, by: getsockname)).port
    }

    deinit { for descriptor in fillers + [descriptor] { close(descriptor) } }

    /// Connects until the backlog is full.
    func fill() throws {
        let address = SocketAddress.addresses(of: host, port: port, flags: AI_NUMERICHOST)[0]
        for _ in 0..<3 {
            let filler = Descriptors.socket()
            setNonBlocking(filler)
            _ = address.withPointer { connect(filler, $0, $1) }
            fillers.append(filler)
        }
    }

    func accept() -> Bool {
        let peer = Glibc.accept(descriptor, nil, nil)
        if peer >= 0 { close(peer) }
        return peer >= 0
    }

    /// How many sockets are connecting or connected to the port at 127.0.0.2 or 127.0.0.3; at other addresses others may have the same one. The
    /// kernel's table changes while it is read, so a number counts that was found twice.
    func attempts() -> Int {
        var (last, count) = (-1, attemptsListed())
        while count != last { (last, count) = (count, attemptsListed()) }
        return count
    }

    /// In the kernel's table column 2 is the remote address, column 3 the state, 01 connected, 02 connecting.
    private func attemptsListed() -> Int {
        guard let file = fopen("/proc/net/tcp", "r") else { return -1 }
        defer { fclose(file) }
        let place = ":" + String(65536 + Int(port), radix: 16, uppercase: true).dropFirst()
        let wanted = ["0200007F" + place, "0300007F" + place]
        var line = [CChar](repeating: 0, count: 512)
        var count = 0
        while fgets(&line, 512, file) != nil {
            let words = line.prefix { $0 != 0 }.split(separator: 32).map { String(decoding: $0.map(UInt8.init), as: UTF8.self) }
            if words.count > 3, wanted.contains(words[2]), ["01", "02"].contains(words[3]) { count += 1 }
        }
        return count
    }
}
