// The opening book: exact scores of shallow positions, read from bytes. It knows no file.

/// Why bytes are no book, in a sentence without its full stop.
public struct BookError: Error, Equatable, Sendable {
    /// What is wrong with the bytes.
    public let sentence: String
}

/// Exact scores of all positions up to some ply.
public struct Book: Sendable {
    /// Up to how many discs it knows every position.
    public let plies: Int

    /// Reads a book.
    public init(bytes: [UInt8]) throws(BookError) {
        throw BookError(sentence: "it is damaged")
    }

    /// The exact score of `position`; nil if the book does not have it.
    public func score(of position: Position) -> Score? { nil }
}
