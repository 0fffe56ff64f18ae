// The helper `fourinarow-relay` and the real mosquitto: its messages, each failure by its name, and its sandbox.

import Glibc
import HelperProtocol
import TestSupport
import Testing

/// A running helper.
private struct RelayChild {
    static let path = Child.beside("fourinarow-relay")
    /// The message of its last will.
    static let lastWill: [UInt8] = [1, 2, 3]

    let child: Child

    /// One that was told to connect; on a host of a LAN where there is one.
    init(
        port: UInt16, host: String = "127.0.0.1", isSecure: Bool = false, user: String = "", password: String = "",
        authorities: String = "", farewell: String = "fiar/1/bye/0", on place: (lan: Lan, host: Int)? = nil
    ) throws {
        child = try place.map { try $0.lan.start(on: $0.host, [Self.path]) } ?? Child([Self.path])
        send(
            .connect(
                RelayConnect(
                    host: host, port: port, isSecure: isSecure, user: user, password: password, authorities: authorities,
                    lastWillTopic: farewell, lastWillPayload: Self.lastWill)))
    }

    func send(_ command: RelayCommand) { child.write(command.line) }

    /// Its next event; nil at its end.
    func next(within seconds: Double = 30) -> RelayEvent? { child.line(within: seconds).flatMap { RelayEvent(line: $0) } }

    /// Waits for its connection.
    func connected() -> Self {
        #expect(next() == .connected)
        return self
    }

    /// Subscribes, and waits for it.
    func subscribe(_ topic: String) {
        send(.subscribe(topic: topic, isAcknowledged: true))
        #expect(next() == .subscribed(topic: topic))
    }

    /// The trouble that it ends with.
    func trouble() -> RelayFailure? {
        guard case .trouble(let failure, _) = next() else { return nil }
        #expect(next() == nil && child.finish() == 1)
        return failure
    }
}

@Suite("The relay's helper", .enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)), .ownThread)
struct RelayHelperTests {
    /// As on a server: mosquitto becomes another user before it reads the key, and certbot's key is for root alone.
    @Test("A key for root alone, and its renewal while somebody is connected", .enabled(if: geteuid() == 0, "needs root"))
    func renewal() throws {
        let folder = TestAuthority.Folder()
        let script = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Resources/relay/renew"
        func renew(_ certificate: TestAuthority.Certificate) throws {
            let setUp = """
                set -e; cd "$0"; chmod 755 .; mkdir -p live certs
                cp "$1" live/fullchain.pem; cp "$2" live/privkey.pem; chmod 600 live/privkey.pem
                printf '#!/bin/sh\n' >systemctl; chmod 755 systemctl
                RENEWED_LINEAGE=$0/live CERTIFICATES=$0/certs PATH=$0:$PATH exec "$3"
                """
            let child = try Child(["sh", "-c", setUp, folder.path, certificate.path, certificate.keyPath, script])
            #expect(child.finish() == 0)
        }
        let authorities = try (TestAuthority(), TestAuthority())
        try renew(try authorities.0.certificate())
        let files = ["certfile \(folder.path)/certs/fullchain.pem", "keyfile \(folder.path)/certs/privkey.pem"]
        let broker = try Mosquitto(.open, ["user mosquitto"] + files)
        func player(_ authority: TestAuthority) throws -> RelayChild {
            try RelayChild(port: broker.port, host: "localhost", isSecure: true, authorities: authority.path).connected()
        }
        let ann = try player(authorities.0)
        ann.subscribe("fiar/1/in/a")
        try renew(try authorities.1.certificate())
        try broker.reload()
        let bob = try player(authorities.1)
        bob.send(.publish(id: 1, topic: "fiar/1/in/a", retainSeconds: 0, payload: [1]))
        #expect(ann.next() == .message(topic: "fiar/1/in/a", isRetained: false, payload: [1]))
    }

