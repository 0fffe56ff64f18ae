// The real program on simulated LANs: two or more hosts find each other, play, and lose each other. Each test has a LAN of its own; they
// run in parallel, since they mostly wait.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("Games on the LAN", .ownThread, .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
struct LanGameTests {
    /// A short game, and a goodbye.
    private func playToTheEnd(_ meeting: Meeting) throws {
        try meeting.play(shortWin, endsGame: true)
        try meeting.seeWinner(meeting.host)
        meeting.guest.type("r")
        #expect(try meeting.seeNewGame() === meeting.guest)
        try meeting.guest.leaveGame()
        try meeting.host.see(" left the game.")
        try meeting.host.leaveEnd()
        for player in [meeting.host, meeting.guest] { try player.quit() }
    }

    /// Joins by typing an address into the list's line.
    private func join(_ address: String, by player: Player) throws {
        try player.see("Type an address")
        player.type("a")
        try player.see("Address: such as 192.168.1.7")
        player.type(address)
        player.press(.enter)
    }

    // MARK: Finding each other

    @Test("Host on one machine, join on another")
    func twoHosts() throws {
        let lan = try Lan()
        let meeting = try Meeting(on: lan)
        try playToTheEnd(meeting)
    }

    @Test(
        "IPv6 alone, IPv4 alone, link-local addresses",
        arguments: [["--no-ipv4"], ["--no-ipv6"], ["--link-local"], ["--link-local", "--no-ipv6"]])
    func protocols(options: [String]) throws {
        let lan = try Lan(hosts: 2, options: options)
        let host = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1))
        let address =
            options.contains("--no-ipv4")
            ? "[fe80::" : options.contains("--link-local") ? "169.254.77.1:27364" : "10.77.0.1:27364"
        try host.see("Type this address there: \(address)")
        let guest = try Player(["join", "--name", "Bob"], at: Place(lan: lan, host: 2))
        try guest.see("▸ 1 Ann", "Address: \(address)")
        guest.press(.enter)
        try playToTheEnd(Meeting(host: host, guest: guest))
    }

    @Test("An address with its interface, as the host's screen shows it for IPv6, can be typed")
    func typedLinkLocal() throws {
        let lan = try Lan(hosts: 2, "--no-ipv4")
        let host = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1))
        let shown = try host.see("Type this address there: [fe80::")
        let words = shown.lines.flatMap { $0.split(separator: " ") }
        let address = String(try #require(words.first { $0.hasPrefix("[fe80::") }))
        let guest = try Player(["join", address, "--name", "Bob"], at: Place(lan: lan, host: 2))
        try playToTheEnd(Meeting(host: host, guest: guest))
    }

    @Test("Games come and go in the list: withdrawn, killed, and begun")
    func comeAndGo() throws {
        let lan = try Lan(hosts: 3)
        let list = try Player(["join"], at: Place(lan: lan, host: 3))
        try list.see("No game on this network yet.", "A Type an address")
        // The rows stand in the order of their digits, in which the games came.
        let cat = try Player(["host", "--name", "Cat"], at: Place(lan: lan, host: 2))
        try list.see("▸ 1 Cat Four in a Row none", "A Type an address", "Address: 10.77.0.2:27364")
        let ann = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1))
        try list.see("▸ 1 Cat Four in a Row none 2 Ann Four in a Row none")
        let bob = try Player(["host", "--name", "bob"], at: Place(lan: lan, host: 2))
        _ = try bob.port()
        try list.see("▸ 1 Cat Four in a Row none 2 Ann Four in a Row none 3 bob Four in a Row none A Type an address")
        bob.press(.escape)
        try list.see("▸ 1 Cat Four in a Row none 2 Ann Four in a Row none A Type an address")
        ann.terminal.signal(SIGKILL)
        try list.see("▸ 1 Cat Four in a Row none A Type an address")
        let guest = try Player(["join", "10.77.0.2:\(try cat.port())"], at: Place(lan: lan, host: 1))
        try guest.see(title(with: "Cat"))
        try list.see("No game on this network yet.", "A Type an address")
    }

    @Test("Two machines with games of one name: both are listed, the second under another name")
    func oneName() throws {
        let lan = try Lan(hosts: 3)
        let first = try Player(["host", "--name", "Tiger"], at: Place(lan: lan, host: 1))
        try first.see("Tiger Not in the list?")
        let second = try Player(["host", "--name", "Tiger"], at: Place(lan: lan, host: 2))
        try second.see("Tiger is taken. The other player chooses Join a game and sees you as Tiger #2")
        let list = try Player(["join", "--name", "Bob"], at: Place(lan: lan, host: 3))
        // Two machines answer the one who asks, in either order.
        try list.see("Tiger Four in a Row", "Tiger #2 Four in a Row")
        try list.choose("Tiger #2")
        try second.see(title(with: "Bob"), "Your turn")
        #expect(first.words.contains("Waiting for a player"))
    }

    @Test("The list of one who hosts no game names the others' alone, on the same machine too")
    func sameMachine() throws {
        let lan = try Lan(hosts: 1)
        try playToTheEnd(Meeting(on: lan, host: 1, guest: 1))
    }

    // MARK: Networks that do not do all they should

    @Test("No multicast: the list stays empty, the address line works")
    func noMulticast() throws {
        let lan = try Lan()
        try lan.lanlab("multicast", "2", "off")
        let host = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1))
        try host.see("Ann Not in the list?", "10.77.0.1:27364")
        let guest = try Player(["join", "--name", "Bob"], at: Place(lan: lan, host: 2))
        try join("10.77.0.1", by: guest)
        try playToTheEnd(Meeting(host: host, guest: guest))
    }

    @Test("No network: the list and the host say so; when it comes, they find each other")
    func networkComesLater() throws {
        let lan = try Lan(hosts: 2, "--no-ipv4", "--no-ipv6")
        let host = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1))
        let guest = try Player(["join", "--name", "Bob"], at: Place(lan: lan, host: 2))
        try host.see("Waiting for a player…")
        try guest.see("This computer is not on a network. Plug in a cable or join a Wi-Fi network, and nearby games will appear.")
        try guest.see("Type an address")
        try host.see("This computer is not on a network.")
        #expect(!host.words.contains("127.0.0.1"))
        for number in [1, 2] {
            try lan.run(on: number, "ip", "address", "add", "10.77.0.\(number)/24", "dev", "eth0")
            try lan.run(on: number, "ip", "route", "add", "224.0.0.0/4", "dev", "eth0")
        }
        try guest.see("▸ 1 Ann", "Address: 10.77.0.1:27364")
        #expect(!guest.words.contains("not on a network"))
        try host.see("Ann Not in the list?", "10.77.0.1:27364")
        guest.press(.enter)
        try playToTheEnd(Meeting(host: host, guest: guest))
    }

    @Test("No network: an address of this machine can still be joined")
    func loopbackWithoutNetwork() throws {
        let lan = try Lan(hosts: 1, "--no-ipv4", "--no-ipv6")
        let host = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1))
        let port = try host.port()
        let guest = try Player(["join", "127.0.0.1:\(port)", "--name", "Bob"], at: Place(lan: lan, host: 1))
        try playToTheEnd(Meeting(host: host, guest: guest))
    }

    @Test("An address where no machine is, and one to which there is no way")
    func nobodyThere() throws {
        let lan = try Lan(hosts: 1, "--no-ipv6")
        let player = try Player(["join", "10.77.0.99"], at: Place(lan: lan, host: 1))
        // Nobody has that address: the kernel finds out after three questions, in three seconds.
        try player.see("10.77.0.99:27364 cannot be reached from here. Are both machines on one network?")
        try join("192.0.2.1", by: player)  // its first key closes the alert, and also acts
        try player.see("192.0.2.1:27364 cannot be reached from here. Are both machines on one network?")
        player.press(.escape)
        try player.seeNo("cannot be reached")
        player.press(.escape)
        try player.see("Type an address")
        player.press(.escape)
        try player.quit()
    }

    @Test("A machine that drops what it does not want: which port to open, on which machine")
    func firewalled() throws {
        let lan = try Lan(hosts: 2, "--no-ipv6")
        // The machine is known to be there, but nothing gets through: as with a firewall that drops.
        let known = ["10.77.0.2", "lladdr", "02:4c:41:4e:00:02", "dev", "eth0", "nud", "permanent"]
        try lan.run(on: 1, ["ip", "neighbour", "replace"] + known)
        try lan.lanlab("vanish", "2")
        let player = try Player(["join", "10.77.0.2:4444"], at: Place(lan: lan, host: 1))
        try player.see("Connecting to 10.77.0.2:4444…")
        player.terminal.timeout = 30
        try player.see(
            "10.77.0.2:4444 did not answer. Is it on this network? If it has a firewall, open TCP port 4444 on that machine.")
    }

    // MARK: Losing each other

    @Test("The cable is cut in the middle of a game: both learn of it within half a minute, and go on", arguments: [true, false])
    func cutCable(isSilent: Bool) throws {
        let lan = try Lan()
        let meeting = try Meeting(on: lan, clock: "10+0")
        try meeting.play("44")
        try lan.lanlab("cut", "2")
        if !isSilent { meeting.host.type("4") }
        for player in [meeting.host, meeting.guest] {
            player.terminal.timeout = 30
            try player.see("lost.", "Reconnecting…")
        }
        // With the cable back they find each other, and what was dropped meanwhile arrives.
        try lan.lanlab("restore", "2")
        let mine = isSilent ? 1 : 2
        try meeting.host.see("the game goes on") { $0.discs == (mine, 1) && $0.words.contains("Reconnected to Bob.") }
        try meeting.guest.see("the game goes on") { $0.discs == (1, mine) && $0.words.contains("Reconnected to Ann.") }
        try Meeting.seeSameTimes(meeting.host, meeting.guest)
        try meeting.play("55", first: isSilent ? meeting.host : meeting.guest)
    }

    @Test(
        "A network in trouble: the game goes on, or ends with the right words at both",
        arguments: Thoroughness.pick([.loss, .cut, .halfOpen, .address], of: NetworkTrouble.allCases.filter { $0 != .cutLong }))
    func trouble(_ trouble: NetworkTrouble) throws { _ = try trouble.sitThrough() }
}
