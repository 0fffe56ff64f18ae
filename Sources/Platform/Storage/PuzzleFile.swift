// Finds and reads the file of the puzzles and practice positions.

import Engine
import Glibc

/// The file at FOURINAROW_PUZZLES; else next to the program; else in the source tree. Nil where there is none.
package nonisolated var puzzleFile: String? {
    installedPath(of: "puzzles", named: "FOURINAROW_PUZZLES", or: ["../../../Resources/"], R_OK)
}

/// Reads the puzzles. Lines that are none are left out.
package nonisolated func readPuzzles() -> [Puzzle] { puzzleLines.compactMap { Puzzle(line: $0) } }

/// Reads the practice positions.
package nonisolated func readPractice() -> [PracticePosition] { puzzleLines.compactMap { PracticePosition(line: $0) } }

nonisolated private var puzzleLines: [String] {
    guard let puzzleFile, let bytes = try? readFile(puzzleFile, upTo: 1 << 20) else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
}
