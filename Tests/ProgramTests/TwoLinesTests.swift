// Games between real programs in two homes whose routers open no port: with the host's line and the friend's both dial each other. Most of the time
// is waiting, so three pairs of homes stand side by side.

import Glibc
import TestSupport
import Testing

@Suite("Games between two homes", .ownThread, .enabled(if: HomeRouter.isPossible, Comment(rawValue: HomeRouter.reason)))
struct TwoLinesTests {
    @Suite(.serialized) struct Pairs {}
    @Suite(.serialized) struct OtherPairs {}
    @Suite(.serialized) struct Stories {}

    /// What becomes of a pair.
    enum Way: Equatable {
        case oneLine, twoLines
        /// The host, or the friend, reads this.
        case never(isHost: Bool, String)
    }

    fileprivate static let (ownPort, kinds) = (
        "Your router gives every connection its own port.",
        ["plain", "persistent", "refusing", "random", "carrier", "six", "only6"]
    )
    /// Each kind of home is in one of those that are always tried.
    private static let pairs = Thoroughness.pick(
        [
            ("plain", "carrier"), ("six", "only6"), ("persistent", "refusing"), ("plain", "random"), ("both", "random"),
            ("random", "carrier"),
        ], of: kinds.enumerated().flatMap { place, host in kinds[place...].map { (host, $0) } } + kinds.map { ("both", $0) })
    /// Every other pair.
    fileprivate static func pairs(isFirst: Bool) -> [(String, String)] {
        pairs.enumerated().filter { $0.offset.isMultiple(of: 2) == isFirst }.map(\.element)
    }

    private static func way(of host: String, _ friend: String) -> Way {
        let six = ["six", "only6"]
        if six.contains(host) && six.contains(friend) { return .twoLines }
        if host == "only6" { return .never(isHost: false, "No game answers at [2a01:db8:1::10]:27364.") }
        if host == "random" { return .never(isHost: true, ownPort) }
        if friend == "only6" { return .never(isHost: false, "The public servers did not tell your address.") }
        if host == "both" { return .oneLine }
        return friend == "random" ? .never(isHost: false, ownPort) : .twoLines
    }

    /// Two homes, with servers that tell addresses.
    fileprivate static func homes(_ host: String, _ friend: String, stun: String = "ok") throws -> HomeRouter {
        try HomeRouter([host, "friend=" + friend, "stun=" + stun])
    }

    /// Both at the board with two lines; `pause` is how many seconds the host takes to paste the second one.
    fileprivate static func meet(in homes: HomeRouter, pause: UInt32 = 0) throws -> Meeting {
        let host = try homes.host(stun: HomeRouter.servers)
        let guest = try homes.guest(of: host, on: "friend", stun: HomeRouter.servers)
        let answer = try guest.lineForHost()
        sleep(pause)
        host.paste(answer)
        return try Meeting(host: host, guest: guest)
    }

    /// A whole game, or the reason why there is none.
    fileprivate static func play(_ kind: String, _ friend: String) throws {
        let homes = try homes(kind, friend)
        let way = way(of: kind, friend)
        let host = try homes.host(stun: HomeRouter.servers)
        if case .never(isHost: true, let sentence) = way {
            try host.see(sentence, "Let your friend host")
            return
        }
        let guest = try homes.guest(of: host, on: "friend", stun: HomeRouter.servers)
        if case .never(_, let sentence) = way {
            try guest.see(sentence)
            return
        }
        if way == .twoLines { host.paste(try guest.lineForHost()) }
        let meeting = try Meeting(host: host, guest: guest)
        try meeting.play(shortWin, endsGame: true)
        try meeting.seeWinner(host)
    }
}

extension TwoLinesTests.Pairs {
    @Test("A whole game, or the reason why there is none", arguments: TwoLinesTests.pairs(isFirst: true))
    func pair(host: String, friend: String) throws { try TwoLinesTests.play(host, friend) }
}

extension TwoLinesTests.OtherPairs {
    @Test("A whole game, or the reason why there is none", arguments: TwoLinesTests.pairs(isFirst: false))
    func pair(host: String, friend: String) throws { try TwoLinesTests.play(host, friend) }
}

