// A packet in a line of a log. Players send logs to others, so no token, key or code may be in it.

extension Packet {
    /// The packet in a line: its name or type, its numbers, and those of its texts that everybody may read. ASCII and names only.
    public var summary: String {
        switch self {
        case .control(let packet): Self.summary("\(packet.content.number)", packet.content.fields)
        case .lobby(let packet): Self.summary("\(packet.content.number)", packet.content.fields)
        case .game(let packet):
            switch packet.content {
            case .fields(let fields): Self.summary("game \(packet.type)", fields)
            case .text(let text): "game \(packet.type) \"\(text)\""
            case .nothing, .unreadable: "game \(packet.type)"
            }
        case .ignored(let type): "ignored \(type)"
        }
    }

    /// Texts that are no secret.
    private static let open: Set = ["name", "game", "version", "clock", "host", "guest", "moves", "columns"]

    private static func summary(_ name: String, _ fields: MessageFields?) -> String {
        guard let fields else { return name }
        let numbers = fields.numbers.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let texts = fields.texts.sorted { $0.key < $1.key }.map {
            open.contains($0.key) ? "\($0.key)=\"\($0.value)\"" : "\($0.key)=…"
        }
        let others = (fields.secrets.keys.sorted() + fields.lists.keys.sorted()).map { "\($0)=…" }
        return ([name] + [fields.kind.map { "kind=\($0)" }].compactMap(\.self) + numbers + texts + others).joined(separator: " ")
    }
}
