// The window title as programs set, save and restore it, which libvterm does not report.

/// The title, read from what a program writes.
package nonisolated struct TitleScanner {
    /// What the window is called.
    package private(set) var title = before
    /// How often it was called something else.
    package private(set) var changes = 0
    /// What it was called before any program ran.
    package static let before = "shell"

    private var kept: [String] = []
    private var sequence: [UInt8] = []

    /// Reads bytes; sequences may be cut anywhere.
    mutating func scan(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if byte == 0x18 {
                sequence = []
            } else if !sequence.isEmpty || byte == 0x1B {
                sequence.append(byte)
                interpret()
            }
        }
    }

    private mutating func interpret() {
        guard sequence.count > 1, let last = sequence.last else { return }
        switch sequence[1] {
        case UInt8(ascii: "["):
            guard sequence.count > 2, (0x40...0x7E).contains(last) else { return }
            obey(String(decoding: sequence.dropFirst(2), as: UTF8.self))
        case UInt8(ascii: "]"):
            guard last == 7 || last == UInt8(ascii: "\\") && sequence.dropLast().last == 0x1B else { return }
            let text = String(decoding: sequence.dropFirst(2).dropLast(last == 7 ? 1 : 2), as: UTF8.self)
            if text.hasPrefix("2;") || text.hasPrefix("0;") {
                title = String(text.dropFirst(2))
                changes += 1
            }
        default: break
        }
        sequence = []
    }

    private mutating func obey(_ sequence: String) {
        if sequence == "22;0t" { kept.append(title) }
        if sequence == "23;0t", let last = kept.popLast() { title = last }
    }
}
