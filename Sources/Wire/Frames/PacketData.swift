// What an archived packet holds under `data`, read as far as somebody asks for it. What is too long or too much is never made: one
// long string to which an array refers a thousand times would be made a thousand times. It knows no packet.

/// The data of an archived packet.
struct PacketData {
    private let object: KeyedArchiveReader.Object?
    private let archive: KeyedArchiveReader

    /// This object of the archive; nil where the packet holds nothing.
    init(_ object: KeyedArchiveReader.Object?, in archive: KeyedArchiveReader) {
        self.object = object
        self.archive = archive
    }

    /// More entries than this are more than there can be objects: no archiver writes such a dictionary.
    private static let mostEntries = PropertyListReader.maximumObjects

    /// All of it, for a game.
    var content: GamePacket.Content {
        guard let object else { return .nothing }
        if let fields { return .fields(fields) }
        return text(object).map { .text($0) } ?? .unreadable
    }

    /// The message that it says, if it holds nothing that a message of ours does not.
    func message<Message: PacketMessage>() throws(NoMessage) -> Message {
        guard let fields, fields.isWhole else { throw NoMessage() }
        return try Message(reading: fields)
    }

    /// The fields of a dictionary; nil where it is none. Of two entries with one name the first counts.
    var fields: MessageFields? {
        guard let dictionary = object.flatMap(archive.dictionary), dictionary.keys.count <= Self.mostEntries else { return nil }
        let isSmall = dictionary.keys.count <= MessageFields.mostFields
        var fields = MessageFields()
        for (name, value) in archive.pairs(of: dictionary) where !fields.holds(name) {
            if let number = value.flatMap(archive.list.integer) {
                fields.numbers[name] = number
            } else if MessageFields.secretNames.contains(name), let secret = value.flatMap(secret) {
                fields.secrets[name] = secret
            } else if isSmall, let text = value.flatMap(text) {
                fields.texts[name] = text
            } else if isSmall, let list = value.flatMap(archive.array).flatMap(texts) {
                fields.lists[name] = list
            } else {
                fields.unreadable.insert(name)
            }
        }
        fields.kind = fields.numbers.removeValue(forKey: "kind")
        return fields
    }

    private func text(_ object: KeyedArchiveReader.Object) -> String? {
        object.count <= MessageFields.longestText ? archive.list.string(object) : nil
    }

    private func secret(_ object: KeyedArchiveReader.Object) -> SecretBytes? {
        object.count <= MessageFields.longestText ? archive.list.secret(object) : nil
    }

    private func texts(_ references: KeyedArchiveReader.Object) -> [String]? {
        guard references.count <= MessageFields.longestList else { return nil }
        var texts: [String] = []
        for slot in 0..<references.count {
            guard let text = element(slot, of: references).flatMap(text) else { return nil }
            texts.append(text)
        }
        return texts
    }

    private func element(_ slot: Int, of references: KeyedArchiveReader.Object) -> KeyedArchiveReader.Object? {
        archive.object(archive.list.child(slot, of: references))
    }
}

// MARK: - Single entries

extension PacketData {
    /// A text of any length.
    func text(_ name: StaticString) -> String? { value(name).flatMap(archive.list.string) }

    /// The first `most` of a list's texts that are not longer than `longest` bytes of UTF-8; nil where something is no text.
    func texts(_ name: StaticString, most: Int, longest: Int) -> [String]? {
        guard let references = value(name).flatMap(archive.array) else { return nil }
        var texts: [String] = []
        for slot in 0..<references.count {
            guard let object = element(slot, of: references), archive.list.isString(object) else { return nil }
            guard texts.count < most, object.count <= longest else { continue }
            guard let text = archive.list.string(object), text.utf8.count <= longest else { continue }
            texts.append(text)
        }
        return texts
    }

    private func value(_ name: StaticString) -> KeyedArchiveReader.Object? {
        object.flatMap(archive.dictionary).flatMap { archive.value(name, in: $0) }.flatMap(archive.object)
    }
}
