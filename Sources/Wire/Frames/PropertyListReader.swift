// Reads an untrusted binary property list ("bplist00", CoreFoundation's CFBinaryPList.c). Every object is checked once and kept as
// an offset, not as a value, so that an object with a thousand references costs nothing extra. KeyedArchiveReader detects cycles.

/// The checked object table of a binary property list. No read through it can leave the bytes.
struct PropertyListReader {
    /// The type of an object.
    enum Kind: UInt8 {
        case null, boolean, integer, real, date, data, ascii, utf16, uid, array, dictionary
    }

    /// The location of an object's content.
    struct Object {
        /// Its type.
        let kind: Kind
        /// The index of the first byte.
        let start: Int
        /// Its size: bytes of a number, date or data, code units of a string, elements of an array, pairs of a dictionary.
        let count: Int
    }

    /// The most accepted objects. Our largest packet has fewer than a hundred.
    static let maximumObjects = 1024

    /// All objects, in the order of the offset table.
    private(set) var objects: [Object] = []
    /// The index of the top object.
    let top: Int

    private let bytes: [UInt8]
    /// The size of a reference in bytes.
    private let referenceSize: Int

    /// Reads the table of the property list in `range` of `bytes`. `range` must be within `bytes`.
    init(_ bytes: [UInt8], in range: Range<Int>) throws(WireError) {
        self.bytes = bytes
        let trailer = range.upperBound - 32
        guard trailer >= range.lowerBound + 8, bytes[range.lowerBound...].starts(with: "bplist00".utf8) else {
            throw Self.looksLikeXML(bytes[range]) ? .xml : .damaged
        }
        let offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        let count = Self.unsigned(bytes, at: trailer + 8, width: 8)
        let top = Self.unsigned(bytes, at: trailer + 16, width: 8)
        guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, count > 0, top < count else { throw .damaged }
        guard count <= Self.maximumObjects else { throw .tooComplex }
        self.top = Int(top)
        // The offset table lies directly between the objects and the trailer.
        let table = trailer - Int(count) * offsetSize
        guard table >= range.lowerBound + 8,
            Self.unsigned(bytes, at: trailer + 24, width: 8) == UInt64(table - range.lowerBound)
        else { throw .damaged }
        try readObjects(count: Int(count), from: range.lowerBound, offsets: table, offsetSize: offsetSize)
    }

    private mutating func readObjects(count: Int, from base: Int, offsets: Int, offsetSize: Int) throws(WireError) {
        objects.reserveCapacity(count)
        // Objects must not overlap. Their total size, and the work, is then limited by the number of bytes.
        var room = offsets - base - 8
        for index in 0..<count {
            let offset = Self.unsigned(bytes, at: offsets + index * offsetSize, width: offsetSize)
            guard offset >= 8, offset < UInt64(offsets - base) else { throw .damaged }
            let start = base + Int(offset)
            let object = try read(at: start, limit: offsets)
            let size = width(of: object)
            room -= object.start + size - start
            guard size <= offsets - object.start, room >= 0 else { throw .damaged }
            try check(object, objects: UInt64(count))
            objects.append(object)
        }
    }

    /// The object at `start`. Its content may still reach past `limit`.
    private func read(at start: Int, limit: Int) throws(WireError) -> Object {
        let low = Int(bytes[start] & 0x0f)
        switch bytes[start] >> 4 {
        case 0x0 where low == 0: return Object(kind: .null, start: start + 1, count: 0)
        case 0x0 where low == 8 || low == 9: return Object(kind: .boolean, start: start, count: 1)
        case 0x1 where low <= 4: return Object(kind: .integer, start: start + 1, count: 1 << low)
        case 0x2 where low == 2 || low == 3: return Object(kind: .real, start: start + 1, count: 1 << low)
        case 0x3 where low == 3: return Object(kind: .date, start: start + 1, count: 8)
        case 0x4: return try readCounted(.data, at: start, limit: limit)
        case 0x5: return try readCounted(.ascii, at: start, limit: limit)
        case 0x6: return try readCounted(.utf16, at: start, limit: limit)
        case 0x8 where low < 8: return Object(kind: .uid, start: start + 1, count: low + 1)
        case 0xa: return try readCounted(.array, at: start, limit: limit)
        case 0xd: return try readCounted(.dictionary, at: start, limit: limit)
        default: throw .damaged
        }
    }

