// Converts between a packet and its archive: root key `packet`, class `MTPacket`, keys `data`, `type` and `action`, as the original
// app's MTPacket archives itself.

extension Packet {
    /// The archive of the packet as bytes, after `room` zero bytes.
    func archive(after room: Int) -> [UInt8] {
        let archive = KeyedArchiver.archive(root: "packet", ofClass: "MTPacket") { archiver in
            [("data", archiver.add(archivedData)), ("type", .integer(type)), ("action", .integer(0))]
        }
        return archive.binary(after: room)
    }

    /// The packet whose archive is in `range` of `bytes`.
    init(archived bytes: [UInt8], in range: Range<Int>) throws(WireError) {
        let archive = try KeyedArchiveReader(PropertyListReader(bytes, in: range))
        guard let root = archive.root("packet"), archive.isInstance(root, of: "MTPacket") else { throw .notAPacket }
        let type = try Self.type(of: root, in: archive)
        let data = PacketData(try Self.data(of: root, in: archive), in: archive)
        if let number = ControlPacket.Number(rawValue: type) {
            self = (try? ControlPacket(number, data)).map(Packet.control) ?? .ignored(type: type)
        } else if let number = LobbyPacket.Number(rawValue: type) {
            self = (try? LobbyPacket(number, data)).map(Packet.lobby) ?? .ignored(type: type)
        } else {
            self = .game(GamePacket(type: type, content: data.content))
        }
    }

    private var archivedData: ArchivedObject? {
        switch self {
        case .control(let packet): packet.content.fields?.archived
        case .lobby(let packet): packet.content.fields?.archived
        case .game(let packet): packet.content.archived
        case .ignored: nil
        }
    }

    /// A missing type is 0, as with the original's NSCoder.
    private static func type(of root: KeyedArchiveReader.Object, in archive: KeyedArchiveReader) throws(WireError) -> Int64 {
        guard let written = archive.list.value("type", in: root) else { return 0 }
        guard let type = archive.list.integer(written) else { throw .badData }
        return type
    }

    private static func data(
        of root: KeyedArchiveReader.Object, in archive: KeyedArchiveReader
    ) throws(WireError) -> KeyedArchiveReader.Object? {
        guard let reference = archive.list.value("data", in: root) else { return nil }
        guard reference.kind == .uid else { throw .badData }
        return archive.object(reference)
    }
}

extension GamePacket.Content {
    fileprivate var archived: ArchivedObject? {
        switch self {
        case .fields(let fields): fields.archived
        case .text(let text): .string(text)
        case .nothing, .unreadable: nil
        }
    }
}

extension MessageFields {
    /// The fields as a dictionary with sorted keys.
    fileprivate var archived: ArchivedObject {
        var pairs: [(key: String, value: ArchivedObject)] = kind.map { [("kind", .number($0))] } ?? []
        pairs += numbers.map { ($0, .number($1)) }
        pairs += texts.map { ($0, .string($1.cut(toBytes: Self.longestText))) }
        pairs += secrets.map { ($0, .secret($1)) }
        pairs += lists.map { ($0, .strings($1.prefix(Self.longestList).map { $0.cut(toBytes: Self.longestText) })) }
        return .dictionary(pairs.sorted { $0.key < $1.key })
    }
}
