// Large letters and digits, five pixels high. Only for what needs no translation: the words of a code, numbers, the ranks of cards.

import Screen

/// A word in large letters, drawn with half blocks in three rows.
struct PixelText {
    /// The three rows, of equal width. Blanks in them do not break, so that they are not taken for words.
    let rows: [String]

    /// The rows of text that it takes.
    static let height = 3

    /// `word` in capitals; nil where a letter is not one of A to Z. `isLow`: what is left of a row is above it, not below.
    init?(_ word: String, isLow: Bool = false) {
        guard let pixels = Self.pixels(of: word) else { return nil }
        let blank = [String(repeating: ".", count: pixels[0].count)]
        let lines = isLow ? blank + pixels : pixels + blank
        rows = stride(from: 0, to: lines.count, by: 2).map { row in
            String(zip(lines[row], lines[row + 1]).map { Self.block($0, $1, blank: "\u{A0}") })
        }
    }

    /// The rows of pixels.
    static let pixelHeight = 5

    /// The rows of pixels of `word` in capitals, each `#` or `.`; nil where it has other characters than A to Z, digits, `-`, `:`, `.` and blanks.
    static func pixels(of word: String) -> [String]? {
        var pixels = Array(repeating: "", count: pixelHeight)
        for letter in word.uppercased() {
            guard let lines = letters[letter]?.split(separator: " "), lines.count == pixelHeight else { return nil }
            for (row, line) in lines.enumerated() { pixels[row] += (pixels[row].isEmpty ? "" : ".") + line }
        }
        return pixels
    }

    /// The rows of `word` with pixels two cells wide and one high, or a multiple of that; nil as above.
    static func rows(of word: String, scale: Int, isUnicode: Bool) -> [String]? {
        pixels(of: word)?.flatMap { line in
            let row = line.map { String(repeating: $0 == "#" ? (isUnicode ? "█" : "#") : "\u{A0}", count: 2 * scale) }.joined()
            return Array(repeating: row, count: scale)
        }
    }

    /// A character for two pixels, one above the other; `#` is a lit one.
    static func block(_ upper: Character, _ lower: Character, blank: Character) -> Character {
        switch (upper, lower) {
        case ("#", "#"): "█"
        case ("#", _): "▀"
        case (_, "#"): "▄"
        default: blank
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
        "Y": "#...# .#.#. ..#.. ..#.. ..#..", "Z": "#### ...# .##. #... ####", "0": ".##. #..# #..# #..# .##.",
        "1": ".# ## .# .# .#", "2": "###. ...# .##. #... ####", "3": "###. ...# .##. ...# ###.", "4": "#..# #..# #### ...# ...#",
        "5": "#### #... ###. ...# ###.", "6": ".##. #... ###. #..# .##.", "7": "#### ...# ..#. .#.. .#..",
        "8": ".##. #..# .##. #..# .##.", "9": ".##. #..# .### ...# .##.", "-": ".. .. ## .. ..", ":": ". # . # .",
        ".": ". . . . #", " ": ".. .. .. .. ..",
    ]
}

extension PixelText {
    /// A number in large digits with what stands above and below it, the longer words first.
    typealias Number = (titles: [String], number: String, remarks: [String])

    /// The rows of text that numbers take with their words.
    static let numberHeight = 2 + height

    /// Draws numbers side by side, the first one in yellow. `widths`: the cells of each.
    static func draw(_ numbers: [Number], widths: [Int], at place: Point, glyphs: Glyphs, on canvas: Canvas) {
        var x = place.x
        for (index, (number, width)) in zip(numbers, widths).enumerated() {
            // Two cells keep it apart from the next one.
            let room = width - 2
            let short = { (words: [String]) in words.first { TextWidth.of($0) <= room } ?? words.last ?? "" }
            canvas.put(short(number.titles), x: x, y: place.y, .faint, limit: room)
            let pixels = glyphs.isUnicode ? PixelText(number.number) : nil
            for (row, line) in (pixels?.rows ?? ["", number.number]).enumerated() {
                canvas.put(line, x: x, y: place.y + 1 + row, index == 0 ? .yellow : .label)
            }
            canvas.put(short(number.remarks), x: x, y: place.y + 1 + height, .faint, limit: room)
            x += width
        }
    }
}
