// The line that is typed on a terminal: libedit moves in it and remembers the lines before. It is handed whole keys and says which bytes
// the terminal is to be sent; it neither reads nor writes itself. It knows no meaning of a line.

import CLibedit
import Glibc

/// An editor of lines on standard input and output, which are a terminal. One at a time.
final class LineEditor {
    /// What became of the line with a key.
    enum Outcome {
        /// It is being typed.
        case editing
        /// It is done.
        case line(String)
        /// There will be none: Ctrl-D on an empty one.
        case end
    }

    private var hasBegun = false
    private let editor: OpaquePointer
    private let lines: OpaquePointer
    /// What libedit writes into: memory, where the C library says that it is, and how much.
    private let stream: UnsafeMutablePointer<FILE>
    private let written = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
    private let writtenCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    /// The most characters of a line. Each key may write all of it.
    private static let longestLine = 256
    private static let linesRemembered: Int32 = 100
    /// What would ask for a second key, which it would wait for: quoting, the prefix ^X, numbers of times, commands by their names.
    private static let unbound = ["^V", "^X", "\\ex", "\\eX", "\\e-"] + (0...9).map { "\\e\($0)" }
    /// What some terminals send for Home, End and Delete, whatever they are called.
    private static let bound = [
        ("^R", "ed-search-prev-history"), ("\\e[1~", "ed-move-to-beg"), ("\\e[7~", "ed-move-to-beg"),
        ("\\e[4~", "ed-move-to-end"),
        ("\\e[8~", "ed-move-to-end"), ("\\e[3~", "ed-delete-next-char"),
    ]
    /// The ends of the sequences that mean something; of others libedit would take a part for text.
    private static let sequences = Set(
        ["A", "B", "C", "D", "F", "H"].flatMap { ["[" + $0, "O" + $0] } + [1, 3, 4, 7, 8].map { "[\($0)~" })

    /// An editor with this prompt; nil where libedit cannot have one. From now on nothing typed is echoed.
    init?(prompt: String) {
        guard let stream = open_memstream(written, writtenCount), let lines = edit_history(Self.linesRemembered),
            let editor = edit_make(stream, strdup(prompt), lines)
        else { return nil }
        (self.stream, self.lines, self.editor) = (stream, lines, editor)
        for key in Self.unbound { _ = edit_bind(editor, key, nil) }
        for (key, command) in Self.bound { _ = edit_bind(editor, key, command) }
        _ = takeWritten()  // what it says of a terminal that it does not know
    }

    /// How many characters the line has so far.
    var count: Int {
        guard hasBegun else { return 0 }
        let line = el_wline(editor).pointee
        return line.lastchar - line.buffer
    }

    /// Begins a line, or shows once more the one that has begun, where the cursor is: what shows it with its prompt.
    func show() -> [UInt8] {
        _ = hasBegun ? edit_refresh(editor) : edit_begin(editor, 1)
        hasBegun = true
        return takeWritten()
    }

    /// The terminal gets the modes for editing again: others may have changed them.
    func retake() {
        _ = edit_prepare(editor, 0)
        _ = edit_prepare(editor, 1)
    }

    /// Does what a key does to the line, which has begun; what shows that.
    func take(_ key: [UInt8]) -> (Outcome, [UInt8]) {
        guard let first = key.first, first != 0 else { return (.editing, []) }
        if key.count > 2, first == 0x1B, !Self.sequences.contains(String(decoding: key.dropFirst(), as: UTF8.self)) {
            return (.editing, [])
        }
        let isAdding = first >= 0x20 && first != 0x7F || first == 0x19  // a character, or all that ^Y brings back
        if isAdding && count >= Self.longestLine { return (.editing, [7]) }
        (key + [0]).withUnsafeBytes { el_push(editor, $0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
        var length: Int32 = 0
        guard let line = el_gets(editor, &length), length > 0 else { return (.editing, takeWritten()) }
        let bytes = UnsafeRawBufferPointer(start: line, count: Int(length))
        if bytes.elementsEqual([4]) {
            _ = takeWritten()  // ^D
            return (end(.end), takeWritten())
        }
        guard let last = bytes.last, [10, 13].contains(last) else { return (.editing, takeWritten()) }
        let text = String(decoding: bytes.dropLast(), as: UTF8.self)
        if !text.isEmpty { edit_remember(lines, text) }
        return (end(.line(text)), takeWritten())
    }

    private func end(_ outcome: Outcome) -> Outcome {
        _ = edit_begin(editor, 0)
        hasBegun = false
        return outcome
    }

    private func takeWritten() -> [UInt8] {
        fflush(stream)
        defer { rewind(stream) }
        return Array(UnsafeRawBufferPointer(start: written.pointee, count: writtenCount.pointee))
    }
}
