// Floods of the topics at a relay that strangers can learn, while players are linked to it so slowly that acknowledgements take 50 ms.
// spy.py carries them out.

import TestSupport

/// What is flooded, as spy.py calls it.
enum FloodedTopic: String, CaseIterable, Sendable {
    case room, inbox, will, card, reply, stream

    /// The topics in words, for the table.
    var words: String {
        switch self {
        case .room: "a room"
        case .inbox: "a host's inboxes"
        case .will: "the last wills"
        case .card: "the topics of cards"
        case .reply: "the inboxes of cards"
        case .stream: "the topic where a match is watched"
        }
    }

    /// Whether two who meet by a card have it; otherwise those who meet by a number.
    var isOfCards: Bool { self == .card || self == .reply }
    /// The topics that two players, a table, and a match with spectators have.
    static let ofTwo = allCases.filter { $0 != .stream }
    static let ofTables: [FloodedTopic] = [.room, .inbox, .will], ofWatched: [FloodedTopic] = [.room, .inbox, .stream]
}

/// A slow way to a relay, along which somebody reads whatever strangers can learn, and can flood it.
private struct FloodedWay {
    let access: RelayAccess
    private let (link, spy, relay): (Child, Child, Mosquitto)

    init() throws {
        relay = try Mosquitto()
        spy = try Child(["python3", "-u", Torture.script("spy.py"), "\(relay.port)"])
        link = try Child(["python3", "-u", Torture.script("slowlink.py"), spy.line(within: 40) ?? "", "50"])
        access = RelayAccess(url: "mqtt://127.0.0.1:\(link.line(within: 40) ?? "")")
    }

    /// Floods these topics, and new ones of the kind, until this is gone. Returns after a second of it.
    func flood(_ topic: FloodedTopic) throws {
        spy.write("flood \(topic.rawValue)\n")
        guard spy.line(within: 60) == "begun" else { throw PseudoTerminalFailure(description: "nothing was begun") }
    }
}

extension Torture {
    /// Two have met, and the topics are flooded before the first move: their connection lasts.
    static func play(inFloodOf topic: FloodedTopic) throws -> Result {
        let way = try FloodedWay()
        let host = topic.isOfCards ? try way.access.seeker("Ann") : try way.access.host()
        let guest: Player
        if topic.isOfCards {
            guest = try way.access.seeker("Bob")
            try host.standOnList()
            try guest.find(host)
        } else {
            guest = try way.access.player(["join", "--online", try host.roomCode(), "--name", "Bob"])
        }
        let meeting = try Meeting(host: host, guest: guest)
        try way.flood(topic)
        try meeting.play("44")
        let slowest = try (0..<3).map { _ in try key(at: host) }.max() ?? 0
        try meeting.play("55661122")
        try expectNoBreak(host, guest)
        withExtendedLifetime(way) {}
        // The hash of a code or of a first meeting takes 9 MiB for a moment.
        return Result(slowest: slowest, memory: Processes.memory(of: host.terminal.process))
    }

    /// Two play a match that is watched, and the topics are flooded: their connection lasts. The spectator sees their moves; where its own topic
    /// is flooded, perhaps not before the end of the flood.
    static func playWatched(inFloodOf topic: FloodedTopic) throws -> Result {
        let way = try FloodedWay()
        let watched = try WatchedMeeting(at: way.access)
        let (host, meeting) = (watched.host, watched.online.meeting)
        let eve = try watched.spectator()
        try way.flood(topic)
        let slowest = try (0..<3).map { _ in try key(at: host) }.max() ?? 0
        try meeting.play("55661122")
        if topic != .stream { try eve.see("all moves") { $0.discs == (5, 5) } }
        try expectNoBreak(host, watched.guest)
        withExtendedLifetime(way) {}
        return Result(slowest: slowest, memory: Processes.memory(of: host.terminal.process))
    }

    /// Three are at a table, and the topics are flooded from before the start of the game on: it begins, and all play on.
    static func playAtTable(inFloodOf topic: FloodedTopic, _ game: TableGame) throws -> Result {
        let way = try FloodedWay()
        let table = try GameTable(game, at: way.access) { try way.flood(topic) }
        let slowest = try (0..<3).map { _ in try key(at: table.ann) }.max() ?? 0
        try table.playOn()
        try expectNoBreak(table.ann, table.bob, table.cyd)
        withExtendedLifetime(way) {}
        return Result(slowest: slowest, memory: Processes.memory(of: table.ann.terminal.process))
    }
}
