// What spectators of a match are shown. The host's program tells them the whole position after every change, so that nobody has to know
// what came before.

import Text

/// One game of a series, as its spectators see it.
public struct WatchedGame: Equatable, Sendable {
    /// Its number in the series, from 1.
    public var number: Int
    /// Whether the host moved first.
    public var isHostFirst: Bool
    /// The moves as column digits, 1…7.
    public var digits: String
    /// How it ended, where its moves do not show it.
    public var ending: GameEnding?

    /// A game of these.
    public init(number: Int, isHostFirst: Bool, digits: String, ending: GameEnding? = nil) {
        (self.number, self.isHostFirst, self.digits, self.ending) = (number, isHostFirst, digits, ending)
    }
}

/// Everything that spectators see of a match now.
public struct WatchedScene: Equatable, Sendable {
    /// The players' names.
    public var host: String, guest: String
    /// The game on the board.
    public var game: WatchedGame
    /// Games before it that the host has won, that were drawn, and that the guest has won.
    public var score: [Int]
    /// Whether whoever moves first is yellow. Otherwise the host is.
    public var isYellowFirst = false
    /// Minutes and seconds per move, such as "3+2"; empty without clocks.
    public var clock = ""
    /// The milliseconds that the first and the second player have left; empty without clocks.
    public var left: [Int] = []
    /// Whether the clock of the player to move runs.
    public var isClockRunning = false
    /// Whether the players have lost each other.
    public var isBroken = false
    /// Whether it was the host who has left the match, or the guest; nil: neither. Where the players had lost each other, that one did not come back.
    public var isHostGone: Bool?
    /// How many watch.
    public var spectators = 0

    /// A scene of these.
    public init(host: String, guest: String, game: WatchedGame, score: [Int]) {
        (self.host, self.guest, self.game, self.score) = (host, guest, game, score)
    }
}

/// Where the spectators of a match at a relay see it, and what one of them needs for that.
public struct WatchedStream: Equatable, Sendable {
    /// The name of its topic, random.
    public var name: [UInt8]
    /// Opens its messages.
    public var key: SecretBytes
    /// The public key of the host, who signs them.
    public var author: [UInt8]
    /// The number of the latest message. Earlier ones are old.
    public var number: Int
    /// The name of the inbox where spectators say that they watch.
    public var inbox: [UInt8]
    /// By what the host knows this spectator, random.
    public var seat: [UInt8]

    /// How many bytes name, inbox and seat have, and how many the keys.
    public static let (nameLength, keyLength) = (16, 32)

    /// A stream of these.
    public init(name: [UInt8], key: SecretBytes, author: [UInt8], number: Int, inbox: [UInt8], seat: [UInt8]) {
        (self.name, self.key, self.author, self.number, self.inbox, self.seat) = (name, key, author, number, inbox, seat)
    }
}

/// What a host's program tells its spectators, and its guest about them.
public enum WatchMessage: Equatable, PacketMessage {
    /// What is to be seen now.
    case scene(WatchedScene)
    /// An earlier game of the series, before the first scene and when a game is over.
    case game(WatchedGame)
    /// A player says something.
    case phrase(Phrase, isHosts: Bool)
    /// To the guest: so many watch.
    case count(Int)
    /// To a spectator at a relay: what follows is shown there.
    case stream(WatchedStream)
    /// From a spectator at a relay, known by `seat`: it watches, or does not any more.
    case present(seat: [UInt8], isLeaving: Bool)

    /// The most spectators that anybody is told of.
    public static let mostSpectators = 1000
    /// The most earlier games that a spectator keeps.
    public static let mostGames = 1000

