// What a party can play, one entry each. It knows the screens.

import Games

/// The games of the lobby.
enum PartyGameList {
    /// In the order in which they are offered.
    static let all: [PartyGame] = [
        PartyGame(
            title: "Guess the secret number", id: "secret-number", players: SecretNumberRound.playerCounts,
            makeScreen: { SecretNumberViewController(navigator: $0, party: $1) })
    ]
}
