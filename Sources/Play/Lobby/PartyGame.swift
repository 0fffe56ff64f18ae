// The games that can be played at a table, with the screens that play them.

import Games
import Language
import Session
import Text

/// A kind of game that is played at tables, for the player: its words and its screen.
struct PartyGame {
    /// Its name for the player.
    let title: String
    /// The same for the lobby.
    let game: LobbyGame
    /// Whether its host can give everybody more time to snap.
    var hasSnapTime = false
    /// What it is about, in a sentence; empty for the game that everybody knows here.
    var rules = ""
    /// Creates the screen of one player, which follows the party and leaves the party when it is left. Nil for Four in a
    /// Row, which takes over the connection.
    let makeScreen: ((Navigator, Party) -> ViewController)?
}

extension PartyGame {
    /// The ids of the games with a menu of their own.
    static let (secretNumber, snap) = ("secret-number", "snap")

    /// All games, in the order in which they are offered.
    static var all: [PartyGame] {
        [
            PartyGame(title: tr("Four in a Row"), game: LobbyGame(id: "fourinarow", players: 2...2), makeScreen: nil),
            PartyGame(
                title: tr("Snap!"), game: LobbyGame(id: snap, players: 2...4), hasSnapTime: true,
                rules: SnapWords.aim
            ) {
                SnapViewController(navigator: $0, party: $1)
            },
            PartyGame(
                title: tr("Guess the secret number"),
                game: LobbyGame(id: secretNumber, players: SecretNumberRound.playerCounts),
                rules: tr("One player keeps a number; the others race to guess it and hear: too low, too high.")
            ) { SecretNumberViewController(navigator: $0, party: $1) },
        ]
    }
}

extension PartyGame {
    /// "2 players", "2 to 4 players".
    var size: String { Self.size(of: game.players) }

    /// The same where somebody can play alone, too: "1 to 4 players".
    static func size(of players: ClosedRange<Int>) -> String {
        players.count == 1
            ? trn("{count} player", "{count} players", players.lowerBound)
            : trn(
                "{least} to {count} player", "{least} to {count} players", players.upperBound, ["least": players.lowerBound])
    }
}

extension [PartyGame] {
    /// The game with this id; nil if there is none.
    func named(_ id: String) -> PartyGame? { first { $0.game.id == id } }
}
