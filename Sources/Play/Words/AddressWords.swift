// What is wrong with an address as it was typed, in words for the player.

import Session

nonisolated extension AddressLine.Mistake {
    /// What is wrong, as the end of a sentence.
    package var reason: String {
        switch self {
        case .nothing: "type an address, such as 192.168.1.7 or ann.local"
        case .blanks: "an address has no blanks"
        case .noHost: "the address has no host before the colon"
        case .openBracket: "the bracket is not closed: [address]:port"
        case .emptyBrackets: "there is no address in the brackets"
        case .afterBrackets: "behind the bracket comes a colon and the port: [address]:port"
        case .port: "the port is a number from 1 to 65535"
        }
    }

    /// What is wrong.
    var sentence: String { reason.prefix(1).uppercased() + reason.dropFirst() + "." }
}