    @Test("What one publishes another receives, and each message has its receipt")
    func messages() throws {
        let broker = try Mosquitto()
        let ann = try RelayChild(port: broker.port).connected()
        let bob = try RelayChild(port: broker.port).connected()
        bob.subscribe("fiar/1/in/bob")
        let payload = (0..<4104).map { UInt8($0 % 256) }
        ann.send(.publish(id: 1, topic: "fiar/1/in/bob", retainSeconds: 0, payload: payload))
        #expect(ann.next() == .receipt(id: 1, .accepted))
        #expect(bob.next() == .message(topic: "fiar/1/in/bob", isRetained: false, payload: payload))
        ann.send(.publish(id: 2, topic: "fiar/1/in/nobody", retainSeconds: 0, payload: [1]))
        #expect(ann.next() == .receipt(id: 2, .nobody))
        ann.send(.publish(id: 3, topic: "elsewhere", retainSeconds: 0, payload: [1]))
        #expect(ann.next() == .receipt(id: 3, .refused))
        bob.send(.unsubscribe(topic: "fiar/1/in/bob"))
        bob.send(.publish(id: 4, topic: "fiar/1/in/bob", retainSeconds: 0, payload: [1]))
        #expect(bob.next() == .receipt(id: 4, .nobody))
        #expect(ann.child.finish() == 0)
    }

    @Test("What is kept comes to those who subscribe later, until an empty message takes it away")
    func kept() throws {
        let broker = try Mosquitto()
        let ann = try RelayChild(port: broker.port).connected()
        ann.send(.publish(id: 1, topic: "fiar/1/room/481306", retainSeconds: 120, payload: [0x41]))
        #expect(ann.next() == .receipt(id: 1, .nobody))
        let bob = try RelayChild(port: broker.port).connected()
        bob.send(.subscribe(topic: "fiar/1/room/481306", isAcknowledged: false))
        let first = [bob.next(), bob.next()]
        #expect(first.contains(.subscribed(topic: "fiar/1/room/481306")))
        #expect(first.contains(.message(topic: "fiar/1/room/481306", isRetained: true, payload: [0x41])))
        ann.send(.publish(id: 2, topic: "fiar/1/room/481306", retainSeconds: 0, payload: []))
        #expect(bob.next() == .message(topic: "fiar/1/room/481306", isRetained: false, payload: []))
        let cleo = try RelayChild(port: broker.port).connected()
        cleo.subscribe("fiar/1/room/481306")
        cleo.subscribe("fiar/1/in/cleo")  // nothing came between the two
    }

