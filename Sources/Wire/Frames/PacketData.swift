// The object under a packet's `data` key, decoded only as far as needed. Oversized content is never created: an array may refer to
// one long string a thousand times.

/// The data of an archived packet.
struct PacketData {
    private let object: KeyedArchiveReader.Object?
    private let archive: KeyedArchiveReader

    /// Wraps an object of the archive; nil if the packet has no data.
    init(_ object: KeyedArchiveReader.Object?, in archive: KeyedArchiveReader) {
        self.object = object
        self.archive = archive
    }

    /// The most entries of a dictionary. An archive cannot have more objects.
    private static let mostEntries = PropertyListReader.maximumObjects

    /// The complete content, for a game.
    var content: GamePacket.Content {
        guard let object else { return .nothing }
        if let fields { return .fields(fields) }
        return text(object).map { .text($0) } ?? .unreadable
    }

    /// The message, if the data contains nothing beyond the fields of our messages.
    func message<Message: PacketMessage>() throws(NoMessage) -> Message {
        guard let fields, fields.isWhole else { throw NoMessage() }
        return try Message(reading: fields)
    }

    /// The fields of a dictionary; nil if it is not one. If a name occurs twice, the first entry counts.
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

    private func value(_ name: StaticString) -> KeyedArchiveReader.Object? {
        object.flatMap(archive.dictionary).flatMap { archive.value(name, in: $0) }.flatMap(archive.object)
    }
}
