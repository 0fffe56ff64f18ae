// The title of the terminal's window: kept before it is changed, and given back. As byte strings, which end inside the frame they
// belong to. It knows no descriptor.

import Screen
import Text

/// What the terminal's window is called.
struct WindowTitle {
    /// What is shown; empty: the title that was there before.
    private(set) var shown = ""
    /// What was last asked for.
    private var wanted = ""
    private let isPossible: Bool
    private let isUTF8: Bool
    /// Written on the way out; nothing while the title is the one that was there before.
    var giveBack: [UInt8] { shown.isEmpty ? [] : restoring }
    /// screen(1) has no stack of titles of its own: there an empty one brings back the window's. In tmux, which calls itself screen as
    /// well, and in xterm the top of the stack comes back (xterm's control sequences, "Window manipulation").
    private let restoring: [UInt8]

    /// The longest title, in cells.
    private static let longest = 100

    /// The title of the window of a terminal that TERM calls `name`.
    init(name: String, isUTF8: Bool) {
        self.isUTF8 = isUTF8
        isPossible = ["xterm", "tmux", "screen"].contains { name.hasPrefix($0) }
        restoring = (name.hasPrefix("screen") ? Self.setting("") : []) + Array("\u{1B}[23;0t".utf8)
    }

    /// What is written for the window to be called `title`; nothing where it is already, or cannot be.
    mutating func show(_ title: String) -> [UInt8] {
        guard title != wanted else { return [] }
        wanted = title
        let title = isPossible ? known(title) : ""
        guard title != shown else { return [] }
        defer { shown = title }
        if title.isEmpty { return restoring }
        return (shown.isEmpty ? Array("\u{1B}[22;0t".utf8) : []) + Self.setting(title)
    }

    /// The terminal was given back, the title with it.
    mutating func forget() { (shown, wanted) = ("", "") }

    /// In characters that the terminal knows. A name in it may be anybody's.
    private func known(_ title: String) -> String {
        let title = TextWidth.clip(title.plain, to: Self.longest, ellipsis: "")
        if isUTF8 { return title }
        return String(String.UnicodeScalarView(title.unicodeScalars.map { $0.isASCII ? $0 : $0 == "–" ? "-" : "?" }))
    }

    private static func setting(_ title: String) -> [UInt8] { Array("\u{1B}]2;\(title)\u{1B}\\".utf8) }
}
