// Translations with the C library's gettext. English needs no catalog.

import CLibintl
import Glibc
import Language

/// The catalog of the language in use.
package nonisolated struct GettextCatalog: Catalog {
    private static let domain = "fourinarow"

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
        let folder = canShow && language != .english ? folder(of: language) : nil
        if folder != nil || getenv("LANGUAGE") != nil {
            // LANGUAGE overrides every locale but C, so the language's locale need not be installed.
            setenv("LANGUAGE", folder == nil ? InterfaceLanguage.english.rawValue : language.rawValue, 1)
            libintl_forget()
        }
        if let folder {
            bindtextdomain(domain, folder)
            bind_textdomain_codeset(domain, "UTF-8")
        }
        catalog.withLock {
            $0 = folder == nil ? nil : GettextCatalog(language: language, isolates: onScreen && language.isRightToLeft)
        }
        return canShow
    }

    /// The Linux console has only about 512 characters.
    @MainActor private static func canShow(_ language: InterfaceLanguage, isAscii: Bool) -> Bool {
        let isConsole = getenv("TERM").map { String(cString: $0).hasPrefix("linux") } ?? false
        return TerminalLocale.adopt().isUTF8 && (language.isLatin || !isAscii && !isConsole)
    }

    /// The directory with the catalogs: FOURINAROW_LOCALE; else where `make install` links them; else where `make build` puts them.
    private static func folder(of language: InterfaceLanguage) -> String? {
        let file = "/\(language.rawValue)/LC_MESSAGES/\(domain).mo"
        if let named = getenv("FOURINAROW_LOCALE").map({ String(cString: $0) }) {
            return access(named + file, R_OK) == 0 ? named : nil
        }
        return Executable.path(of: file, in: ["locale", "../../locale"], R_OK)
            .map { String($0.dropLast(file.utf8.count)) }
    }

    /// Translates a sentence.
    package func sentence(for english: String) -> String {
        // gettext returns the header for the empty string.
        english.isEmpty ? "" : english.withCString { String(cString: dgettext(Self.domain, $0)) }
    }

    /// Translates a sentence with a number, by the language's plural rules.
    package func sentence(for one: String, _ many: String, count: Int) -> String {
        one.withCString { one in
            many.withCString { many in String(cString: dngettext(Self.domain, one, many, UInt(count.magnitude))) }
        }
    }
}

extension InterfaceLanguage {
    /// The language the environment asked for at the start, before LANGUAGE is changed.
    package nonisolated static let environment = InterfaceLanguage { name in getenv(name).map { String(cString: $0) } }
}
