// Sentences with places in them, and which language an environment asks for.

import Language
import Testing

/// A catalog that says everything in capitals.
private struct Capitals: Catalog {
    func sentence(for english: String) -> String { "{name} LEFT." }
    func sentence(for one: String, _ many: String, count: Int) -> String { count == 1 ? "{count} MOVE" : "{count} MOVES" }
}

/// A catalog with one word in one context.
private struct Clocks: Catalog {
    func sentence(for english: String) -> String { english == "clock\u{4}none" ? "aucune" : english }
    func sentence(for one: String, _ many: String, count: Int) -> String { many }
}

/// One catalog is in use at a time, and all who speak are on the main thread.
@Suite("Sentences", .serialized) @MainActor
struct TranslationTests {
    @Test("Places are filled by name; what fills one is not read again, and unknown ones stay")
    func places() {
        #expect(tr("{name} left.", ["name": "Ann"]) == "Ann left.")
        #expect(tr("{b} and {a}", ["a": "{b}", "b": 2]) == "2 and {b}")
        #expect(tr("{unknown} {", ["a": 1]) == "{unknown} {")
        #expect(tr("[address]:port") == "[address]:port")
    }

    @Test("One thing and many")
    func numbers() {
        #expect(trn("{count} move", "{count} moves", 1) == "1 move")
        #expect(trn("{count} move", "{count} moves", 0) == "0 moves")
        #expect(trn("{cards}: {count} point.", "{cards}: {count} points.", -1, ["cards": "5♥"]) == "5♥: −1 point.")
    }

    @Test("A catalog's sentences take the English ones' place, and are filled alike")
    func translated() {
        catalog.withLock { $0 = Capitals() }
        defer { catalog.withLock { $0 = nil } }
        #expect(tr("{name} left.", ["name": "Ann"]) == "Ann LEFT.")
        #expect(trn("{count} move", "{count} moves", 3) == "3 MOVES")
    }

    @Test("A word is translated by its context, and stays English where it has none")
    func contexts() {
        #expect(trc("none", "clock") == "none")
        catalog.withLock { $0 = Clocks() }
        defer { catalog.withLock { $0 = nil } }
        #expect(trc("none", "clock") == "aucune" && trc("none", "mouse") == "none")
    }

    @Test(
        "The environment's language",
        arguments: [
            ([:], InterfaceLanguage.english), (["LANG": "C"], .english), (["LANG": "C.UTF-8"], .english),
            (["LANG": "de_AT.UTF-8@euro"], .german), (["LANG": "C.UTF-8", "LANGUAGE": "fr"], .french),
            (["LANG": "C", "LANGUAGE": "fr"], .english), (["LANG": "de_DE", "LC_ALL": "es_ES"], .spanish),
            (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": ""], .french), (["LANG": "zh_CN.GB18030"], .chinese),
            (["LANG": "zh_TW.UTF-8"], .english), (["LANG": "de_DE", "LANGUAGE": "pt:en:de"], .english),
        ])
    func environment(_ variables: [String: String], _ language: InterfaceLanguage) {
        #expect(InterfaceLanguage { variables[$0] } == language)
    }
}
