// Bytes on their way, in which there may be a key: who is done with them overwrites them, and where they must move to grow they leave
// nothing behind. It knows no key and no packet.

extension [UInt8] {
    /// Overwrites them, and what there was behind their end, and has none any more. What somebody else holds, too, stays as it is.
    public mutating func wipe() {
        append(contentsOf: repeatElement(0, count: capacity - count))
        withUnsafeMutableBufferPointer { $0.overwrite() }
        self = []
    }

    /// Overwrites some of them, in their place.
    public mutating func overwrite(_ range: Range<Int>) {
        withUnsafeMutableBufferPointer { UnsafeMutableBufferPointer(rebasing: $0[range]).overwrite() }
    }

    /// Appends without leaving them in the memory that they grow out of.
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
    /// Writes zeros, which count even if nobody reads them.
    func overwrite() {
        update(repeating: 0)
        mayBeRead()
    }

    /// Does nothing; but the optimizer, which does not know that, must not leave out what was written.
    @inline(never) @_optimize(none) private func mayBeRead() {}
}
