// Games that many tests play: of Four in a Row, as column digits, and those of the lobby.

import Session

/// A win for the first player.
package nonisolated let shortWin = "1212121"
/// A draw.
package nonisolated let drawnGame = "174166227341672362665415453424277135575133"

extension LobbyGame {
    /// A game for two to four that nobody plays.
    package static let test = LobbyGame(id: "test", players: 2...4)
    /// As the list of the lobby has it.
    package static let fourInARow = LobbyGame(id: "fourinarow", players: 2...2)
}
