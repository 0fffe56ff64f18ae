// Two friends whose routers let nobody in, in memory: the host's line, the friend's line, and the game that comes of them.

import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

/// Ann, Bob and Eve, each behind a router that lets in only what was dialled from there, and three servers that tell addresses.
private struct Homes {
    let network = FakeNetwork(3)
    let seats: [Seat]
    var host: Seat { seats[0] }
    var guest: Seat { seats[1] }

    /// `relay` is that of Ann, Bob and Eve, if they have one.
    init(
        stun: PublicServers = .these(["s1:3478", "s2:3478", "s3:3478"]), relay: [String] = ["", "", ""],
        size: Size = Size(width: 80, height: 24)
    ) {
        network.hasWalls = true
        for (index, machine) in network.machines.enumerated() { machine.addresses = ["11.0.\(index).1"] }
        for server in 1...3 {
            network.stunServers["s\(server):3478"] = { PublicAddress(host: $0.addresses[0], port: $1) }
            network.stunServers[PublicServers.usual[server]] = network.stunServers["s\(server):3478"]
        }
        seats = zip(network.machines, zip(["Ann", "Bob", "Eve"], relay)).map { machine, player in
            var settings = Seat.still
            (settings.name, settings.stun, settings.relay) = (player.0, stun, player.1)
            return Seat(size: size, settings: settings, machine: machine)
        }
    }

    /// Ann hosts, and her router opens nothing.
    func host(_ trouble: RouterTrouble = .noRouter) throws {
        host.type(host.navigator.settings.relay.isEmpty ? "pfh" : "pfd")
        try tellRoute(DirectRoute(isAsking: false, trouble: trouble))
    }

    func tellRoute(_ route: DirectRoute) throws {
        let advertisement = try #require(host.machine.advertisements.last)
        advertisement.route = route
        advertisement.tell(.moved)
        network.advance(seconds: 1)
    }

    /// What Ann copies.
    func line() throws -> String {
        host.press(.character("c"))
        return try #require(host.machine.copied)
    }

    /// Somebody pastes a line.
    func paste(_ line: String, as seat: Seat) {
        seat.type("pfj")
        seat.press(.paste(line), .enter)
        network.advance(seconds: 1)
    }

    /// The line that Bob's program makes of Ann's.
    func answer(to line: String) throws -> String {
        paste(line, as: guest)
        guest.press(.character("c"))
        return try #require(guest.machine.copied)
    }

    /// Moves of both in turn, the first one Ann's.
    func play(_ digits: String) {
        for (index, digit) in digits.enumerated() {
            seats[index % 2].type(String(digit))
            network.advance(seconds: 1)
        }
    }

    /// Ann pastes it.
    func connect(_ answer: String) {
        host.press(.paste(answer), .enter)
        network.advance(seconds: 1)
    }
}

