// What can be played by those who meet in the lobby: the games for a party, and Four in a Row, which takes the connection between
// two as it is. It knows no rules.

/// A game that can be chosen in the lobby.
struct LobbyGame {
    /// Its name for the player.
    let title: String
    /// Its word in services and packets.
    let id: String
    /// How many can play, the host included.
    let players: ClosedRange<Int>
    /// The game for a party; nil for Four in a Row.
    let partyGame: PartyGame?

    /// Four in a Row, for two.
    static let fourInARow = LobbyGame(title: "Four in a Row", id: "fourinarow", players: 2...2, partyGame: nil)
    /// Everything that can be chosen.
    static let all = PartyGameList.all.map { LobbyGame($0) } + [fourInARow]

    /// "2 players", "2 to 4 players".
    var size: String {
        players.count == 1 ? "\(players.lowerBound) players" : "\(players.lowerBound) to \(players.upperBound) players"
    }
}

extension LobbyGame {
    /// A game for a party.
    init(_ game: PartyGame) {
        self.init(title: game.title, id: game.id, players: game.players, partyGame: game)
    }
}

extension [LobbyGame] {
    /// The game of this word; nil where there is none.
    func named(_ id: String) -> LobbyGame? { first { $0.id == id } }
}

/// A party made in the lobby.
protocol LobbyParty: Party {
    /// Gives the one connection away, for a game of two that speaks its own packets, and closes everything else; nil where there
    /// is not exactly one. The party is of no more use.
    func handOver() -> PacketConnection?
}

extension Navigator {
    /// The game takes the lobby's place.
    func begin(_ game: LobbyGame, with party: LobbyParty) {
        if let partyGame = game.partyGame {
            replaceTop(with: partyGame.makeScreen(self, party))
        } else if let connection = party.handOver() {
            let names = party.names
            let screen = FourInARowViewController(navigator: self, opponentName: names[party.isHost ? 1 : 0])
            replaceTop(with: screen)
            screen.startGame(with: connection, isHost: party.isHost)
        } else {
            party.leave()
            pop()
        }
        if settings.bell { surroundings.ringBell() }
    }
}

/// Names by seat, as a game shows them.
enum Seating {
    /// Harmless, not empty, and each different from the others: "Ann", "Ann #2".
    static func names(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            let wish = name.allSatisfy(\.isWhitespace) ? "?" : name
            let all = [wish] + (2...max(2, names.count + 1)).map { "\(wish) #\($0)" }
            let chosen = all.first { !taken.contains($0) } ?? wish
            taken.insert(chosen)
            return chosen
        }
    }
}
