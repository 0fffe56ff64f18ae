// A text field of one line.

import Language
import Screen
import Text

/// One line of text with a caret.
struct TextField {
    /// The text.
    private(set) var text: String
    /// The most bytes of UTF-8 that it holds.
    let limit: Int
    /// Whether all text is selected, so that typing replaces it.
    private(set) var isSelected = false
    private var caret: Int

    /// Whether its text runs from left to right in every language: digits, addresses, codes.
    private let isLeftToRight: Bool
    /// Whether others who look at the screen must not read it.
    let isHidden: Bool

    /// A field with `text` and the caret after it.
    init(text: String = "", limit: Int, isLeftToRight: Bool = false, isHidden: Bool = false) {
        self.text = text
        self.limit = limit
        self.isLeftToRight = isLeftToRight
        self.isHidden = isHidden
        caret = text.count
    }

    /// A field for what is pasted as a line: a code, addresses, a game by message.
    static func line(_ text: String = "", isHidden: Bool = false) -> TextField {
        TextField(text: text, limit: 300, isLeftToRight: true, isHidden: isHidden)
    }

    /// Edits the text; returns whether the key does that.
    mutating func edit(_ key: Key) -> Bool {
        if isSelected && Self.replaces(key) { (text, caret) = ("", 0) }
        guard change(by: key) else { return false }
        isSelected = false
        return true
    }

    /// Selects all text.
    mutating func selectAll() {
        isSelected = !text.isEmpty
        caret = text.count
    }

    /// Keeps the text while it is edited, although it was selected: a word is wrong or missing.
    mutating func mend() { isSelected = false }

    /// Whether a key replaces or deletes the selected text.
    private static func replaces(_ key: Key) -> Bool {
        switch key {
        case .character, .paste, .backspace, .control("h"), .delete, .control("d"): true
        default: false
        }
    }

    private mutating func change(by key: Key) -> Bool {
        switch key {
        case .character(let scalar): insert(String(Character(scalar)))
        case .paste(let pasted): insert(pasted.split(whereSeparator: \.isNewline).joined(separator: " "))
        case .backspace, .control("h"): if caret > 0 { remove(at: caret - 1) }
        case .delete, .control("d"): if caret < text.count { remove(at: caret) }
        case .left, .right:
            // On a mirrored screen these keys arrive mirrored, which is wrong for text that runs from left to right.
            let isForward = (key == .right) != (isRightToLeft && !runsRightToLeft)
            caret = max(0, min(text.count, caret + (isForward ? 1 : -1)))
        case .control("b"): caret = max(0, caret - 1)
        case .control("f"): caret = min(text.count, caret + 1)
        case .home, .control("a"): caret = 0
        case .end, .control("e"): caret = text.count
        case .control("u"):
            text.removeFirst(caret)
            caret = 0
        case .control("k"): text.removeLast(text.count - caret)
        case .control("w"):
            while caret > 0, text[index(caret - 1)] == " " { remove(at: caret - 1) }
            while caret > 0, text[index(caret - 1)] != " " { remove(at: caret - 1) }
        default: return false
        }
        return true
    }

    /// Draws it in `width` cells, scrolled so that the caret is visible; `prompt` is shown while it is empty.
    func draw(on canvas: Canvas, x: Int, y: Int, width: Int, prompt: String = "") {
        guard width > 1 else { return }
        if isRightToLeft && !runsRightToLeft {
            // An address, for example, is not mirrored.
            let field = Rect(x: x, y: y, width: width, height: 1)
            return canvas.picture(in: field) { drawText(on: canvas, x: x, y: y, width: width, prompt: prompt) }
        }
        drawText(on: canvas, x: x, y: y, width: width, prompt: prompt)
    }

    /// Whether the text runs from right to left: its first letter decides, or the language of the screen if there is none.
    private var runsRightToLeft: Bool { !isLeftToRight && (text.beginsRightToLeft ?? isRightToLeft) }

    private func drawText(on canvas: Canvas, x: Int, y: Int, width: Int, prompt: String) {
        let text = isHidden ? String(repeating: "*", count: text.count) : text
        var shown = Substring(text.prefix(caret))
        while TextWidth.of(String(shown)) >= width { shown.removeFirst() }
        var room = width - TextWidth.of(String(shown))
        canvas.fill(Rect(x: x, y: y, width: width, height: 1), with: " ", .field)
        let rest = text.dropFirst(caret).prefix { character in
            room -= TextWidth.of(String(character))
            return room >= 0
        }
        canvas.put(String(shown + rest), x: x, y: y, isSelected ? .selected : .field, limit: width)
        if text.isEmpty { canvas.put(prompt, x: x, y: y, .faint, on: .box, limit: width) }
        canvas.caret = Point(x: x + Self.place(between: String(shown), and: String(rest)), y: y)
    }

    /// The offset in cells at which a letter typed next will stand, assuming that it is of the same script as the one before the caret.
    private static func place(between before: String, and after: String) -> Int {
        guard let script = script.withLock({ $0 }), (before + after).beginsRightToLeft == true else {
            return TextWidth.of(before)
        }
        let next = before.last?.isLetter == false || String(before.suffix(1)).hasRightToLeft || before.isEmpty ? "\u{621}" : "a"
        let whole = before + next + after
        return TextWidth.of(whole) - 1 - script.place(of: before.unicodeScalars.count, in: whole)
    }

    private mutating func insert(_ typed: String) {
        // A joiner may arrive before the emoji that it joins. The caller cleans the text when it is done.
        let known = typed.unicodeScalars.filter { PlainText.allows($0) || PlainText.joinsEmoji($0) }
        for character in String(String.UnicodeScalarView(known)) where text.utf8.count + character.utf8.count <= limit {
            let before = text.count
            text.insert(character, at: index(caret))
            caret += text.count - before
        }
    }

    private mutating func remove(at position: Int) {
        text.remove(at: index(position))
        if position < caret { caret -= 1 }
    }

    private func index(_ position: Int) -> String.Index { text.index(text.startIndex, offsetBy: position) }
}
