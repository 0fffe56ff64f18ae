// How many terminal cells text takes, and clipping and wrapping to a width.

import CLinux
import Text

/// glibc's UTF-8 locale: widths are the same whatever the program's own locale is.
nonisolated(unsafe) private let utf8Locale = linux_utf8_locale()

/// Widths of text in terminal cells.
public enum TextWidth {
    /// The cells of one scalar: 0 (combining), 1 or 2, as glibc and so ncurses count them. A scalar that must not be shown counts as 1,
    /// the width of its replacement.
    public static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return 1 }
        if PlainText.joinsEmoji(scalar) || 0x2066...0x2069 ~= value { return 0 }
        let width = Int(linux_width(Int32(bitPattern: value), utf8Locale))
        return width == 1 || width < 0 || !PlainText.allows(scalar) ? 1 : width
    }

    /// The cells of `text` as a canvas draws it.
    public static func of(_ text: String) -> Int {
        let (width, hasLam) = count(text)
        // A lam followed by an alef may be drawn as one letter.
        guard hasLam, let script = script.withLock({ $0 }) else { return width }
        return count(script.shown(text)).width
    }

    private static func count(_ text: String) -> (width: Int, hasLam: Bool) {
        var (width, hasLam) = (0, false)
        for scalar in text.unicodeScalars {
            width += of(scalar)
            if scalar.value == 0x644 { hasLam = true }
        }
        return (width, hasLam)
    }

    /// `text` if it fits in `limit` cells; else as much of its beginning as fits with `ellipsis` after it.
    public static func clip(_ text: String, to limit: Int, ellipsis: String = "…") -> String {
        if of(text) <= limit { return text }
        let room = limit - of(ellipsis)
        if room < 0 { return "" }
        var kept = String.UnicodeScalarView()
        var width = 0
        for scalar in text.unicodeScalars {
            width += of(scalar)
            if width > room { break }
            kept.append(scalar)
        }
        return String(kept) + ellipsis
    }

    /// Breaks `text` into lines of at most `limit` cells, at spaces and between wide characters.
    public static func wrap(_ text: String, to limit: Int) -> [String] {
        guard limit > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for piece in text.split(separator: " ", omittingEmptySubsequences: false).flatMap(pieces) {
            var word = piece.text
            let gap = piece.isFirst ? " " : ""
            if !line.isEmpty, of(line) + gap.utf8.count + of(word) <= limit {
                line += gap + word
                continue
            }
            if !line.isEmpty { lines.append(line) }
            while of(word) > limit {
                let head = clip(word, to: limit, ellipsis: "")
                if head.isEmpty { break }
                lines.append(head)
                word.unicodeScalars.removeFirst(head.unicodeScalars.count)
            }
            line = word
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    /// The same, but where a word or two would stand alone in the last line, the lines are as even as they can be without another one.
    public static func wrapEvenly(_ text: String, to limit: Int) -> [String] {
        let lines = wrap(text, to: limit)
        guard lines.count > 1, let last = lines.last, of(last) < leastLast else { return lines }
        let others = (limit / 2..<limit).reversed().lazy.map { wrap(text, to: $0) }
        return others.prefix { $0.count == lines.count }.first { of($0.last ?? "") >= leastLast } ?? lines
    }

    /// The least width of a last line, if the others can spare something.
    private static let leastLast = 10

    /// Breaks `text` into at most `rows` lines; the last one ends in an ellipsis if there would be more.
    public static func wrap(_ text: String, to limit: Int, rows: Int) -> [String] {
        let lines = wrap(text, to: limit)
        guard rows > 0, lines.count > rows else { return Array(lines.prefix(max(0, rows))) }
        return lines.prefix(rows - 1) + [clip(lines[rows - 1] + "…", to: limit)]
    }

    /// Splits a word where a line may break: before and after each wide character, except before closing and after opening
    /// punctuation.
    private static func pieces(of word: Substring) -> [(text: String, isFirst: Bool)] {
        guard word.utf8.contains(where: { $0 >= 0xE1 }) else { return [(String(word), true)] }
        var pieces: [(text: String, isFirst: Bool)] = []
        var piece = ""
        for scalar in word.unicodeScalars {
            if let last = piece.unicodeScalars.last, of(scalar) > 0, of(scalar) == 2 || of(last) == 2,
                !closing.contains(scalar), !opening.contains(last)
            {
                pieces.append((piece, pieces.isEmpty))
                piece = ""
            }
            piece.unicodeScalars.append(scalar)
        }
        return pieces + [(piece, pieces.isEmpty)]
    }

    private static let closing = Set("，。、！？：；）》」』】…—”’％·,.!?:;)%".unicodeScalars)
    private static let opening = Set("（《「『【“‘(".unicodeScalars)
}
