// Arrays of bytes that may contain a key: overwritten after use, and when they grow into a new buffer.

extension [UInt8] {
    /// Overwrites the whole buffer, including spare capacity, and empties the array. A buffer shared with another array stays.
    public mutating func wipe() {
        append(contentsOf: repeatElement(0, count: capacity - count))
        withUnsafeMutableBufferPointer { $0.overwrite() }
        self = []
    }

    /// Overwrites some of the bytes in place.
    public mutating func overwrite(_ range: Range<Int>) {
        withUnsafeMutableBufferPointer { UnsafeMutableBufferPointer(rebasing: $0[range]).overwrite() }
    }

    /// Appends bytes. If the array needs a new buffer, the old one is overwritten.
    public mutating func append(traceless more: ArraySlice<UInt8>) {
        if count + more.count > capacity {
            var larger: [UInt8] = []
            larger.reserveCapacity(Swift.max(count + more.count, 2 * capacity))
            larger += self
            wipe()
            self = larger
        }
        self += more
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// Fills the buffer with zeros. The optimizer cannot remove these writes.
    func overwrite() {
        update(repeating: 0)
        mayBeRead()
    }

    /// Does nothing, but the optimizer cannot know that and must keep the writes.
    @inline(never) @_optimize(none) private func mayBeRead() {}
}
