// Large letters, five pixels high, drawn with half blocks in three rows. Only for what needs no translation: the words of a code.

import Screen

/// A word in large letters.
struct PixelText {
    /// The three rows, of equal width. Blanks in them do not break, so that they are not taken for words.
    let rows: [String]

    /// The rows of text that it takes.
    static let height = 3

    /// `word` in capitals; nil where a letter is not one of A to Z.
    init?(_ word: String) {
        var pixels = Array(repeating: "", count: Self.pixels)
        for letter in word.uppercased() {
            guard let lines = Self.letters[letter]?.split(separator: " "), lines.count == Self.pixels else { return nil }
            for (row, line) in lines.enumerated() { pixels[row] += (pixels[row].isEmpty ? "" : ".") + line }
        }
        rows = stride(from: 0, to: 2 * Self.height, by: 2).map { row in
            let lower = row + 1 < Self.pixels ? pixels[row + 1] : String(repeating: ".", count: pixels[row].count)
            return String(zip(pixels[row], lower).map(Self.block))
        }
    }

    private static let pixels = 5

    private static func block(_ upper: Character, _ lower: Character) -> Character {
        switch (upper, lower) {
        case ("#", "#"): "█"
        case ("#", _): "▀"
        case (_, "#"): "▄"
        default: "\u{A0}"
        }
    }

    private static let letters: [Character: String] = [
        "A": ".##. #..# #### #..# #..#", "B": "###. #..# ###. #..# ###.", "C": ".### #... #... #... .###",
        "D": "###. #..# #..# #..# ###.", "E": "#### #... ###. #... ####", "F": "#### #... ###. #... #...",
        "G": ".### #... #.## #..# .###", "H": "#..# #..# #### #..# #..#", "I": "### .#. .#. .#. ###",
        "J": "..## ...# ...# #..# .##.", "K": "#..# #.#. ##.. #.#. #..#", "L": "#... #... #... #... ####",
        "M": "#...# ##.## #.#.# #...# #...#", "N": "#...# ##..# #.#.# #..## #...#", "O": ".##. #..# #..# #..# .##.",
        "P": "###. #..# ###. #... #...", "Q": ".##. #..# #..# #.#. .#.#", "R": "###. #..# ###. #.#. #..#",
        "S": ".### #... .##. ...# ###.", "T": "##### ..#.. ..#.. ..#.. ..#..", "U": "#..# #..# #..# #..# .##.",
        "V": "#...# #...# .#.#. .#.#. ..#..", "W": "#...# #...# #.#.# ##.## #...#", "X": "#...# .#.#. ..#.. .#.#. #...#",
        "Y": "#...# .#.#. ..#.. ..#.. ..#..", "Z": "#### ...# .##. #... ####",
    ]
}
