// Reordering and joining of right-to-left text. The implementation is set at start.

import Synchronization

/// Converts text to its visual form.
public protocol Script: Sendable {
    /// The visible characters from the left, joined, without directional formatting.
    func shown(_ text: String) -> String
    /// The number of cells to the left of the scalar at `offset` in the visual form.
    func place(of offset: Int, in text: String) -> Int
}

/// The implementation in use; nil: text is not reordered, or the terminal does it.
public let script = Mutex<(any Script)?>(nil)

extension String {
    /// Whether the text has right-to-left letters.
    public var hasRightToLeft: Bool { unicodeScalars.contains { $0.isRightToLeft } }

    /// Whether the first letter is right-to-left; nil if there are no letters.
    public var beginsRightToLeft: Bool? { unicodeScalars.first { $0.properties.isAlphabetic }?.isRightToLeft }
}

extension Unicode.Scalar {
    /// Hebrew to Arabic with presentation forms (UAX 9, classes R and AL).
    var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
