// Writes a book in the format of Book.swift.

extension Book {
    /// The bytes of a book with these scores: one array per even ply from 0, one score (-21…21) per position in the order of
    /// `BookLayer`, nil where any score will do.
    package static func bytes(of layers: [[Int8?]]) -> [UInt8] {
        var body: [UInt8] = [UInt8(layers.count)]
        for (number, scores) in layers.enumerated() { body += written(scores, ofPly: 2 * number) }
        let sum = checksum(body[...])
        return magic + little(sum, 8) + body
    }

    private static func written(_ scores: [Int8?], ofPly ply: Int) -> [UInt8] {
        let positions = BookLayer(ply: ply)
        var counts = [Int](repeating: 0, count: BookCode.count)
        for score in scores { if let score { counts[Int(score) + 21] += 1 } }
        guard let commonest = counts.indices.max(by: { counts[$0] < counts[$1] }), counts[commonest] > 0,
            let code = BookCode(lengths: lengths(for: counts))
        else { preconditionFailure("a layer without a score") }
        var offsets: [UInt8] = []
        var data: [UInt8] = []
        var place = 0
        for shape in positions.shapes.indices {
            offsets += little(UInt64(data.count), 3)
            var bits = 0
            var held = 0
            positions.forEach(inShape: shape) { _, _ in
                let symbol = scores[place].map { Int($0) + 21 } ?? commonest
                bits = bits << Int(code.lengths[symbol]) | Int(code.words[symbol])
                held += Int(code.lengths[symbol])
                while held >= 8 {
                    held -= 8
                    data.append(UInt8(truncatingIfNeeded: bits >> held))
                }
                place += 1
                return true
            }
            if held > 0 { data.append(UInt8(truncatingIfNeeded: bits << (8 - held))) }
        }
        precondition(place == scores.count && data.count < 1 << 24)
        return [UInt8(ply)] + code.lengths + offsets + little(UInt64(data.count), 4) + data
    }

    /// The lengths of Huffman's code for these counts. The rarest scores count as less rare, so that no word becomes too long.
    private static func lengths(for counts: [Int]) -> [UInt8] {
        let least = max(1, counts.reduce(0, +) >> 12)
        var trees = counts.indices.filter { counts[$0] > 0 }.map { (weight: max(least, counts[$0]), symbols: [$0]) }
        var lengths = [UInt8](repeating: 0, count: counts.count)
        if trees.count == 1 { lengths[trees[0].symbols[0]] = 1 }
        while trees.count > 1 {
            trees.sort { $0.weight > $1.weight }
            let lighter = trees.removeLast()
            let heavier = trees.removeLast()
            let symbols = lighter.symbols + heavier.symbols
            for symbol in symbols { lengths[symbol] += 1 }
            trees.append((lighter.weight + heavier.weight, symbols))
        }
        return lengths
    }

    private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }
}
