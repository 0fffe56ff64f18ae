// What a player passes on to a friend: a room's number, which is public, and four words, which are secret. The words are never sent to
// a broker, not even hashed: 32 bits could be searched offline.

/// A room's number and the code of its game.
package struct RoomCode: Equatable, Sendable {
    /// The room's number, six or nine digits.
    package let number: String
    /// The code of the game.
    package let passphrase: Passphrase

    /// A code of these two.
    package init(number: String, passphrase: Passphrase) {
        self.number = number
        self.passphrase = passphrase
    }

    /// Reads what a player typed: the digits in one or more pieces, before or after the words; the words as `Passphrase` reads them.
    package init(typed text: String) throws(CodeMistake) {
        let digits = text.compactMap(\.wholeNumberValue).filter { (0...9).contains($0) }
        guard RelayEndpoint.numberLengths.contains(digits.count) else { throw .digitCount(digits.count) }
        number = digits.map(String.init).joined()
        passphrase = try Passphrase(typed: text)
    }

    /// The code as it is shown.
    package var text: String { number + " " + passphrase.text }
    /// The room as an endpoint.
    package var endpoint: Endpoint { RelayEndpoint.room(number: number).endpoint }
}
