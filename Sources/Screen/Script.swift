// How text is written where letters run from right to left and join. It knows no language and no library: somebody sets who does it.

import Synchronization

/// Puts text in the order in which a terminal shows its characters.
public protocol Script: Sendable {
    /// The characters as they are seen, from the left, joined; what only says something of direction is gone.
    func shown(_ text: String) -> String
    /// How many cells are to the left of the scalar at `offset` when `text` is shown.
    func place(of offset: Int, in text: String) -> Int
}

/// Who does it for text on the screen; nil: nobody need, or the terminal does.
public let script = Mutex<(any Script)?>(nil)

extension String {
    /// Whether there is a letter in it that runs from right to left.
    public var hasRightToLeft: Bool { unicodeScalars.contains { $0.isRightToLeft } }

    /// Whether its first letter does; nil where it has none.
    public var beginsRightToLeft: Bool? { unicodeScalars.first { $0.properties.isAlphabetic }?.isRightToLeft }
}

extension Unicode.Scalar {
    /// Hebrew to Arabic, with what joins and what is joined (UAX 9, R and AL).
    var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
