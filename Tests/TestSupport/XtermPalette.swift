// The 256 colours of xterm, which the tests assume for every terminal.

/// The palette.
package nonisolated enum XtermPalette {
    /// Red, green and blue of a colour's number, 0 to 255 each.
    package static func parts(of number: UInt8) -> [Int] {
        let number = Int(number)
        if number < 16 { return first[number] }
        if number > 231 { return Array(repeating: 8 + 10 * (number - 232), count: 3) }
        return [steps[(number - 16) / 36], steps[(number - 16) / 6 % 6], steps[(number - 16) % 6]]
    }

    private static let first = [
        [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
        [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255], [255, 0, 255], [0, 255, 255], [255, 255, 255],
    ]
    private static let steps = [0, 95, 135, 175, 215, 255]
}
