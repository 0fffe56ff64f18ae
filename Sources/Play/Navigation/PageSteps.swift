// How steps look: numbered sentences, a line to copy or a field below some of them, and what else can be done. Small terminals and text mode have
// the same as a sheet.

import Language
import Screen

extension Page {
    /// A sentence of a page that says what to do, one after the other.
    struct Step {
        /// What stands before it.
        enum Mark: Equatable {
            /// Its number, and whether it is the player's turn to do it.
            case number(Int, isNow: Bool)
            /// It is done.
            case done
            /// All is well; something is not.
            case good, warning
            /// Nothing.
            case plain
        }

        let mark: Mark
        let text: String
        /// A line to copy, in a box below it, with the key that copies it.
        var line: String?
        /// What else is said below it.
        var detail = ""
        /// Whether the page's field stands below it.
        var hasField = false

        init(_ mark: Mark, _ text: String, line: String? = nil, detail: String = "", hasField: Bool = false) {
            (self.mark, self.text, self.line, self.detail, self.hasField) = (mark, text, line, detail, hasField)
        }
    }

    /// A key with what it does, and perhaps the value that it changes; without a letter only something to know.
    struct Option {
        var letter: Unicode.Scalar?
        /// Whether arrows have chosen it.
        var isChosen = false
        let words: String
        var value: String?
        var remark = ""
    }

    /// Fills a page of steps, whose `countdown` is set; `width` is that of a sheet's text.
    mutating func put(_ steps: [Step], options: [Option] = [], heading: String = "", width: Int) {
        placement = .steps
        (self.steps, self.options, optionsHeading) = (steps, options, heading)
        for step in steps {
            headline.append(Note(step.mark.role, step.text))
            if let line = step.line {
                headline += TextWidth.wrap(line, to: width).map { Note(.selected, isolated($0), isContinuation: true) }
            }
            if !step.detail.isEmpty { headline.append(Note(.faint, isolated(step.detail), isContinuation: true)) }
        }
        let ways = options.compactMap { option in
            option.letter.flatMap { option.value == nil ? labelled(String($0).uppercased(), option.words).withFullStop : nil }
        }
        if !ways.isEmpty { headline.append(Note(.plain, ways)) }
        if let countdown { headline.append(Note(.label, countdown.time.isEmpty ? countdown.after : countdown.words)) }
    }
}

extension Page.Step.Mark {
    /// The role of the sentence.
    fileprivate var role: Role {
        switch self {
        case .number(_, isNow: true): .label
        case .number, .done, .good: .plain
        case .plain: .label
        case .warning: .warning
        }
    }
}

extension PageDrawing {
    /// The least size for steps.
    private static let (leastStepsWidth, leastStepsHeight) = (60, 20)
    /// Where the marks and the sentences stand.
    private static let (markColumn, textColumn, plainColumn) = (4, 9, 7)

    /// Whether an area of this size has room for steps.
    static func hasRoomForSteps(in size: Size) -> Bool { size.width >= leastStepsWidth && size.height >= leastStepsHeight }

    /// Draws steps; returns nil where there is no room for them.
    func drawSteps(in area: Rect) -> Rect? {
        guard Self.hasRoomForSteps(in: Size(width: area.width, height: area.height)) else { return nil }
        let rule = drawAbout(in: area)
        let groups = page.steps.map { self.height(of: $0, in: area) }
        let others = [page.countdown == nil ? 0 : 6, page.options.count + (page.optionsHeading.isEmpty ? 0 : 1)].filter { $0 > 0 }
        let least = groups.reduce(0) { $0 + $1 + 1 } + others.reduce(0) { $0 + $1 + 1 }
        guard least <= rule - area.y else { return nil }
        let gap = least + others.count < rule - area.y - 1 ? 2 : 1
        var y = area.y + 1
        canvas.focus = Point(x: area.x + Self.textColumn, y: y)
        for (step, height) in zip(page.steps, groups) {
            draw(step, in: Rect(x: area.x, y: y, width: area.width, height: height))
            y += height + 1
        }
        y += gap - 1
        if page.countdown != nil {
            drawCountdown(in: Rect(x: area.x, y: y, width: area.width, height: 6))
            y += 6 + gap
        }
        drawOptions(in: Rect(x: area.x, y: y, width: area.width, height: rule - y))
        return Rect(x: area.x, y: y, width: area.width, height: 0)
    }

    /// The text of a line in its box, beside the key that copies it.
    private func boxed(_ line: String, in area: Rect) -> [String] { TextWidth.wrap(line, to: area.width - 26) }

    private var hasNumbers: Bool { page.steps.contains { if case .number = $0.mark { true } else { false } } }

    /// What a step says, in lines.
    private func texts(_ text: String, in area: Rect) -> [String] {
        lines(of: Page.Note(.plain, text), width: area.width - Self.textColumn - 4)
    }

    private func height(of step: Page.Step, in area: Rect) -> Int {
        texts(step.text, in: area).count + (step.detail.isEmpty ? 0 : texts(step.detail, in: area).count)
            + (step.hasField ? 1 : 0) + (step.line.map { boxed($0, in: area).count + 2 } ?? 0)
    }

