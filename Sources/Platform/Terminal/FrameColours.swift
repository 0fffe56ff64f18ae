// ncurses says both colours whenever one of them changes. Here a colour that has not changed is left out of a frame, and two in a row
// become one sequence: the board's many small patches of colour cost half as much. It knows what ECMA-48 calls SGR, and no terminal.

/// A frame's colours, said once each.
struct FrameColours {
    private var shortened: [UInt8] = []
    private var front: [UInt8]?
    private var back: [UInt8]?
    /// Whether the last thing said was a colour, to which another can be added.
    private var isOpen = false

    /// `frame` without the colours that are in force anyway.
    static func shorten(_ frame: UnsafeRawBufferPointer) -> [UInt8] {
        var colours = FrameColours()
        colours.shortened.reserveCapacity(frame.count)
        var place = 0
        while place < frame.count {
            if let end = sequenceEnd(in: frame, from: place) {
                colours.say(Array(frame[place + 2..<end]))
                place = end + 1
            } else {
                colours.isOpen = false
                colours.shortened.append(frame[place])
                place += 1
            }
        }
        return colours.shortened
    }

    /// Where the SGR sequence ends that begins at `place`; nil where none begins.
    private static func sequenceEnd(in frame: UnsafeRawBufferPointer, from place: Int) -> Int? {
        guard frame[place] == 0x1B, place + 2 < frame.count, frame[place + 1] == UInt8(ascii: "[") else { return nil }
        var end = place + 2
        while end < frame.count, frame[end] >= 0x30, frame[end] <= 0x3B { end += 1 }
        return end < frame.count && frame[end] == UInt8(ascii: "m") ? end : nil
    }

    private mutating func say(_ parameters: [UInt8]) {
        if Self.isColour(parameters, UInt8(ascii: "3")) {
            if front != parameters { add(parameters) }
            front = parameters
        } else if Self.isColour(parameters, UInt8(ascii: "4")) {
            if back != parameters { add(parameters) }
            back = parameters
        } else {
            // Attributes, a reset, or colours said otherwise: what is in force is not known any more.
            (front, back, isOpen) = (nil, nil, false)
            shortened += [0x1B, UInt8(ascii: "[")] + parameters + [UInt8(ascii: "m")]
        }
    }

    /// Whether these are one colour: 30 to 37 or 38;5;n of the characters (`digit` is 3), 40 to 47 or 48;5;n behind them (4).
    private static func isColour(_ parameters: [UInt8], _ digit: UInt8) -> Bool {
        guard parameters.count >= 2, parameters[0] == digit else { return false }
        return parameters.count == 2 ? parameters[1] < UInt8(ascii: "8") : parameters.starts(with: [digit] + Array("8;5;".utf8))
    }

    private mutating func add(_ parameters: [UInt8]) {
        if isOpen { shortened[shortened.count - 1] = UInt8(ascii: ";") } else { shortened += [0x1B, UInt8(ascii: "[")] }
        shortened += parameters + [UInt8(ascii: "m")]
        isOpen = true
    }
}