@Suite struct TwoLinesTests {
    @Test("With two lines two friends are at a sealed game, and nobody reads that the seat is taken")
    func meeting() throws {
        let homes = Homes()
        try homes.host()
        #expect(
            homes.host.shows("Your router does not answer, but two lines will do:") && homes.host.shows("Paste that line here:"))
        let line = try homes.line()
        #expect(line.hasPrefix("11.0.0.1:27364 "))
        let answer = try homes.answer(to: line)
        #expect(answer == "answer 11.0.1.1:27364" && homes.guest.shows("Connecting…"))
        let early = homes.guest.lines
        homes.network.advance(seconds: 1)
        #expect(homes.guest.lines != early, "the time that is left is redrawn")
        // The friend takes some time.
        homes.network.advance(seconds: 100)
        homes.connect(answer)
        #expect(homes.host.showsScore(0, 0, "Bob") && homes.guest.showsScore(0, 0, "Ann"))
        #expect(homes.host.shows("private game") && !homes.guest.shows("taken"))
        homes.play("453")
        #expect(homes.guest.game?.scene.game.digits == "453")
        // Both come back to the same ports, whoever dials.
        let places = homes.seats.prefix(2).map { $0.machine.games.sessions.first?.endpoint?.mutual }
        #expect(places[0]?.peers.map(\.text) == ["11.0.1.1:27364"] && places[1]?.peers.map(\.text) == ["11.0.0.1:27364"])
        homes.network.breakAll()
        homes.network.advance(seconds: 3)
        #expect(homes.host.shows("Bob's turn") && homes.guest.shows("Your turn"))
        homes.guest.type("4")
        homes.network.advance(seconds: 1)
        #expect(homes.host.game?.scene.game.digits == "4534")
    }

    @Test("Where both have the same relay, it carries the friend's line, and the game runs directly")
    func relay() throws {
        let homes = Homes(relay: [String](repeating: "mqtt://club.example.org", count: 3))
        try homes.host()
        let line = try homes.line()
        // Eve has the addresses and other words.
        homes.paste("11.0.0.1:27364 acorn-acorn-acorn-acorn", as: homes.seats[2])
        homes.network.advance(seconds: 8)
        #expect(homes.host.shows("Paste that line here:") && homes.seats[2].shows("Send this line back:"))
        homes.paste(line, as: homes.guest)
        homes.network.advance(seconds: 1)
        #expect(homes.host.showsScore(0, 0, "Bob") && homes.guest.showsScore(0, 0, "Ann"))
        homes.play("453")
        #expect(homes.guest.game?.scene.game.digits == "453")
        #expect(homes.guest.machine.games.sessions.first?.endpoint?.mutual != nil)
        #expect([0, 1].allSatisfy { !homes.network.relay.isUsed(by: $0) })
    }

    @Test(
        "What the relay has carried is said on both screens, and again after three minutes; without one the line is sent by hand")
    func carried() throws {
        let homes = Homes(relay: ["mqtt://club.example.org", "mqtt://club.example.org", ""])
        // The servers see Bob where nobody can dial him.
        let bob = homes.guest.machine
        for server in 1...3 {
            homes.network.stunServers["s\(server):3478"] = {
                PublicAddress(host: $0 === bob ? "11.0.9.9" : $0.addresses[0], port: $1)
            }
        }
        try homes.host()
        let line = try homes.line()
        homes.paste(line, as: homes.seats[2])
        homes.network.advance(seconds: 8)
        #expect(homes.host.shows("Paste that line here:") && homes.seats[2].shows("Send this line back:"))
        homes.paste(line, as: homes.guest)
        homes.network.advance(seconds: 1)
        Snapshot.check(homes.guest.navigator, "online-carried")
        for _ in 1...2 {
            homes.network.advance(seconds: 1)
            #expect(homes.host.shows("The relay has passed on your friend's line."))
            #expect(homes.guest.shows("The relay has passed your line on to your friend."))
            homes.network.advance(seconds: 181)
            #expect(homes.host.shows("You have not met.") && homes.guest.shows("Enter tries again."))
            homes.host.press(.escape)
            homes.guest.press(.enter)
        }
    }

    @Test("Where both addresses have changed, new lines bring the game back")
    func newLines() throws {
        let homes = Homes()
        try homes.host()
        homes.connect(try homes.answer(to: try homes.line()))
        homes.play("45")
        for (index, machine) in homes.network.machines.enumerated() { machine.addresses = ["11.0.\(index).9"] }
        homes.network.breakAll()
        homes.network.advance(seconds: 20)
        #expect(homes.host.shows("Reconnecting…") && homes.guest.shows("Reconnecting…"))
        let lines = try [homes.host, homes.guest].map { seat in
            seat.type("n")
            homes.network.advance(seconds: 1)
            seat.press(.character("c"))
            return try #require(seat.machine.copied)
        }
        #expect(lines == ["answer 11.0.0.9:27364", "answer 11.0.1.9:27364"])
        #expect(homes.host.shows("Send this line to Bob:") && homes.host.shows("Paste the line of Bob here:"))
        homes.host.press(.paste(lines[1]), .enter)
        homes.guest.press(.paste(lines[0]), .enter)
        homes.network.advance(seconds: 5)
        #expect(homes.host.showsScore(0, 0, "Bob") && homes.host.shows("Your turn") && homes.guest.showsScore(0, 0, "Ann"))
        homes.host.type("3")
        homes.network.advance(seconds: 1)
        #expect(homes.guest.game?.scene.game.digits == "453")
    }

    @Test("A stranger with both lines, but other words, gets nothing")
    func stranger() throws {
        let homes = Homes()
        try homes.host()
        let line = try homes.line()
        let words = line.split(separator: "-").map(String.init)
        homes.paste((words.dropLast() + [words[3] == "acorn" ? "zebra" : "acorn"]).joined(separator: "-"), as: homes.seats[2])
        homes.connect("answer 11.0.2.1:27364")
        homes.network.advance(seconds: 2)
        #expect(!homes.host.shows("Eve") && homes.host.game == nil && homes.seats[2].shows("code"))
        // Bob can still come.
        let answer = try homes.answer(to: line)
        homes.host.press(.escape)
        homes.connect(answer)
        #expect(homes.host.showsScore(0, 0, "Bob"))
    }

    @Test("The player is asked once whether public servers may be, and refusing is remembered")
    func consent() throws {
        for (key, words) in [("y", "Paste that line here:"), ("n", "No router answers.")] {
            let homes = Homes(stun: .notAsked)
            try homes.host()
            #expect(homes.host.shows("if a public server tells you your address") && homes.network.connections.isEmpty)
            homes.host.type(key)
            homes.network.advance(seconds: 1)
            #expect(homes.host.shows(words))
            #expect(homes.host.machine.saved.last?.stun == (key == "y" ? .these(PublicServers.usual) : .off))
            homes.host.press(.escape)
            try homes.host()
            #expect(!homes.host.shows("if a public server tells") && homes.host.shows(words))
            // After a no the page has no line of this network's own, and yes is still possible.
            try homes.tellRoute(
                DirectRoute(isAsking: false, trouble: .noRouter, addresses: [.init("10.0.0.1:27364", .ownNetwork)]))
            if key == "n" { #expect(homes.host.shows("Y  Ask a public server") && !homes.host.shows("10.0.0.1")) }
            homes.host.type("y")
            homes.network.advance(seconds: 1)
            #expect(homes.host.shows("Paste that line here:"))
        }
    }

    @Test("Where a port is open nothing is asked, and what was asked ends")
    func openPort() throws {
        let homes = Homes()
        try homes.host()
        #expect(homes.network.connections.contains { !$0.isClosed })
        try homes.tellRoute(DirectRoute(isAsking: false, addresses: [.init("11.0.0.1:27364", .router)]))
        #expect(homes.network.connections.enumerated().allSatisfy { $0.offset.isMultiple(of: 2) || $0.element.isClosed })
        #expect(homes.host.shows("Your router lets your friend in with this line.") && !homes.host.shows("Paste that line"))
        homes.host.press(.enter)
        #expect(homes.host.game != nil)
    }

    @Test("A router that gives every connection its own port: both sides read what else they can do")
    func ownPorts() throws {
        let homes = Homes()
        for server in 1...3 {
            homes.network.stunServers["s\(server):3478"] = { PublicAddress(host: $0.addresses[0], port: $1 + UInt16(server)) }
        }
        try homes.host()
        #expect(
            homes.host.shows("Your router gives every connection its own port.") && homes.host.shows("J  Let your friend host"))
        homes.paste("11.0.0.1:27364 lemon-otter-violet-zebra", as: homes.guest)
        #expect(homes.guest.shows("Your router gives every connection its own port."))
        #expect(homes.guest.shows("11.0.0.1:27364 lemon-otter-violet-zebra"))
    }

    @Test("Either line in the other's field: the player reads where it belongs")
    func confusedLines() throws {
        let homes = Homes()
        try homes.host()
        homes.host.press(.enter)
        #expect(homes.host.shows("Paste the line that your friend got. It begins with"))
        homes.host.press(.paste(try homes.line()), .enter)
        #expect(homes.host.shows("Your friend pastes it under With a friend, Join."))
        homes.host.press(.escape, .escape)
        homes.host.press(.paste("answer 192.168.1.1:4000"), .enter)
        #expect(homes.host.shows("192.168.1.1:4000 is no address of the internet"))
        homes.paste("answer 11.0.1.1:4000", as: homes.guest)
        #expect(homes.guest.shows("That line is an answer.") && homes.guest.machine.attempts.isEmpty)
    }

    @Test("An address that changes while the line is shown is said")
    func changedLine() throws {
        let homes = Homes()
        try homes.host()
        homes.network.machines[0].addresses = ["11.0.0.2"]
        homes.network.advance(seconds: 21)
        #expect(homes.host.shows("The line has changed: send the new one.") && homes.host.shows("11.0.0.2:27364"))
    }

    @Test("After three minutes both can try again, and the line is still good")
    func tryAgain() throws {
        let homes = Homes()
        try homes.host()
        let answer = try homes.answer(to: try homes.line())
        homes.network.advance(seconds: 181)
        #expect(homes.guest.shows("Enter tries again."))
        homes.guest.press(.enter)
        homes.connect(answer)
        homes.network.advance(seconds: 1)
        #expect(homes.guest.showsScore(0, 0, "Ann"))
    }

    @Test("IPv6 behind firewalls needs no server")
    func ipv6() throws {
        let homes = Homes(stun: .off)
        for (index, seat) in homes.seats.enumerated() { seat.machine.ownIPv6 = "2a01:db8:\(index)::10" }
        try homes.host()
        try homes.tellRoute(
            DirectRoute(isAsking: false, trouble: .noRouter, addresses: [.init("[2a01:db8:0::10]:27364", .unchecked)]))
        #expect(try homes.answer(to: try homes.line()) == "answer [2a01:db8:1::10]:27364")
    }

    @Test func letters() throws {
        let homes = Homes()
        try homes.host()
        // The first letter of an answer is no key, and what follows is text.
        homes.host.type("answer")
        #expect(homes.host.shows("answer"))
        homes.host.press(.escape)
        homes.host.type("j")
        #expect(homes.host.shows("join a friend"))
    }

    @Test("In text mode the question has its answers, and the friend's line is a command")
    func textMode() throws {
        let homes = Homes()
        var settings = Seat.still
        settings.name = "Ann"
        let ann = Listener(settings: settings, machine: homes.network.machines[0], start: .hostOnline)
        try homes.tellRoute(DirectRoute(isAsking: false, trouble: .noRouter))
        #expect(
            ann.hear().suffix(3) == [
                "Your router does not answer.",
                "You can still meet if a public server tells you your address on the internet. Ask one? It learns that address, and nothing of the game.",
                "y: Ask it. n: Don't ask.",
            ])
        ann.type("y")
        homes.network.advance(seconds: 1)
        let line = try #require(
            ann.hear().first { $0.hasPrefix("Send this line to your friend:") }?.split(separator: " ").suffix(2))
        homes.paste(line.joined(separator: " "), as: homes.guest)
        #expect(ann.type("answer") == ["There is no address in this line. Ask your friend to send it again."])
        #expect(ann.type("answer 11.0.1.1:27364").contains("Connecting…"))
        homes.network.advance(seconds: 1)
        #expect(homes.guest.showsScore(0, 0, "Ann") && ann.hear().contains { $0.contains("Your turn.") })
    }

    @Test func screens() throws {
        let homes = Homes()
        try homes.host()
        Snapshot.check(homes.host.navigator, "online-two-lines")
        let answer = try homes.answer(to: try homes.line())
        homes.guest.press(.escape)
        homes.guest.press(.enter)
        homes.network.advance(seconds: 1)
        Snapshot.check(homes.guest.navigator, "online-answer")
        homes.host.press(.paste(answer))
        try homes.tellRoute(DirectRoute(isAsking: false, addresses: [.init("11.0.0.1:27364", .router)]))
        Snapshot.check(homes.host.navigator, "online-open")
        let asked = Homes(stun: .notAsked)
        asked.host.type("pfh")
        Snapshot.check(asked.host.navigator, "online-asking")
        asked.host.press(.escape, .escape, .escape)
        try asked.host()
        Snapshot.check(asked.host.navigator, "online-consent")
        asked.host.type("n")
        Snapshot.check(asked.host.navigator, "online-no-way")
    }
}
