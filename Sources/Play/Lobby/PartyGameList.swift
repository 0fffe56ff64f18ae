// The games that a party can play, one line each. It knows the screens.

/// The games of the lobby, but for Four in a Row, which two play without a party.
enum PartyGameList {
    /// In the order in which they are offered.
    static let all: [PartyGame] = []
}