    @Test("What the broker keeps of a game that was killed, its helper takes away")
    func withdrawn() throws {
        let broker = try Mosquitto()
        let bob = try RelayChild(port: broker.port).connected()
        for topic in ["fiar/1/room/1", "fiar/1/room/2"] { bob.subscribe(topic) }
        let ann = try RelayChild(port: broker.port).connected()
        for id in 1...2 {
            ann.send(.publish(id: id, topic: "fiar/1/room/\(id)", retainSeconds: 120, payload: [0x41]))
            #expect(ann.next() == .receipt(id: id, .accepted))
            #expect(bob.next() == .message(topic: "fiar/1/room/\(id)", isRetained: false, payload: [0x41]))
        }
        ann.send(.publish(id: 3, topic: "fiar/1/room/1", retainSeconds: 0, payload: []))
        #expect(bob.next() == .message(topic: "fiar/1/room/1", isRetained: false, payload: []))
        ann.child.closeInput()
        #expect(
            bob.next() == .message(topic: "fiar/1/room/2", isRetained: false, payload: []), "and the other was taken away before")
        let cyd = try RelayChild(port: broker.port).connected()
        cyd.subscribe("fiar/1/room/2")
        cyd.subscribe("fiar/1/in/cyd")  // nothing came between the two
    }

    @Test("However a helper ends, the broker publishes its farewell, after all that it said", arguments: [false, true])
    func farewell(isKilled: Bool) throws {
        let broker = try Mosquitto()
        let bob = try RelayChild(port: broker.port).connected()
        bob.subscribe("fiar/1/bye/ann")
        bob.subscribe("fiar/1/in/bob")
        let ann = try RelayChild(port: broker.port, farewell: "fiar/1/bye/ann").connected()
        if isKilled {
            ann.child.signal(SIGKILL)
        } else {
            for id in 1...5 { ann.send(.publish(id: id, topic: "fiar/1/in/bob", retainSeconds: 0, payload: [UInt8(id)])) }
            ann.child.closeInput()
            for id in 1...5 { #expect(bob.next() == .message(topic: "fiar/1/in/bob", isRetained: false, payload: [UInt8(id)])) }
        }
        let end = RelayChild.lastWill + [1]
        if !isKilled { #expect(bob.next() == .message(topic: "fiar/1/bye/ann", isRetained: false, payload: end)) }
        #expect(bob.next() == .message(topic: "fiar/1/bye/ann", isRetained: false, payload: RelayChild.lastWill))
        #expect(ann.child.finish() == (isKilled ? nil : 0))
    }

    @Test(
        "With the files that ship nobody can look at other people's topics",
        arguments: [
            "#", "fiar/#", "fiar/1/#", "fiar/1/+/abc", "fiar/1/in/#", "fiar/1/in/+", "fiar/1/bye/+", "fiar/1/room/+",
            "fiar/1/room/#", "fiar/1/watch/+", "fiar/1/watch/0/+", "fiar/1/watch/+/+", "fiar/1/watch/+/abc", "fiar/1/watch/#",
            "fiar/1/watch/0/#",
            "fiar/1/seek/+/+", "fiar/1/seek/#", "+/1/in/abc", "fiar/+/in/abc", "$share/all/fiar/1/in/+", "$SYS/#", "$CONTROL/#",
        ])
    func wildcards(topic: String) throws {
        let broker = try Mosquitto()
        let ann = try RelayChild(port: broker.port).connected()
        ann.send(.subscribe(topic: topic, isAcknowledged: false))
        #expect(ann.next() == .refused(topic: topic))
        ann.subscribe("fiar/1/in/abc")
        ann.subscribe("fiar/1/watch/0/abc")
        ann.subscribe("fiar/1/seek/a7/+")
    }

    @Test("With the files that ship nobody can publish at topics of other shapes, or more than any program of ours")
    func shapes() throws {
        let broker = try Mosquitto()
        let ann = try RelayChild(port: broker.port).connected()
        for (id, topic) in ["room/1", "in/a", "bye/a", "seek/all/a", "watch/0/a"].enumerated() {
            ann.send(.publish(id: id, topic: "fiar/1/\(topic)", retainSeconds: 0, payload: [1]))
            #expect(ann.next() == .receipt(id: id, .nobody))
        }
        for (id, topic) in [
            "fiar/1/room", "fiar/1/room/1/2", "fiar/1/in/a/b/c", "fiar/1/watch/1/a", "fiar/1/g/a", "fiar/2/in/a", "other",
        ]
        .enumerated() {
            ann.send(.publish(id: id, topic: topic, retainSeconds: 120, payload: [1]))
            #expect(ann.next() == .receipt(id: id, .refused), "\(topic)")
        }
        ann.send(.publish(id: 9, topic: "fiar/1/in/a", retainSeconds: 0, payload: [UInt8](repeating: 1, count: 5000)))
        #expect(ann.next() == .receipt(id: 9, .refused))
    }

    @Test(
        "With the shipped rules of nftables one address has so many connections, and sends so much; others come in",
        .enabled(if: Lan.isPossible && access("/usr/sbin/nft", X_OK) == 0, "needs root, network namespaces and nftables"))
    func limits() throws {
        let lan = try Lan(hosts: 3, "--no-ipv6")
        let broker = try Mosquitto(on: lan, host: 1)
        let rules = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Resources/relay/limits.nft"
        try lan.run(on: 1, "sh", "-c", "sed 's/{ 1883, 8883 }/\(broker.port)/' '\(rules)' | /usr/sbin/nft -f -")
        let crowd = try lan.start(
            on: 2,
            [
                "python3", "-c",
                """
                import socket, sys
                held = []
                for _ in range(80):
                    try:
                        held.append(socket.create_connection(("10.77.0.1", \(broker.port)), 5))
                    except OSError:
                        pass
                print(len(held), flush=True)
                player, *mute = held
                player.settimeout(60)
                player.sendall(bytes([16, 15, 0, 4]) + b"MQTT" + bytes([5, 2, 0, 60, 0, 0, 2]) + b"xy")
                player.recv(100)
                for other in mute:
                    other.close()
                player.settimeout(0.3)
                said = bytes([48, 164, 31, 0, 11]) + b"fiar/1/in/a" + bytes(3991)
                try:
                    while True:
                        player.send(said)
                except TimeoutError:
                    print("full", flush=True)
                except OSError as error:
                    print(error, flush=True)
                sys.stdin.read()
                """,
            ])
        #expect(crowd.line(within: 60) == "64")
        _ = try RelayChild(port: broker.port, host: "10.77.0.1", on: (lan, 3)).connected()
        #expect(crowd.line(within: 60) == "full")
        let list = try lan.start(on: 1, ["/usr/sbin/nft", "list", "table", "inet", "fourinarow"])
        list.finish()
        let dropped = list.rest.split(separator: "\n").filter { $0.contains("counter") && !$0.contains("packets 0 ") }
        #expect(dropped.count == 2, "both rules have refused something: \(list.rest)")
        _ = try RelayChild(port: broker.port, host: "10.77.0.1", on: (lan, 3)).connected()
    }

    @Test("The relay that make relay runs prints its line, and lets players in")
    func ownRelay() throws {
        let script = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Resources/relay/run"
        let folder = TestAuthority.Folder()
        let port = try FreePort.next()
        let relay = try Child(["sh", "-c", "exec \"$0\" \"$1\" \"$2\" 2>&1", script, folder.path + "/relay", String(port)])
        var lines: [String] = []
        while lines.last?.hasSuffix("running") != true { lines.append(try #require(relay.line(within: 30))) }
        #expect(lines.contains { $0.hasPrefix("relay = mqtt://") && $0.hasSuffix(":\(port)") })
        let ann = try RelayChild(port: port).connected()
        ann.subscribe("fiar/1/in/ann")
        let second = try Child(["sh", "-c", "exec \"$0\" \"$1\" \"$2\" 2>&1", script, folder.path + "/other", String(port)])
        #expect(second.line(within: 30)?.hasPrefix("Port \(port) is taken") == true && second.finish() == 1)
    }

    @Test("With TLS and an authority of one's own it is the same")
    func secure() throws {
        let authority = try TestAuthority()
        for name in ["DNS:localhost", "IP:127.0.0.1"] {
            let broker = try Mosquitto(certificate: try authority.certificate(for: name))
            let ann = try RelayChild(
                port: broker.port, host: String(name.split(separator: ":")[1]), isSecure: true, authorities: authority.path
            ).connected()
            ann.subscribe("fiar/1/in/ann")
            let payload = [UInt8](repeating: 7, count: RelayCommand.longestPayload)
            ann.send(.publish(id: 1, topic: "fiar/1/in/ann", retainSeconds: 0, payload: payload))
            let events = [ann.next(), ann.next()]
            #expect(events.contains(.message(topic: "fiar/1/in/ann", isRetained: false, payload: payload)))
            #expect(events.contains(.receipt(id: 1, .accepted)))
        }
    }

    @Test("What is wrong with a certificate is told")
    func certificates() throws {
        let authority = try TestAuthority()
        func trouble(
            _ certificate: TestAuthority.Certificate, host: String = "localhost", authorities: String
        ) throws -> RelayFailure? {
            let broker = try Mosquitto(certificate: certificate)
            return try RelayChild(port: broker.port, host: host, isSecure: true, authorities: authorities).trouble()
        }
        let good = try authority.certificate()
        #expect(
            try trouble(try authority.certificate(until: "20210101000000Z"), authorities: authority.path) == .certificateExpired)
        #expect(
            try trouble(try authority.certificate(from: "20980101000000Z"), authorities: authority.path)
                == .certificateNotYetValid)
        #expect(
            try trouble(try authority.certificate(for: "DNS:example.org"), authorities: authority.path) == .certificateNotTrusted)
        #expect(try trouble(good, host: "127.0.0.1", authorities: authority.path) == .certificateNotTrusted)
        let stranger = try TestAuthority()
        #expect(try trouble(good, authorities: stranger.path) == .certificateNotTrusted)
        #expect(try trouble(good, authorities: "") == .certificateNotTrusted)
        #expect(try trouble(good, authorities: "/nowhere/at-all.pem") == .noAuthorities)
        #expect(try trouble(good, authorities: good.keyPath) == .noAuthorities)
    }

    @Test("A wrong password, a missing one and the right one")
    func passwords() throws {
        let broker = try Mosquitto(.password(user: "ann", "secret word"))
        #expect(try RelayChild(port: broker.port, user: "ann", password: "wrong").trouble() == .wrongPassword)
        #expect(try RelayChild(port: broker.port).trouble() == .wrongPassword)
        _ = try RelayChild(port: broker.port, user: "ann", password: "secret word").connected()
    }

    @Test("Nobody there, no such name, TLS where there is none and none where there is")
    func nobody() throws {
        #expect(try RelayChild(port: try FreePort.next()).trouble() == .unreachable)
        #expect(try RelayChild(port: 1883, host: "no-such-host.invalid").trouble() == .noSuchHost)
        let plain = try Mosquitto(.open)
        #expect(try RelayChild(port: plain.port, isSecure: true).trouble() == .notABroker)
        let secure = try Mosquitto(.open, certificate: try TestAuthority().certificate())
        #expect(try RelayChild(port: secure.port).trouble() == .closed)
    }

    @Test("A full broker closes the connection, and that is said")
    func full() throws {
        let broker = try Mosquitto(.open, ["max_connections 1"])
        let ann = try RelayChild(port: broker.port).connected()
        #expect(try RelayChild(port: broker.port).trouble() == .closed)
        withExtendedLifetime(ann) {}
    }

    @Test(
        "What is no broker, or an old one, is told from its first bytes",
        arguments: [
            ("HTTP/1.1 400 Bad Request\r\n\r\n", RelayFailure.notABroker), ("SSH-2.0-OpenSSH_9.2\r\n", .notABroker),
            ("", .closed), (" \u{2}\0\u{1}", .tooOld), (" \u{3}\0\u{0a}\0", .notABroker),
        ])
    func others(answer: String, failure: RelayFailure) throws {
        let server = try PlainServer(answering: Array(answer.utf8))
        let ann = try RelayChild(port: server.port)
        server.serve()
        let trouble = ann.trouble()
        // libmosquitto 2.0.21 does not tell an old broker from none.
        #expect(trouble == failure || failure == .tooOld && trouble == .notABroker)
    }

    @Test("A broker that dies is told, and the helper ends")
    func lost() throws {
        let broker = try Mosquitto()
        let ann = try RelayChild(port: broker.port).connected()
        broker.kill()
        #expect(ann.trouble() == .lost)
    }

    /// TCP would find out by itself after eight seconds.
    @Test(
        "An address that is gone is told, and the helper ends; another one that goes is none of its business",
        .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
    func address() throws {
        let lan = try Lan(hosts: 2, "--no-ipv6")
        let broker = try Mosquitto(on: lan, host: 1)
        try lan.run(on: 2, "ip", "address", "add", "10.77.1.2/24", "dev", "eth0")
        let ann = try RelayChild(port: broker.port, host: "10.77.0.1", on: (lan, 2)).connected()
        try lan.run(on: 2, "ip", "address", "del", "10.77.1.2/24", "dev", "eth0")
        ann.subscribe("fiar/1/in/ann")
        try lan.run(on: 2, "ip", "address", "del", "10.77.0.2/24", "dev", "eth0")
        #expect(ann.next(within: 6) == .trouble(.lost, detail: ""))
    }

    @Test("Connected, it is locked in")
    func confined() throws {
        let broker = try Mosquitto()
        let ann = try RelayChild(port: broker.port).connected()
        ann.subscribe("fiar/1/in/ann")
        let status = PseudoTerminal.text(of: "/proc/\(ann.child.process)/status")
        #expect(status.contains("NoNewPrivs:\t1"))
        #expect(status.contains("Seccomp:\t2"))
    }

    @Test("The password is nowhere in the list of processes")
    func secrecy() throws {
        let broker = try Mosquitto(.password(user: "ann", "unmistakable"))
        let ann = try RelayChild(port: broker.port, user: "ann", password: "unmistakable").connected()
        for file in ["cmdline", "environ"] {
            #expect(!PseudoTerminal.text(of: "/proc/\(ann.child.process)/\(file)").contains("unmistakable"))
        }
    }

    @Test("A game that does not read holds up the broker, not the helper's memory")
    func flood() throws {
        let broker = try Mosquitto(.open)
        let ann = try RelayChild(port: broker.port).connected()
        ann.subscribe("fiar/1/in/ann")
        let before = resident(ann.child)
        let flooders = try (1...4).map { _ in try RelayChild(port: broker.port).connected() }
        let payload = [UInt8](repeating: 0x20, count: 4000)
        // As lines, 120 rounds are 3.7 MiB. The broker disconnects a client that is silent for 90 s, and with a sanitizer 120 rounds can
        // take longer.
        for id in 1...(Sanitizer.present == nil ? 120 : 8) {
            for flooder in flooders {
                flooder.send(.publish(id: id, topic: "fiar/1/in/ann", retainSeconds: 0, payload: payload))
            }
            for flooder in flooders { #expect(flooder.next() == .receipt(id: id, .accepted)) }
        }
        if !Sanitizer.leavesOutMemory(of: "the helper") { #expect(resident(ann.child) < before + 2048) }
        #expect(ann.next() == .message(topic: "fiar/1/in/ann", isRetained: false, payload: payload))
    }
}

/// KiB of memory that a process holds.
private func resident(_ child: Child) -> Int {
    let lines = PseudoTerminal.text(of: "/proc/\(child.process)/status").split(separator: "\n")
    return lines.first { $0.hasPrefix("VmRSS:") }?.split(separator: " ").compactMap { Int($0) }.first ?? 0
}

/// Something that listens, answers the first call with the same bytes whatever it says, and closes.
private final class PlainServer {
    let port: UInt16
    private let descriptor: CInt
    private let answer: [UInt8]

    init(answering answer: [UInt8]) throws {
        self.answer = answer
        let socket = Descriptors.socket()
        descriptor = socket
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && listen(socket, 1) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard isListening else { throw ChildError.notStarted("a listener") }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// Waits for the call and its first words.
    func serve() {
        let call = Descriptors.accept(from: descriptor)
        var bytes = [UInt8](repeating: 0, count: 1024)
        _ = recv(call, &bytes, bytes.count, 0)
        _ = send(call, answer, answer.count, CInt(MSG_NOSIGNAL))
        shutdown(call, CInt(SHUT_RDWR))  // a child of another test may hold it open
        close(call)
    }
}
