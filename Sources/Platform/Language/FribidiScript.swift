// fribidi puts text in its order and joins Arabic letters, by the Unicode Bidirectional Algorithm (UAX 9). It knows no screen.

import CFribidi
import Screen

/// Text from right to left, as fribidi writes it.
package nonisolated struct FribidiScript: Script {
    /// Text longer than any line is left as it is.
    private static let longest = 2_000

    package init() {}

    /// The characters as they are seen, from the left.
    package func shown(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for (scalar, _) in line(text) { shown.append(scalar) }
        return String(shown)
    }

    /// How many cells are to the left of a scalar.
    package func place(of offset: Int, in text: String) -> Int {
        let line = line(text)
        let index = line.firstIndex { $0.origin == offset } ?? line.count
        return line[..<index].reduce(0) { $0 + TextWidth.of($1.scalar) }
    }

    /// What is seen, from the left, and which scalar of `text` each was.
    private func line(_ text: String) -> [(scalar: Unicode.Scalar, origin: Int)] {
        var scalars = text.unicodeScalars.map(\.value)
        let count = scalars.count
        let plain = { text.unicodeScalars.enumerated().map { ($1, $0) }.filter { !Self.isMark($0.0) } }
        guard count > 0, count <= Self.longest else { return plain() }
        var map = [FriBidiStrIndex](repeating: 0, count: count)
        var levels = [FriBidiLevel](repeating: 0, count: count)
        var types = [FriBidiCharType](repeating: FriBidiCharType(0), count: count)
        var brackets = [FriBidiBracketType](repeating: 0, count: count)
        var joining = [FriBidiJoiningType](repeating: FriBidiJoiningType(0), count: count)
        guard fribidi_show(&scalars, FriBidiStrIndex(count), &map, &levels, &types, &brackets, &joining) != 0 else {
            return plain()
        }
        return zip(scalars, map).compactMap { value, origin in
            Unicode.Scalar(value).flatMap { Self.isMark($0) ? nil : ($0, Int(origin)) }
        }
    }

    /// What says something of direction, and what fribidi leaves in the place of a letter that became one with its neighbour.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
