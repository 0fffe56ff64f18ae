// The title of the terminal's window. It is saved before it is changed, and restored. Byte strings are returned as part of a
// frame.

/// The title of the window.
struct WindowTitle {
    /// The present title; empty: the original one.
    private(set) var shown = ""
    /// The title that was asked for last.
    private var wanted = ""
    private let isPossible: Bool
    private let isUTF8: Bool
    /// Restores the original title; empty if it was not changed.
    var giveBack: [UInt8] { shown.isEmpty ? [] : restoring }
    /// screen(1) has no stack of titles; an empty title restores the window's. tmux, which also calls itself screen, and xterm
    /// pop the stack (xterm's control sequences, "Window manipulation").
    private let restoring: [UInt8]

    /// The longest title in cells.
    private static let longest = 100

    /// For a terminal whose TERM is `name`.
    init(name: String, isUTF8: Bool) {
        self.isUTF8 = isUTF8
        isPossible = ["xterm", "tmux", "screen"].contains { name.hasPrefix($0) }
        restoring = (name.hasPrefix("screen") ? Self.setting("") : []) + Array("\u{1B}[23;0t".utf8)
    }

    /// The bytes that set the title; empty if it is set already or the terminal cannot.
    mutating func show(_ title: String) -> [UInt8] {
        guard title != wanted else { return [] }
        wanted = title
        // The title may contain anybody's name.
        let title = isPossible ? title.forTerminal(within: Self.longest, isUTF8: isUTF8) : ""
        guard title != shown else { return [] }
        defer { shown = title }
        if title.isEmpty { return restoring }
        return (shown.isEmpty ? Array("\u{1B}[22;0t".utf8) : []) + Self.setting(title)
    }

    /// To be called when the terminal was restored with its title.
    mutating func forget() { (shown, wanted) = ("", "") }

    private static func setting(_ title: String) -> [UInt8] { Array("\u{1B}]2;\(title)\u{1B}\\".utf8) }
}
