// The bytes that the program and a peer without a hello send each other, in order. Known frames of the original app are named by their
// file, others are written out.

import TestSupport

/// A conversation over one connection, and the record of it.
final class Transcript {
    /// The peer, which speaks the original app's frames.
    let peer: OriginalApp
    /// What was said, a line each.
    private(set) var lines: [String]
    private var others: [[UInt8]] = []

    /// A connection on which nothing was said yet.
    init(_ peer: PlainPeer, _ title: String) {
        self.peer = OriginalApp(peer)
        lines = [
            "# \(title)",
            "# < what the peer says, > what the program says: by the names of WireTests/Frames/golden, or written out below",
        ]
    }

    /// All of it as text.
    var text: String {
        let frames = others.enumerated().flatMap { ["", "\(Self.name($0)), \($1.count) bytes"] + Self.dump($1) }
        return (lines + frames).joined(separator: "\n") + "\n"
    }

    /// What happens besides, for the reader.
    func note(_ words: String) { lines.append("# \(words)") }

    /// The peer drops a disc into a column, counted from 1.
    func drop(_ column: Int) throws {
        try peer.drop(column)
        lines.append("< didadddisc-\(column - 1)")
    }

    /// The peer starts a new game.
    func startNewGame() throws {
        try peer.startNewGame()
        lines.append("< startnewgame")
    }

    /// The peer says something that is no frame.
    func say(_ bytes: [UInt8], _ words: String) {
        peer.peer.send(bytes)
        lines.append("< \(words)")
    }

    /// The peer closes its side.
    func hangUp() {
        peer.peer.hangUp()
        lines.append("< (closes)")
    }

    /// Waits for the next frame that the program says.
    func hear() throws { note(frame: try peer.peer.receiveFrame()) }

    /// Waits until the program has closed, and writes down what it said before.
    func hearToEnd() throws {
        var rest = try peer.peer.receiveToEnd()[...]
        while rest.count >= 8 {
            let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
            guard 1...65_536 ~= length, rest.count >= 8 + length else { break }
            note(frame: Array(rest.prefix(8 + length)))
            rest = rest.dropFirst(8 + length)
        }
        if !rest.isEmpty { note(frame: Array(rest)) }
        lines.append("> (closes)")
    }

    private func note(frame: [UInt8]) {
        if let name = Self.golden.first(where: { $0.bytes == frame })?.name { return lines.append("> \(name)") }
        if !others.contains(frame) { others.append(frame) }
        lines.append("> \(Self.name(others.firstIndex(of: frame) ?? 0))")
    }

    private static let golden = ((0..<7).map { "didadddisc-\($0)" } + ["startnewgame"]).compactMap { name in
        (try? OriginalApp.golden(name)).map { (name: name, bytes: $0) }
    }

    private static func name(_ index: Int) -> String { "frame \(index + 1)" }

    /// 32 bytes a line, as digits and as what they are in ASCII.
    private static func dump(_ bytes: [UInt8]) -> [String] {
        stride(from: 0, to: bytes.count, by: 32).map { start in
            let row = bytes[start..<min(start + 32, bytes.count)]
            let digits = row.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            let letters = row.map { 0x20...0x7E ~= $0 ? String(Unicode.Scalar($0)) : "." }.joined()
            return "\(digits)\(String(repeating: "  ", count: 32 - row.count))  \(letters)"
        }
    }
}
