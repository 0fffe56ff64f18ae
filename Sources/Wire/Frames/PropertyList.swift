// A property list to be written: the value, and its form in bytes ("bplist00"), as CoreFoundation's CFBinaryPList.c writes it.
// It knows only the kinds that an archive of ours holds, and nothing of what they mean. Reading is PropertyListReader's.

/// A property list, as far as this program writes one. A dictionary keeps its order, for the bytes depend on it.
enum PropertyList: Equatable, Sendable {
    /// A signed integer.
    case integer(Int64)
    /// Text; written as ASCII where it can be, as UTF-16 otherwise.
    case string(String)
    /// An archive's reference to one of its `$objects`, by index.
    case uid(Int)
    /// Values in order.
    case array([PropertyList])
    /// As many keys as values.
    case dictionary(keys: [String], values: [PropertyList])

    /// The whole binary property list: magic, objects, offset table and trailer.
    var binary: [UInt8] {
        var writer = PropertyListWriter()
        writer.add(self)
        return writer.finish()
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
    /// An object whose references still wait to be written: their width depends on how many objects there will be.
    private struct Item {
        var bytes: [UInt8]
        var references: [Int] = []
    }

    private var items: [Item] = []
    /// Where each string and each integer is, by its bytes.
    private var written: [[UInt8]: Int] = [:]

    /// Takes in a value and all that it contains; its index.
    @discardableResult
    mutating func add(_ value: PropertyList) -> Int {
        let index = items.count
        switch value {
        case .integer(let number): return addOnce(Self.integer(number))
        case .string(let text): return addOnce(Self.string(text))
        case .uid(let number):
            let digits = bigEndian(UInt64(number))
            items.append(Item(bytes: [0x80 | UInt8(digits.count - 1)] + digits))
        case .array(let elements):
            items.append(Item(bytes: Self.marker(0xa0, count: elements.count)))
            items[index].references = elements.map { add($0) }
        case .dictionary(let keys, let values):
            precondition(keys.count == values.count)
            items.append(Item(bytes: Self.marker(0xd0, count: keys.count)))
            items[index].references = keys.map { add(.string($0)) } + values.map { add($0) }
        }
        return index
    }

    private mutating func addOnce(_ bytes: [UInt8]) -> Int {
        if let known = written[bytes] { return known }
        written[bytes] = items.count
        items.append(Item(bytes: bytes))
        return items.count - 1
    }

    /// The bytes of all that was added.
    func finish() -> [UInt8] {
        let referenceSize = byteCount(UInt64(items.count))
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for item in items {
            offsets.append(bytes.count)
            bytes += item.bytes
            for reference in item.references { bytes += bigEndian(UInt64(reference), width: referenceSize) }
        }
        let table = UInt64(bytes.count)
        let offsetSize = byteCount(table)
        for offset in offsets { bytes += bigEndian(UInt64(offset), width: offsetSize) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [UInt64(items.count), 0, table] { bytes += bigEndian(number, width: 8) }
        return bytes
    }

    /// Non-negative numbers take 1, 2, 4 or 8 bytes, negative ones always 8.
    private static func integer(_ number: Int64) -> [UInt8] {
        let digits = bigEndian(UInt64(bitPattern: number))
        return [0x10 | UInt8(digits.count.trailingZeroBitCount)] + digits
    }

    private static func string(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return marker(0x50, count: text.utf8.count) + text.utf8 }
        return marker(0x60, count: text.utf16.count) + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    }

    /// A count from 15 on does not fit into the marker and follows it as an integer.
    private static func marker(_ kind: UInt8, count: Int) -> [UInt8] {
        count < 15 ? [kind | UInt8(count)] : [kind | 15] + integer(Int64(count))
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

/// A number's bytes, the most significant first; as few as `byteCount` says where no width is given.
private func bigEndian(_ number: UInt64, width: Int? = nil) -> [UInt8] {
    (0..<(width ?? byteCount(number))).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}
