// The opening book: exact scores of early positions, read from bytes.
//
// The bytes, integers little-endian: "4inarow", the version (1), the checksum of everything after it (8 bytes), the number of
// layers. Then for each layer, the earliest first: its ply, the lengths of its code words (43 bytes, see BookCode), for each shape
// (see BookLayer) the offset of its scores in the layer's data (3 bytes), the length of the data (4 bytes), and the data: the scores
// of each shape for the player to move, highest bit first, each shape starting at a new byte.

/// Why a book cannot be read.
public enum BookError: Error, Sendable {
    /// The bytes are not an opening book of this version.
    case foreign
    /// The checksum or a length is wrong.
    case damaged
}

/// Exact scores of all positions up to a ply.
public struct Book: Sendable {
    /// The ply up to which it knows every position that leaves a choice.
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

    /// The first bytes of a book.
    package static let magic: [UInt8] = Array("4inarow".utf8) + [1]
    /// The offset of the part that the checksum covers.
    package static let checkedFrom = 16

    /// Reads a book. Scores are decoded when they are asked for.
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

    /// The exact score of `position`, from as many layers as needed; nil if the book does not know it.
    public func score(of position: Position) -> Score? {
        score(of: position) { _, _ in nil }
    }

    /// The exact score of `position` with at most `plies` discs. If the score is `enough` or more, any number from `enough` up to it.
    /// Beyond the book it asks `search` the same question. Nil if the position lies beyond the book, or `search` does not know.
    package func score(of position: Position, enough: Score = 99, orElse search: (Position, Score) -> Score?) -> Score? {
        if let score = known(position) { return score }
        guard position.ply <= plies else { return nil }
        guard position.ply < plies else { return search(position, enough) }
        // Positions that the book knows come first: the others only need to be no better.
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

    /// A lower bound for a position one disc beyond the book: the negated score of any position that leads to it. Nil if the book
    /// knows none of these.
    package func leastScore(of position: Position) -> Score? {
        guard position.ply == plies + 1 else { return nil }
        return position.predecessors.filter { $0.needsBook && $0.isReachable }.compactMap(stored).min().map { -$0 }
    }

    /// Calls `body` with each position that it knows, mirror images once, and its score.
    package func forEach(_ body: (Position, Score) -> Void) {
        for layer in layers {
            for shape in layer.positions.shapes.indices {
                forEach(in: layer, shape: shape) { position, _, score in
                    body(position, score)
                    return true
                }
            }
        }
    }

    /// A score that needs no search.
    private func known(_ position: Position) -> Score? {
        if let score = position.settledScore { return score }
        return position.ply <= plies && position.ply.isMultiple(of: 2) && position.needsBook ? stored(position) : nil
    }

    private func stored(_ position: Position) -> Score? {
        let layer = layers[position.ply / 2]
        let (shape, discs) = layer.positions.place(of: position)
        var found: Score?
        forEach(in: layer, shape: shape) { _, set, score in
            if set == discs { found = score }
            return set != discs
        }
        return found
    }

    /// Calls `body` with each position of a shape, its discs as in `BookLayer.place`, and its score, until `body` returns false.
    private func forEach(in layer: Layer, shape: Int, _ body: (Position, UInt64, Score) -> Bool) {
        var at = 8 * Int(Self.number(bytes, layer.offsets + 3 * shape, 3))
        bytes.withUnsafeBufferPointer { all in
            guard let base = all.baseAddress else { return }
            layer.positions.forEach(inShape: shape) { position, set in
                guard let score = layer.code.read(base + layer.data, &at, end: 8 * layer.length) else { return false }
                return body(position, set, score)
            }
        }
    }

    private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
    }

    /// The checksum: FNV-1a over eight bytes at a time, padded with zeros.
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
