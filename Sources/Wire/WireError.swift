// Why a peer's bytes are no packet. It has no words for it: those are said where a player reads them.
// It knows nothing of where in the bytes the fault was: whoever sent them cannot be helped from here.

/// Why bytes from a peer are no packet.
public enum WireError: Error, CaseIterable, Sendable {
    /// The header's length is not in 1…65,536.
    case badLength
    /// The body is an XML property list, as very old archivers write.
    case xml
    /// The body is no binary property list, or one that contradicts itself.
    case damaged
    /// More than 1,024 objects, more than 16 levels, or an object that contains itself.
    case tooComplex
    /// A property list, but not one that NSKeyedArchiver wrote.
    case notAnArchive
    /// An archive of something other than an `MTPacket`.
    case notAPacket
    /// A packet whose type, or whose data, is of the wrong kind.
    case badData
    /// A disc for a column that the board does not have.
    case badColumn
}