    /// An object whose count is in its marker, or in an integer of 1, 2, 4 or 8 bytes after it.
    private func readCounted(_ kind: Kind, at start: Int, limit: Int) throws(WireError) -> Object {
        let low = Int(bytes[start] & 0x0f)
        if low < 15 { return Object(kind: kind, start: start + 1, count: low) }
        guard start + 1 < limit, 0x10...0x13 ~= bytes[start + 1] else { throw .damaged }
        let width = 1 << Int(bytes[start + 1] & 0x0f)
        guard start + 2 + width <= limit else { throw .damaged }
        let count = Self.unsigned(bytes, at: start + 2, width: width)
        // Every element takes at least one byte, so the remaining count is small and nothing computed from it can overflow.
        guard count <= UInt64(limit - start) else { throw .damaged }
        return Object(kind: kind, start: start + 2 + width, count: Int(count))
    }

    private func width(of object: Object) -> Int {
        switch object.kind {
        case .utf16: object.count * 2
        case .array: object.count * referenceSize
        case .dictionary: object.count * 2 * referenceSize
        default: object.count
        }
    }

    /// Checks that references lead to objects and that ASCII strings are ASCII.
    private func check(_ object: Object, objects count: UInt64) throws(WireError) {
        let end = object.start + width(of: object)
        switch object.kind {
        case .ascii:
            for index in object.start..<end where bytes[index] >= 0x80 { throw .damaged }
        case .array, .dictionary:
            for index in stride(from: object.start, to: end, by: referenceSize) {
                guard Self.unsigned(bytes, at: index, width: referenceSize) < count else { throw .damaged }
            }
        default: break
        }
    }

    private static func unsigned(_ bytes: [UInt8], at start: Int, width: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in start..<start + width { number = number << 8 | UInt64(bytes[index]) }
        return number
    }

    private static func looksLikeXML(_ body: ArraySlice<UInt8>) -> Bool {
        body.drop { $0 <= 0x20 || $0 == 0xef || $0 == 0xbb || $0 == 0xbf }.first == UInt8(ascii: "<")
    }
}

// MARK: - Values

extension PropertyListReader {
    /// The index of an array's element, of a dictionary's key (`slot < count`) or of its value (`count` slots further).
    func element(_ slot: Int, of container: Object) -> Int {
        Int(Self.unsigned(bytes, at: container.start + slot * referenceSize, width: referenceSize))
    }

    /// The object at that index.
    func child(_ slot: Int, of container: Object) -> Object { objects[element(slot, of: container)] }

    /// The value of the first key with this name; nil if there is none, or it is not a dictionary.
    func value(_ key: StaticString, in dictionary: Object) -> Object? {
        guard dictionary.kind == .dictionary else { return nil }
        for slot in 0..<dictionary.count where string(child(slot, of: dictionary), equals: key) {
            return child(slot + dictionary.count, of: dictionary)
        }
        return nil
    }

    /// An integer's value. Integers of 16 bytes (from 2⁶³ on) only if they fit into an Int64.
    func integer(_ object: Object) -> Int64? {
        guard object.kind == .integer else { return nil }
        if object.count <= 8 {
            return Int64(bitPattern: Self.unsigned(bytes, at: object.start, width: object.count))
        }
        let high = Int64(bitPattern: Self.unsigned(bytes, at: object.start, width: 8))
        let low = Int64(bitPattern: Self.unsigned(bytes, at: object.start + 8, width: 8))
        return high == low >> 63 ? low : nil
    }

    /// A UID's value.
    func uid(_ object: Object) -> UInt64? {
        object.kind == .uid ? Self.unsigned(bytes, at: object.start, width: object.count) : nil
    }

    /// Whether an object is text.
    func isString(_ object: Object) -> Bool {
        object.kind == .ascii || object.kind == .utf16
    }

    /// A string's value; lone surrogates become U+FFFD.
    func string(_ object: Object) -> String? {
        switch object.kind {
        case .ascii:
            return String(decoding: bytes[object.start..<object.start + object.count], as: UTF8.self)
        case .utf16:
            let units = (0..<object.count).map { UInt16(Self.unsigned(bytes, at: object.start + $0 * 2, width: 2)) }
            return String(decoding: units, as: UTF16.self)
        default: return nil
        }
    }

    /// The bytes of a secret string; nil if it is not ASCII.
    func secret(_ object: Object) -> SecretBytes? {
        guard object.kind == .ascii else { return nil }
        return SecretBytes(count: object.count) { memory in
            for index in 0..<object.count { memory[index] = bytes[object.start + index] }
        }
    }

    /// Whether an object is this ASCII string.
    func string(_ object: Object, equals text: StaticString) -> Bool {
        guard isString(object), object.count == text.utf8CodeUnitCount else { return false }
        let width = object.kind == .utf16 ? 2 : 1
        return text.withUTF8Buffer { wanted in
            for index in 0..<object.count
            where Self.unsigned(bytes, at: object.start + index * width, width: width) != UInt64(wanted[index]) {
                return false
            }
            return true
        }
    }
}
