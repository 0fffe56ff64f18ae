// Splitting typed bytes into whole keys.

import Testing

@testable import Platform

@Suite struct TypedKeysTests {
    private func keys(_ bytes: [UInt8], isUTF8: Bool = true) -> [[UInt8]] {
        var typed = TypedKeys(isUTF8: isUTF8)
        var found: [[UInt8]] = []
        for byte in bytes {
            typed.append([byte])
            while let key = typed.next() { found.append(key) }
        }
        return found
    }

    @Test(arguments: [
        "4", "é", "€", "😀", "\u{1B}[A", "\u{1B}OP", "\u{1B}[1;5C", "\u{1B}[[A", "\u{1B}x", "\u{1B}é", "\u{1B}\u{1B}[B", "\r",
    ])
    func aKeyIsWholeWithItsLastByte(key: String) {
        let bytes = Array(key.utf8)
        #expect(keys(bytes.dropLast()) == [])
        #expect(keys(bytes + bytes + [10]) == [bytes, bytes, [10]])
        var typed = TypedKeys(isUTF8: true)
        typed.append(bytes + [UInt8](repeating: 0x34, count: 40))
        #expect(typed.next() == bytes && typed.next() == [0x34], "what comes after it changes nothing")
    }

    @Test func whatIsNoCharacterIsNoReasonToWait() {
        #expect(keys([0xFF, 0x34]) == [[0xFF], [0x34]])
        #expect(keys([0xC3, 0x28]) == [[0xC3], [0x28]])
        #expect(keys([0xE2, 0x82, 0x0D]) == [[0xE2], [0x82], [0x0D]])
        #expect(keys([0xC3, 0xA9], isUTF8: false) == [[0xC3], [0xA9]])
    }

    @Test func anEndlessSequenceEnds() {
        let found = keys([0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 30))
        #expect(found.first?.count == 16 && found.count > 1)
        #expect(keys([0x1B, 0x5B, 0x31, 0x0D]) == [[0x1B, 0x5B, 0x31], [0x0D]])
    }
}
