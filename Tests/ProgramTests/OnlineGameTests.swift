// Games between real programs over a real mosquitto with the shipped security files: joined by a number and four words, interrupted in
// every way and resumed. The players type nothing until the game goes on.

import Glibc
import HelperProtocol
import TestSupport
import Testing

@Suite(
    "Games over a real relay", .serialized, .ownThread,
    .enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
struct OnlineGameTests {
    @Test("A whole game and a replay, unencrypted and with TLS", arguments: [false, true])
    func whole(isSecure: Bool) throws {
        let authority = isSecure ? try TestAuthority() : nil
        let relay = try Mosquitto(certificate: try authority?.certificate())
        let online = try OnlineMeeting(at: RelayAccess(relay, authorities: authority?.path ?? ""))
        try online.host.see("private game")
        try online.meeting.play(shortWin, endsGame: true)
        try online.meeting.seeWinner(online.host)
        online.guest.press(.enter)
        online.guest.type("r")
        _ = try online.meeting.seeNewGame()
    }

    @Test("A friend who has set up nothing pastes one line and plays, unencrypted and with TLS", arguments: [false, true])
    func oneLine(isSecure: Bool) throws {
        let authority = isSecure ? try TestAuthority() : nil
        let relay = try Mosquitto(certificate: try authority?.certificate())
        let host = try RelayAccess(relay, authorities: authority?.path ?? "").host()
        let line = "\(relay.url) \(try host.roomCode())"
        try host.see(line)
        // A friend's system trusts those who sign certificates.
        let guest = try Player(
            ["join", "--online", line, "--name", "Bob"], environment: authority.map { ["SSL_CERT_FILE": $0.path] } ?? [:])
        let meeting = try Meeting(host: host, guest: guest)
        try meeting.play("445")
        try guest.die()
        let again = try Player(
            ["--name", "Bob"], folder: guest.folder, environment: authority.map { ["SSL_CERT_FILE": $0.path] } ?? [:])
        try again.seeGame(1, 2)
        #expect(guest.folder.text(of: Player.config) == nil)
    }

    @Test("A relay with a password: the line has none, and the friend is asked for it")
    func oneLineWithoutPassword() throws {
        let relay = try Mosquitto(.password(user: "club", "secret"))
        let locked = "mqtt://club:***@127.0.0.1:\(relay.port)"
        let host = try RelayAccess(url: "mqtt://club:secret@127.0.0.1:\(relay.port)").host()
        let line = "\(locked) \(try host.roomCode())"
        try host.see(line, "Your friend is asked for the relay's password.")
        let guest = try Player(["join", "--online", line, "--name", "Bob"])
        try guest.see("has a password. Ask your friend for it, and type it:")
        guest.type("secret")
        guest.press(.enter)
        try Meeting(host: host, guest: guest).play("44")
    }

    /// Ann and Bob in the middle of a game.
    private func begin() throws -> (relay: Mosquitto, online: OnlineMeeting) {
        let relay = try Mosquitto()
        let online = try OnlineMeeting(at: RelayAccess(relay))
        try online.meeting.play("445")
        return (relay, online)
    }

    @Test("One is killed and started anew", arguments: [true, false])
    func killed(isHost: Bool) throws {
        let (relay, online) = try begin()
        let (host, guest) = (online.host, online.guest)
        let dead = isHost ? host : guest
        try dead.die()
        try (isHost ? guest : host).see("Reconnecting…")
        let again = try online.access.player(["--name", isHost ? "Ann" : "Bob"], folder: dead.folder)
        try online.expectGame(isHost ? again : host, isHost ? guest : again)
        withExtendedLifetime(relay) {}
    }

    @Test("A helper is killed", arguments: [true, false])
    func helperKilled(isHost: Bool) throws {
        let (relay, online) = try begin()
        let player = isHost ? online.host : online.guest
        kill(try player.helper(called: "fourinarow-relay").number, SIGKILL)
        try online.seeReconnection()
        try online.expectGame(online.host, online.guest)
        withExtendedLifetime(relay) {}
    }

    @Test("The relay is killed and started again")
    func relayKilled() throws {
        let (relay, online) = try begin()
        relay.kill()
        for player in [online.host, online.guest] { try player.see("Reconnecting…") }
        try relay.start()
        try online.expectGame(online.host, online.guest)
    }

    @Test("The relay is away until each has tried to reach it several times")
    func relayAway() throws {
        let (relay, online) = try begin()
        _ = try online.sitThroughAbsence(of: relay, attempts: 8)
        try online.expectGame(online.host, online.guest)
    }

    @Test(
        "The address of one changes: the game goes on from the new one",
        .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)), arguments: [1, 2])
    func addressChanges(changing: Int) throws {
        let lan = try Lan(hosts: 3, "--no-ipv6")
        let relay = try Mosquitto(on: lan, host: 3)
        let online = try OnlineMeeting(
            at: RelayAccess(relay), on: (Place(lan: lan, host: 1), Place(lan: lan, host: 2)))
        try online.meeting.play("445")
        try lan.changeAddress(of: changing)
        try online.seeReconnection()
        try online.expectGame(online.host, online.guest)
    }

    @Test("Wrong words, a wrong number, and no relay at all")
    func wrong() throws {
        let relay = try Mosquitto()
        let access = RelayAccess(relay)
        let host = try access.host()
        let code = try host.roomCode()
        let guest = try access.player(["join", "--online", code.prefix(6) + " acorn acorn acorn acorn"])
        try guest.see("Wrong code. Check the words and their order.")
        try host.see("Somebody tried a wrong code.")
        let number = code.hasPrefix("0") ? "111111" : "000000"
        let lost = try access.player(["join", "--online", number + " acorn acorn acorn acorn"])
        try lost.see("Nobody is in room \(number).")
        relay.kill()
        let late = try access.player(["join", "--online", code])
        try late.see("does not answer")
    }
}

