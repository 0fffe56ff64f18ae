// What can be chosen in the lobby, one entry each. It knows the screens.

import Games
import Language
import Session
import Text

/// A game that the lobby offers: what its players read, and what opens when they are gathered.
struct PartyGame {
    /// Its name for the player.
    let title: String
    /// What the lobby knows of it.
    let game: LobbyGame
    /// Whether its host can give everybody longer to snap.
    var hasSnapTime = false
    /// Makes its screen for one of the players, which becomes the party's delegate and leaves it when it is left; nil for Four in a
    /// Row, which takes the connection between two as it is.
    let makeScreen: ((Navigator, Party) -> ViewController)?
}

/// The games of the lobby.
enum PartyGameList {
    /// In the order in which the lobby offers them.
    static var all: [PartyGame] {
        [
            PartyGame(title: tr("Snap!"), game: LobbyGame(id: "snap", players: 2...4), hasSnapTime: true) {
                SnapViewController(navigator: $0, party: $1)
            },
            PartyGame(
                title: tr("Guess the secret number"),
                game: LobbyGame(id: "secret-number", players: SecretNumberRound.playerCounts)
            ) { SecretNumberViewController(navigator: $0, party: $1) },
            PartyGame(title: tr("Four in a Row"), game: LobbyGame(id: "fourinarow", players: 2...2), makeScreen: nil),
        ]
    }

    /// A host, or a table, has a game of this word, and this program has not.
    static func sentence(forUnknown game: String) -> String {
        tr("This version does not know the game “{game}”. Is it older than the host's?", ["game": TextLimits.short(game)])
    }
}

extension PartyGame {
    /// "2 players", "2 to 4 players".
    var size: String {
        let players = game.players
        return players.count == 1
            ? trn("{count} player", "{count} players", players.lowerBound)
            : trn(
                "{least} to {count} player", "{least} to {count} players", players.upperBound, ["least": players.lowerBound])
    }
}

extension [PartyGame] {
    /// The game of this word; nil where there is none.
    func named(_ id: String) -> PartyGame? { first { $0.game.id == id } }
}

extension Navigator {
    /// The game takes the lobby's place.
    func begin(_ game: PartyGame, with party: LobbyParty) {
        if let makeScreen = game.makeScreen {
            replaceTop(with: makeScreen(self, party))
        } else if let connection = party.handOver() {
            let names = party.names
            let screen = FourInARowViewController(navigator: self, opponentName: names[party.isHost ? 1 : 0])
            replaceTop(with: screen)
            screen.startGame(with: connection, isHost: party.isHost)
        } else {
            party.leave()
            pop()
        }
        ring()
    }
}
