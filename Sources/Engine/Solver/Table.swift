// The transposition table: proved bounds of positions, in a fixed amount of memory.
//
// The 49-bit key is multiplied by an odd number modulo 2^49, which is reversible. The upper bits of the product choose a bucket of
// four entries; the rest is stored in the entry. An entry from its lowest bit: lower bound + 22 (6 bits), 22 - upper bound (6),
// column of the best move + 1 (3), work (6), the rest of the key. Zero is an empty entry.

/// The known bounds of a position.
struct TableEntry {
    var word: UInt64

    /// The score is at least this.
    var lower: Int { Int(truncatingIfNeeded: word & 63) &- 22 }
    /// The score is at most this.
    var upper: Int { 22 &- Int(truncatingIfNeeded: word &>> 6 & 63) }
    /// The best refuting column, from 1, in the orientation of the key; 0 if there is none.
    var move: Int { Int(truncatingIfNeeded: word &>> 12 & 7) }

    static let payloadBits: UInt64 = 21
    /// The largest value of the six bits for work.
    static let mostWork = 63
}

/// The table's memory. The owner must free it.
struct Table {
    private let words: UnsafeMutablePointer<UInt64>
    private let bucketShift: UInt64
    private let tagMask: UInt64
    /// The number of entries.
    let count: Int

    /// A table of `bytes`, rounded down to a power of two, at least 4 KiB.
    init(bytes: Int) {
        let buckets = 1 << (Int.bitWidth - 1 - max(bytes / 32, 128).leadingZeroBitCount)
        count = 4 * buckets
        bucketShift = UInt64(49 - buckets.trailingZeroBitCount)
        tagMask = 1 << bucketShift - 1
        // A bucket lies within one cache line.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 8 * count, alignment: 64)
        words = memory.initializeMemory(as: UInt64.self, repeating: 0, count: count)
    }

    /// Frees the memory.
    func free() { words.deallocate() }

    /// Clears all entries.
    func clear() { words.update(repeating: 0, count: count) }

    /// The bucket of a key, and the rest of the key that an entry stores.
    @inline(__always)
    static func hash(_ key: UInt64) -> UInt64 { key &* 0x1_9E37_79B9_7F4B & (1 << 49 - 1) }

    /// The known bounds of the position with this hash.
    @inline(__always)
    func entry(_ hash: UInt64) -> TableEntry {
        let bucket = words + Int(truncatingIfNeeded: (hash &>> bucketShift) &<< 2)
        let tag = (hash & tagMask) &<< TableEntry.payloadBits
        // All four at once: which one it is, if any, cannot be foreseen, so each branch would cost as much as a node's arithmetic.
        let difference = UnsafeRawPointer(bucket).load(as: SIMD4<UInt64>.self) ^ SIMD4(repeating: tag)
        let isSame = (difference &>> SIMD4(repeating: TableEntry.payloadBits)) .== SIMD4()
        let word = SIMD4<UInt64>().replacing(with: difference, where: isSame)
        let two = word.lowHalf | word.highHalf
        return TableEntry(word: two[0] | two[1])
    }

    /// Stores bounds. Replaces the entry of the same position, otherwise the one with the least work.
    @inline(__always)
    func keep(_ hash: UInt64, lower: Int, upper: Int, move: Int, work: Int) {
        let bucket = words + Int(truncatingIfNeeded: (hash &>> bucketShift) &<< 2)
        let tag = (hash & tagMask) &<< TableEntry.payloadBits
        // The place is the lowest of four numbers: the work, then which one it is; 0 for the position's own.
        let words = UnsafeRawPointer(bucket).load(as: SIMD4<UInt64>.self)
        let isOther = ((words ^ SIMD4(repeating: tag)) &>> SIMD4(repeating: TableEntry.payloadBits)) .!= SIMD4()
        let effort = (words &>> SIMD4(repeating: 12)) & SIMD4(repeating: 63 << 3) | SIMD4(4, 5, 6, 7)
        let ranks = SIMD4(0, 1, 2, 3).replacing(with: effort, where: isOther)
        let place = Int(truncatingIfNeeded: min(min(ranks[0], ranks[1]), min(ranks[2], ranks[3])) & 3)
        bucket[place] =
            tag | UInt64(truncatingIfNeeded: work) &<< 15 | UInt64(truncatingIfNeeded: move) &<< 12
            | UInt64(truncatingIfNeeded: 22 &- upper) &<< 6 | UInt64(truncatingIfNeeded: lower &+ 22)
    }
}

/// The tables of one solver: one for all positions, or a second one for early positions.
struct Tables {
    private let early: Table
    private let late: Table
    private let areApart: Bool

    /// The table of early positions. It is read seldom, so it may be larger than the cache.
    private static let lastEarlyPly = 23

    /// One table of `bytes` for all positions, or two if `earlyBytes` is not 0.
    init(bytes: Int, earlyBytes: Int) {
        late = Table(bytes: bytes)
        areApart = earlyBytes > 0
        early = areApart ? Table(bytes: earlyBytes) : late
    }

    /// Frees the memory.
    func free() {
        late.free()
        if areApart { early.free() }
    }

    /// Clears all entries.
    func clear() {
        late.clear()
        if areApart { early.clear() }
    }

    /// The table for positions of this ply.
    @inline(__always)
    subscript(ply: Int) -> Table { ply > Self.lastEarlyPly ? late : early }
}
