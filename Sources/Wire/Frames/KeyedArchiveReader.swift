// NSKeyedArchiver's layout, read: a property list of four keys, in which `$objects` is a flat array and every reference to one of
// them is a UID. It knows the classes that packets are made of and never makes an object of any other. It knows no packet.

/// A checked archive: no reference in it dangles, nothing contains itself, nothing lies deeper than 16 levels.
struct KeyedArchiveReader {
    /// Levels of containers; a packet with an array in its dictionary has eight.
    static let maximumDepth = 16

    /// An object of the archive, as its place in the property list.
    typealias Object = PropertyListReader.Object

    /// The property list beneath.
    let list: PropertyListReader
    private let archived: Object
    private let names: Object

    /// Checks the whole archive.
    init(_ list: PropertyListReader) throws(WireError) {
        let top = list.objects[list.top]
        guard let archiver = list.value("$archiver", in: top), list.string(archiver, equals: "NSKeyedArchiver"),
            let version = list.value("$version", in: top), list.integer(version) == 100_000,
            let archived = list.value("$objects", in: top), archived.kind == .array,
            let names = list.value("$top", in: top), names.kind == .dictionary
        else { throw .notAnArchive }
        self.list = list
        self.archived = archived
        self.names = names
        var heights = [UInt8](repeating: 0, count: list.objects.count)
        try measure(list.top, level: 1, heights: &heights)
    }

    // MARK: Objects

    /// The object archived under a name; nil where there is none.
    func root(_ name: StaticString) -> Object? {
        list.value(name, in: names).flatMap(object)
    }

    /// What a UID refers to; nil for `$null`, and for what is no UID.
    func object(_ reference: Object) -> Object? {
        guard let uid = list.uid(reference), uid != 0 else { return nil }
        return target(uid)
    }

    /// Whether an object is of this very class.
    func isInstance(_ object: Object, of name: StaticString) -> Bool {
        guard let reference = list.value("$class", in: object), let type = self.object(reference),
            let written = list.value("$classname", in: type), list.string(written, equals: name),
            let ancestors = list.value("$classes", in: type), ancestors.kind == .array, ancestors.count > 0
        else { return false }
        return (0..<ancestors.count).allSatisfy { list.isString(list.child($0, of: ancestors)) }
    }

    /// The value of a key in an archived dictionary; nil where the key is missing.
    func value(_ key: StaticString, in dictionary: KeyedArchiveDictionary) -> Object? {
        for slot in 0..<dictionary.keys.count {
            guard let name = object(list.child(slot, of: dictionary.keys)) else { continue }
            if list.string(name, equals: key) { return list.child(slot, of: dictionary.values) }
        }
        return nil
    }

    /// The keys and the objects of an archived dictionary, nil for `$null`; a key of more than 64 characters is left out. For
    /// dictionaries that are known to be small: it makes every key.
    func pairs(of dictionary: KeyedArchiveDictionary) -> [(key: String, value: Object?)] {
        (0..<dictionary.keys.count).compactMap { slot in
            guard let name = object(list.child(slot, of: dictionary.keys)), name.count <= 64,
                let key = list.string(name)
            else { return nil }
            return (key, object(list.child(slot, of: dictionary.values)))
        }
    }

    /// An object as a dictionary with strings for keys; nil where it is none.
    func dictionary(_ object: Object) -> KeyedArchiveDictionary? {
        guard isInstance(object, of: "NSDictionary") || isInstance(object, of: "NSMutableDictionary"),
            let keys = references("NS.keys", in: object), let values = references("NS.objects", in: object),
            keys.count == values.count
        else { return nil }
        for slot in 0..<keys.count {
            guard let key = self.object(list.child(slot, of: keys)), list.isString(key) else { return nil }
        }
        return KeyedArchiveDictionary(keys: keys, values: values)
    }

    /// The UIDs of an archived array's elements; nil where the object is none.
    func array(_ object: Object) -> Object? {
        guard isInstance(object, of: "NSArray") || isInstance(object, of: "NSMutableArray") else { return nil }
        return references("NS.objects", in: object)
    }

    /// An array of UIDs, as collections keep their content; nil where it is anything else.
    private func references(_ key: StaticString, in object: Object) -> Object? {
        guard let array = list.value(key, in: object), array.kind == .array else { return nil }
        for slot in 0..<array.count where list.child(slot, of: array).kind != .uid { return nil }
        return array
    }

    private func target(_ uid: UInt64) -> Object? {
        uid < UInt64(archived.count) ? list.child(Int(uid), of: archived) : nil
    }

    // MARK: Checks

    private static let open = UInt8.max

    /// How many levels an object has beneath it and with it, UIDs followed. Each object is visited once: its height is kept.
    @discardableResult
    private func measure(_ index: Int, level: Int, heights: inout [UInt8]) throws(WireError) -> Int {
        let object = list.objects[index]
        if object.kind == .uid { return try measureTarget(object, level: level, heights: &heights) }
        guard object.kind == .array || object.kind == .dictionary else { return 0 }
        guard heights[index] != Self.open, level + max(Int(heights[index]), 1) - 1 <= Self.maximumDepth else { throw .tooComplex }
        if heights[index] > 0 { return Int(heights[index]) }
        heights[index] = Self.open
        var below = 0
        for slot in 0..<(object.kind == .array ? object.count : object.count * 2) {
            let child = list.element(slot, of: object)
            if object.kind == .dictionary, slot < object.count, !list.isString(list.objects[child]) { throw .damaged }
            below = max(below, try measure(child, level: level + 1, heights: &heights))
        }
        heights[index] = UInt8(below + 1)
        return below + 1
    }

    private func measureTarget(_ reference: Object, level: Int, heights: inout [UInt8]) throws(WireError) -> Int {
        guard let uid = list.uid(reference), let target = target(uid), target.kind != .uid else { throw .notAnArchive }
        return try measure(list.element(Int(uid), of: archived), level: level, heights: &heights)
    }
}

/// An archived dictionary: two arrays of UIDs, of one length.
struct KeyedArchiveDictionary {
    /// To strings.
    let keys: PropertyListReader.Object
    /// To anything, $null included.
    let values: PropertyListReader.Object
}