@Suite(
    "Trouble at a real relay", .serialized, .ownThread,
    .enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
struct RelayTroubleTests {
    @Test("Whatever the relay does, no move is lost and none is forged", arguments: [RelayFault.forge, .close])
    func badRelay(fault: RelayFault) throws { _ = try Torture.play(under: fault) }

    @Test(
        "Whatever a stranger does at a room, who has the code comes in",
        arguments: [StrangerAttack.overwrite, .between, .pretend])
    func stranger(attack: StrangerAttack) throws { _ = try Torture.join(under: attack) }

    @Test(
        "A flood does not interrupt a game over slow links",
        arguments: [FloodedTopic.room] + Thoroughness.pick([], of: [.will, .reply]))
    func flood(topic: FloodedTopic) throws { _ = try Torture.play(inFloodOf: topic) }

    @Test("What somebody knows from a former game does not interrupt the next one")
    func formerOpponent() throws { _ = try Torture.meetFormerOpponent() }

    @Test("Number and words come from the environment, or from standard input", arguments: [true, false])
    func codeElsewhere(isVariable: Bool) throws {
        let relay = try Mosquitto()
        let access = RelayAccess(relay)
        let host = try access.host()
        let code = try host.roomCode()
        let folder = try TestFolder()
        let file = try folder.write(code + "\n", to: "code")
        let join = ["join", "--online", "--name", "Bob"]
        let guest =
            isVariable
            ? try Player(join, folder: folder, environment: ["FOURINAROW_RELAY": relay.url, "FOURINAROW_CODE": code])
            : try Player(
                ["-c", "exec \"$@\" <\(file)", "sh", Player.program] + join + ["-"], folder: folder, program: "/bin/sh",
                environment: ["FOURINAROW_RELAY": relay.url])
        try Meeting(host: host, guest: guest).play("44")
    }

    @Test("A room of another version is said to be one")
    func otherVersion() throws {
        let relay = try Mosquitto()
        let later = try Child([Child.beside("fourinarow-relay")])
        let place = RelayConnect(
            host: "127.0.0.1", port: relay.port, isSecure: false, user: "", password: "", authorities: "",
            lastWillTopic: "fiar/1/bye/0", lastWillPayload: [])
        later.write(RelayCommand.connect(place).line)
        #expect(later.line(within: 30) == "connected")
        let card = Array("room 2 in another way".utf8)
        later.write(RelayCommand.publish(id: 1, topic: "fiar/1/room/481306", retainSeconds: 120, payload: card).line)
        #expect(later.line(within: 30)?.hasPrefix("receipt 1") == true)
        let guest = try RelayAccess(relay).player(["join", "--online", "481306 heron cabin onion copper"])
        try guest.see("No answer. Your friend may have a different version")
    }
}

extension OnlineMeeting {
    /// The relay is killed, and in its place something hangs up on whoever calls, until so many calls have come; then it is started
    /// again. The seconds until both see the game go on, at 2 : 1 discs.
    func sitThroughAbsence(of relay: Mosquitto, attempts: Int) throws -> Double {
        relay.kill()
        for player in [host, guest] { try player.see("Reconnecting…") }
        var stranger: PlainListener? = try PlainListener(port: relay.port)
        for _ in 0..<attempts { _ = try stranger?.accept() }
        stranger = nil
        try relay.start()
        let start = Child.now()
        try host.seeGame(2, 1)
        try guest.seeGame(1, 2)
        return Child.now() - start
    }
}
