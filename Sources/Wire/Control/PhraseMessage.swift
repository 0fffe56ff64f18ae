// What players can say to each other. Phrases travel as numbers, and each player reads them in their own language.

/// Something to say. The raw values are those on the wire.
public enum Phrase: Int, CaseIterable, Sendable {
    case hello
    case goodLuck
    case niceMove
    case oops
    case wellPlayed
    case thanks
    case closeOne
    case anotherGame
    case oneMoment
    case back
    case haveToGo
    case goodbye
}

/// A phrase that somebody says.
public struct PhraseMessage: Equatable, PacketMessage {
    /// The phrase.
    public let phrase: Phrase
    /// From a table's host: the seat of the player who says it. Nil in a match, and from a guest.
    public let seat: Int?

    /// A message of these.
    public init(_ phrase: Phrase, from seat: Int? = nil) {
        self.phrase = phrase
        self.seat = seat
    }

    /// The fields on the wire.
    public var fields: MessageFields {
        var numbers = ["phrase": phrase.rawValue]
        numbers["seat"] = seat
        return MessageFields(0, ints: numbers)
    }

    /// Reads the message from its fields.
    public init(reading fields: MessageFields) throws(NoMessage) {
        guard fields.kind == 0 else { throw NoMessage() }
        self.init(try fields.choice("phrase"), from: try? fields.int("seat"))
    }
}
