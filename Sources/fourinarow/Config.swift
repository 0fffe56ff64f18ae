// Reads the config file as settings.

import Language
import Platform
import Play
import Session

/// The settings of the config file.
final class Config {
    private let file = ConfigFile()
    /// The settings; defaults for missing and invalid ones.
    let settings: Settings
    /// Whether there is no config file yet.
    let isMissing: Bool
    /// What is wrong with the file, as a sentence.
    let trouble: String?

    /// Reads the file and switches to its language.
    init() {
        let path = file.path
        do throws(StorageFailure) {
            let text = try file.read()
            isMissing = text == nil
            var problems: [(line: Int, what: String)]
            (settings, problems) = Settings.parse(text ?? "")
            settings.useLanguage(onScreen: true)
            // Parsed again for messages in the file's language.
            if !problems.isEmpty { problems = Settings.parse(text ?? "").problems }
            trouble = problems.first.map { problem in
                let places: Fillings = ["path": path, "line": problem.line, "problem": problem.what]
                return problems.count == 1
                    ? tr("{path}, line {line}: {problem}. The default is used there.", places)
                    : trn(
                        "{path}, line {line}: {problem}. The default is used there, and in {count} more line.",
                        "{path}, line {line}: {problem}. The default is used there, and in {count} more lines.",
                        problems.count - 1, places)
            }
        } catch {
            isMissing = false
            settings = Settings()
            trouble = error.sentence
        }
    }
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