extension TwoLinesTests.Stories {
    @Test(
        "Where both have the same relay, it carries the friend's line, and the game does not need it",
        .enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
    func relay() throws {
        let homes = try TwoLinesTests.homes("plain", "plain")
        let relay = try Mosquitto(at: homes.machine("far").command, "11.0.0.9")
        let host = try homes.host(stun: HomeRouter.servers, relay: relay.url)
        let guest = try homes.guest(of: host, on: "friend", stun: HomeRouter.servers, relay: relay.url)
        let meeting = try Meeting(host: host, guest: guest)
        relay.kill()
        try meeting.play("44")
    }

    @Test("Two homes: a second game finds another port, and a host that was killed comes back")
    func smoke() throws {
        let homes = try TwoLinesTests.homes("plain", "plain")
        let host = try homes.host(stun: HomeRouter.servers)
        let guest = try homes.guest(of: host, on: "friend", stun: HomeRouter.servers)
        let answer = try guest.lineForHost()
        let second = try Player(["host", "--name", "Cyd"], at: homes.machine("home"))
        try second.see("The usual port 27364 is taken")
        try second.die()
        host.paste(answer)
        let meeting = try Meeting(host: host, guest: guest)
        try meeting.play("445")
        try host.die()
        try guest.see("Reconnecting…")
        let again = try Player(["--name", "Ann"], at: homes.machine("home"), folder: host.folder)
        try again.seeGame(2, 1)
        try guest.seeGame(1, 2)
        try Meeting(again: again, guest).play("5", first: guest)
    }

    @Test("The friend's line comes late", arguments: Thoroughness.pick([], of: [10, 100] as [UInt32]))
    func late(seconds: UInt32) throws {
        let homes = try TwoLinesTests.homes("plain", "plain")
        try TwoLinesTests.meet(in: homes, pause: seconds).play("44")
    }

    @Test(
        "A server that lies is outvoted, and slow ones are waited for", arguments: Thoroughness.pick([], of: ["lying", "slow"]))
    func servers(how: String) throws {
        let homes = try TwoLinesTests.homes("plain", "plain", stun: how)
        try TwoLinesTests.meet(in: homes).play("44")
    }

    @Test(
        "What the servers say, or that they say nothing, is read on the screen and from the doctor",
        .enabled(if: Thoroughness.isWhole),
        arguments: [
            ("plain", "ok", "but two lines will do:", "works from here: same network, two lines, by message"),
            ("plain", "dead", "The public servers did not tell your address.", "the public servers did not tell your address"),
            ("plain", "stuck", "The public servers did not tell your address.", "the public servers did not tell your address"),
            ("random", "ok", TwoLinesTests.ownPort, "the router gives every connection its own port"),
        ])
    func servers(kind: String, how: String, screen: String, doctor: String) throws {
        let homes = try TwoLinesTests.homes(kind, "plain", stun: how)
        let host = try homes.host(stun: HomeRouter.servers)
        try host.see(screen, "Use a relay")
        let output = try homes.run([
            "exec", "home", "env", "HOME=" + host.folder.path, "XDG_CONFIG_HOME=" + host.folder.path, "sh", "-c",
            "\"$0\" doctor || true", Player.program,
        ])
        #expect(output.contains(doctor), "\(output)")
    }

    @Test("Both homes get other addresses, and new lines bring the game back", .enabled(if: Thoroughness.isWhole))
    func moved() throws {
        let homes = try TwoLinesTests.homes("plain", "plain")
        let meeting = try TwoLinesTests.meet(in: homes)
        try meeting.play("445")
        try homes.run(["move"])
        for player in [meeting.host, meeting.guest] { try player.see("Reconnecting…") }
        let lines = try [(meeting.host, "Bob"), (meeting.guest, "Ann")].map { player, other in
            player.type("n")
            return try player.lineForHost(below: "Send this line to \(other):")
        }
        #expect(lines == ["answer 11.0.0.7:27364", "answer 11.0.2.7:27364"])
        meeting.host.paste(lines[1])
        meeting.guest.paste(lines[0])
        for player in [meeting.host, meeting.guest] { try player.see("The game continues.") }
        try meeting.play("5", first: meeting.guest)
    }

    @Test("The port outside changes while the line is shown: send the new one", .enabled(if: Thoroughness.isWhole))
    func changed() throws {
        let homes = try TwoLinesTests.homes("plain", "plain", stun: "changed")
        let host = try homes.host(stun: HomeRouter.servers)
        #expect(try host.lineForFriend().hasPrefix("11.0.0.1:27364 "))
        try host.see("The line has changed: send the new one.", "11.0.0.1:40000 ")
    }

    @Test("A cable is cut for 20 s, and the game goes on from the same ports", .enabled(if: Thoroughness.isWhole))
    func cut() throws {
        let homes = try TwoLinesTests.homes("plain", "plain")
        let meeting = try TwoLinesTests.meet(in: homes)
        try meeting.play("445")
        try homes.run(["exec", "router", "ip", "link", "set", "home", "down"])
        for player in [meeting.host, meeting.guest] { try player.see("Reconnecting…") }
        sleep(20)
        try homes.run(["exec", "router", "ip", "link", "set", "home", "up"])
        for player in [meeting.host, meeting.guest] { try player.see("The game continues.") }
        try meeting.play("5", first: meeting.guest)
    }
}
