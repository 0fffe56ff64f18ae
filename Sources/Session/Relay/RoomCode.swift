// What a friend is told: a room's number, which is public, and the four words, which are not. The words never become a part of anything
// that is said at a broker. It knows no room and no arithmetic.

/// A number and a code.
package struct RoomCode: Equatable, Sendable {
    /// The room's, six digits.
    package let number: String
    /// The code of the game in it.
    package let passphrase: Passphrase

    /// What is wrong with one as typed.
    package enum Mistake: Error, Equatable {
        /// So many digits, where there have to be six.
        case digitCount(Int)
        /// The code beside them.
        case passphrase(Passphrase.Mistake)
    }

    /// These two.
    package init(number: String, passphrase: Passphrase) {
        self.number = number
        self.passphrase = passphrase
    }

    /// Reads a number in one piece or several, before the words or after them; the words as Passphrase reads them.
    package init(typed text: String) throws(Mistake) {
        let digits = text.compactMap(\.wholeNumberValue).filter { (0...9).contains($0) }
        guard digits.count == RelayEndpoint.numberLength else { throw .digitCount(digits.count) }
        number = digits.map(String.init).joined()
        do throws(Passphrase.Mistake) {
            passphrase = try Passphrase(typed: text)
        } catch {
            throw .passphrase(error)
        }
    }

    /// As it is shown and said.
    package var text: String { number + " " + passphrase.text }
    /// Where it leads.
    package var endpoint: Endpoint { RelayEndpoint.room(number: number).endpoint }
}
