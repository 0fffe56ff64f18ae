// The players of a game, as one of them sees them: a star with the host in the middle. A table makes one when its game starts
// (TableParty), and tests make them in memory.

import Games
import Wire

/// The players of a game.
package protocol Party: AnyObject {
    /// Called with what happens.
    var didHappen: (PartyEvent) -> Void { get set }
    /// The players' names by seat; seat 0 is the host. The seat of a player who leaves is not used again.
    var names: [String] { get }
    /// The player's own seat.
    var mySeat: Int { get }
    /// The seats of players whose programs do not answer.
    var silentSeats: Set<Int> { get }
    /// Those of them that have been silent for so long that nobody waits for them, as the host knows it.
    var sittingOut: Set<Int> { get }
    /// The seats of players who lost their connection, and until when they are reserved, in milliseconds of the scheduler's clock.
    var reservedSeats: [Int: Int] { get }
    /// Whether this program itself has lost the relay, over which it looks for them.
    var isCutOff: Bool { get }
    /// At a guest: what the game must know again if this program is killed and started again, in words of its own; empty at first.
    var memory: String { get set }
    /// Sends to one seat: the host to any guest, a guest to seat 0. Does nothing if that player is gone.
    func send(_ packet: GamePacket, to seat: Int)
    /// Says something to everybody. Returns whether it was said: not if the player has just said something; nil if no more may be said in this game.
    func say(_ phrase: Phrase) -> Bool?
    /// A new game begins, in which everybody may say as much again.
    func gameDidBegin()
    /// At the host: sends a player away, or gives a reserved seat up. The player is lost, as one who was removed.
    func remove(_ seat: Int)
    /// Says goodbye and closes. Nothing happens any more. When the host leaves, the game is over for everybody.
    func leave()
}

extension Party {
    package var isHost: Bool { mySeat == 0 }

    /// Whether the host's program does not answer. What it would receive later is not sent.
    package var isHostSilent: Bool { silentSeats.contains(0) }

    /// Whether a guest has lost the host, and looks for it.
    package var isHostLost: Bool { reservedSeats[0] != nil }

    /// The seats of players who cannot act now.
    package var awaySeats: Set<Int> { silentSeats.union(reservedSeats.keys) }

    /// The players who cannot act now, by seat.
    package var absences: [Absence] {
        Absence.list(silent: silentSeats, reserved: reservedSeats, names: names, isCutOff: isCutOff)
    }
    package var isCutOff: Bool { false }

    /// At the host: goes on without the players who cannot act.
    package func removeAbsent() { for seat in awaySeats.sorted() { remove(seat) } }

    /// Sends from the host to every guest.
    package func sendToAll(_ packet: GamePacket) {
        for seat in names.indices where seat != mySeat { send(packet, to: seat) }
    }
}

/// What happens in a party. Players are named by seat.
package enum PartyEvent {
    /// A packet of the game arrived: at the host from a guest, at a guest from seat 0.
    case received(GamePacket, from: Int)
    /// A player says something.
    case heard(Phrase, from: Int)
    /// `silentSeats`, `sittingOut` or `reservedSeats` changed.
    case presenceChanged
    /// At the host: a guest left or was lost for good. The host tells the others as the game's rules say.
    case lost(Int, Departure)
    /// A player who had lost the connection is back: at the host, which tells the player everything, and at a guest (seat 0).
    case returned(Int)
    /// At a guest: the game is over.
    case ended(QuitReason)
}

/// A player who cannot act now.
package struct Absence: Equatable {
    /// The player's name.
    package let name: String
    /// Whether the player is the host, which this program looks for.
    package let isHost: Bool
    /// Until when the seat of a player who lost the connection is reserved, in milliseconds of the scheduler's clock; nil if the program
    /// does not answer.
    package let end: Int?
    /// The number of the player's seat.
    let place: Int
    /// Whether this program itself has lost the relay, over which it looks for the player.
    package let isCutOff: Bool

    /// The absences of these seats, in their order.
    static func list(silent: Set<Int>, reserved: [Int: Int], names: [String], isCutOff: Bool) -> [Absence] {
        silent.union(reserved.keys).sorted().filter(names.indices.contains).map {
            Absence(name: names[$0], isHost: $0 == 0, end: reserved[$0], place: $0, isCutOff: isCutOff && reserved[$0] != nil)
        }
    }
}

/// What the lobby knows of a kind of game, which is played at tables. `Play` has its words and its screen (`PartyGame`).
package struct LobbyGame: Equatable, Sendable {
    /// Its id in services and packets: lower-case letters, digits, hyphens.
    package let id: String
    /// How many can play, including the host.
    package let players: ClosedRange<Int>

    /// Creates a game.
    package init(id: String, players: ClosedRange<Int>) {
        self.id = id
        self.players = players
    }

    /// Whether it is played with clocks, if the host likes: Four in a Row is.
    package var hasClocks: Bool { id == Hello.fourInARow }
}

extension MatchmakingTable {
    /// How much time its players have; nil without clocks.
    package var timeControl: TimeControl? { TimeControl(text: clock) }
}

extension [LobbyGame] {
    /// The game of a table; nil if this program cannot play it, because it does not have the game or has a different version.
    package func game(of table: MatchmakingTable) -> LobbyGame? {
        table.version == Program.version ? first { $0.id == table.game } : nil
    }
}

/// Names by seat, as a game shows them.
nonisolated extension [String] {
    /// Whether another name is the same but for its number: each of "Ann" and "Ann #2".
    package func isShared(at index: Int) -> Bool {
        let own = Self.withoutNumber(self[index])
        return indices.contains { $0 != index && Self.withoutNumber(self[$0]) == own }
    }

    private static func withoutNumber(_ name: String) -> Substring {
        guard let sign = name.lastIndex(of: "#"), sign > name.startIndex, name[name.index(before: sign)] == " ",
            Int(name[name.index(after: sign)...]) != nil
        else { return name[...] }
        return name[..<name.index(before: sign)]
    }

    /// The names printable, not empty, and different from each other: "Ann", "Ann #2".
    package var distinct: [String] {
        var taken: Set<String> = []
        return map { name in
            let wish = name.allSatisfy(\.isWhitespace) ? "?" : name
            let all = [wish] + (2...Swift.max(2, count + 1)).map { "\(wish) #\($0)" }
            let chosen = all.first { !taken.contains($0) } ?? wish
            taken.insert(chosen)
            return chosen
        }
    }
}
