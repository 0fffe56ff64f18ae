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

    /// Its rows, the last ones of `area`.
    func place(in area: Rect, glyphs: Glyphs) -> Rect {
        let height = lines(in: area, glyphs).count + 1
        return Rect(x: area.x, y: area.y + area.height - height, width: area.width, height: height)
    }

    /// Draws it on the last rows of `area`.
    func draw(on canvas: Canvas, in area: Rect, glyphs: Glyphs) {
        let place = place(in: area, glyphs: glyphs)
        canvas.fill(place, .plain)
        for (row, line) in lines(in: area, glyphs).enumerated() {
            let y = place.y + row
            canvas.fill(Rect(x: place.x, y: y, width: place.width, height: 1), .alert)
            canvas.put(line, x: place.x + (place.width - TextWidth.of(line)) / 2, y: y, .alert)
        }
        let y = place.y + place.height - 1
        canvas.focus = Point(x: place.x, y: y - 1)
        for button in buttons(in: place) {
            let isChosen = button.accepts == accepts
            if isChosen { canvas.focus = Point(x: button.x, y: y) }
            canvas.put(button.words, x: button.x, y: y, isChosen ? .button : .key)
        }
    }

    /// The answer at a point of its rows; nil if there is none.
    func answer(at point: Point, in place: Rect) -> Bool? {
        guard point.y == place.y + place.height - 1 else { return nil }
        return buttons(in: place).first { $0.x..<$0.x + TextWidth.of($0.words) ~= point.x }?.accepts
    }

    private func lines(in area: Rect, _ glyphs: Glyphs) -> [String] {
        TextWidth.wrap(glyphs.spelt(sentence), to: area.width - 2, rows: max(1, area.height - 3))
    }

    /// The answers, side by side in the last row.
    private func buttons(in place: Rect) -> [(accepts: Bool, words: String, x: Int)] {
        let (yes, no) = (" " + tr("Accept (Y)") + " ", " " + tr("Decline (N)") + " ")
        let x = place.x + (place.width - TextWidth.of(yes) - TextWidth.of(no) - 2) / 2
        return [(true, yes, x), (false, no, x + TextWidth.of(yes) + 2)]
    }
}
