// Checks that the text of a screen fits in every language, and in pseudo-languages, on small screens: no sentence is cut without an
// ellipsis, and none is drawn over another.

import Language
import Play
import Screen
import Testing

/// Looks at a screen in all languages.
package enum Fitting {
    /// The smallest screens, and the usual one.
    private static let sizes = [Size(width: 29, height: 10), Size(width: 40, height: 12), Size(width: 80, height: 24)]

    /// Languages by name; English is there to show what is the screen's own fault.
    private static let catalogs: [(name: String, catalog: (any Catalog)?)] =
        [
            ("English", nil), ("longer English", PseudoLanguage()),
            ("turned English", PseudoLanguage(isRightToLeft: true)),
        ] + InterfaceLanguage.allCases.compactMap { language in TranslatedSentences(language).map { (language.rawValue, $0) } }

    /// Does something in each language that somebody speaks, by its name, and speaks English again.
    package static func inEachTongue(_ act: (String) throws -> Void) rethrows {
        defer { speak(nil) }
        for (name, spoken) in catalogs where !(spoken is PseudoLanguage) {
            speak(spoken)
            try act(name)
        }
    }

    private static func speak(_ spoken: (any Catalog)?) {
        catalog.withLock { $0 = spoken }
        script.withLock { $0 = spoken?.isRightToLeft == true ? TurnedScript() : nil }
    }

    /// Draws what `navigator` shows in each language and size, and records what does not fit. Afterwards all is as it was.
    package static func check(_ navigator: Navigator, _ name: String, location: SourceLocation) {
        let size = navigator.canvas.size
        for (language, spoken) in catalogs {
            speak(spoken)
            for size in sizes {
                let mistakes = Set(mistakes(of: navigator, in: size))
                for mistake in mistakes.sorted() {
                    Issue.record("\(name) in \(language), \(size.width)x\(size.height): \(mistake)", sourceLocation: location)
                }
            }
        }
        speak(nil)
        navigator.resize(to: size)
        navigator.draw()
    }

    private static func mistakes(of navigator: Navigator, in size: Size) -> [String] {
        let canvas = navigator.canvas
        navigator.resize(to: size)
        var mistakes: [String] = []
        canvas.willPut = { text, place, room in
            guard (0..<size.height).contains(place.y), TextWidth.of(text) > 0 else { return }
            if room < 1 { mistakes.append("no room for “\(text)”") }
            let below = place.x..<place.x + min(room, TextWidth.of(text))
            let covered = below.compactMap { x in x < 0 ? nil : Unicode.Scalar(canvas[x, place.y].scalar) }
            if covered.contains(where: { $0.properties.isAlphabetic }) {
                mistakes.append("“\(text)” is drawn over “\(String(String.UnicodeScalarView(covered)))”")
            }
        }
        navigator.draw()
        canvas.willPut = nil
        // A sentence in a sentence begins and is cut with it.
        let shown = canvas.lines.joined(separator: "\n").replacing(/⟦+/, with: "⟦").unicodeScalars
        let (begun, ended) = (
            shown.count { $0 == PseudoLanguage.opening }, shown.count { $0 == PseudoLanguage.closing }
        )
        let cut = shown.count { $0 == "…" }
        if begun > ended + cut { mistakes.append("a sentence lost its end:\n" + canvas.lines.joined(separator: "\n")) }
        return mistakes
    }
}
