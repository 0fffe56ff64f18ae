// Frames that our encoder never writes, put together by hand from the layers beneath it.

@testable import Wire

/// Makes archives that are well-formed and say something else than ours.
enum HandMade {
    /// A frame around a body.
    static func frame(_ body: [UInt8]) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: body.count >> ($0 * 8)) } + body
    }

    /// An archived packet of any type with any data.
    static func packet(type: Int64, data: ArchivedObject?) -> [UInt8] {
        KeyedArchiver.archive(root: "packet", ofClass: "MTPacket") { archiver in
            [("data", archiver.add(data)), ("type", .integer(type)), ("action", .integer(0))]
        }.binary()
    }

    /// A hello with a name of any kind, and another field that no hello has.
    static func hello(name: ArchivedObject, other: ArchivedObject = .number(1), version: String = "1") -> [UInt8] {
        packet(
            type: 16,
            data: .dictionary([
                ("other", other), ("game", .string("fourinarow")), ("name", name), ("version", .string(version)),
            ]))
    }
}
