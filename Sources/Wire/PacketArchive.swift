// Between a packet and its archive: root key `packet`, class `MTPacket`, keys `data`, `type` and `action`, as the original app's
// MTPacket archives itself. It knows neither frames nor the rules of any game.

/// Packets as archives, both ways.
enum PacketArchive {
    /// The archive of a packet, in bytes. A hello is cut to what its reader would take.
    static func encode(_ packet: Packet) -> [UInt8] {
        let archive = KeyedArchiver.archive(root: "packet", ofClass: "MTPacket") { archiver in
            [("data", archiver.add(data(of: packet))), ("type", .integer(packet.type)), ("action", .integer(0))]
        }
        return archive.binary
    }

    /// The packet that `range` of `bytes` holds.
    static func decode(_ bytes: [UInt8], in range: Range<Int>) throws(WireError) -> Packet {
        let archive = try KeyedArchiveReader(PropertyListReader(bytes, in: range))
        guard let root = archive.root("packet"), archive.isInstance(root, of: "MTPacket") else { throw .notAPacket }
        let type = try type(of: root, in: archive)
        let data = try data(of: root, in: archive)
        switch type {
        case 0: return try disc(data, in: archive)
        case 1: return .startNewGame
        case 16: return hello(data, in: archive) ?? .ignored(type: type)
        case 17: return bye(data, in: archive) ?? .ignored(type: type)
        case 18: return .yield
        case 19: return fields(data, in: archive).flatMap(MatchmakingMessage.init).map(Packet.matchmaking) ?? .ignored(type: type)
        case 20: return fields(data, in: archive).flatMap(PeerEnvelope.init).map(Packet.peer) ?? .ignored(type: type)
        case 21:
            return fields(data, in: archive).flatMap(SecretNumberMessage.init).map(Packet.secretNumber) ?? .ignored(type: type)
        case 22: return fields(data, in: archive).flatMap(SnapMessage.init).map(Packet.snap) ?? .ignored(type: type)
        case 23: return fields(data, in: archive).flatMap(PartyMessage.init).map(Packet.party) ?? .ignored(type: type)
        case 24: return fields(data, in: archive).flatMap(ConsentMessage.init).map(Packet.consent) ?? .ignored(type: type)
        case 25: return fields(data, in: archive).flatMap(SessionMessage.init).map(Packet.session) ?? .ignored(type: type)
        case 26: return fields(data, in: archive).flatMap(PrivacyMessage.init).map(Packet.privacy) ?? .ignored(type: type)
        default: return .ignored(type: type)
        }
    }

    // MARK: Writing

    private static func data(of packet: Packet) -> ArchivedObject? {
        switch packet {
        case .didAddDisc(let column):
            precondition(0...6 ~= column, "the board has seven columns")
            return .dictionary([("column", .number(Int64(column)))])
        case .hello(let hello):
            let hello = hello.bounded
            return .dictionary([
                ("capabilities", .strings(hello.capabilities)), ("game", .string(hello.game)), ("name", .string(hello.name)),
                ("version", .string(hello.version)),
            ])
        case .bye(let reason): return .dictionary([("reason", .number(Int64(reason.rawValue)))])
        case .matchmaking(let message): return message.fields.archived
        case .peer(let letter): return letter.fields.archived
        case .secretNumber(let message): return message.fields.archived
        case .snap(let message): return message.fields.archived
        case .party(let message): return message.fields.archived
        case .consent(let message): return message.fields.archived
        case .session(let message): return message.fields.archived
        case .privacy(let message): return message.fields.archived
        case .startNewGame, .yield, .ignored: return nil
        }
    }

    // MARK: Reading

    /// A type that is not there is 0, as for the original's NSCoder.
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

    /// The tutorial that the original grew from sends this text as a first packet of type 0, to see whether it arrives.
    private static let greeting: StaticString = "This is a proof of concept."

    private static func disc(
        _ data: KeyedArchiveReader.Object?, in archive: KeyedArchiveReader
    ) throws(WireError) -> Packet {
        guard let data, !archive.list.string(data, equals: greeting) else { return .ignored(type: 0) }
        guard let dictionary = archive.dictionary(data) else { throw .badData }
        guard let reference = archive.value("column", in: dictionary) else { return .ignored(type: 0) }
        guard let column = archive.object(reference).flatMap(archive.list.integer) else { throw .badData }
        guard 0...6 ~= column else { throw .badColumn }
        return .didAddDisc(column: Int(column))
    }

    private static func hello(_ data: KeyedArchiveReader.Object?, in archive: KeyedArchiveReader) -> Packet? {
        guard let dictionary = data.flatMap(archive.dictionary) else { return nil }
        func object(_ key: StaticString) -> KeyedArchiveReader.Object? {
            archive.value(key, in: dictionary).flatMap(archive.object)
        }
        guard let name = object("name").flatMap(archive.list.string),
            let version = object("version").flatMap(archive.list.string),
            let game = object("game").flatMap(archive.list.string),
            let capabilities = object("capabilities").flatMap(archive.array).flatMap({ strings($0, in: archive) })
        else { return nil }
        return .hello(Hello(name: name, version: version, game: game, capabilities: capabilities).bounded)
    }

