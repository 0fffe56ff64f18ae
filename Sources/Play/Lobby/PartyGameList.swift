// What a party can play, one entry each. It knows the screens.

import Games

/// The games for a party.
enum PartyGameList {
    /// In the order in which the lobby offers them.
    static let all: [PartyGame] = [
        PartyGame(title: "Snap!", id: "snap", players: 2...4) { SnapViewController(navigator: $0, party: $1) },
        PartyGame(
            title: "Guess the secret number", id: "secret-number", players: SecretNumberRound.playerCounts,
            makeScreen: { SecretNumberViewController(navigator: $0, party: $1) }),
    ]
}
