// Reorders right-to-left text and joins Arabic letters with fribidi (Unicode Bidirectional Algorithm, UAX 9).

import CFribidi
import Screen

/// A script that uses fribidi.
package nonisolated struct FribidiScript: Script {
    /// Longer texts are not reordered.
    private static let longest = 2_000

    package init() {}

    /// The text in visual order, from the left.
    package func shown(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for (scalar, _) in line(text) { shown.append(scalar) }
        return String(shown)
    }

    /// The number of cells to the left of the scalar at `offset`.
    package func place(of offset: Int, in text: String) -> Int {
        let line = line(text)
        let index = line.firstIndex { $0.origin == offset } ?? line.count
        return line[..<index].reduce(0) { $0 + TextWidth.of($1.scalar) }
    }

    /// The visible scalars from the left, each with its offset in `text`.
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

    /// The text without directional formatting characters.
    static func withoutMarks(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !isMark($0) }))
    }

    /// Directional formatting characters, and what fribidi puts in the place of a letter that was joined with its neighbour.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
