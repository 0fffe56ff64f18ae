// The prefix code of a book's scores: frequent scores take few bits.

/// A canonical Huffman code, given by the length of each score's code word. Words of one length are in the order of the scores.
package struct BookCode: Sendable {
    /// The number of scores: -21 to 21.
    package static let count = 43
    /// The length of the longest code word.
    package static let longest = 15

    /// The length of each score's word from -21 on; 0 for a score that does not occur.
    package let lengths: [UInt8]
    /// The code words, from -21 on.
    package let words: [UInt16]
    /// For each length the first word, the number of words, and where their scores begin in `ordered`.
    private let groups: [(first: Int, count: Int, start: Int)]
    private let ordered: [Int8]

    /// The code with these lengths; nil if they are inconsistent.
    package init?(lengths: [UInt8]) {
        guard lengths.count == Self.count, lengths.allSatisfy({ $0 <= Self.longest }) else { return nil }
        var words = [UInt16](repeating: 0, count: Self.count)
        var groups: [(first: Int, count: Int, start: Int)] = [(0, 0, 0)]
        var ordered: [Int8] = []
        var word = 0
        for length in 1...Self.longest {
            word <<= 1
            let symbols = lengths.indices.filter { lengths[$0] == length }
            groups.append((word, symbols.count, ordered.count))
            for symbol in symbols {
                words[symbol] = UInt16(truncatingIfNeeded: word)
                ordered.append(Int8(symbol - 21))
                word += 1
            }
            guard word <= 1 << length else { return nil }
        }
        guard !ordered.isEmpty else { return nil }
        self.lengths = lengths
        self.words = words
        self.groups = groups
        self.ordered = ordered
    }

    /// Decodes the score at bit `at`, counted from the highest bit of `bytes[0]`, and moves `at` behind it. Nil if there is none.
    func read(_ bytes: UnsafePointer<UInt8>, _ at: inout Int, end: Int) -> Score? {
        var word = 0
        for length in 1...Self.longest {
            guard at < end else { return nil }
            word = word << 1 | Int(bytes[at >> 3] >> UInt8(7 - at & 7) & 1)
            at += 1
            let group = groups[length]
            if word - group.first < group.count { return Score(ordered[group.start + word - group.first]) }
        }
        return nil
    }
}
