// Translations in the files of gettext. English needs no catalog.

import Glibc
import Language

/// The catalog of the language in use.
package nonisolated struct GettextCatalog: Catalog {
    private let file: MessageFile
    private let language: InterfaceLanguage
    /// Whether fillings are wrapped in directional isolates.
    package let isolates: Bool
    /// Whether the language is written from right to left.
    package var isRightToLeft: Bool { language.isRightToLeft }

    /// Switches to `language`, or to English if its catalog is missing or the terminal cannot show it; with `isAscii`, only
    /// languages in Latin letters can be shown. `onScreen`: text will be reordered. Returns whether the terminal can show the
    /// language.
    @MainActor @discardableResult package static func use(
        _ language: InterfaceLanguage, isAscii: Bool = false, onScreen: Bool = false
    )
        -> Bool
    {
        let canShow = language == .english || canShow(language, isAscii: isAscii)
        let file = canShow && language != .english ? path(of: language).flatMap { MessageFile(path: $0) } : nil
        // The system's own words are of the language around them where that is the environment's.
        setlocale(LC_MESSAGES, file != nil && language == .environment ? "" : "C")
        catalog.withLock {
            $0 = file.map { GettextCatalog(file: $0, language: language, isolates: onScreen && language.isRightToLeft) }
        }
        return canShow
    }

    /// The Linux console has only about 512 characters.
    @MainActor private static func canShow(_ language: InterfaceLanguage, isAscii: Bool) -> Bool {
        let isConsole = getenv("TERM").map { String(cString: $0).hasPrefix("linux") } ?? false
        return TerminalLocale.adopt().isUTF8 && (language.isLatin || !isAscii && !isConsole)
    }

    /// The language's file: in FOURINAROW_LOCALE; else where `make install` links it; else where `make build` puts it.
    private static func path(of language: InterfaceLanguage) -> String? {
        let file = "/\(language.rawValue)/LC_MESSAGES/fourinarow.mo"
        if let named = getenv("FOURINAROW_LOCALE").map({ String(cString: $0) }) { return named + file }
        return installedPath(of: file, in: ["locale", "../../locale"], R_OK)
    }

    /// Translates a sentence.
    package func sentence(for english: String) -> String {
        // The translation of the empty string is the file's head.
        english.isEmpty ? "" : file.translation(of: english) ?? english
    }

    /// Translates a sentence with a number, by the language's plural rules.
    package func sentence(for one: String, _ many: String, count: Int) -> String {
        file.translation(of: one, count: count) ?? (count.magnitude == 1 ? one : many)
    }
}

extension InterfaceLanguage {
    /// The language the environment asks for.
    package nonisolated static let environment = InterfaceLanguage { name in getenv(name).map { String(cString: $0) } }
}
