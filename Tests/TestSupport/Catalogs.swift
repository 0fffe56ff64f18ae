// Catalogs for tests: the translators' files, and two pseudo-languages that show where text does not fit.

import Foundation
import Language
import Screen

/// A translator's file. Of several forms for numbers it says the longest.
package struct TranslatedSentences: Catalog {
    private let sentences: [String: String]
    package let isRightToLeft: Bool
    package var isolates: Bool { isRightToLeft }

    /// The file of a language; nil where there is none.
    package init?(_ language: InterfaceLanguage) {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Resources/po")
        guard let text = try? String(contentsOf: folder.appendingPathComponent(language.rawValue + ".po"), encoding: .utf8) else {
            return nil
        }
        isRightToLeft = language.isRightToLeft
        var sentences: [String: String] = [:]
        for entry in text.components(separatedBy: "\n\n") {
            var parts: [String: String] = [:]
            var key = ""
            for line in entry.split(separator: "\n") where !line.hasPrefix("#") {
                guard let quote = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\"") else { continue }
                if quote > line.startIndex { key = line[..<quote].trimmingCharacters(in: .whitespaces) }
                parts[key, default: ""] += Self.unescaped(line[line.index(after: quote)..<end])
            }
            guard let english = parts["msgid"], !english.isEmpty else { continue }
            let sentence = parts["msgctxt"].map { "\($0)\u{4}\(english)" } ?? english
            sentences[sentence] = parts.filter { $0.key.hasPrefix("msgstr") }.values.max { TextWidth.of($0) < TextWidth.of($1) }
        }
        self.sentences = sentences.filter { !$0.value.isEmpty }
    }

    private static func unescaped(_ text: Substring) -> String {
        text.replacingOccurrences(of: "\\n", with: "\n").replacingOccurrences(of: "\\\"", with: "\"")
            .replacingOccurrences(of: "\\\\", with: "\\")
    }

    package func sentence(for english: String) -> String { sentences[english] ?? english }
    package func sentence(for one: String, _ many: String, count: Int) -> String { sentence(for: one) }
}

/// English, 40 percent longer and between brackets, so that it is seen where a sentence lost its end; or in letters that run from right to
/// left.
package struct PseudoLanguage: Catalog {
    package let isRightToLeft: Bool
    package var isolates: Bool { isRightToLeft }

    package init(isRightToLeft: Bool = false) { self.isRightToLeft = isRightToLeft }

    /// What stands at either end of a sentence.
    package static let (opening, closing): (Unicode.Scalar, Unicode.Scalar) = ("⟦", "⟧")

    package func sentence(for english: String) -> String {
        let words = english.split(separator: " ", omittingEmptySubsequences: false).map { word in
            word.contains("{") ? String(word) : isRightToLeft ? Self.turned(word) : Self.longer(word)
        }
        return isRightToLeft ? words.joined(separator: " ") : "⟦" + words.joined(separator: " ") + "⟧"
    }

    package func sentence(for one: String, _ many: String, count: Int) -> String { sentence(for: many) }

    package func word(for english: String, about context: String) -> String { sentence(for: english) }

    private static func longer(_ word: Substring) -> String {
        word + String(repeating: word.last.map { $0.isLetter ? $0 : "~" } ?? " ", count: (word.count * 2 + 4) / 5)
    }

    /// Hebrew letters in the place of Latin ones.
    private static func turned(_ word: Substring) -> String {
        String(
            String.UnicodeScalarView(
                word.lowercased().unicodeScalars.map { scalar in
                    guard (0x61...0x7A).contains(scalar.value) else { return scalar }
                    return Unicode.Scalar(0x5D0 + (scalar.value - 0x61) % 27) ?? scalar
                }))
    }
}

/// Puts text in order by turning all of it round: enough to see where it stands.
package struct TurnedScript: Script {
    package init() {}
    package func shown(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { TextWidth.of($0) > 0 }.reversed()))
    }
    package func place(of offset: Int, in text: String) -> Int {
        TextWidth.of(String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(offset + 1))))
    }
}
