// Finds and reads the file of the puzzles and practice positions.

import Engine
import Glibc

/// The file of the puzzles.
package nonisolated enum PuzzleFile {
    private static let name = "puzzles"
    private static let sizeLimit = 1 << 20

    /// The file at FOURINAROW_PUZZLES; else next to the program; else in the source tree. Nil where there is none.
    package static var path: String? {
        installedPath(of: name, named: "FOURINAROW_PUZZLES", or: ["../../../Resources/"], R_OK)
    }

    /// Reads the puzzles. Lines that are none are left out.
    package static func puzzles() -> [Puzzle] { lines.compactMap { Puzzle(line: $0) } }

    /// Reads the practice positions.
    package static func practice() -> [PracticePosition] { lines.compactMap { PracticePosition(line: $0) } }

    private static var lines: [String] {
        guard let path, let bytes = try? readFile(path, upTo: sizeLimit) else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
}
