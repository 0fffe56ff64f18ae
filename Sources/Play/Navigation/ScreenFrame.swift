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

    /// Draws the first row over whatever was there.
    func drawTitle() { screen.drawTitle(on: canvas) }

    /// Draws the key bar with these keys. A standing alert leaves only the one that closes it.
    func drawKeyBar(_ bindings: [Binding], under alert: Alert?) {
        if let alert, alert.isStanding {
            if alert.isReady { KeyBar.draw(on: canvas, only: KeyBar.Entry(.enter, label: tr("OK"))) }
        } else if !screen.ignoresKeys {
            KeyBar.draw(
                bindings, besides: prompt, on: canvas,
                help: screen.isText("?") ? .function(1) : .character("?"))
        }
    }

    /// The choices in the key bar; none while there is an invitation to answer.
    private var prompt: Prompt? { invitation == nil ? screen.barPrompt : nil }

    /// The invitation, where it stands at the bottom.
    private var rowsOfInvitation: Rect? {
        invitation.flatMap { $0.width == canvas.size.width && $0.bottom >= canvas.size.height - 1 ? $0 : nil }
    }

    /// Draws the alert, or else the question of the screen, or else who is missing, above an invitation. Returns whether it stands where
    /// something else belongs: a label or keys.
    func draw(_ alert: Alert?) -> Bool {
        let question = screen.asksItself ? nil : screen.question
        let absence = PresenceWords.sentence(for: screen.absences, now: now)
        // A message hides nobody's absence.
        let message = [alert?.sentence, absence].compactMap(\.self)
        guard let sentence = alert != nil ? together(message) : question ?? absence else { return false }
        let width = canvas.size.width
        let text = glyphs.spelt(sentence)
        let lines = TextWidth.wrap(text, to: width - 2, rows: max(1, canvas.size.height / 2))
        if let columns = screen.messageColumns { return draw(text, lines, in: columns, under: alert) }
        // On a small screen what lies above is worth more than the key bar, unless there is something to choose in it.
        let rowsBelow = screen.messageRows.flatMap { $0.upperBound == canvas.size.height - 1 ? $0.count : nil } ?? 0
        let coversBar =
            canvas.size.height < (lines.count > 1 ? 20 : 12) && screen.barPrompt == nil && lines.count > rowsBelow
        let end = rowsOfInvitation?.y ?? canvas.size.height - (coversBar ? 0 : 1)
        let first = max(1, end - lines.count)
        canvas.fill(Rect(x: 0, y: first, width: width, height: lines.count))
        draw(lines, at: first, under: alert)
        return false
    }

    /// Draws a message where it does not cover a board: in these columns of the first row, above the board, in the key bar beside the way
    /// out, or upward from there.
    private func draw(_ text: String, _ lines: [String], in columns: Range<Int>, under alert: Alert?) -> Bool {
        let width = canvas.size.width
        // What lasts while a game goes on leaves whose turn it is, and the keys, where they are.
        let lasts = alert == nil && screen.barPrompt == nil && screen.isPlaying
        if TextWidth.of(text) + 2 <= columns.count, alert?.keepsLabel != true, !lasts {
            canvas.fill(Rect(x: columns.lowerBound, y: 0, width: columns.count, height: 1), with: " ", .barText, on: .bar)
            draw([text], at: 0, in: columns, under: alert)
            return true
        }
        let way = alert?.isStanding == true ? KeyBar.Entry(.enter, label: tr("OK")) : screen.wayOut
        let isBarFree = invitation == nil && screen.barPrompt == nil
        let fitsBar = way.map { isBarFree && TextWidth.of(lines.last ?? "") <= KeyBar.room(beside: $0, in: width) } ?? false
        // They may be those of an invitation.
        let rowsAbove = invitation == nil || rowsOfInvitation != nil ? screen.messageRows : nil
        if lasts || lines.count > 1 || !fitsBar, let rows = rowsAbove, rows.count >= lines.count {
            canvas.fill(Rect(x: 0, y: rows.lowerBound, width: width, height: rows.count), with: " ", .barStrong, on: .box)
            draw(lines, at: rows.lowerBound + (rows.count - lines.count) / 2, under: alert)
        } else if let way, fitsBar, let last = lines.last {
            for (index, line) in lines.dropLast().enumerated() {
                let y = canvas.size.height - lines.count + index
                canvas.fill(Rect(x: 0, y: y, width: width, height: 1), .alert)
                canvas.put(line, x: 1, y: y, .alert)
            }
            KeyBar.draw(last, and: alert?.isReady == false ? .none : way, on: canvas)
            canvas.lastRows = canvas.size.height - lines.count..<canvas.size.height
            if alert != nil { canvas.focus = Point(x: 1, y: canvas.size.height - lines.count) }
        } else {
            let first = max(1, (rowsOfInvitation?.y ?? canvas.size.height - 1) - lines.count)
            canvas.fill(Rect(x: 0, y: first, width: width, height: lines.count))
            draw(lines, at: first, under: alert)
        }
        return lines.count == 1
    }

    /// Draws the lines of a message from a row on, centred as far as these columns allow it.
    private func draw(_ lines: [String], at first: Int, in columns: Range<Int>? = nil, under alert: Alert?) {
        let widest = lines.map { TextWidth.of($0) }.max() ?? 0
        let middle = (canvas.size.width - widest - 2) / 2
        let x = columns.map { max($0.lowerBound, min(middle, $0.upperBound - widest - 2)) } ?? middle
        for (index, line) in lines.enumerated() {
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