    /// The fields on the wire.
    public var fields: MessageFields {
        switch self {
        case .scene(let scene):
            var fields = Self.fields(0, scene.game)
            fields.texts.merge(["host": scene.host, "guest": scene.guest, "clock": scene.clock]) { $1 }
            fields.numbers["spectators"] = Int64(scene.spectators)
            for (name, isTrue) in [("yellow", scene.isYellowFirst), ("runs", scene.isClockRunning), ("broken", scene.isBroken)] {
                fields.numbers[name] = isTrue ? 1 : 0
            }
            fields.numbers["gone"] = scene.isHostGone.map { $0 ? 1 : 2 }
            fields.lists = ["score": scene.score.map(String.init), "left": scene.left.map(String.init)]
            return fields
        case .game(let game): return Self.fields(1, game)
        case .phrase(let phrase, let isHosts):
            return MessageFields(2, ints: ["phrase": phrase.rawValue, "hosts": isHosts ? 1 : 0])
        case .count(let count): return MessageFields(3, ints: ["spectators": count])
        case .stream(let stream):
            return MessageFields(
                4, ints: ["number": stream.number],
                bytes: ["name": stream.name, "author": stream.author, "inbox": stream.inbox, "seat": stream.seat],
                secrets: ["key": stream.key])
        case .present(let seat, let isLeaving):
            return MessageFields(5, ints: ["leaving": isLeaving ? 1 : 0], bytes: ["seat": seat])
        }
    }

    private static func fields(_ kind: Int64, _ game: WatchedGame) -> MessageFields {
        var numbers = ["number": game.number, "first": game.isHostFirst ? 1 : 0]
        numbers["ending"] = game.ending?.rawValue
        return MessageFields(kind, ints: numbers, texts: ["moves": game.digits])
    }

    /// Reads the message from its fields.
    public init(reading fields: MessageFields) throws(NoMessage) {
        switch fields.kind {
        case 0: self = .scene(try WatchedScene(reading: fields))
        case 1: self = .game(try WatchedGame(reading: fields))
        case 2: self = .phrase(try fields.choice("phrase"), isHosts: try fields.int("hosts", in: 0...1) == 1)
        case 3: self = .count(try fields.int("spectators", in: 0...Self.mostSpectators))
        case 4: self = .stream(try WatchedStream(reading: fields))
        case 5:
            self = .present(
                seat: try fields.bytes("seat", count: WatchedStream.nameLength),
                isLeaving: try fields.int("leaving", in: 0...1) == 1)
        default: throw NoMessage()
        }
    }
}

extension WatchedStream {
    fileprivate init(reading fields: MessageFields) throws(NoMessage) {
        func name(_ field: String) throws(NoMessage) -> [UInt8] { try fields.bytes(field, count: Self.nameLength) }
        self.init(
            name: try name("name"), key: try fields.secret("key", count: Self.keyLength),
            author: try fields.bytes("author", count: Self.keyLength), number: try fields.int("number", in: 0...Int.max),
            inbox: try name("inbox"), seat: try name("seat"))
    }
}

extension WatchedGame {
    fileprivate init(reading fields: MessageFields) throws(NoMessage) {
        guard let digits = fields.texts["moves"], digits.utf8.count <= 42, digits.utf8.allSatisfy({ (0x31...0x37).contains($0) })
        else { throw NoMessage() }
        self.init(
            number: try fields.int("number", in: 1...1_000_000), isHostFirst: try fields.int("first", in: 0...1) == 1,
            digits: digits,
            ending: fields.holds("ending") ? try fields.choice("ending") : nil)
    }
}

extension WatchedScene {
    fileprivate init(reading fields: MessageFields) throws(NoMessage) {
        func numbers(_ name: String, _ counts: Set<Int>) throws(NoMessage) -> [Int] {
            let texts = fields.lists[name] ?? []
            let numbers = texts.compactMap { Int($0) }
            guard counts.contains(texts.count), numbers.count == texts.count,
                numbers.allSatisfy({ (0...86_400_000).contains($0) })
            else { throw NoMessage() }
            return numbers
        }
        self.init(
            host: try fields.name("host"), guest: try fields.name("guest"), game: try WatchedGame(reading: fields),
            score: try numbers("score", [3]))
        left = try numbers("left", [0, 2])
        clock = (fields.texts["clock"] ?? "").plain.cut(toBytes: Hello.longestClock)
        isYellowFirst = try fields.int("yellow", in: 0...1) == 1
        isClockRunning = try fields.int("runs", in: 0...1) == 1
        isBroken = try fields.int("broken", in: 0...1) == 1
        isHostGone = fields.holds("gone") ? try fields.int("gone", in: 1...2) == 1 : nil
        spectators = try fields.int("spectators", in: 0...WatchMessage.mostSpectators)
    }
}
