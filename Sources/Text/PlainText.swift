// The filter for all text from outside: peers, service lists, the database, files, the command line. Its output is safe in
// sentences, on the screen and in files. Properties are those of the Unicode Character Database (UAX 44), emoji sequences those
// of UTS 51.

/// Decides which characters are safe.
public enum PlainText {
    /// Whether a scalar is visible text: not a control, formatting, invisible or unassigned character.
    public static func allows(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value >= 0x20 && value < 0x7F { return true }
        if value < 0xA0 { return false }
        if value >= 0x2500 && value < 0x2800 { return true }
        if scalar.properties.isDefaultIgnorableCodePoint || blanks.contains(value) { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
        default: return true
        }
    }

    /// The most combining marks on one character. A pile of them would be drawn over the rows above and below.
    fileprivate static let mostMarks = 2

    /// Whether a scalar is drawn on the character before it.
    fileprivate static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    /// Whether a scalar is a space other than U+0020.
    fileprivate static func isForeignSpace(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && scalar.properties.generalCategory == .spaceSeparator
    }

    /// Whether a scalar only joins others to an emoji: a joiner, a variation selector or a tag. It is invisible.
    public static func joinsEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar == joiner || scalar == colour || 0xE0020...0xE007F ~= scalar.value
    }

    /// Symbols that look empty: the blank braille pattern and the null notehead.
    private static let blanks: [UInt32] = [0x2800, 0x1D159]

    fileprivate static let joiner: Unicode.Scalar = "\u{200D}"
    /// Variation selector 16: the emoji form of the character before it.
    fileprivate static let colour: Unicode.Scalar = "\u{FE0F}"
    /// Ends a tag sequence.
    fileprivate static let flagEnd: Unicode.Scalar = "\u{E007F}"
    fileprivate static let flag: Unicode.Scalar = "\u{1F3F4}"
    /// The tags of a subdivision's flag: two or three letters for the country, the others for its part.
    fileprivate static let flagLetters = 3...6
}

extension String {
    /// The text without unsafe characters. Emoji sequences stay intact; spaces of all widths become U+0020; a character keeps two
    /// combining marks.
    public var plain: String {
        if unicodeScalars.allSatisfy({ PlainText.allows($0) && !PlainText.isForeignSpace($0) && !PlainText.isMark($0) }) {
            return self
        }
        let scalars = Array(unicodeScalars)
        var kept = UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            let count = Self.flagLength(in: scalars, at: index)
            if count > 0 {
                kept.append(contentsOf: scalars[index..<(index + count)])
                index += count
                continue
            }
            let scalar = scalars[index]
            index += 1
            if PlainText.isMark(scalar), kept.suffix(PlainText.mostMarks).allSatisfy(PlainText.isMark) {
                continue
            }
            if PlainText.isForeignSpace(scalar) {
                kept.append(" ")
            } else if PlainText.allows(scalar) || Self.joins(scalar, kept.last, index < scalars.count ? scalars[index] : nil) {
                kept.append(scalar)
            }
        }
        return String(kept)
    }

    /// The number of scalars of a flag's tag sequence (a black flag, invisible tags, their end); 0 if there is none.
    private static func flagLength(in scalars: [Unicode.Scalar], at start: Int) -> Int {
        guard scalars[start] == PlainText.flag else { return 0 }
        let letters = scalars[(start + 1)...].prefix {
            0xE0030...0xE0039 ~= $0.value || 0xE0061...0xE007A ~= $0.value
        }
        guard PlainText.flagLetters ~= letters.count, letters.endIndex < scalars.count,
            scalars[letters.endIndex] == PlainText.flagEnd
        else { return 0 }
        return letters.count + 2
    }

    /// Whether `scalar` joins its neighbours to one emoji.
    private static func joins(_ scalar: Unicode.Scalar, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        guard let before else { return false }
        switch scalar {
        case PlainText.joiner:
            return isPicture(after) && (isPicture(before) || [PlainText.colour, PlainText.flagEnd].contains(before))
        // After a character that is an emoji by default, or a digit without a keycap, it is invisible: two names could look the
        // same.
        case PlainText.colour:
            return before.properties.isEmoji && !before.properties.isEmojiPresentation
                && (!before.isASCII || after == "\u{20E3}")
        default: return false
        }
    }

    private static func isPicture(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map { !$0.isASCII && $0.properties.isEmoji } ?? false
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    public var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
            return ""
        }
        return String(self[first...last])
    }
}
