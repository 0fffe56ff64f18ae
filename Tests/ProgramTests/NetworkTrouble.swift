// Network faults during a game on a simulated LAN, and what the players must then see.

import Glibc
import TestSupport
import Testing

extension Lan {
    /// A host gets the address 10.77.0.NN in place of 10.77.0.N.
    func changeAddress(of host: Int) throws {
        try run(on: host, "ip", "address", "del", "10.77.0.\(host)/24", "dev", "eth0")
        try run(on: host, "ip", "address", "add", "10.77.0.\(host)\(host)/24", "dev", "eth0")
    }
}

/// A fault of the second host's network.
enum NetworkTrouble: String, CaseIterable, Sendable {
    case loss = "every third packet is lost, each way"
    case delay = "each packet takes 500 ms, give or take 250: some overtake others"
    case smallPackets = "an MTU of 576"
    case cutShortly = "the cable is out for 1 s"
    case cut = "the cable is out for 5 s"
    case cutLong = "the cable is out for 100 s"
    case vanish = "packets vanish for 5 s, the link stays up"
    case halfOpen = "packets vanish for good, the link stays up"
    case address = "the address changes"

    /// Whether the connection breaks; nil: it may.
    var breaks: Bool? {
        switch self {
        case .delay, .smallPackets, .cutShortly, .cut, .vanish: false
        case .cutLong, .halfOpen: true
        case .loss, .address: nil
        }
    }

    /// Whether it exists from the beginning; otherwise it begins in the middle of the game.
    var isThereFromTheBeginning: Bool { [.loss, .delay, .smallPackets].contains(self) }

    /// Begins.
    func begin(on lan: Lan) throws {
        switch self {
        case .loss: try lan.lanlab("shape", "2", "--loss", "30")
        case .delay: try lan.lanlab("shape", "2", "--delay", "500", "--jitter", "250")
        case .smallPackets: try lan.run(on: 2, "ip", "link", "set", "eth0", "mtu", "576")
        case .cutShortly, .cut, .cutLong: try lan.lanlab("cut", "2")
        case .vanish, .halfOpen: try lan.lanlab("vanish", "2")
        case .address:
            try lan.changeAddress(of: 2)
            try lan.run(on: 2, "ip", "route", "add", "224.0.0.0/4", "dev", "eth0")  // went with the address
        }
    }

    /// How long it lasts, in seconds; nil: until the players know.
    private var length: Int32? {
        switch self {
        case .cutShortly: 1
        case .cut, .vanish: 5
        case .cutLong: 100
        default: nil
        }
    }

    /// Ends.
    private func end(on lan: Lan) throws {
        if [.cutShortly, .cut, .cutLong, .vanish, .halfOpen].contains(self) { try lan.lanlab("restore", "2") }
    }

    /// Two players sit through it: a move during it arrives, or both are told and look for each other until it does; the game goes on
    /// in any case. Returns what was seen, and after how many seconds by the later one.
    func sitThrough() throws -> (outcome: String, seconds: Double) {
        let lan = try Lan(hosts: 2, "--no-ipv6")
        if isThereFromTheBeginning { try begin(on: lan) }
        let host = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1))
        let guest = try Player(["join", "--name", "Bob"], at: Place(lan: lan, host: 2))
        for player in [host, guest] { player.terminal.timeout = 90 }
        try guest.see("▸ 1 Ann")
        try join(host, by: guest)
        let meeting: Meeting
        do {
            meeting = try Meeting(host: host, guest: guest)
        } catch {
            guard isOver(host, guest) else { throw error }
            return (Self.early, 0)
        }
        if !isThereFromTheBeginning {
            try meeting.play("44")
            try begin(on: lan)
        }
        let start = Child.now()
        host.type("4")
        if let length, breaks == false {
            poll(nil, 0, length * 1_000)
            try end(on: lan)
        }
        let count = isThereFromTheBeginning ? 1 : 2
        let isBroken = try see(meeting, afterMove: count)
        let seconds = Child.now() - start
        if isOver(host, guest) { return (Self.early, seconds) }
        if let breaks { #expect(isBroken == breaks) }
        if isBroken {
            if let length { poll(nil, 0, max(0, length * 1_000 - Int32((Child.now() - start) * 1_000))) }
            try end(on: lan)
            try PseudoTerminal.wait(for: "the disc", on: host.terminal, guest.terminal) { hasArrived(at: meeting, count) }
        }
        do {
            try meeting.play("565", first: guest)
        } catch {
            guard breaks == nil else { throw error }
            if [host, guest].contains(where: isLooking) { return ("the game breaks off again and again", seconds) }
            guard isOver(host, guest) else { throw error }
            return (Self.early, seconds)
        }
        return (isBroken ? "both are told, and find each other" : "the game goes on", seconds)
    }

    /// If packets are lost, connecting may fail, or the connection may break before both have said hello: then the guest tries again.
    private func join(_ host: Player, by guest: Player) throws {
        for _ in 0..<20 {
            guest.press(.enter)
            try guest.seeNo("cannot be reached")
            let shown = try guest.see("a game, or why there is none") {
                $0.words.contains(title(with: "Ann")) || $0.words.contains("cannot be reached")
                    || $0.words.contains("did not answer")
            }
            guard shown.words.contains(title(with: "Ann")) else { continue }
            try PseudoTerminal.wait(for: "both at the board, or why not", on: host.terminal, guest.terminal) {
                host.words.contains(title(with: "Bob")) || hasEnded(for: guest)
            }
            if host.words.contains(title(with: "Bob")) { return }
            try guest.leaveEnd()
            try guest.seeMenu()
            guest.type("j")
            try guest.see("▸ 1 Ann")
        }
    }

    private static let early = "the game ends before both have moved"

    /// Whether the connection broke before the host had the guest's first disc, or before the guest had the host's: then there is no game to go on
    /// with, and only a host that has moved may look for one.
    private func isOver(_ host: Player, _ guest: Player) -> Bool {
        let mayLook = guest.terminal.screen.discs == (0, 0) && isLooking(host)
        return breaks == nil && (host.words.contains("Waiting for a player…") || mayLook) && hasEnded(for: guest)
    }

    /// Whether the player reads that the game has ended: the connection was closed, given up or cut, as the system happens to report it.
    private func hasEnded(for player: Player) -> Bool {
        ["The game is over.", "You were disconnected from the game.", "has left, or lost", "was cut."].contains(
            where: player.words.contains)
    }

    /// Waits until the guest has the host's disc, or both look for each other or have lost the game; whether it has not come.
    private func see(_ meeting: Meeting, afterMove count: Int) throws -> Bool {
        let players = [meeting.host, meeting.guest]
        try PseudoTerminal.wait(for: "the disc, or that both look", on: players[0].terminal, players[1].terminal) {
            players.allSatisfy(isLooking) || hasArrived(at: meeting, count) || isOver(meeting.host, meeting.guest)
        }
        return !hasArrived(at: meeting, count)
    }

    private func isLooking(_ player: Player) -> Bool { player.words.contains("Reconnecting") }

    /// Whether the guest has the host's disc.
    private func hasArrived(at meeting: Meeting, _ count: Int) -> Bool {
        meeting.guest.terminal.screen.discs.yours == count && meeting.guest.words.contains("Your turn")
    }
}
