// Reads NSKeyedArchiver's layout: a property list of four keys, where `$objects` is a flat array and every reference to an object is
// a UID. It reads only the classes that packets contain and never creates an object of any other class.

/// A checked archive: every reference is valid, nothing contains itself, and nothing is nested deeper than 16 levels.
struct KeyedArchiveReader {
    /// The most nested containers. A packet with an array in its dictionary has eight.
    static let maximumDepth = 16

    /// An object of the archive: its index in the property list.
    typealias Object = PropertyListReader.Object
    /// An archived dictionary: two arrays of UIDs of the same length. The keys are strings, the values may be anything, including $null.
    typealias ArchivedDictionary = (keys: Object, values: Object)

    /// The underlying property list.
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

    /// The top-level object with this name; nil if there is none.
    func root(_ name: StaticString) -> Object? {
        list.value(name, in: names).flatMap(object)
    }

    /// The object that a UID refers to; nil for `$null`, and if it is not a UID.
    func object(_ reference: Object) -> Object? {
        guard let uid = list.uid(reference), uid != 0 else { return nil }
        return target(uid)
    }

    /// Whether an object is of exactly this class.
    func isInstance(_ object: Object, of name: StaticString) -> Bool {
        guard let reference = list.value("$class", in: object), let type = self.object(reference),
            let written = list.value("$classname", in: type), list.string(written, equals: name),
            let ancestors = list.value("$classes", in: type), ancestors.kind == .array, ancestors.count > 0
        else { return false }
        return (0..<ancestors.count).allSatisfy { list.isString(list.child($0, of: ancestors)) }
    }

    /// The value of a key in an archived dictionary; nil if the key is missing.
    func value(_ key: StaticString, in dictionary: ArchivedDictionary) -> Object? {
        for slot in 0..<dictionary.keys.count {
            guard let name = object(list.child(slot, of: dictionary.keys)) else { continue }
            if list.string(name, equals: key) { return list.child(slot, of: dictionary.values) }
        }
        return nil
    }

    /// The keys and objects of an archived dictionary, nil for `$null`. Keys of more than 64 characters are left out. Creates every
    /// key, so use it only for dictionaries that are known to be small.
    func pairs(of dictionary: ArchivedDictionary) -> [(key: String, value: Object?)] {
        (0..<dictionary.keys.count).compactMap { slot in
            guard let name = object(list.child(slot, of: dictionary.keys)), name.count <= 64,
                let key = list.string(name)
            else { return nil }
            return (key, object(list.child(slot, of: dictionary.values)))
        }
    }

    /// An object as a dictionary with string keys; nil if it is not one.
    func dictionary(_ object: Object) -> ArchivedDictionary? {
        guard isInstance(object, of: "NSDictionary") || isInstance(object, of: "NSMutableDictionary"),
            let keys = references("NS.keys", in: object), let values = references("NS.objects", in: object),
            keys.count == values.count
        else { return nil }
        for slot in 0..<keys.count {
            guard let key = self.object(list.child(slot, of: keys)), list.isString(key) else { return nil }
        }
        return (keys, values)
    }

    /// The UIDs of an archived array's elements; nil if the object is not an array.
    func array(_ object: Object) -> Object? {
        guard isInstance(object, of: "NSArray") || isInstance(object, of: "NSMutableArray") else { return nil }
        return references("NS.objects", in: object)
    }

    /// The array of UIDs in which a collection keeps its content; nil if it is anything else.
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

    /// The height of an object: its nested levels including itself, following UIDs. Heights are stored, so each object is visited once.
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
