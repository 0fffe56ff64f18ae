// Editing of an input line with libedit, for text mode. It is given whole keys and returns bytes for the terminal; it neither
// reads nor writes.

import CLibedit
import Glibc

/// An editor for a terminal on standard input and output. There can only be one at a time.
final class LineEditor {
    /// The result of a key.
    enum Outcome {
        /// The line is still being typed.
        case editing
        /// The line is complete.
        case line(String)
        /// End of input: Ctrl-D on an empty line.
        case end
    }

    /// Whether the line is not shown, and not remembered when it is complete: a password. It changes between two lines.
    var isHidden = false
    private var hasBegun = false
    private let prompt: String
    private let editor: OpaquePointer
    private let lines: OpaquePointer
    /// libedit's output: a memory stream with its address and size.
    private let stream: UnsafeMutablePointer<FILE>
    private let written = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
    private let writtenCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    /// The longest line in characters. A key may redraw all of it.
    private static let longestLine = 256
    private static let linesRemembered: Int32 = 100
    /// Keys for which libedit would wait for a second one: quoting, the prefix ^X, repeat counts, named commands.
    private static let unbound = ["^V", "^X", "\\ex", "\\eX", "\\e-"] + (0...9).map { "\\e\($0)" }
    /// What some terminals send for Home, End and Delete.
    private static let bound = [
        ("^R", "ed-search-prev-history"), ("\\e[1~", "ed-move-to-beg"), ("\\e[7~", "ed-move-to-beg"),
        ("\\e[4~", "ed-move-to-end"),
        ("\\e[8~", "ed-move-to-end"), ("\\e[3~", "ed-delete-next-char"),
    ]
    /// The final bytes of known sequences; of others, libedit would insert a part as text.
    private static let sequences = Set(
        ["A", "B", "C", "D", "F", "H"].flatMap { ["[" + $0, "O" + $0] } + [1, 3, 4, 7, 8].map { "[\($0)~" })

    /// An editor with a prompt; nil if libedit fails. Typed characters are no longer echoed by the terminal.
    init?(prompt: String) {
        guard let stream = open_memstream(written, writtenCount), let lines = edit_history(Self.linesRemembered),
            let editor = edit_make(stream, strdup(prompt), lines)
        else { return nil }
        (self.prompt, self.stream, self.lines, self.editor) = (prompt, stream, lines, editor)
        for key in Self.unbound { _ = edit_bind(editor, key, nil) }
        for (key, command) in Self.bound { _ = edit_bind(editor, key, command) }
        _ = takeWritten()  // drops libedit's complaint about an unknown terminal
    }

    /// The number of characters in the line.
    var count: Int {
        guard hasBegun else { return 0 }
        let line = el_wline(editor).pointee
        return line.lastchar - line.buffer
    }

    /// Begins a line, or shows the present one again at the cursor. Returns the bytes that show it with its prompt.
    func show() -> [UInt8] {
        if hasBegun, isHidden { return Array(prompt.utf8) }
        _ = hasBegun ? edit_refresh(editor) : edit_begin(editor, 1)
        hasBegun = true
        return takeWritten()
    }

    /// Sets the terminal's modes for editing again, after another program may have changed them.
    func retake() {
        _ = edit_prepare(editor, 0)
        _ = edit_prepare(editor, 1)
    }

    /// Handles a key. The line must have begun. Returns the bytes that show the change.
    func take(_ key: [UInt8]) -> (Outcome, [UInt8]) {
        guard let first = key.first, first != 0 else { return (.editing, []) }
        if key.count > 2, first == 0x1B, !Self.sequences.contains(String(decoding: key.dropFirst(), as: UTF8.self)) {
            return (.editing, [])
        }
        let isAdding = first >= 0x20 && first != 0x7F || first == 0x19  // a character, or ^Y, which inserts several
        if isAdding && count >= Self.longestLine { return (.editing, [7]) }
        (key + [0]).withUnsafeBytes { el_push(editor, $0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
        var length: Int32 = 0
        guard let line = el_gets(editor, &length), length > 0 else { return (.editing, takeShown()) }
        let bytes = UnsafeRawBufferPointer(start: line, count: Int(length))
        if bytes.elementsEqual([4]) {
            _ = takeWritten()  // ^D
            return (end(.end), takeWritten())
        }
        guard let last = bytes.last, [10, 13].contains(last) else { return (.editing, takeShown()) }
        let text = String(decoding: bytes.dropLast(), as: UTF8.self)
        if !text.isEmpty, !isHidden { edit_remember(lines, text) }
        let (outcome, shown) = (end(.line(text)), takeWritten())
        return (outcome, isHidden ? [UInt8(ascii: "\n")] : shown)
    }

    private func end(_ outcome: Outcome) -> Outcome {
        _ = edit_begin(editor, 0)
        hasBegun = false
        return outcome
    }

    /// What shows the change; nothing of a hidden line.
    private func takeShown() -> [UInt8] {
        let written = takeWritten()
        return isHidden ? [] : written
    }

    private func takeWritten() -> [UInt8] {
        fflush(stream)
        defer { rewind(stream) }
        return Array(UnsafeRawBufferPointer(start: written.pointee, count: writtenCount.pointee))
    }
}
