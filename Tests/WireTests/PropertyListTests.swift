// The layers beneath a packet: property lists and archives, written and read back, and what a reader must refuse.

import Testing

@testable import Wire

extension PropertyList {
    /// The value that a reader found; nil where it is of a kind that this program does not write.
    init?(_ index: Int, of reader: PropertyListReader) {
        let object = reader.objects[index]
        switch object.kind {
        case .integer:
            guard let number = reader.integer(object) else { return nil }
            self = .integer(number)
        case .uid:
            guard let number = reader.uid(object) else { return nil }
            self = .uid(Int(number))
        case .ascii, .utf16:
            guard let text = reader.string(object) else { return nil }
            self = .string(text)
        case .array:
            self = .array((0..<object.count).compactMap { PropertyList(reader.element($0, of: object), of: reader) })
        case .dictionary:
            let children = (0..<object.count * 2).compactMap { PropertyList(reader.element($0, of: object), of: reader) }
            let keys = children.prefix(object.count).compactMap { key -> String? in
                guard case .string(let text) = key else { return nil }
                return text
            }
            guard children.count == object.count * 2, keys.count == object.count else { return nil }
            self = .dictionary(keys: keys, values: Array(children.dropFirst(object.count)))
        default: return nil
        }
    }
}

@Suite struct PropertyListTests {
    static let values: [PropertyList] = [
        .integer(0), .integer(255), .integer(256), .integer(65_535), .integer(65_536), .integer(4_294_967_295),
        .integer(4_294_967_296), .integer(.max), .integer(-1), .integer(.min),
        .string(""), .string("fourteen chars"), .string("fifteen letters"), .string(String(repeating: "a", count: 300)),
        .string("ü"), .string(String(repeating: "虎🐅", count: 100)), .uid(0), .uid(255), .uid(256), .uid(70_000),
        .array([]), .array([.integer(1), .integer(1), .string("1"), .array([.array([])])]),
        .array((0..<1023).map { .integer($0) }), .array((0..<300).map { .string("string number \($0)") }),
        [:], ["a": .integer(1), "b": ["a": .uid(1)], "": .array([.uid(1), .uid(1)])],
        .dictionary(keys: (0..<20).map(String.init), values: (0..<20).map { .integer($0) }),
    ]

    @Test(arguments: values) func whatIsWrittenIsRead(_ value: PropertyList) throws {
        let binary = value.binary()
        let padded = [1, 2, 3] + binary + [4, 5, 6]
        let reader = try PropertyListReader(padded, in: 3..<3 + binary.count)
        #expect(PropertyList(reader.top, of: reader) == value)
    }

    @Test func equalStringsAndNumbersAreWrittenOnce() throws {
        let value: PropertyList = .array([.string("x"), .string("x"), .integer(7), .integer(7), .uid(7), .uid(7)])
        let binary = value.binary()
        #expect(try PropertyListReader(binary, in: 0..<binary.count).objects.count == 5)
    }

    @Test func atMost1024Objects() throws {
        let most = PropertyList.array((0..<1023).map { .integer($0) }).binary()
        #expect(try PropertyListReader(most, in: 0..<most.count).objects.count == 1024)
        let more = PropertyList.array((0..<1024).map { .integer($0) }).binary()
        #expect(throws: WireError.tooComplex) { try PropertyListReader(more, in: 0..<more.count) }
    }

    /// An array of 1,000 elements written once, to which 20 entries of the offset table point.
    @Test func objectsDoNotOverlap() {
        var binary = Array("bplist00".utf8)
        binary += [0xaf, 0x11, 0x03, 0xe8] + [UInt8](repeating: 1, count: 1000)
        let table = UInt16(binary.count)
        binary += [UInt8](repeating: 8, count: 20)
        binary += [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 20] + [0, 0, 0, 0, 0, 0, 0, 0]
        binary += [0, 0, 0, 0, 0, 0, UInt8(table >> 8), UInt8(table & 0xff)]
        #expect(throws: WireError.damaged) { try PropertyListReader(binary, in: 0..<binary.count) }
    }

    static let cyclesAndOthers: [(PropertyList, WireError?)] = [
        (.array([.uid(3)]), .tooComplex), (["x": .uid(1)], .tooComplex), (.array([.uid(2)]), nil),
        (.array([.uid(4)]), .notAnArchive), (.uid(0), .notAnArchive), (.array([.uid(70_000)]), .notAnArchive),
    ]

    /// Arrays in arrays, as the data of a packet of a type that nobody reads.
    static let depths: [(Int, WireError?)] = [(12, nil), (13, .tooComplex), (500, .tooComplex)]

    @Test(arguments: depths) func depth(levels: Int, error: WireError?) {
        var data = PropertyList.array([])
        for _ in 1..<levels { data = .array([data]) }
        let archive: PropertyList = [
            "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"), "$top": ["packet": .uid(1)],
            "$objects": .array([
                .string("$null"), ["$class": .uid(2), "data": .uid(3), "type": .integer(99)],
                ["$classname": .string("MTPacket"), "$classes": .array([.string("MTPacket")])],
                ["inside": data],
            ]),
        ]
        let outcome = Outcome(of: [HandMade.frame(archive.binary())])
        #expect(outcome.error == error)
        #expect(outcome.packets == (error == nil ? [.game(GamePacket(type: 99, content: .unreadable))] : []))
    }

    /// Objects that lead back to themselves through UIDs, and UIDs that lead nowhere.
    @Test(arguments: cyclesAndOthers) func cycles(object: PropertyList, error: WireError?) {
        let archive: PropertyList = [
            "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"), "$top": ["packet": .uid(1)],
            "$objects": .array([
                .string("$null"), ["$class": .uid(2), "data": .uid(3), "type": .integer(99)],
                ["$classname": .string("MTPacket"), "$classes": .array([.string("MTPacket")])], object,
            ]),
        ]
        #expect(Outcome(of: [HandMade.frame(archive.binary())]).error == error)
    }
}
