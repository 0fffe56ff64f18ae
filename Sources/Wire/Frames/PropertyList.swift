// A property list to be written: the value, and its form in bytes ("bplist00"), as CoreFoundation's CFBinaryPList.c writes it.
// It knows only the kinds that an archive of ours holds, and nothing of what they mean. Reading is PropertyListReader's.

/// A property list, as far as this program writes one. A dictionary keeps its order, for the bytes depend on it.
enum PropertyList: Equatable, Sendable {
    /// A signed integer.
    case integer(Int64)
    /// Text; written as ASCII where it can be, as UTF-16 otherwise.
    case string(String)
    /// ASCII text that nobody else may learn.
    case secret(SecretBytes)
    /// An archive's reference to one of its `$objects`, by index.
    case uid(Int)
    /// Values in order.
    case array([PropertyList])
    /// As many keys as values.
    case dictionary(keys: [String], values: [PropertyList])

    /// The whole binary property list: magic, objects, offset table and trailer. Before it there are so many zeros, for whoever has
    /// something else to say first.
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

/// Lays objects out in the order in which they are met, a container before its content. Equal strings and equal integers are
/// written once; containers and UIDs as often as they occur.
private struct PropertyListWriter {
    /// An object: its bytes, and the references behind them, which wait to be written: their width depends on how many objects
    /// there will be.
    private struct Item {
        var bytes: Range<Int>
        var references: Range<Int>
        /// Whether it is a string or an integer.
        var isWrittenOnce = false
        /// What follows its bytes: it is put in only where the list, which is as long as it will be then, cannot move any more.
        var secret: SecretBytes?
    }

    private static let trailerLength = 32

    private var items: [Item] = []
    /// The bytes and the references of all items. An array for each item would cost more than all else.
    private var bytes: [UInt8] = []
    private var references: [Int] = []

    /// Takes in a value and all that it contains; its index.
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

    /// The bytes from `start` on are a container's; its index, and where its references are to stand.
    private mutating func open(from start: Int, references count: Int) -> (index: Int, first: Int) {
        let first = references.count
        references += repeatElement(0, count: count)
        items.append(Item(bytes: start..<bytes.count, references: first..<references.count))
        return (items.count - 1, first)
    }

    /// The bytes from `start` on are a string's or an integer's; the index of the first that is equal.
    private mutating func close(from start: Int) -> Int {
        let new = bytes[start...]
        if let known = items.firstIndex(where: { $0.isWrittenOnce && $0.bytes.count == new.count && bytes[$0.bytes] == new }) {
            bytes.removeSubrange(start...)
            return known
        }
        items.append(Item(bytes: start..<bytes.count, references: 0..<0, isWrittenOnce: true))
        return items.count - 1
    }

    /// The bytes of all that was added, after so many zeros.
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

    /// Non-negative numbers take 1, 2, 4 or 8 bytes, negative ones always 8.
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

    /// A count from 15 on does not fit into the marker and follows it as an integer.
    private mutating func appendMarker(_ kind: UInt8, count: Int) {
        bytes.append(kind | UInt8(min(count, 15)))
        if count >= 15 { append(integer: Int64(count)) }
    }
}

/// How many bytes, of 1, 2, 4 or 8, hold a number.
private func byteCount(_ number: UInt64) -> Int {
    switch number {
    case 0...0xff: 1
    case 0...0xffff: 2
    case 0...0xffff_ffff: 4
    default: 8
    }
}

extension [UInt8] {
    /// A number's last `width` bytes, the most significant first.
    fileprivate mutating func append(_ number: UInt64, width: Int) {
        for place in (0..<width).reversed() { append(UInt8(truncatingIfNeeded: number >> (place * 8))) }
    }
}
