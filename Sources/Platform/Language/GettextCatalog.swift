// The C library's gettext: finds the catalogs that came with the program, and looks sentences up in the one of the language that is
// spoken. For English it opens nothing. It knows no sentence.

import CLibintl
import Glibc
import Language

/// The catalog of the language that is spoken.
package nonisolated struct GettextCatalog: Catalog {
    private static let domain = "fourinarow"

    private let language: InterfaceLanguage
    /// Whether what fills a place is marked as such.
    package let isolates: Bool
    /// Whether it is written from right to left.
    package var isRightToLeft: Bool { language.isRightToLeft }

    /// Speaks `language` from now on; English where its catalog did not come with the program, or where the terminal cannot show it, with
    /// `isAscii` nothing but ASCII and Latin letters. Whether the terminal can. `onScreen`: letters are put in order before they are shown.
    @MainActor @discardableResult package static func speak(
        _ language: InterfaceLanguage, isAscii: Bool = false, onScreen: Bool = false
    )
        -> Bool
    {
        let canShow = language == .english || canShow(language, isAscii: isAscii)
        let folder = canShow && language != .english ? folder(of: language) : nil
        if folder != nil || getenv("LANGUAGE") != nil {
            // It goes before every locale but C, so that the language need not be installed.
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

    /// The Linux console has some 512 characters.
    @MainActor private static func canShow(_ language: InterfaceLanguage, isAscii: Bool) -> Bool {
        let isConsole = getenv("TERM").map { String(cString: $0).hasPrefix("linux") } ?? false
        return TerminalLocale.adopt().isUTF8 && (language.isLatin || !isAscii && !isConsole)
    }

    /// The folder with the catalogs: what FOURINAROW_LOCALE says; else where `make build` puts them; else where `make install` does.
    private static func folder(of language: InterfaceLanguage) -> String? {
        let file = "/\(language.rawValue)/LC_MESSAGES/\(domain).mo"
        if let named = getenv("FOURINAROW_LOCALE").map({ String(cString: $0) }) {
            return access(named + file, R_OK) == 0 ? named : nil
        }
        return Executable.path(of: file, in: ["../../locale", "../share/locale"], R_OK)
            .map { String($0.dropLast(file.utf8.count)) }
    }

    /// The catalog's sentence.
    package func sentence(for english: String) -> String {
        // The empty one is the catalog's head.
        english.isEmpty ? "" : english.withCString { String(cString: dgettext(Self.domain, $0)) }
    }

    /// The catalog's sentence, by its own rules for numbers.
    package func sentence(for one: String, _ many: String, count: Int) -> String {
        one.withCString { one in
            many.withCString { many in String(cString: dngettext(Self.domain, one, many, UInt(count.magnitude))) }
        }
    }
}

extension InterfaceLanguage {
    /// What the player's environment asked for at first: what is spoken goes into it later.
    package nonisolated static let environment = InterfaceLanguage { name in getenv(name).map { String(cString: $0) } }
}
