// Reads the config file as settings.

import Language
import Platform
import Play
import Session

/// Reads the config file, and switches to its language. Missing and invalid settings are the defaults. `trouble`: what is wrong with the file,
/// as a sentence.
func readConfig() -> (settings: Settings, isMissing: Bool, trouble: String?) {
    let file = ConfigFile()
    do throws(StorageFailure) {
        guard let text = try file.read() else {
            let settings = Settings()
            settings.useLanguage(onScreen: true)
            return (settings, true, nil)
        }
        var (settings, problems) = Settings.parse(text)
        settings.useLanguage(onScreen: true)
        // Parsed again for messages in the file's language.
        if !problems.isEmpty { (settings, problems) = Settings.parse(text) }
        return (settings, false, trouble(problems, in: file.path))
    } catch {
        return (Settings(), false, error.sentence)
    }
}

private func trouble(_ problems: [(line: Int, what: String)], in path: String) -> String? {
    guard let first = problems.first else { return nil }
    let places: Fillings = ["path": path, "line": first.line, "problem": first.what]
    return problems.count == 1
        ? tr("{path}, line {line}: {problem}. The default is used there.", places)
        : trn(
            "{path}, line {line}: {problem}. The default is used there, and in {count} more line.",
            "{path}, line {line}: {problem}. The default is used there, and in {count} more lines.",
            problems.count - 1, places)
}

extension Settings {
    /// Switches to the language of the settings. Returns a sentence if the terminal cannot show it.
    @discardableResult
    func useLanguage(onScreen: Bool = false) -> String? {
        let language = language ?? .environment
        if GettextCatalog.use(language, isAscii: ascii, onScreen: onScreen) { return nil }
        return tr("This terminal cannot show {language}, so everything is in English.", ["language": language.englishName])
    }
}
