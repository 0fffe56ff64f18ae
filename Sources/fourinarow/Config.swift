// The player's config file as settings: what it says, what in it is wrong, and how changes get back into it.

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

    /// Reads the file.
    init() {
        let path = file.path
        do throws(StorageFailure) {
            let text = try file.read()
            isMissing = text == nil
            let (settings, problems) = Settings.parse(text ?? "")
            self.settings = settings
            trouble = problems.first.map { problem in
                let others =
                    problems.count == 1
                    ? "there"
                    : problems.count == 2 ? "there, and in 1 more line" : "there, and in \(problems.count - 1) more lines"
                return "\(path), line \(problem.line): \(problem.what). The default is used \(others)."
            }
        } catch {
            isMissing = false
            settings = Settings()
            trouble = error.sentence
        }
    }

    /// Changes in the file what differs between two settings, and no other line.
    func keep(_ new: Settings, insteadOf old: Settings) throws(StorageFailure) {
        try file.write(new.updating(try file.read() ?? "", from: old))
    }
}
