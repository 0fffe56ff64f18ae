// Writes NSKeyedArchiver's layout: `$null`, then every object in the order of its first use, a collection before its content and its
// class after it. It writes only the few classes that our packets contain.

/// A Foundation object that this program archives.
enum ArchivedObject: Sendable {
    /// An NSNumber.
    case number(Int64)
    /// An NSString.
    case string(String)
    /// An NSString in ASCII with secret content.
    case secret(SecretBytes)
    /// An NSArray of NSStrings.
    case strings([String])
    /// An NSDictionary with its keys in this order.
    case dictionary([(key: String, value: ArchivedObject)])
}

/// Archives one root object.
struct KeyedArchiver {
    private var objects: [PropertyList] = [.string("$null")]
    private var classes: [(name: String, uid: PropertyList)] = []

    /// The archive of a root object with this class and name. `content` archives the object's content and returns its keys and
    /// values, which are UIDs or plain numbers.
    static func archive(
        root name: String, ofClass className: String, content: (inout KeyedArchiver) -> [(key: String, value: PropertyList)]
    ) -> PropertyList {
        var archiver = KeyedArchiver()
        let root = archiver.reserve()
        let pairs = content(&archiver)
        archiver.fill(
            root,
            .dictionary(keys: ["$class"] + pairs.map(\.key), values: [archiver.uid(ofClass: className)] + pairs.map(\.value)))
        return [
            "$version": .integer(100_000), "$objects": .array(archiver.objects), "$archiver": .string("NSKeyedArchiver"),
            "$top": [name: root],
        ]
    }

    /// Archives an object and returns its UID. Nil is UID 0.
    mutating func add(_ object: ArchivedObject?) -> PropertyList {
        guard let object else { return .uid(0) }
        let uid = reserve()
        switch object {
        case .number(let number): fill(uid, .integer(number))
        case .string(let text): fill(uid, .string(text))
        case .secret(let bytes): fill(uid, .secret(bytes))
        case .strings(let texts):
            let elements = texts.map { add(.string($0)) }
            fill(uid, ["NS.objects": .array(elements), "$class": self.uid(ofClass: "NSArray")])
        case .dictionary(let pairs):
            let keys = pairs.map { add(.string($0.key)) }
            let values = pairs.map { add($0.value) }
            fill(uid, ["NS.keys": .array(keys), "NS.objects": .array(values), "$class": self.uid(ofClass: "NSDictionary")])
        }
        return uid
    }

    /// Archives a class at its first use. All our classes inherit directly from NSObject.
    private mutating func uid(ofClass name: String) -> PropertyList {
        if let known = classes.first(where: { $0.name == name }) { return known.uid }
        let uid = reserve()
        fill(uid, ["$classname": .string(name), "$classes": .array([.string(name), .string("NSObject")])])
        classes.append((name, uid))
        return uid
    }

    private mutating func reserve() -> PropertyList {
        objects.append(.uid(0))
        return .uid(objects.count - 1)
    }

    private mutating func fill(_ place: PropertyList, _ object: PropertyList) {
        guard case .uid(let index) = place else { preconditionFailure("only a UID is a place") }
        objects[index] = object
    }
}
