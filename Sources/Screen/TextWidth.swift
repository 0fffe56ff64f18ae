// How many cells text takes. It knows no locale: a terminal that draws a character wider than this says is the terminal's concern (the
// platform asks it).

import Text

/// Widths of text in terminal cells.
public enum TextWidth {
    /// The cells that one scalar takes: 0 (combining), 1 or 2. Scalars that must not be shown count as the 1 of their replacement.
    public static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return 1 }
        if PlainText.joinsEmoji(scalar) || 0x2066...0x2069 ~= value { return 0 }
        if value >= 0x2010 && value < 0x2E80 { return isCombining(scalar) ? 0 : (isWideSymbol(value) ? 2 : 1) }
        if isWide(value) { return PlainText.allows(scalar) ? 2 : 1 }
        return isCombining(scalar) ? 0 : 1
    }

    /// The cells that `text` takes as a canvas would draw it.
    public static func of(_ text: String) -> Int {
        let (width, hasLam) = count(text)
        // A lam and an alef behind it may become one letter.
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

    /// `text`, or as much of its beginning as fits in `limit` cells with `ellipsis` behind it.
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

    /// `text` in lines of at most `limit` cells, broken at spaces and between Chinese characters where there are any.
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

    /// The same in so many lines at most: the last one ends in an ellipsis where there would be more.
    public static func wrap(_ text: String, to limit: Int, rows: Int) -> [String] {
        let lines = wrap(text, to: limit)
        guard rows > 0, lines.count > rows else { return Array(lines.prefix(max(0, rows))) }
        return lines.prefix(rows - 1) + [clip(lines[rows - 1] + "…", to: limit)]
    }

    /// A word in the pieces between which a line may break: before and behind each wide character, but before no mark that closes and
    /// behind none that opens.
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

    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value >= 0x2100 && scalar.value < 0x2E80 { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return scalar.value >= 0x1160 && scalar.value <= 0x11FF
        }
    }

    /// East Asian Width W and F, Unicode 15 (EastAsianWidth.txt), blocks rounded outwards over unassigned code points.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F004, 0x1F0CF, 0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F265,
            0x1F300...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3,
            0x1F3E0...0x1F3F0, 0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E,
            0x1F550...0x1F567, 0x1F57A, 0x1F595...0x1F596, 0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC,
            0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A,
            0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// The same for the symbols below U+2E80.
    private static func isWideSymbol(_ value: UInt32) -> Bool {
        switch value {
        case 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0, 0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653,
            0x267F, 0x2693, 0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE, 0x26D4, 0x26EA, 0x26F2...0x26F3,
            0x26F5, 0x26FA, 0x26FD, 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x274E, 0x2753...0x2755, 0x2757, 0x2795...0x2797,
            0x27B0, 0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55:
            true
        default: false
        }
    }
}
