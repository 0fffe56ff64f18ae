// What many screens ask their navigator: how boards look under the player's settings, whether everyone has longer to snap, the tries of puzzles; and
// the way to store a result.

import Screen
import Session

// MARK: - Settings

extension Navigator {
    /// A red disc in text, as it looks on a small board.
    var redDisc: String { boardStyle.isColoured ? "◉" : "○" }

    /// How boards are drawn.
    var boardStyle: BoardStyle { BoardStyle(glyphs: glyphs, colours: settings.theme == .mono ? nil : colours) }

    /// Whether everyone has longer to snap: unless this was set, where the player listens to the cards.
    var hasLongSnap: Bool { settings.longSnap ?? (listener != nil) }
    /// How much longer that is, in milliseconds.
    var snapSlack: Int { hasLongSnap ? SnapHost.longSlack : 0 }

    /// Switches the extra time to snap. The setting is saved.
    func toggleLongSnap() {
        var settings = settings
        settings.longSnap = !hasLongSnap
        change(settings)
    }
}

// MARK: - What is kept

extension Navigator {
    /// What the player has done with puzzles.
    var puzzleProgress: [PuzzleTry] { (try? environment.archive.tries()) ?? [] }

    /// Stores a result. If that fails, the player is told and the game goes on.
    func keep(_ game: PlayedGame) {
        do throws(StorageFailure) {
            try environment.archive.keep(game)
        } catch {
            show(alert: error.sentence)
        }
    }
}
