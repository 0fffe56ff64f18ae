// The languages that the program speaks, and which of them a player's environment asks for. It knows no catalog.

/// A language with a catalog, or English. The words never change: they are in the config file, and name the catalogs' folders.
public enum InterfaceLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
    case spanish = "es"
    case french = "fr"
    case chinese = "zh_CN"
    case arabic = "ar"

    /// What its speakers call it.
    public var name: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        case .spanish: "Español"
        case .french: "Français"
        case .chinese: "中文"
        case .arabic: "العربية"
        }
    }

    /// What it is called in English, for where it cannot be shown.
    public var englishName: String {
        switch self {
        case .english: "English"
        case .german: "German"
        case .spanish: "Spanish"
        case .french: "French"
        case .chinese: "Chinese"
        case .arabic: "Arabic"
        }
    }

    /// Whether it is written in letters that every Unicode terminal has.
    public var isLatin: Bool { ![.chinese, .arabic].contains(self) }

    /// Whether it is written from right to left.
    public var isRightToLeft: Bool { self == .arabic }

    /// The language of a locale such as `de_DE.UTF-8@euro`, `de` or `zh_CN`; nil where it is none of them.
    public init?(locale: some StringProtocol) {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        let language = name.prefix { $0 != "_" }
        if let known = InterfaceLanguage(rawValue: String(name)) ?? InterfaceLanguage(rawValue: String(language)) {
            self = known
        } else if ["zh", "zh_SG", "zh_Hans"].contains(name) {
            self = .chinese
        } else {
            return nil
        }
    }

    /// What the environment asks for, as gettext reads it: LC_ALL, LC_MESSAGES or LANG names the locale; in any but C and POSIX the
    /// list in LANGUAGE goes before it.
    public init(environment: (String) -> String?) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
        guard locale != "C", locale != "POSIX" else {
            self = .english
            return
        }
        let wanted = (environment("LANGUAGE") ?? "").split(separator: ":") + [locale[...]]
        self = wanted.lazy.compactMap { InterfaceLanguage(locale: $0) }.first ?? .english
    }
}
