// The decoder of keys: every case whole and byte by byte, and garbage.

import Screen
import Testing

@testable import Platform

@Suite struct TerminalInputTests {
    private struct Decoded: Equatable {
        var keys: [Key] = []
        var reports: [TerminalReport] = []
    }

    /// What `bytes` become, and what an end of waiting adds.
    private func decode(_ bytes: [UInt8], inParts: Bool = false, input: TerminalInput = TerminalInput()) -> Decoded {
        var input = input
        var decoded = Decoded()
        func drain() {
            while let key = input.next() { decoded.keys.append(key) }
            decoded.reports += input.takeReports()
        }
        for part in inParts ? bytes.map({ [$0] }) : [bytes] {
            input.append(part)
            drain()
        }
        for _ in 0..<4 where input.isWaiting {
            input.endWait()
            drain()
        }
        return decoded
    }

    private func keys(_ text: String) -> [Key] {
        let whole = decode(Array(text.utf8))
        #expect(decode(Array(text.utf8), inParts: true) == whole, "\(text.debugDescription) differs byte by byte")
        return whole.keys
    }

    @Test func oneKeyEach() {
        let table: [(String, Key)] = [
            ("a", .character("a")), ("Z", .character("Z")), (" ", .character(" ")), ("~", .character("~")),
            ("ä", .character("ä")),
            ("日", .character("日")), ("\u{1F600}", .character("\u{1F600}")), ("\r", .enter), ("\n", .enter), ("\t", .tab),
            ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\u{1B}", .escape), ("\u{C}", .control("l")),
            ("\u{1}", .control("a")),
            ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left), ("\u{1B}OA", .up),
            ("\u{1B}OD", .left),
            ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}OH", .home), ("\u{1B}OF", .end), ("\u{1B}[1~", .home),
            ("\u{1B}[4~", .end), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp),
            ("\u{1B}[6~", .pageDown), ("\u{1B}[Z", .backTab), ("\u{1B}OP", .function(1)), ("\u{1B}OS", .function(4)),
            ("\u{1B}[11~", .function(1)), ("\u{1B}[15~", .function(5)), ("\u{1B}[17~", .function(6)),
            ("\u{1B}[21~", .function(10)),
            ("\u{1B}[24~", .function(12)), ("\u{1B}[[A", .function(1)), ("\u{1B}[[E", .function(5)), ("\u{1B}[1;5C", .right),
            ("\u{1B}[1;2A", .up), ("\u{1B}[3;5~", .delete), ("\u{1B}OM", .enter), ("\u{1B}Op", .character("0")),
            ("\u{1B}Oy", .character("9")), ("\u{1B}[<0;3;5M", .click(Point(x: 2, y: 4))),
            ("\u{1B}[<16;300;200M", .click(Point(x: 299, y: 199))), ("\u{1B}[<64;1;1M", .wheel(-1)),
            ("\u{1B}[<65;1;1M", .wheel(1)), ("\u{1B}[<35;3;5M", .hover(Point(x: 2, y: 4))),
            ("\u{1B}[<32;3;5M", .hover(Point(x: 2, y: 4))),
            ("\u{1B}[M !!", .click(Point(x: 0, y: 0))), ("\u{1B}[M`!!", .wheel(-1)),
        ]
        for (text, key) in table { #expect(keys(text) == [key], "\(text.debugDescription)") }
    }

    @Test func nothing() {
        let silent = [
            "\u{1B}[<0;3;5m", "\u{1B}[<2;3;5M", "\u{1B}[<66;1;1M", "\u{1B}[M#!!", "\u{1B}[2~", "\u{1B}[99~",
            "\u{1B}[I",
            "\u{1B}[?1;2c", "\u{1B}[<;;M", "\u{1B}[<0;0;0M", "\u{0}", "\u{1C}", "\u{1F}", "\u{85}", "\u{1B}[1;", "\u{1B}[<0;3",
        ]
        for text in silent { #expect(keys(text).isEmpty, "\(text.debugDescription)") }
    }

    @Test("What the terminal says of its background; anything else after Esc and ] is those two keys")
    func background() {
        for (colour, isLight) in [
            ("ffff/ffff/ffff", true), ("00/2b/36", false), ("fd/f6/e3", true), ("0/0/f", false), ("8/f/8", true),
        ] {
            for end in ["\u{7}", "\u{1B}\\"] {
                let decoded = decode(Array("\u{1B}]11;rgb:\(colour)\(end)".utf8))
                #expect(decoded.reports == [.background(isLight: isLight)], "\(colour)")
            }
        }
        #expect(
            keys("\u{1B}]") == [.escape, .character("]")] && keys("\u{1B}]x") == [.escape, .character("]"), .character("x")])
        #expect(
            decode(Array("\u{1B}]11;rgb:red\u{7}".utf8)) == Decoded()
                && decode(Array("\u{1B}]11;rgb:1/2\u{7}a".utf8)) == Decoded(keys: [.character("a")]))
    }

    @Test("What the terminal says of itself and of its focus; Esc and P without an answer are those two keys")
    func versionAndFocus() {
        #expect(decode(Array("\u{1B}P>|foot(1.16.2)\u{1B}\\".utf8)).reports == [.version("foot(1.16.2)")])
        #expect(decode(Array("\u{1B}[O\u{1B}[I".utf8)).reports == [.focus(false), .focus(true)])
        #expect(
            keys("\u{1B}P") == [.escape, .character("P")] && keys("\u{1B}Px") == [.escape, .character("P"), .character("x")])
        #expect(keys("\u{1B}OI").isEmpty && keys("\u{1B}[1I").isEmpty)
    }

    @Test("Which message a terminal shows: its own name comes first, then the environment's")
    func messages() {
        func format(_ version: String, _ environment: [String: String]) -> Int? {
            TerminalMessage(version: version) { environment[$0] }.format?.rawValue
        }
        #expect(format("", ["TERM": "xterm-256color"]) == nil && format("", ["TERM": "xterm-kitty"]) == 99)
        #expect(
            format("", ["TERM_PROGRAM": "iTerm.app"]) == 9 && format("WezTerm 20230712", ["TERM_PROGRAM": "iTerm.app"]) == 777)
        #expect(format("XTerm(388)", ["KITTY_WINDOW_ID": "1"]) == nil, "it was started in another one")
        #expect(format("", ["TMUX": "x", "TERM": "tmux-256color"]) == 777 && format("tmux 3.4", ["KITTY_WINDOW_ID": "1"]) == 99)
        #expect(format("", ["STY": "x", "TERM_PROGRAM": "iTerm.app"]) == nil, "screen passes nothing on")
        let long = TerminalMessage(version: "foot(1.16.2)") { _ in nil }.bytes(
            showing: String(repeating: "é;", count: 10_000), isUTF8: false)
        #expect(long.count < 200 && long.allSatisfy { $0 < 0x80 } && long.filter { $0 == UInt8(ascii: ";") }.count == 3)
    }

    @Test func sequencesFollowEachOther() {
        #expect(keys("\u{1B}[A\u{1B}[B") == [.up, .down])
        #expect(keys("\u{1B}q") == [.escape, .character("q")])
        #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
        #expect(keys("\u{1B}\u{1B}") == [.escape, .escape])
        #expect(keys("x\u{1B}") == [.character("x"), .escape])
        #expect(keys("\u{1B}[1\u{1B}[A") == [.up])
        #expect(keys("\u{1B}[" + String(repeating: "1", count: 500) + "\u{1B}[A").last == .up)
    }

    @Test func aNumberTooLongIsNoTrap() {
        #expect(keys("\u{1B}[<0;" + String(repeating: "9", count: 30) + ";5M") == [.click(Point(x: 99_998, y: 4))])
    }

    @Test func theCaretsPlaceIsNoKey() {
        #expect(decode(Array("\u{1B}[12;40R".utf8)).reports == [.cursor(row: 12, column: 40)])
        #expect(keys("\u{1B}OR") == [.function(3)])
    }

    @Test func badUTF8IsPassedOver() {
        let bad: [[UInt8]] = [
            [0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xC3],
        ]
        for bytes in bad { #expect(decode(bytes + [0x61]).keys.last == .character("a"), "\(bytes)") }
        #expect(decode([0xC3, 0x61]).keys == [.character("a")])
    }

    @Test func singleByteLocales() {
        var upper = [UInt32](repeating: 0, count: 128)
        upper[0xE4 - 128] = 0xE4
        let input = TerminalInput(upperHalf: upper)
        #expect(decode([0xE4], input: input).keys == [.character("ä")])
        #expect(decode([0xE5], input: input).keys.isEmpty)
    }

    @Test func keysOfTheTerminalComeFirst() {
        let input = TerminalInput(keys: [(Array("\u{1B}k1".utf8), .function(1)), (Array("\u{1B}k".utf8) + [0xFF], .up)])
        for inParts in [false, true] {
            #expect(decode(Array("\u{1B}k1".utf8), inParts: inParts, input: input).keys == [.function(1)])
        }
        #expect(decode(Array("\u{1B}k2".utf8), input: input).keys == [.escape, .character("k"), .character("2")])
    }

    // MARK: Paste

    @Test func aPasteIsOneKey() {
        #expect(keys("a\u{1B}[200~q\rhi\r\nyou\u{1B}[201~b") == [.character("a"), .paste("q\nhi\nyou"), .character("b")])
        #expect(keys("\u{1B}[200~\u{1B}[201~").isEmpty)
        #expect(keys("\u{1B}[200~a\u{1B}[Ab\u{1B}[201~") == [.paste("a[Ab")])
        #expect(keys("\u{1B}[200~a\u{1B}\u{1B}[201~") == [.paste("a")])
    }

    @Test func aLongPasteIsCut() {
        let text = String(repeating: "ä", count: 600_000)
        guard case .paste(let kept)? = keys("\u{1B}[200~" + text.prefix(5_000) + "\u{1B}[201~").first else {
            Issue.record("no paste")
            return
        }
        #expect(kept.unicodeScalars.count == TerminalInput.longestPaste)
        var input = TerminalInput()
        input.append(Array(("\u{1B}[200~" + text + "\u{1B}[201~x").utf8))
        #expect(input.next() == .paste(String(text.prefix(TerminalInput.longestPaste))))
        #expect(input.next() == .character("x"))
    }

    @Test func aPasteWithoutEndEnds() {
        var input = TerminalInput()
        input.append(Array("\u{1B}[200~abc".utf8))
        #expect(input.next() == nil)
        #expect(input.isPasting && !input.isWaiting)
        input.endPaste()
        #expect(input.next() == .paste("abc"))
        input.append(Array("\u{1B}[200~abc\u{1B}".utf8))
        #expect(input.next() == nil)
        #expect(input.isWaiting)
        input.endWait()
        #expect(input.next() == .paste("abc"))
        input.append(Array("q".utf8))
        #expect(input.next() == .character("q"))
    }

    @Test func rubbishNeverTraps() {
        var generator = SystemRandomNumberGenerator()
        let pieces: [[UInt8]] = [
            [0x1B], Array("[".utf8), Array("O".utf8), Array("M".utf8), Array("<".utf8), Array("200~".utf8), Array("201~".utf8),
            [0xFF],
            [0xE2], [0x80], Array(";".utf8), Array("9".utf8), Array("R".utf8), [0],
        ]
        for _ in 0..<3_000 {
            var input = TerminalInput(keys: [([0x1B, 0xFF, 0x41], .up)])
            var count = 0
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                let piece = Bool.random(using: &generator) ? pieces.randomElement(using: &generator) : [UInt8.random(in: 0...255)]
                input.append(piece ?? [])
                while input.next() != nil { count += 1 }
                if Bool.random(using: &generator) { input.endWait() }
                if Int.random(in: 0..<8, using: &generator) == 0 { input.endPaste() }
            }
            input.endPaste()
            for _ in 0..<4 {
                while input.next() != nil { count += 1 }
                input.endWait()
            }
            #expect(!input.isPasting || input.isWaiting == false)
        }
    }
}
