// The line in which a guest types the code of a private game, and the tries at its door. It knows the door and the code; the list
// around it draws it.

import Language
import Screen
import Session

/// The question for a code.
final class PassphrasePrompt {
    /// The game.
    let game: JoinedGame
    /// What was typed.
    var field: TextField
    /// The connection on which codes are tried; nil while there is none.
    private(set) var entry: PassphraseEntry?
    /// The code that was wrong: it is not tried again, for an Enter that only closes what is shown must not cost a try.
    private(set) var refused: Passphrase?
    /// Whether a code is with the host now.
    private(set) var isTrying = false

    private var tried: Passphrase?
    private static let limit = 80

    /// Asks for the code of a game; `typed` was typed before.
    init(_ game: JoinedGame, typed: String = "") {
        self.game = game
        field = TextField(text: typed, limit: Self.limit, isLeftToRight: true)
    }

    /// Tries `code` on the open connection; false where there is none.
    func attempt(_ code: Passphrase) -> Bool {
        guard let entry else { return false }
        isTrying = true
        tried = code
        entry.attempt(code)
        return true
    }

    /// Tries `code` on a new connection. `didHear` is told what the player has to know.
    func attempt(
        _ code: Passphrase, on connection: Connection, _ environment: Environment,
        didHear: @escaping (PassphraseEntry.Outcome) -> Void
    ) {
        isTrying = true
        tried = code
        entry = PassphraseEntry(connection, code: code, listedAs: game.listedAs, environment: environment) {
            [weak self] outcome in
            guard let self else { return }
            let wasTrying = self.isTrying
            self.isTrying = false
            if case .wrong = outcome { self.refused = self.tried } else { self.entry = nil }
            // The host lets nobody stand at its door for ever; the next code finds it on a new connection.
            if wasTrying { didHear(outcome) }
        }
    }

    /// Leaves the door.
    func cancel() {
        entry?.cancel()
        entry = nil
        isTrying = false
    }

    /// Draws the line, or what is under way in its place.
    func draw(on canvas: Canvas, x: Int, y: Int, width: Int, glyphs: Glyphs) {
        if isTrying {
            canvas.fill(Rect(x: x, y: y, width: width, height: 1), .alert)
            canvas.focus = Point(x: x, y: y)
            canvas.put(TextWidth.clip(glyphs.spelt(tr("Trying the code…")), to: width - 2), x: x + 1, y: y, .alert)
            return
        }
        canvas.fill(Rect(x: x, y: y, width: width, height: 1))
        let room = width - 2 - Self.fieldWidth
        let labels = [
            tr("Code of {name} (four words):", ["name": TextWidth.clip(game.name, to: 24)]) + " ",
            tr("Code (four words):") + " ",
        ]
        let after = canvas.put(labels.first { TextWidth.of($0) <= room } ?? tr("Code:") + " ", x: x + 2, y: y)
        field.draw(on: canvas, x: after, y: y, width: x + width - after)
    }

    /// Four words and the blanks between them.
    private static let fieldWidth = 28
}
