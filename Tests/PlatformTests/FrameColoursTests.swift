// Frames with fewer bytes look the same as before.

import Screen
import TestSupport
import Testing

@testable import Platform

@Suite struct FrameColoursTests {
    private func shorten(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return String(decoding: bytes.withUnsafeBytes { FrameColours.shorten($0) }, as: UTF8.self)
    }

    @Test func aColourInForceIsNotSaidAgain() {
        #expect(shorten("\u{1B}[38;5;1m\u{1B}[48;5;2mA\u{1B}[38;5;3m\u{1B}[48;5;2mB") == "\u{1B}[38;5;1;48;5;2mA\u{1B}[38;5;3mB")
        #expect(shorten("\u{1B}[31m\u{1B}[42mA\u{1B}[31m\u{1B}[43mB") == "\u{1B}[31;42mA\u{1B}[43mB")
    }

    @Test func afterAResetItIs() {
        for reset in ["\u{1B}[m", "\u{1B}[39;49m", "\u{1B}[0;1m", "\u{1B}[0;10m"] {
            let text = "\u{1B}[31mA\(reset)\u{1B}[31mB"
            #expect(shorten(text) == text)
        }
    }

    @Test func allElseStaysAsItIs() {
        for text in [
            "", "\u{1B}", "\u{1B}[", "\u{1B}[3", "\u{1B}[38;5;", "\u{1B}[2;3HA\u{1B}[K▀\u{1B}(B", "\u{1B}[?25l\u{1B}]0;[31m\u{7}",
        ] {
            #expect(shorten(text) == text)
        }
    }

    @Test("Whatever is written looks the same")
    func looksTheSame() {
        var random = SystemRandomNumberGenerator()
        let parts = [
            "\u{1B}[38;5;220m", "\u{1B}[48;5;25m", "\u{1B}[31m", "\u{1B}[44m", "\u{1B}[91m", "\u{1B}[m", "\u{1B}[39;49m",
            "\u{1B}[1m", "\u{1B}[7m",
            "▀", "a", " ", "\u{1B}[2;2H", "\u{1B}[K",
        ]
        for _ in 0..<200 {
            let text = (0..<60).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let terminals = [text, shorten(text)].map { text in
                let terminal = VirtualTerminal(size: Size(width: 20, height: 4))
                terminal.feed(Array(text.utf8)[...])
                return terminal
            }
            for y in 0..<4 {
                for x in 0..<20 {
                    #expect(terminals[0].cell(x: x, y: y) == terminals[1].cell(x: x, y: y), "\(text.debugDescription)")
                }
            }
        }
    }
}
