// The languages of the program, and which one the environment asks for.

/// A language. The raw values are written to the config file and name the catalogs' directories.
public enum InterfaceLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
    case spanish = "es"
    case french = "fr"
    case chinese = "zh_CN"
    case arabic = "ar"

    /// The language's own name.
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

    /// The language's English name, for terminals that cannot show its own.
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

    /// Whether it is written in Latin letters.
    public var isLatin: Bool { ![.chinese, .arabic].contains(self) }

    /// Whether it is written from right to left.
    public var isRightToLeft: Bool { self == .arabic }

    /// The language of a locale such as `de_DE.UTF-8@euro`, `de` or `zh_CN`; nil for other languages.
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

    /// The language the environment asks for, as gettext determines it: LC_ALL, LC_MESSAGES or LANG names the locale; unless
    /// that is C or POSIX, the list in LANGUAGE comes first.
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
