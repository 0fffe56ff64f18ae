// Errors in the bytes from a peer.

/// Why bytes from a peer cannot be read as a packet.
public enum WireError: Error, CaseIterable, Sendable {
    /// The length in the header is not in 1…65,536.
    case badLength
    /// The body is an XML property list, as very old archivers write it.
    case xml
    /// The body is not a valid binary property list.
    case damaged
    /// It has more than 1,024 objects or 16 levels, or an object contains itself.
    case tooComplex
    /// It is not an archive by NSKeyedArchiver.
    case notAnArchive
    /// It is not an archive of an `MTPacket`.
    case notAPacket
    /// The packet's type or data has the wrong type.
    case badData
    /// The packet plays a column that does not exist.
    case badColumn
}
