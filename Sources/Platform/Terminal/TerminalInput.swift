// Decodes bytes from a terminal into keys. Its caller feeds it and tells it when the terminal has been silent long enough.
//
// ncurses could do this, but it reads byte by byte, blocks after an Esc, and cannot tell a closed terminal from a quiet one.
// The sequences are those of terminfo, ECMA-48 and xterm's ctlseqs.

import Screen

/// What the terminal reports besides keys.
nonisolated enum TerminalReport: Equatable {
    /// The cursor's position, from 1: the answer to `CSI 6 n`. Shift-F3 looks the same with row 1.
    case cursor(row: Int, column: Int)
    /// Whether the terminal's background is light: the answer to `OSC 11 ; ? ST`.
    case background(isLight: Bool)
    /// The terminal's name and version: the answer to `CSI > q`.
    case version(String)
    /// Whether the terminal has the keyboard's focus (private mode 1004).
    case focus(Bool)
}

/// The decoder. `append` bytes and call `next` until it returns nil; if it `isWaiting` then, call `endWait` after a short
/// silence.
nonisolated struct TerminalInput {
    /// Whether the present bytes may be the beginning of a sequence.
    private(set) var isWaiting = false
    /// Whether text is being pasted.
    private(set) var isPasting = false
    /// What the terminal has reported, until it is taken.
    private var reports: [TerminalReport] = []

    /// The longest control sequence; real ones have at most 20 bytes.
    private static let longestSequence = 64
    /// The most scalars of a paste that are kept.
    static let longestPaste = 4_096
    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    private let keys: [(bytes: [UInt8], key: Key)]
    /// The scalars of the bytes from 128, 0 for none; empty in UTF-8.
    private let upperHalf: [UInt32]
    private var bytes: [UInt8] = []
    private var head = 0
    private var isHurried = false
    /// Whether the rest of a too long control sequence is being skipped.
    private var isSkipping = false
    private var pasted: [UInt8] = []
    /// How many bytes of `pasteEnd` have been read.
    private var matched = 0

    /// A decoder for a terminal with additional `keys` of two or more bytes. `upperHalf` has the 128 scalars of the bytes from
    /// 128 in a single-byte locale; it is empty in UTF-8.
    init(keys: [(bytes: [UInt8], key: Key)] = [], upperHalf: [UInt32] = []) {
        self.keys = keys.filter { $0.bytes.count > 1 }
        self.upperHalf = upperHalf
    }

    /// Adds bytes that arrived.
    mutating func append(_ new: some Sequence<UInt8>) {
        isWaiting = false
        isHurried = false
        bytes.removeFirst(head)
        head = 0
        bytes.append(contentsOf: new)
    }

    /// What the terminal has reported before the key that `next` has returned, since this was called last.
    mutating func takeReports() -> [TerminalReport] {
        defer { reports = [] }
        return reports
    }

    /// The next key; nil if more bytes are needed.
    mutating func next() -> Key? {
        while head < bytes.count || isPasting {
            if isPasting {
                guard let text = continuePaste() else { return nil }
                if text.isEmpty { continue }
                return .paste(text)
            }
            if isSkipping {
                passOver()
                continue
            }
            switch step() {
            case .key(let key, let length):
                head += length
                return key
            case .report(let report, let length):
                head += length
                reports.append(report)
            case .skip(let length): head += length
            case .paste(let length):
                head += length
                isPasting = true
            case .tooLong(let length):
                head += length
                isSkipping = true
            case .wait:
                isWaiting = true
                return nil
            }
        }
        return nil
    }

    /// To be called when nothing followed: the present bytes are complete. Call `next` again. An Esc in a paste ends the paste.
    mutating func endWait() {
        isWaiting = false
        isHurried = true
        isSkipping = false
    }

    /// To be called when the end of a paste did not arrive. Call `next` again.
    mutating func endPaste() {
        guard isPasting else { return }
        matched = Self.pasteEnd.count
    }

    // MARK: One step

    private enum Step {
        case key(Key, Int)
        case report(TerminalReport, Int)
        case skip(Int)
        case paste(Int)
        case tooLong(Int)
        case wait
    }

    /// Parameters and intermediates are below the final byte.
    private mutating func passOver() {
        while head < bytes.count, bytes[head] >= 0x20, bytes[head] < 0x40 { head += 1 }
        guard head < bytes.count else { return }
        if bytes[head] >= 0x40, bytes[head] < 0x7F { head += 1 }
        isSkipping = false
    }

    private var available: Int { bytes.count - head }

    private func step() -> Step {
        if !keys.isEmpty, let found = stepThroughKeys() { return found }
        let byte = bytes[head]
        switch byte {
        case 0x1B: return stepEscape()
        case 0x20...0x7E: return .key(.character(Unicode.Scalar(byte)), 1)
        case 0x80...: return upperHalf.isEmpty ? stepUTF8(byte) : stepUpperHalf(byte)
        default: return stepControl(byte)
        }
    }

    private func stepThroughKeys() -> Step? {
        var isPrefix = false
        for (sequence, key) in keys {
            let count = min(sequence.count, available)
            guard bytes[head..<head + count].elementsEqual(sequence[..<count]) else { continue }
            if count == sequence.count { return .key(key, count) }
            isPrefix = true
        }
        return isPrefix && !isHurried ? .wait : nil
    }

    private func stepControl(_ byte: UInt8) -> Step {
        switch byte {
        case 8, 0x7F: .key(.backspace, 1)
        case 9: .key(.tab, 1)
        case 10, 13: .key(.enter, 1)
        case 1...26: .key(.control(Unicode.Scalar(byte + 0x60)), 1)
        default: .skip(1)
        }
    }

    private func stepUpperHalf(_ byte: UInt8) -> Step {
        guard let scalar = Unicode.Scalar(upperHalf[Int(byte) - 128]), scalar.value >= 0xA0 else { return .skip(1) }
        return .key(.character(scalar), 1)
    }

    /// RFC 3629; skips invalid bytes.
    private func stepUTF8(_ first: UInt8) -> Step {
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC2, first <= 0xF4 else { return .skip(1) }
        var value = UInt32(first) & (0x7F >> UInt32(count))
        for offset in 1..<count {
            guard offset < available else { return isHurried ? .skip(1) : .wait }
            let byte = bytes[head + offset]
            guard byte & 0xC0 == 0x80 else { return .skip(1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        let least: UInt32 = count == 4 ? 0x1_0000 : count == 3 ? 0x800 : 0x80
        guard value >= least, value >= 0xA0, let scalar = Unicode.Scalar(value) else { return .skip(count) }
        return .key(.character(scalar), count)
    }

    // MARK: Escape sequences

    /// An Esc before anything else is the key Esc: Alt with a key counts as Esc and that key.
    private func stepEscape() -> Step {
        let escape = Step.key(.escape, 1)
        guard available > 1 else { return isHurried ? escape : .wait }
        let next = bytes[head + 1]
        if next == UInt8(ascii: "]") {
            return stepAnswer(Self.background) { Self.isLight($0).map { .background(isLight: $0) } } ?? escape
        }
        if next == UInt8(ascii: "P") {
            return stepAnswer(Self.version) { .version(String(decoding: $0, as: UTF8.self)) } ?? escape
        }
        guard next == UInt8(ascii: "[") || next == UInt8(ascii: "O") else { return escape }
        guard available > 2 else { return isHurried ? escape : .wait }
        return next == UInt8(ascii: "[") ? stepControlSequence() : stepSingleShift()
    }

    /// An answer that begins with ESC and `opening`, and ends with ESC \ or a BEL; nil for anything else. `read` makes a report of what is
    /// between, or nil.
    private func stepAnswer(_ opening: [UInt8], read: (ArraySlice<UInt8>) -> TerminalReport?) -> Step? {
        let text = bytes[(head + 1)...]
        guard text.starts(with: opening.prefix(text.count)) else { return nil }
        guard let end = text.firstIndex(where: { $0 == 7 || $0 == 0x1B }) else {
            return isHurried || text.count > Self.longestSequence ? nil : .wait
        }
        if bytes[end] == 0x1B, end + 1 == bytes.count, !isHurried { return .wait }
        let isWhole = bytes[end] == 7 || end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\\")
        let length = end - head + (isWhole ? bytes[end] == 7 ? 1 : 2 : 0)
        guard isWhole, let report = read(text[(text.startIndex + opening.count)..<end]) else { return .skip(length) }
        return .report(report, length)
    }

    /// The answer to `OSC 11`, such as `ESC ] 11 ; rgb:ffff/ffff/ffff ESC \`.
    private static let background = Array("]11;rgb:".utf8)
    /// The answer to `CSI > q`, such as `ESC P > | foot(1.16.2) ESC \`.
    private static let version = Array("P>|".utf8)

    /// Whether a colour is light, by its luminance; nil where the text is none. Each part is a fraction of one to four digits.
    private static func isLight(_ text: ArraySlice<UInt8>) -> Bool? {
        let parts = text.split(separator: UInt8(ascii: "/")).compactMap { part -> Double? in
            guard (1...4).contains(part.count) else { return nil }
            return UInt32(String(decoding: part, as: UTF8.self), radix: 16).map { Double($0) / Double(1 << (4 * part.count) - 1) }
        }
        return parts.count == 3 ? 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2] > 0.5 : nil
    }

    /// ESC O: cursor keys and keypad in application mode, F1 to F4.
    private func stepSingleShift() -> Step {
        var at = head + 2
        while at < bytes.count, at < head + 5, bytes[at] >= 0x30, bytes[at] <= 0x39 { at += 1 }
        guard at < bytes.count else { return isHurried ? .skip(available) : .wait }
        let length = at - head + 1
        let byte = bytes[at]
        switch byte {
        case UInt8(ascii: "M"): return .key(.enter, length)
        case UInt8(ascii: "j")...UInt8(ascii: "y"): return .key(.character(Unicode.Scalar(byte - 0x40)), length)
        case 0..<0x20, 0x7F...: return .skip(length - 1)
        default:
            guard let key = Self.key(final: byte) else { return .skip(length) }
            return .key(key, length)
        }
    }

    /// ESC [ parameters, intermediates, final byte.
    private func stepControlSequence() -> Step {
        var at = head + 2
        if bytes[at] == UInt8(ascii: "M") { return stepOldMouse() }
        if bytes[at] == UInt8(ascii: "[") { return stepConsoleFunction() }
        while at < bytes.count, bytes[at] >= 0x20, bytes[at] < 0x40 { at += 1 }
        if at - head > Self.longestSequence { return .tooLong(at - head) }
        guard at < bytes.count else { return isHurried ? .skip(available) : .wait }
        let final = bytes[at]
        guard final >= 0x40, final < 0x7F else { return .skip(at - head) }
        return stepComplete(bytes[head + 2..<at], final: final, length: at - head + 1)
    }

    private func stepComplete(_ text: ArraySlice<UInt8>, final: UInt8, length: Int) -> Step {
        if text.first == UInt8(ascii: "<") {
            let numbers = Self.numbers(text.dropFirst())
            guard numbers.count == 3, final == UInt8(ascii: "M") else { return .skip(length) }
            return stepMouse(button: numbers[0], x: numbers[1] - 1, y: numbers[2] - 1, length: length)
        }
        if let first = text.first, first >= 0x3C { return .skip(length) }  // an answer to another program's question
        if text.isEmpty, final == UInt8(ascii: "I") || final == UInt8(ascii: "O") {
            return .report(.focus(final == UInt8(ascii: "I")), length)
        }
        let numbers = Self.numbers(text)
        if final == UInt8(ascii: "~") {
            if numbers.first == 200 { return .paste(length) }
            guard let first = numbers.first, let key = Self.key(number: first) else { return .skip(length) }
            return .key(key, length)
        }
        if final == UInt8(ascii: "R"), numbers.count == 2 {
            return .report(.cursor(row: numbers[0], column: numbers[1]), length)
        }
        guard let key = Self.key(final: final) else { return .skip(length) }
        return .key(key, length)
    }

    /// ESC [ [ A to E: F1 to F5 of the Linux console.
    private func stepConsoleFunction() -> Step {
        guard available > 3 else { return isHurried ? .skip(available) : .wait }
        let byte = bytes[head + 3]
        guard byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "E") else { return .skip(byte < 0x20 ? 3 : 4) }
        return .key(.function(Int(byte - UInt8(ascii: "A")) + 1), 4)
    }

    /// ESC [ M and three bytes, each of them plus 32.
    private func stepOldMouse() -> Step {
        guard available > 5 else { return isHurried ? .skip(available) : .wait }
        let button = Int(bytes[head + 3]) - 32
        return stepMouse(button: button, x: Int(bytes[head + 4]) - 33, y: Int(bytes[head + 5]) - 33, length: 6)
    }

    /// Bits 0, 1 and 6 are the button, 2 to 4 Shift, Alt and Ctrl, 5 a movement.
    private func stepMouse(button: Int, x: Int, y: Int, length: Int) -> Step {
        guard x >= 0, y >= 0, button >= 0 else { return .skip(length) }
        switch button & ~0b1_1100 {
        case 0: return .key(.click(Point(x: x, y: y)), length)
        case 32, 35: return .key(.hover(Point(x: x, y: y)), length)
        case 64: return .key(.wheel(-1), length)
        case 65: return .key(.wheel(1), length)
        default: return .skip(length)
        }
    }

    /// Numbers separated by semicolons; missing ones are 0, huge ones are limited.
    private static func numbers(_ text: ArraySlice<UInt8>) -> [Int] {
        if text.isEmpty { return [] }
        var numbers = [0]
        for byte in text {
            if byte == UInt8(ascii: ";") { numbers.append(0) }
            guard byte >= 0x30, byte <= 0x39 else { continue }
            numbers[numbers.count - 1] = min(numbers[numbers.count - 1] * 10 + Int(byte - 0x30), 99_999)
        }
        return numbers
    }

    private static func key(final: UInt8) -> Key? {
        switch Unicode.Scalar(final) {
        case "A", "a": .up
        case "B", "b": .down
        case "C", "c": .right
        case "D", "d": .left
        case "H": .home
        case "F": .end
        case "Z": .backTab
        case "P"..."S": .function(Int(final - UInt8(ascii: "P")) + 1)
        default: nil
        }
    }

    /// The numbers before ~ of DEC, xterm, rxvt and the Linux console.
    private static func key(number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...24: .function(number - 12)
        default: nil
        }
    }

    // MARK: Paste

    /// Reads more of a paste; returns its text at its end.
    private mutating func continuePaste() -> String? {
        while head < bytes.count, matched < Self.pasteEnd.count {
            let byte = bytes[head]
            head += 1
            if byte == Self.pasteEnd[matched] {
                matched += 1
                continue
            }
            if matched > 1 { keep(Self.pasteEnd[1..<matched]) }
            matched = byte == 0x1B ? 1 : 0
            if matched == 0 { keep(CollectionOfOne(byte)) }
        }
        // Esc also ends a paste that has no end.
        if matched == 1, isHurried { matched = Self.pasteEnd.count }
        isWaiting = matched == 1
        return matched == Self.pasteEnd.count ? takePaste() : nil
    }

    /// A scalar has at most four bytes, so this keeps enough.
    private mutating func keep(_ new: some Collection<UInt8>) {
        if pasted.count + new.count <= Self.longestPaste * 4 { pasted.append(contentsOf: new) }
    }

    /// The text with line feeds as line ends.
    private mutating func takePaste() -> String {
        isPasting = false
        matched = 0
        defer { pasted = [] }
        var (text, count) = (String.UnicodeScalarView(), 0)
        var last: Unicode.Scalar = " "
        let isUTF8 = upperHalf.isEmpty
        let source = isUTF8 ? String(decoding: pasted, as: UTF8.self) : String(String.UnicodeScalarView(pasted.map(wide)))
        for scalar in source.unicodeScalars where count < Self.longestPaste {
            defer { last = scalar }
            if scalar == "\n", last == "\r" { continue }
            text.append(scalar == "\r" ? "\n" : scalar)
            count += 1
        }
        return String(text)
    }

    private func wide(_ byte: UInt8) -> Unicode.Scalar {
        byte < 128 ? Unicode.Scalar(byte) : Unicode.Scalar(upperHalf[Int(byte) - 128]) ?? "\u{FFFD}"
    }
}
