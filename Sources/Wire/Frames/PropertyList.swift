// Writes binary property lists ("bplist00") as CoreFoundation's CFBinaryPList.c does, for the kinds of values that our archives
// contain. PropertyListReader reads them.

/// A property list value. Dictionaries keep their order, because the bytes depend on it.
enum PropertyList: Equatable, Sendable {
    /// A signed integer.
    case integer(Int64)
    /// Text, written as ASCII if possible, otherwise as UTF-16.
    case string(String)
    /// Secret ASCII text.
    case secret(SecretBytes)
    /// A reference to one of the archive's `$objects`, by index.
    case uid(Int)
    /// An array.
    case array([PropertyList])
    /// A dictionary, with as many keys as values.
    case dictionary(keys: [String], values: [PropertyList])

    /// The complete binary property list: magic, objects, offset table and trailer, after `room` zero bytes where the caller writes
    /// a header.
    func binary(after room: Int = 0) -> [UInt8] {
        var writer = PropertyListWriter()
        writer.add(self)
        return writer.finish(after: room)
    }
}

extension PropertyList: ExpressibleByDictionaryLiteral {
    /// A dictionary in the order of the literal.
    init(dictionaryLiteral elements: (String, PropertyList)...) {
        self = .dictionary(keys: elements.map(\.0), values: elements.map(\.1))
    }
}

/// Lays out objects in the order of their first use, a container before its content. Equal strings and integers are written once,
/// containers and UIDs each time.
private struct PropertyListWriter {
    /// An object: its bytes and the references after them, which are written last because their width depends on the number of
    /// objects.
    private struct Item {
        var bytes: Range<Int>
        var references: Range<Int>
        /// Whether it is a string or an integer.
        var isWrittenOnce = false
        /// Secret content that follows its bytes. It is inserted last, when the buffer has its final size and is not copied any more.
        var secret: SecretBytes?
    }

    private static let trailerLength = 32

    private var items: [Item] = []
    /// The bytes and references of all items. One array per item would be much slower.
    private var bytes: [UInt8] = []
    private var references: [Int] = []

    /// Adds a value with its content and returns its index.
    @discardableResult
    mutating func add(_ value: PropertyList) -> Int {
        let start = bytes.count
        switch value {
        case .integer(let number):
            append(integer: number)
            return close(from: start)
        case .string(let text):
            append(text)
            return close(from: start)
        case .secret(let text):
            appendMarker(0x50, count: text.count)
            items.append(Item(bytes: start..<bytes.count, references: 0..<0, secret: text))
            return items.count - 1
        case .uid(let number):
            let width = byteCount(UInt64(number))
            bytes.append(0x80 | UInt8(width - 1))
            bytes.append(UInt64(number), width: width)
            items.append(Item(bytes: start..<bytes.count, references: 0..<0))
            return items.count - 1
        case .array(let elements):
            appendMarker(0xa0, count: elements.count)
            let (index, first) = open(from: start, references: elements.count)
            for (slot, element) in elements.enumerated() { references[first + slot] = add(element) }
            return index
        case .dictionary(let keys, let values):
            precondition(keys.count == values.count)
            appendMarker(0xd0, count: keys.count)
            let (index, first) = open(from: start, references: keys.count * 2)
            for (slot, key) in keys.enumerated() { references[first + slot] = add(.string(key)) }
            for (slot, value) in values.enumerated() { references[first + keys.count + slot] = add(value) }
            return index
        }
    }

    /// Adds the container whose bytes begin at `start`. Returns its index and the position of its references.
    private mutating func open(from start: Int, references count: Int) -> (index: Int, first: Int) {
        let first = references.count
        references += repeatElement(0, count: count)
        items.append(Item(bytes: start..<bytes.count, references: first..<references.count))
        return (items.count - 1, first)
    }

    /// Adds the string or integer whose bytes begin at `start`. Returns the index of the first equal one.
    private mutating func close(from start: Int) -> Int {
        let new = bytes[start...]
        if let known = items.firstIndex(where: { $0.isWrittenOnce && $0.bytes.count == new.count && bytes[$0.bytes] == new }) {
            bytes.removeSubrange(start...)
            return known
        }
        items.append(Item(bytes: start..<bytes.count, references: 0..<0, isWrittenOnce: true))
        return items.count - 1
    }

    /// The bytes of everything added, after `room` zero bytes.
    func finish(after room: Int) -> [UInt8] {
        let magic = "bplist00".utf8
        let referenceSize = byteCount(UInt64(items.count))
        let secrets = items.reduce(0) { $0 + ($1.secret?.count ?? 0) }
        let table = UInt64(magic.count + bytes.count + secrets + references.count * referenceSize)
        let offsetSize = byteCount(table)
        var list: [UInt8] = []
        list.reserveCapacity(room + Int(table) + items.count * offsetSize + Self.trailerLength)
        list += repeatElement(0, count: room)
        list += magic
        var offsets: [Int] = []
        for item in items {
            offsets.append(list.count - room)
            list += bytes[item.bytes]
            if let secret = item.secret {
                secret.withBytes { list += UnsafeBufferPointer(start: $0, count: secret.count) }
            }
            for reference in references[item.references] { list.append(UInt64(reference), width: referenceSize) }
        }
        for offset in offsets { list.append(UInt64(offset), width: offsetSize) }
        list += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [UInt64(items.count), 0, table] { list.append(number, width: 8) }
        return list
    }

    /// Writes an integer: 1, 2, 4 or 8 bytes if not negative, otherwise 8.
    private mutating func append(integer number: Int64) {
        let width = byteCount(UInt64(bitPattern: number))
        bytes.append(0x10 | UInt8(width.trailingZeroBitCount))
        bytes.append(UInt64(bitPattern: number), width: width)
    }

    private mutating func append(_ text: String) {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            appendMarker(0x50, count: text.utf8.count)
            bytes += text.utf8
        } else {
            appendMarker(0x60, count: text.utf16.count)
            for unit in text.utf16 { bytes.append(UInt64(unit), width: 2) }
        }
    }

    /// Writes a marker. Counts from 15 on do not fit into it and follow as an integer.
    private mutating func appendMarker(_ kind: UInt8, count: Int) {
        bytes.append(kind | UInt8(min(count, 15)))
        if count >= 15 { append(integer: Int64(count)) }
    }
}

/// The number of bytes, 1, 2, 4 or 8, that hold a number.
private func byteCount(_ number: UInt64) -> Int {
    switch number {
    case 0...0xff: 1
    case 0...0xffff: 2
    case 0...0xffff_ffff: 4
    default: 8
    }
}

extension [UInt8] {
    /// Appends the lowest `width` bytes of a number, big-endian.
    fileprivate mutating func append(_ number: UInt64, width: Int) {
        for place in (0..<width).reversed() { append(UInt8(truncatingIfNeeded: number >> (place * 8))) }
    }
}
