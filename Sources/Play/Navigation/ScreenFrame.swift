// What all screens have around their content: the title row, the key bar, an alert or a question above it.

import Language
import Screen

/// The frame around one screen.
struct ScreenFrame {
    let screen: ViewController
    /// The rows of an invitation; nil where there is none.
    let invitation: Rect?
    let canvas: Canvas
    let glyphs: Glyphs
    /// The time, in milliseconds of the scheduler's clock.
    let now: Int

    /// Draws the title row over whatever was there.
    func drawTitle() {
        let width = canvas.size.width
        canvas.fill(Rect(x: 0, y: 0, width: width, height: 1))
        let status = TextWidth.clip(screen.status, to: width - 2)
        let room = width - 3 - TextWidth.of(status)
        var x = 1
        for part in screen.heading(width: max(0, room)) {
            x = canvas.put(part.text, x: x, y: 0, part.role, limit: max(0, room + 1 - x))
        }
        canvas.put(status, x: width - 1 - TextWidth.of(status), y: 0)
    }

    /// Draws the key bar with these keys. A standing alert leaves only the one that closes it.
    func drawKeyBar(_ bindings: [Binding], under alert: Alert?) {
        if let alert, alert.manner == .standing {
            if alert.isReady { KeyBar.draw(on: canvas, only: (Key.enter.name, tr("OK"))) }
        } else if !screen.ignoresKeys {
            KeyBar.draw(
                bindings, besides: prompt, on: canvas,
                help: screen.isText("?") ? .function(1) : .character("?"))
        }
    }

    /// The choices in the key bar; none while there is an invitation to answer.
    private var prompt: Prompt? { invitation == nil ? screen.barPrompt : nil }

    /// Draws the alert, or else the question of the screen, or else who is missing, above an invitation.
    func draw(_ alert: Alert?) {
        guard let sentence = alert?.sentence ?? screen.question ?? PresenceWords.sentence(for: screen.absences, now: now) else {
            return
        }
        let width = canvas.size.width
        let lines = TextWidth.wrap(glyphs.spelt(sentence), to: width - 2, rows: max(1, canvas.size.height / 2))
        // On a small screen what lies above is worth more than the key bar, unless there is something to choose in it.
        let coversBar = canvas.size.height < (lines.count > 1 ? 20 : 12) && screen.barPrompt == nil
        let end = invitation?.y ?? canvas.size.height - (coversBar ? 0 : 1)
        let lowest = max(1, end - lines.count)
        let first = min(lowest, screen.alertRow ?? lowest)
        let widest = min(width - 2, lines.map { TextWidth.of($0) }.max() ?? 0)
        let x = (width - widest - 2) / 2
        for (index, line) in lines.enumerated() {
            canvas.fill(Rect(x: 0, y: first + index, width: width, height: 1))
            canvas.fill(Rect(x: x, y: first + index, width: widest + 2, height: 1), .alert)
            canvas.put(line, x: x + 1, y: first + index, .alert)
        }
        canvas.lastRows = first..<first + lines.count
        // A question has the focus until an answer is chosen.
        let isUnanswered = screen.barPrompt.map { $0.chosen == nil } ?? false
        if alert != nil || isUnanswered { canvas.focus = Point(x: x + 1, y: first) }
    }

    /// Says on a terminal that is too small for anything else how large it has to be.
    static func drawTooSmall(on canvas: Canvas) {
        let smallest = Navigator.smallest
        let sentence = tr("Too small: make it {width}x{height} or larger.", ["width": smallest.width, "height": smallest.height])
        for (y, line) in TextWidth.wrap(sentence, to: canvas.size.width).enumerated() { canvas.put(line, x: 0, y: y, .alert) }
    }
}

extension Canvas {
    /// Blanks in one role.
    func fill(_ rect: Rect, _ role: Role) { fill(rect, with: " ", role) }
}
