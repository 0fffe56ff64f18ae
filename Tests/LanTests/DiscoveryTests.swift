// The real helper on simulated LANs: what one host publishes, another lists.

import Glibc
import HelperProtocol
import TestSupport
import Testing

@Suite("Discovery", .serialized, .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
struct DiscoveryTests {
    // MARK: Coming and going

    @Test("What one host publishes, the other lists; nobody lists his own")
    func publishedIsListed() throws {
        let lan = try Lan()
        let host = try BonjourChild(on: 1, of: lan, .browse, .publish("Tiger & Löwe", text: ["v": "1", "empty": ""]))
        let guest = try BonjourChild(on: 2, of: lan, .publish("Guest", port: 99), .browse)
        try host.event(.ready)
        let service = try guest.found("Tiger & Löwe") { $0.addresses.count == 2 }
        #expect(service.type == BonjourChild.type)
        #expect(service.host.hasPrefix("fourinarow-") && service.host.hasSuffix(".local") && service.host.utf8.count == 25)
        #expect(service.port == 4321)
        #expect(service.text == ["v": "1", "empty": ""])
        #expect(service.addresses[0] == "10.77.0.1")
        #expect(service.addresses[1].hasPrefix("fe80::") && service.addresses[1].hasSuffix("%eth0"))
        let first = try host.event {
            guard case .found = $0 else { return false }
            return true
        }
        guard case .found(let listed) = first else { return }
        #expect(listed.name == "Guest")
    }

    @Test("A service is withdrawn when its game closes the helper's stdin, or ends it by a signal", arguments: [nil, SIGTERM])
    func withdrawn(signal: CInt?) throws {
        let lan = try Lan()
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        let guest = try BonjourChild(on: 2, of: lan, .browse)
        try guest.found("Tiger")
        if let signal { host.child.signal(signal) } else { host.child.closeInput() }
        try guest.event(.lost("Tiger"), within: 30)
        #expect(host.child.finish() == 0)
        #expect(guest.child.finish() == 0)
    }

    @Test("A service is withdrawn when its game is killed")
    func killed() throws {
        let lan = try Lan()
        let game = try lan.startGame(on: 1, publishing: "Tiger")
        let guest = try BonjourChild(on: 2, of: lan, .browse)
        try guest.found("Tiger")
        game.signal(SIGKILL)
        try guest.event(.lost("Tiger"), within: 30)
        #expect(game.finish() == nil)  // killed; and the helper has let go of the pipe they shared
    }

    @Test("Other polite signals end it, too", arguments: [SIGINT, SIGHUP])
    func signals(signal: CInt) throws {
        let lan = try Lan(hosts: 1)
        let helper = try BonjourChild(on: 1, of: lan)
        try helper.event(.ready)
        helper.child.signal(signal)
        #expect(helper.child.finish() == 0)
    }

    @Test("A helper whose events nobody reads any more ends")
    func outputCloses() throws {
        let lan = try Lan()
        let shell = try lan.start(on: 1, ["bash", "-c", #""$0" > >(read -r); echo "$?""#, BonjourChild.path])
        #expect(shell.line(within: 30) == "0")
    }

    // MARK: Names and texts

    @Test("The second of two equal names is changed")
    func renamed() throws {
        let lan = try Lan()
        let first = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        try first.event(.published(name: "Tiger"))
        let second = try BonjourChild(on: 2, of: lan, .publish("Tiger"))
        try second.event(.renamed(name: "Tiger #2"))
        try second.event(.published(name: "Tiger #2"))
        first.send(.browse)
        try first.found("Tiger #2")
    }

    @Test("A name too long is cut between characters")
    func cutName() throws {
        let lan = try Lan(hosts: 1)
        let host = try BonjourChild(on: 1, of: lan, .publish(String(repeating: "é", count: 31) + "€uro"))
        try host.event(.published(name: String(repeating: "é", count: 31)))
    }

    @Test("Publishing again changes the text and the port")
    func updated() throws {
        let lan = try Lan()
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger", text: ["players": "1"]))
        let guest = try BonjourChild(on: 2, of: lan, .browse)
        var service = try guest.found("Tiger") { $0.text == ["players": "1"] && $0.addresses.count == 2 }
        host.send(.publish("Tiger", text: ["players": "2"]))
        service.text = ["players": "2"]
        #expect(try guest.event { _ in true } == .found(service))  // it was never lost
        host.send(.publish("Tiger", port: 5555, text: ["players": "2"]))
        try guest.found("Tiger") { $0.port == 5555 }
    }

    @Test("A text that changes while the name is being claimed, and then on and on, does not take the name away")
    func updatedWhileClaiming() throws {
        let lan = try Lan()
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        let guest = try BonjourChild(on: 2, of: lan, .browse)
        // Each text is before the last one in the order by which hosts that want one name agree.
        var (text, told) = (9000, [DiscoveryEvent]())
        func change(andWait seconds: Double) {
            text -= 1
            host.send(.publish("Tiger", text: ["players": String(text)]))
            let event = host.child.line(within: seconds).flatMap { DiscoveryEvent(line: $0) }
            if let event, event != .ready, event != .moved { told.append(event) }
        }
        while told.isEmpty, text > 7000 { change(andWait: 0.02) }
        // Avahi decides what to say up to 250 ms after a change, and says it 50 ms later: one of these changes comes between the two.
        for pause in [0.045, 0.09, 0.135, 0.18, 0.225] { change(andWait: pause) }
        try guest.found("Tiger") { $0.text == ["players": String(text)] }
        change(andWait: 0.01)
        #expect(told == [.published(name: "Tiger")], "it was published all the time")
    }

    @Test("A cable that is out while the name is being claimed only delays that")
    func cutWhileClaiming() throws {
        let lan = try Lan(hosts: 1)
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        try host.event(.ready)
        try lan.lanlab("cut", "1")
        try lan.lanlab("restore", "1")
        try host.event(.published(name: "Tiger"), within: 20)
    }

    @Test("Nonsense is refused in words, and what follows still understood")
    func nonsense() throws {
        let lan = try Lan(hosts: 1)
        let host = try BonjourChild(on: 1, of: lan)
        let long = String(repeating: "x", count: 16_000)
        for line in [
            "hello", "browse", "browse nonsense", "publish _fourinarow._tcp % 4321", "publish _fourinarow._tcp Tiger 0", long,
        ] {
            host.child.write(line + "\n")
            try host.event(where: \.isRefusal)
        }
        host.send(.publish("Tiger"))
        try host.event(.published(name: "Tiger"))
    }

    // MARK: Networks of all kinds

    @Test("IPv6 alone is enough")
    func ipv6Only() throws {
        let lan = try Lan(hosts: 2, "--no-ipv4")
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        let guest = try BonjourChild(on: 2, of: lan, .browse)
        #expect(try guest.found("Tiger").addresses == ["fe80::4c:41ff:fe4e:1%eth0"])
        #expect(host.child.finish() == 0)
    }

    @Test("Link-local IPv4 alone is enough")
    func linkLocalOnly() throws {
        let lan = try Lan(hosts: 2, "--link-local", "--no-ipv6")
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        let guest = try BonjourChild(on: 2, of: lan, .browse)
        #expect(try guest.found("Tiger").addresses == ["169.254.77.1"])
        #expect(host.child.finish() == 0)
    }

    @Test("The loopback alone is enough for two games on one machine")
    func loopbackOnly() throws {
        let lan = try Lan()
        try lan.run(on: 1, "ip", "link", "set", "eth0", "down")
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        let guest = try BonjourChild(on: 1, of: lan, .browse)
        try host.noNetwork()
        // Each family of addresses is told when it is known; whichever comes first, the IPv4 one leads the list then.
        try guest.found("Tiger") { $0.addresses.first == "127.0.0.1" }
        host.child.closeInput()
        try guest.event(.lost("Tiger"))
    }

    @Test("Two games on one machine find each other")
    func oneMachine() throws {
        let lan = try Lan(hosts: 1)
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        let guest = try BonjourChild(on: 1, of: lan, .browse)
        try guest.found("Tiger") { $0.addresses.first == "10.77.0.1" }
        #expect(host.child.finish() == 0)
    }

    @Test("Without multicast nothing is found, and nothing breaks")
    func noMulticast() throws {
        let lan = try Lan()
        try lan.lanlab("multicast", "2", "off")
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        let guest = try BonjourChild(on: 2, of: lan, .browse)
        try guest.event(.ready)
        try host.event(.published(name: "Tiger"))
        #expect(guest.child.line(within: 2) == nil)
        #expect(host.child.finish() == 0)
        #expect(guest.child.finish() == 0)
    }

    @Test("A network that comes late is used")
    func lateInterface() throws {
        let lan = try Lan()
        try lan.run(on: 1, "ip", "link", "set", "eth0", "down")
        let guest = try BonjourChild(on: 2, of: lan, .browse)
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        try host.noNetwork()
        try lan.run(on: 1, "ip", "link", "set", "eth0", "up")
        try host.event(.ready)
        #expect(try guest.found("Tiger") { $0.addresses.count == 2 }.addresses.first == "10.77.0.1")
    }

    @Test(
        "Being published on a machine without a network is no end of the trouble; a network is, and then the name is told again")
    func publishedWithoutNetwork() throws {
        let lan = try Lan()
        try lan.run(on: 1, "ip", "link", "set", "eth0", "down")
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        try host.noNetwork()
        try host.event(.published(name: "Tiger"))
        #expect(try host.event { _ in true } == .error(.noNetwork, detail: ""))
        try lan.run(on: 1, "ip", "link", "set", "eth0", "up")
        try host.event(.ready)
        try host.event(.published(name: "Tiger"))
        #expect(host.child.finish() == 0)
    }

    @Test("An address that comes or goes is told")
    func addressChanges() throws {
        let lan = try Lan()
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        let guest = try BonjourChild(on: 2, of: lan, .browse)
        try guest.found("Tiger") { $0.addresses.first == "10.77.0.1" }
        try lan.run(on: 1, "ip", "address", "add", "10.77.0.101/24", "dev", "eth0")
        try lan.run(on: 1, "ip", "address", "delete", "10.77.0.1/24", "dev", "eth0")
        try lan.run(on: 1, "ip", "address", "replace", "10.77.0.101/24", "dev", "eth0")
        try host.event(.moved)
        try guest.found("Tiger") { $0.addresses.first == "10.77.0.101" }
        #expect(host.child.finish() == 0)
    }

    @Test(
        "A host that others may reach at one address alone says only that one",
        arguments: ["10.77.0.101", "fe80::4c:41ff:fe4e:1%eth0"])
    func oneAddress(address: String) throws {
        let lan = try Lan()
        try lan.run(on: 1, "ip", "address", "add", "10.77.0.101/24", "dev", "eth0")
        let host = try BonjourChild(on: 1, of: lan, .bind(address: address), .publish("Tiger"))
        let guest = try BonjourChild(on: 2, of: lan, .browse)
        try guest.found("Tiger") { $0.addresses == [address] }
        // Had it said another one, that would be known before what it says next.
        host.send(.publish("Tiger", text: ["v": "2"]))
        var others: [String] = []
        try guest.found("Tiger") { service in
            others += service.addresses.filter { $0 != address }
            return service.text == ["v": "2"]
        }
        #expect(others.isEmpty)
        #expect(host.child.finish() == 0)
    }

    @Test("When the guest's cable is cut, the list is empty; when it is plugged in again, it fills")
    func cutCable() throws {
        let lan = try Lan()
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        let guest = try BonjourChild(on: 2, of: lan, .browse)
        try guest.found("Tiger")
        try lan.lanlab("cut", "2")
        try guest.event(.lost("Tiger"))
        try lan.lanlab("restore", "2")
        try guest.event(.ready)  // so it had said that there was no network
        try guest.found("Tiger")
        #expect(host.child.finish() == 0)
    }

    @Test("A name that moves to another machine without a goodbye leads there, and nowhere else")
    func nameMoves() throws {
        let lan = try Lan(hosts: 3)
        let guest = try BonjourChild(on: 3, of: lan, .browse)
        let first = try BonjourChild(on: 1, of: lan, .publish("Tiger", text: ["id": "a"]))
        try guest.found("Tiger") { $0.addresses.count == 2 && $0.text == ["id": "a"] }
        try lan.lanlab("cut", "1")
        let second = try BonjourChild(on: 2, of: lan, .publish("Tiger", port: 5555, text: ["id": "b"]))
        try second.event(.published(name: "Tiger"))
        let service = try guest.found("Tiger") { $0.port == 5555 && $0.addresses.count == 2 && $0.text == ["id": "b"] }
        #expect(service.addresses[0] == "10.77.0.2")
        #expect(service.addresses[1] == "fe80::4c:41ff:fe4e:2%eth0")
        #expect(first.child.finish() == 0)
    }

    // MARK: Other stacks

    @Test(
        "A running avahi-daemon does not disturb, nor is it needed",
        .enabled(if: Lan.canHaveDaemon, "needs avahi-daemon and dbus"))
    func besideDaemon() throws {
        let lan = try Lan()
        try lan.lanlab("avahi", "1", "start")
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"), .browse)
        let guest = try BonjourChild(on: 2, of: lan, .publish("Lion"), .browse)
        try host.event(.ready)
        try guest.found("Tiger")
        try host.found("Lion")
        host.child.closeInput()
        try guest.event(.lost("Tiger"))
    }

    @Test(
        "Where the daemon forbids other stacks, the helper says so and ends",
        .enabled(if: Lan.canHaveDaemon, "needs avahi-daemon and dbus"))
    func noStack() throws {
        let lan = try Lan(hosts: 1)
        try lan.startExclusiveDaemon(on: 1)
        let helper = try BonjourChild(on: 1, of: lan, .browse)
        try helper.event {
            if case .error(.portTaken, _) = $0 { true } else { false }
        }
        #expect(helper.child.finish() == 1)
    }
}

extension BonjourChild {
    /// Waits until it says that there is no network.
    fileprivate func noNetwork() throws {
        try event {
            guard case .error(.noNetwork, _) = $0 else { return false }
            return true
        }
    }
}

extension Lan {
    /// An avahi-daemon with `disallow-other-stacks=yes`, and the D-Bus it needs.
    fileprivate func startExclusiveDaemon(on host: Int) throws {
        let start = #"""
            chmod 755 /run/dbus /run/avahi-daemon
            dbus-daemon --system --fork --nopidfile
            printf '[server]\ndisallow-other-stacks=yes\n' >/run/avahi-daemon/exclusive.conf
            exec avahi-daemon --daemonize --no-drop-root --no-chroot --no-rlimits --file=/run/avahi-daemon/exclusive.conf
            """#
        try run(on: host, "bash", "-c", start)
    }
}