    /// The strings of an array as far as a hello keeps them; nil where something is no string. What is not kept is never made:
    /// one long string that an array refers to a thousand times would be made a thousand times.
    private static func strings(_ references: KeyedArchiveReader.Object, in archive: KeyedArchiveReader) -> [String]? {
        var strings: [String] = []
        for slot in 0..<references.count {
            let reference = archive.list.objects[archive.list.element(slot, of: references)]
            guard let object = archive.object(reference), archive.list.isString(object) else { return nil }
            guard strings.count < Hello.maximumCapabilities, object.count <= Hello.maximumCapability else { continue }
            guard let string = archive.list.string(object), string.utf8.count <= Hello.maximumCapability else { continue }
            strings.append(string)
        }
        return strings
    }

    private static func bye(_ data: KeyedArchiveReader.Object?, in archive: KeyedArchiveReader) -> Packet? {
        guard let dictionary = data.flatMap(archive.dictionary),
            let number = archive.value("reason", in: dictionary).flatMap(archive.object).flatMap(archive.list.integer),
            let reason = Int(exactly: number).flatMap(ByeReason.init)
        else { return nil }
        return .bye(reason)
    }
}

// MARK: - Messages

extension MessageFields {
    /// As a dictionary, its keys sorted.
    var archived: ArchivedObject {
        var pairs: [(key: String, value: ArchivedObject)] = [("kind", .number(kind))]
        pairs += numbers.map { ($0, .number($1)) }
        pairs += texts.map { ($0, .string($1.cut(toBytes: Self.longestText))) }
        pairs += lists.map { ($0, .strings($1.prefix(Self.longestList).map { $0.cut(toBytes: Self.longestText) })) }
        return .dictionary(pairs.sorted { $0.key < $1.key })
    }
}

extension PacketArchive {
    /// The fields of the message that an archive holds, whatever its type.
    static func fields(in bytes: [UInt8]) -> MessageFields? {
        guard let archive = try? KeyedArchiveReader(PropertyListReader(bytes, in: 0..<bytes.count)),
            let root = archive.root("packet")
        else { return nil }
        return fields(try? data(of: root, in: archive), in: archive)
    }

    /// The fields of a message's dictionary; nil where it holds anything else, or too much.
    fileprivate static func fields(_ data: KeyedArchiveReader.Object?, in archive: KeyedArchiveReader) -> MessageFields? {
        guard let dictionary = data.flatMap(archive.dictionary), dictionary.keys.count <= MessageFields.mostFields else {
            return nil
        }
        var fields = MessageFields(kind: -1)
        for (key, object) in archive.pairs(of: dictionary) {
            if let number = archive.list.integer(object) {
                fields.numbers[key] = number
            } else if archive.list.isString(object) {
                guard object.count <= MessageFields.longestText, let text = archive.list.string(object) else { return nil }
                fields.texts[key] = text
            } else {
                guard let list = archive.array(object).flatMap({ texts($0, in: archive) }) else { return nil }
                fields.lists[key] = list
            }
        }
        guard let kind = fields.numbers.removeValue(forKey: "kind") else { return nil }
        fields.kind = kind
        return fields
    }

    private static func texts(_ references: KeyedArchiveReader.Object, in archive: KeyedArchiveReader) -> [String]? {
        guard references.count <= MessageFields.longestList else { return nil }
        var texts: [String] = []
        for slot in 0..<references.count {
            let reference = archive.list.objects[archive.list.element(slot, of: references)]
            guard let object = archive.object(reference), object.count <= MessageFields.longestText,
                let text = archive.list.string(object)
            else { return nil }
            texts.append(text)
        }
        return texts
    }
}

extension Hello {
    /// The longest capability. A longer one is left out: a cut one would be another word.
    fileprivate static let maximumCapability = 32
    /// The first so many capabilities are kept.
    fileprivate static let maximumCapabilities = 16

    /// The same within these limits.
    fileprivate var bounded: Hello {
        let words = capabilities.lazy.filter { $0.utf8.count <= Self.maximumCapability }.prefix(Self.maximumCapabilities)
        return Hello(
            name: name.cut(toBytes: Self.longestName), version: version.cut(toBytes: Self.longestName),
            game: game.cut(toBytes: Self.longestName), capabilities: Array(words))
    }
}

extension String {
    /// The whole characters that fit into so many bytes of UTF-8.
    public func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var bytes = 0
        let end = indices.first { index in
            bytes += self[index].utf8.count
            return bytes > limit
        }
        return String(self[..<(end ?? endIndex)])
    }
}
