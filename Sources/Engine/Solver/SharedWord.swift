// Words of memory that two searches read and write at once, each word whole and in no order: what a word says is true by itself. That
// costs a single thread nothing. It knows no table and no search.

import Synchronization

/// A row of such words, in memory that somebody frees.
struct SharedWords {
    private let words: UnsafeMutablePointer<Atomic<UInt64>>

    /// So many words, aligned to a cache line, all of them 0.
    init(count: Int) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 8 * count, alignment: 64)
        memory.initializeMemory(as: UInt64.self, repeating: 0, count: count)
        words = memory.bindMemory(to: Atomic<UInt64>.self, capacity: count)
    }

    private init(_ words: UnsafeMutablePointer<Atomic<UInt64>>) { self.words = words }

    /// Gives the memory back.
    func free() { words.deallocate() }

    /// Those from `start` on.
    @inline(__always)
    func dropFirst(_ start: Int) -> SharedWords { SharedWords(words + start) }

    @inline(__always)
    subscript(index: Int) -> UInt64 {
        get { words[index].load(ordering: .relaxed) }
        nonmutating set { words[index].store(newValue, ordering: .relaxed) }
    }
}