    private func draw(_ step: Page.Step, in area: Rect) {
        var y = area.y
        let x = area.x + Self.markColumn
        let hasChip: Bool
        switch step.mark {
        case .number(let number, let isNow):
            canvas.put(" \(number) ", x: x, y: y, isNow ? .selected : .barText, on: isNow ? nil : .bar)
            hasChip = true
        case .done:
            canvas.put(" ", x: x, y: y, .barText, on: .bar)
            canvas.put("✓", x: x + 1, y: y, .good, on: .bar)
            canvas.put(" ", x: x + 2, y: y, .barText, on: .bar)
            hasChip = true
        case .good:
            canvas.put("✓", x: hasNumbers ? x + 1 : x, y: y, .good)
            hasChip = false
        case .warning:
            canvas.put("!", x: hasNumbers ? x + 1 : x, y: y, .warning)
            hasChip = false
        case .plain: hasChip = false
        }
        // One column for all, beside numbers that of their sentences.
        let column = area.x + (hasChip || hasNumbers ? Self.textColumn : Self.plainColumn)
        let isNow = step.mark.role == .label
        for text in texts(step.text, in: area) {
            canvas.put(text, x: column, y: y, isNow ? .title : step.mark.role)
            y += 1
        }
        for text in step.detail.isEmpty ? [] : texts(step.detail, in: area) {
            canvas.put(isolated(text), x: column, y: y, .faint)
            y += 1
        }
        if let line = step.line {
            y = drawBox(line, in: Rect(x: x, y: y, width: area.width - 2 * Self.markColumn, height: 0), of: area)
        }
        guard step.hasField else { return }
        let start = column - (page.busy == nil ? 0 : 1)
        _ = drawBusyOrField(in: Rect(x: start, y: y, width: area.x + area.width - 2 - start, height: 1))
    }

    /// Draws a line in a box with the key that copies it; returns the row below it.
    private func drawBox(_ line: String, in place: Rect, of area: Rect) -> Int {
        let texts = boxed(line, in: area)
        canvas.fill(Rect(x: place.x, y: place.y, width: place.width, height: texts.count + 2), with: " ", .barText, on: .box)
        for (row, text) in texts.enumerated() {
            canvas.put(isolated(text), x: place.x + 3, y: place.y + 1 + row, .barStrong, on: .box)
        }
        guard let copy = page.keys.first(where: { $0.keys.contains(.character("c")) && $0.isAvailable() }) else {
            return place.y + texts.count + 2
        }
        let width = TextWidth.of(copy.label) + 3
        let x = place.x + place.width - 3 - width
        // In the last row, so that nothing stands between two pieces of the line.
        let y = place.y + texts.count
        canvas.fill(Rect(x: x - 2, y: y, width: width + 4, height: 1), with: " ", .barText, on: .boxButton)
        let after = canvas.put(copy.label, x: x, y: y, .barStrong, on: .boxButton)
        canvas.put("C", x: after + 2, y: y, .barText, on: .boxButton)
        canvas.link(Rect(x: x - 1, y: y, width: width + 2, height: 1), to: .character("c"))
        return place.y + texts.count + 2
    }

    private func drawCountdown(in area: Rect) {
        guard let countdown = page.countdown else { return }
        func centre(_ text: String, _ y: Int, _ role: Role) {
            canvas.put(text, x: area.x + max(0, (area.width - TextWidth.of(text)) / 2), y: y, role)
        }
        if !countdown.time.isEmpty { centre(countdown.words, area.y, .title) }
        let rows = glyphs.isUnicode ? PixelText(countdown.time)?.rows ?? [] : ["", isolated(countdown.time), ""]
        for (row, text) in rows.enumerated() where !countdown.time.isEmpty { centre(text, area.y + 2 + row, .title) }
        centre(countdown.after, area.y + 5, countdown.time.isEmpty ? .title : .faint)
    }

    private func drawOptions(in area: Rect) {
        var y = area.y
        let x = area.x + Self.markColumn
        if !page.options.isEmpty, !page.optionsHeading.isEmpty {
            canvas.put(page.optionsHeading, x: x, y: y, .faint)
            y += 1
        }
        let words = page.options.map { TextWidth.of($0.words) }.max() ?? 0
        let values = page.options.compactMap { $0.value.map { TextWidth.of($0) } }.max()
        for option in page.options where y < area.y + area.height {
            if let letter = option.letter { canvas.put(String(letter).uppercased(), x: x, y: y, .key) }
            if option.isChosen {
                canvas.fill(Rect(x: x, y: y, width: area.width - 2 * Self.markColumn, height: 1), .selected)
                canvas.put("▸", x: x, y: y, .selected)
                (canvas.focus, canvas.caret) = (Point(x: x, y: y), nil)
            }
            canvas.put(option.words, x: area.x + Self.plainColumn, y: y, option.isChosen ? .selected : .plain)
            var column = area.x + Self.plainColumn + words + 4
            if let value = option.value { canvas.put("‹ \(value) ›", x: column, y: y) }
            column += values.map { $0 + 8 } ?? 0
            let remark = TextWidth.clip(option.remark, to: max(0, area.x + area.width - 2 - column))
            canvas.put(remark, x: column, y: y, option.isChosen ? .selectedFaint : .faint)
            if let letter = option.letter {
                canvas.link(Rect(x: x, y: y, width: column - x, height: 1), to: .character(letter))
            }
            y += 1
        }
    }
}
