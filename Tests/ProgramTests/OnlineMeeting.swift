// Two players who meet over a relay, by a room's number and four words.

import TestSupport
import Testing

/// Ann, who hosts, and Bob, who has typed what she sees.
struct OnlineMeeting {
    /// The two and their game.
    let meeting: Meeting
    /// How both know the relay.
    let access: RelayAccess
    var host: Player { meeting.host }
    var guest: Player { meeting.guest }

    /// They have met at a relay.
    init(_ meeting: Meeting, at access: RelayAccess) { (self.meeting, self.access) = (meeting, access) }

    /// They meet at a relay; on a LAN where there are places.
    init(at access: RelayAccess, on places: (host: Place, guest: Place)? = nil) throws {
        self.access = access
        let host = try access.host(at: places?.host)
        let guest = try access.player(
            ["join", "--online", try host.roomCode(), "--name", "Bob"], at: places?.guest)
        meeting = try Meeting(host: host, guest: guest)
    }

    /// Waits until both have read that the connection was back: who has not noticed yet that it broke would lose a key when he does.
    func seeReconnection() throws {
        for player in [host, guest] { try player.see("The game continues.") }
    }

    /// The game goes on for both, with the three discs of "445" and two more; then Ann leaves.
    func expectGame(_ host: Player, _ guest: Player) throws {
        try host.seeGame(2, 1)
        try guest.seeGame(1, 2)
        let again = Meeting(again: host, guest)
        try again.play("53", first: guest)
        try host.leaveGame()
        try guest.see(" left the game.")
    }
}

/// A relay as players know it.
struct RelayAccess {
    /// Its URL.
    let url: String
    /// The file with those who may have signed its certificate; empty: the system's.
    var authorities = ""

    /// A player who has it in the settings.
    func player(_ arguments: [String], at place: Place? = nil, folder: TestFolder? = nil) throws -> Player {
        let folder = try folder ?? TestFolder()
        if !authorities.isEmpty { try folder.write("relay-ca = \(authorities)\n", to: Player.config) }
        return try Player(arguments, at: place, folder: folder, environment: ["FOURINAROW_RELAY": url])
    }

    /// Ann, who waits in a room.
    func host(at place: Place? = nil) throws -> Player {
        let host = try player(["host", "--online", "--name", "Ann"], at: place)
        try host.see("Waiting for your friend with this code:", "Your friend chooses")
        return host
    }
}

extension RelayAccess {
    /// The way to a mosquitto on this machine.
    init(_ relay: Mosquitto, authorities: String = "") { self.init(url: relay.url, authorities: authorities) }
}

extension Player {
    /// Number and words of the room in which it waits, as they are to be read.
    func roomCode() throws -> String {
        let words = words.split(separator: " ")
        let number = try #require(words.firstIndex { $0.count == 6 && $0.allSatisfy(\.isNumber) })
        return words[number...].prefix(5).joined(separator: " ")
    }
}
