// An invitation on the screen: who invites to which game, and the two answers.

import Language
import Screen

/// An invitation that waits for an answer.
struct InvitationPrompt: Equatable {
    /// The id of the player who invites.
    let id: String
    /// Says who invites to which game.
    let sentence: String
    /// The chosen answer; nil at first, so that an Enter meant for something else does nothing.
    private(set) var accepts: Bool?

    /// Creates an invitation without an answer.
    init(id: String, sentence: String) {
        self.id = id
        self.sentence = sentence
    }

    /// Chooses an answer: the left one accepts.
    mutating func choose(by key: Key) { accepts = key == .left || key == .up }

    /// Draws it on the last rows of `area`.
    func draw(on canvas: Canvas, in area: Rect, glyphs: Glyphs) {
        let lines = TextWidth.wrap(glyphs.spelt(sentence), to: area.width - 2, rows: max(1, area.height - 3))
        var y = area.y + area.height - lines.count - 1
        canvas.fill(Rect(x: 0, y: y - 1, width: area.width, height: lines.count + 2))
        for line in lines {
            canvas.fill(Rect(x: 0, y: y, width: area.width, height: 1), .alert)
            canvas.put(line, x: (area.width - TextWidth.of(line)) / 2, y: y, .alert)
            y += 1
        }
        let answers = [(true, " " + tr("Accept (Y)") + " "), (false, " " + tr("Decline (N)") + " ")]
        var x = (area.width - answers.reduce(0) { $0 + TextWidth.of($1.1) } - 2) / 2
        canvas.focus = Point(x: 0, y: y - 1)
        for (accepts, words) in answers {
            if accepts == self.accepts { canvas.focus = Point(x: x, y: y) }
            x = canvas.put(words, x: x, y: y, accepts == self.accepts ? .selected : .key) + 2
        }
    }
}
