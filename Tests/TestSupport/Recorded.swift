// Records in Tests/Recorded, which must not change. Nothing overwrites a record: to replace one, delete its file.

import Glibc
import Testing

/// Records in Tests/Recorded.
package nonisolated enum Recorded {
    /// Where a record is.
    package static func path(_ name: String) -> String {
        #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Recorded/" + name
    }

    /// Whether there is such a record.
    package static func exists(_ name: String) -> Bool { access(path(name), F_OK) == 0 }

    /// Its text; nil where there is none.
    package static func text(_ name: String) -> String? {
        guard let file = fopen(path(name), "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&room, 1, room.count, file)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += room[..<count]
        }
    }

    /// Compares `text` with the record `name`. Where there is none it is written, and that fails, once: look at it.
    package static func check(_ text: String, _ name: String, location: SourceLocation = #_sourceLocation) {
        if let known = self.text(name) {
            guard text != known else { return }
            Issue.record(
                "Tests/Recorded/\(name) is no longer what happens: \(firstDifference(known, text))", sourceLocation: location)
            return
        }
        let file = fopen(path(name), "wxe")
        let isWritten = file.map { fputs(text, $0) >= 0 && fclose($0) == 0 } ?? false
        let words = isWritten ? "was recorded: look at it, then run the tests again" : "could not be recorded"
        Issue.record("Tests/Recorded/\(name) \(words)", sourceLocation: location)
    }

    private static func firstDifference(_ known: String, _ text: String) -> String {
        let (old, new) = (lines(of: known), lines(of: text))
        let index = Array(zip(old, new).prefix { $0 == $1 }).count
        func line(_ lines: [Substring]) -> String { lines.indices.contains(index) ? "“\(lines[index])”" : "nothing" }
        return "line \(index + 1) was \(line(old)) and is \(line(new)); all of it is now\n\(text)"
    }

    private static func lines(of text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
}
