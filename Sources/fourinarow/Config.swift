// The player's config file as settings: what it says, what in it is wrong, and how changes get back into it.

import Language
import Platform
import Play
import Session

/// The config file's settings.
final class Config {
    private let file = ConfigFile()
    /// What the file says; the defaults where it says nothing or nonsense.
    let settings: Settings
    /// Whether there is no such file yet.
    let isMissing: Bool
    /// What is wrong with the file, in a sentence for the player.
    let trouble: String?

    /// Reads the file, and speaks its language from then on.
    init() {
        let path = file.path
        do throws(StorageFailure) {
            let text = try file.read()
            isMissing = text == nil
            var problems: [SettingsProblem]
            (settings, problems) = Settings.parse(text ?? "")
            settings.speak()
            // Said once more, in the language that the file itself asks for.
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
    /// Speaks their language from now on; what is to be said of it where the terminal cannot show that one.
    @discardableResult
    func speak(onScreen: Bool = false) -> String? {
        let language = language ?? .environment
        if GettextCatalog.speak(language, isAscii: ascii, onScreen: onScreen) { return nil }
        return tr("This terminal cannot show {language}, so everything is in English.", ["language": language.englishName])
    }
}
