// The opening book: exact scores of shallow positions, read from bytes. It knows no file and no search.
//
// The bytes: "4inarow" and the version (1), the checksum of all that follows (8 bytes, lowest first), the number of layers; for
// each layer, the shallowest first, its ply, the lengths of its code words (43 bytes, see BookCode), for each of its shapes (see
// BookLayer) where its scores begin in the layer's data (3 bytes, lowest first), how long the data is (4 bytes), and the data:
// the scores of each shape for the player to move, from the highest bit on, each shape beginning with a byte of its own.

/// Why bytes are no book.
public enum BookError: Error, Sendable {
    /// They are no opening book of this version.
    case foreign
    /// They contradict themselves.
    case damaged
}

/// Exact scores of all positions up to some ply.
public struct Book: Sendable {
    /// Up to how many discs it knows every position that leaves a choice.
    public let plies: Int

    private let bytes: [UInt8]
    private let layers: [Layer]

    private struct Layer {
        let positions: BookLayer
        let code: BookCode
        let offsets: Int
        let data: Int
        let length: Int
    }

    /// What a book begins with.
    package static let magic: [UInt8] = Array("4inarow".utf8) + [1]
    /// Where the checked part begins.
    package static let checkedFrom = 16

    /// Reads a book; its scores are read when they are asked for.
    public init(bytes: [UInt8]) throws(BookError) {
        guard bytes.count > Self.checkedFrom, bytes.starts(with: Self.magic) else { throw .foreign }
        guard Self.number(bytes, 8, 8) == Self.checksum(bytes[Self.checkedFrom...]) else { throw .damaged }
        var layers: [Layer] = []
        var at = Self.checkedFrom + 1
        for _ in 0..<bytes[Self.checkedFrom] {
            guard at + 1 + BookCode.count <= bytes.count,
                let code = BookCode(lengths: Array(bytes[at + 1..<at + 1 + BookCode.count])), bytes[at] <= 20,
                bytes[at].isMultiple(of: 2)
            else { throw .damaged }
            let positions = BookLayer(ply: Int(bytes[at]))
            let offsets = at + 1 + BookCode.count
            let data = offsets + 3 * positions.shapes.count + 4
            guard data <= bytes.count else { throw .damaged }
            let length = Int(Self.number(bytes, data - 4, 4))
            guard data + length <= bytes.count else { throw .damaged }
            layers.append(Layer(positions: positions, code: code, offsets: offsets, data: data, length: length))
            at = data + length
        }
        guard at == bytes.count, layers.indices.allSatisfy({ layers[$0].positions.ply == 2 * $0 }), let last = layers.last else {
            throw .damaged
        }
        plies = last.positions.ply
        self.layers = layers
        self.bytes = bytes
    }

    /// The exact score of `position`, the book's layers being looked up as far down as needed; nil if that is not enough.
    public func score(of position: Position) -> Score? {
        score(of: position) { _, _ in nil }
    }

    /// The exact score of `position`, of which no more than `plies` discs have been played, or where that is `enough` or more, any
    /// number from there up to the score. Where the book ends, `search` is asked the same, with what is enough for it. nil if the
    /// position lies beyond the book, or `search` does not know.
    package func score(of position: Position, enough: Score = 99, orElse search: (Position, Score) -> Score?) -> Score? {
        if let score = known(position) { return score }
        guard position.ply <= plies else { return nil }
        guard position.ply < plies else { return search(position, enough) }
        // What the book knows comes first: the rest only has to be no better.
        var best: Score = -99
        var unknown: [Position] = []
        for column in Board.columns where position.canPlay(column) {
            let next = position.playing(column)
            if let reply = known(next) { best = max(best, -reply) } else { unknown.append(next) }
        }
        for next in unknown where best < enough {
            guard let reply = score(of: next, enough: -best, orElse: search) else { return nil }
            best = max(best, -reply)
        }
        return best
    }

    /// What a position one disc beyond the book is worth at least: to its mover, no position that leads to it in one move can be worth
    /// more than that. nil where the book knows none of these.
    package func leastScore(of position: Position) -> Score? {
        guard position.ply == plies + 1 else { return nil }
        return position.predecessors.filter { $0.needsBook && $0.isReachable }.compactMap(stored).min().map { -$0 }
    }

    /// A score that nothing has to be searched for.
    private func known(_ position: Position) -> Score? {
        if let score = position.settledScore { return score }
        return position.ply <= plies && position.ply.isMultiple(of: 2) && position.needsBook ? stored(position) : nil
    }

    private func stored(_ position: Position) -> Score? {
        let layer = layers[position.ply / 2]
        let (shape, discs) = layer.positions.place(of: position)
        var at = 8 * Int(Self.number(bytes, layer.offsets + 3 * shape, 3))
        var found: Score?
        bytes.withUnsafeBufferPointer { all in
            guard let base = all.baseAddress else { return }
            layer.positions.forEach(inShape: shape) { _, set in
                let score = layer.code.read(base + layer.data, &at, end: 8 * layer.length)
                if set == discs { found = score }
                return score != nil && set != discs
            }
        }
        return found
    }

    private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
    }

    /// The checksum of a book's bytes after the checksum: FNV-1a over eight bytes at a time, the last ones filled up with zeros.
    package static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { all in
            var sum: UInt64 = 0xCBF2_9CE4_8422_2325
            for at in stride(from: 0, to: all.count, by: 8) {
                var word: UInt64 = 0
                if at + 8 <= all.count {
                    word = UInt64(littleEndian: all.loadUnaligned(fromByteOffset: at, as: UInt64.self))
                } else {
                    for byte in (at..<all.count).reversed() { word = word << 8 | UInt64(all[byte]) }
                }
                sum = (sum ^ word) &* 0x100_0000_01B3
                sum ^= sum >> 29
            }
            return sum
        }
    }
}
