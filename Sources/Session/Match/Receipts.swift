// What a peer's program has read of what we did, as it says itself, and what we have read of its doings. Nothing is said and nothing
// is awaited while nobody moves. It knows no clock and no connection.

/// Receipts for the game's packets on one connection.
nonisolated struct Receipts {
    /// How long a receipt may take on a local network, in milliseconds.
    static let timeout = 3000

    /// Whether the peer gives receipts.
    private(set) var arePossible = false
    /// How many packets of the game were read here.
    private(set) var read = 0
    private var told = 0
    private var sent = 0
    private var confirmed = 0

    /// Whether one is still to come.
    var areAwaited: Bool { arePossible && confirmed < sent }

    /// We sent so many packets of the game.
    mutating func didSend(_ count: Int) { sent += count }

    /// We read one; the receipt to be given, if the peer understands it.
    mutating func didRead() -> Int? {
        read += 1
        return arePossible ? tell() : nil
    }

    /// The peer has read so many of ours; the receipt that it should have had before it was known to understand one, if any.
    mutating func didReceive(_ count: Int) -> Int? {
        arePossible = true
        confirmed = max(confirmed, min(count, sent))
        return told < read ? tell() : nil
    }

    /// How many we have read, as the peer is about to hear.
    mutating func tell() -> Int {
        told = read
        return read
    }
}
