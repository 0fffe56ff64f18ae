// Shortens the colour sequences (SGR of ECMA-48) of a frame. ncurses sends both colours whenever one changes; this drops the
// unchanged one and joins adjacent sequences, which halves the bytes of the board.

/// Shortens the colour sequences of one frame.
struct FrameColours {
    private static let ofPalette = Array("8;5;".utf8)

    private var shortened: [UInt8] = []
    private var front: UnsafeRawBufferPointer?
    private var back: UnsafeRawBufferPointer?
    /// Whether the last output was a colour sequence that can be extended.
    private var isOpen = false

    /// Returns `frame` without redundant colours.
    static func shorten(_ frame: UnsafeRawBufferPointer) -> [UInt8] {
        var colours = FrameColours()
        colours.shortened.reserveCapacity(frame.count)
        var place = 0
        while place < frame.count {
            if let end = sequenceEnd(in: frame, from: place) {
                colours.append(UnsafeRawBufferPointer(rebasing: frame[place + 2..<end]))
                place = end + 1
            } else {
                colours.isOpen = false
                let next = frame[(place + 1)...].firstIndex(of: 0x1B) ?? frame.count
                colours.shortened.append(contentsOf: UnsafeRawBufferPointer(rebasing: frame[place..<next]))
                place = next
            }
        }
        return colours.shortened
    }

    /// The end of the SGR sequence that begins at `place`; nil if there is none.
    private static func sequenceEnd(in frame: UnsafeRawBufferPointer, from place: Int) -> Int? {
        guard frame[place] == 0x1B, place + 2 < frame.count, frame[place + 1] == UInt8(ascii: "[") else { return nil }
        var end = place + 2
        while end < frame.count, frame[end] >= 0x30, frame[end] <= 0x3B { end += 1 }
        return end < frame.count && frame[end] == UInt8(ascii: "m") ? end : nil
    }

    private mutating func append(_ parameters: UnsafeRawBufferPointer) {
        if Self.isColour(parameters, UInt8(ascii: "3")) {
            if front?.elementsEqual(parameters) != true { add(parameters) }
            front = parameters
        } else if Self.isColour(parameters, UInt8(ascii: "4")) {
            if back?.elementsEqual(parameters) != true { add(parameters) }
            back = parameters
        } else {
            // After attributes, a reset or other colour sequences, the present colours are unknown.
            (front, back, isOpen) = (nil, nil, false)
            begin()
            end(parameters)
        }
    }

    /// Whether the parameters are one colour: 30 to 37 or 38;5;n in the foreground (`digit` is 3), 40 to 47 or 48;5;n in the
    /// background (4).
    private static func isColour(_ parameters: UnsafeRawBufferPointer, _ digit: UInt8) -> Bool {
        guard parameters.count >= 2, parameters[0] == digit else { return false }
        return parameters.count == 2 ? parameters[1] < UInt8(ascii: "8") : parameters.dropFirst().starts(with: Self.ofPalette)
    }

    private mutating func add(_ parameters: UnsafeRawBufferPointer) {
        if isOpen { shortened[shortened.count - 1] = UInt8(ascii: ";") } else { begin() }
        end(parameters)
        isOpen = true
    }

    private mutating func begin() {
        shortened.append(0x1B)
        shortened.append(UInt8(ascii: "["))
    }

    private mutating func end(_ parameters: UnsafeRawBufferPointer) {
        shortened.append(contentsOf: parameters)
        shortened.append(UInt8(ascii: "m"))
    }
}
