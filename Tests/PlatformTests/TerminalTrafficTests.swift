// The bytes to the terminal, and when they are sent: sizes, floods, silence.

import Glibc
import Screen
import TestSupport
import Testing

@Suite(.serialized) struct TerminalTrafficTests {
    private func start(_ size: Size = Size(width: 80, height: 24), term: String = "xterm-256color") throws -> PseudoTerminal {
        let pty = try PseudoTerminal("terminal-probe", size: size, term: term, isReporting: true)
        try pty.wait(for: "the first screen") { $0.isAlternate }
        pty.settle()
        return pty
    }

    // MARK: Sizes

    @Test(arguments: [(1, 1), (2, 1), (1, 2), (5, 3), (20, 5), (132, 43), (400, 120)]) func anySize(width: Int, height: Int)
        throws
    {
        let pty = try start(Size(width: width, height: height))
        pty.type(.right, .left, .character("w"), .character("c"), .character("m"))
        try pty.waitForReport("key M")
        pty.type("q")
        #expect(try pty.waitForEnd() == .exited(0))
        #expect(pty.leftovers == [])
    }

    @Test func theEnvironmentDoesNotKnowBetter() throws {
        let pty = try PseudoTerminal("terminal-probe", environment: ["LINES": "7", "COLUMNS": "999999999"])
        try pty.wait(for: "80x24")
    }

    @Test func resizing() throws {
        let pty = try start()
        for (width, height) in [(40, 12), (200, 60), (81, 25), (50, 8), (80, 24)] {
            pty.resize(to: Size(width: width, height: height))
            try pty.wait(for: "\(width)x\(height)")
            let fresh = try start(Size(width: width, height: height))
            pty.settle()
            #expect(pty.screen.lines == fresh.screen.lines)
        }
    }

    @Test func aSizeThatComesBackAtOnceIsPaintedAnew() throws {
        let pty = try start()
        let lines = pty.screen.lines
        for _ in 0..<30 {
            pty.resize(to: Size(width: 1, height: 1))
            pty.resize(to: Size(width: 80, height: 24))
            try pty.wait(for: "the screen as it was") { $0.lines == lines }
        }
    }

    @Test func aStormOfSizes() throws {
        let pty = try start()
        var generator = SystemRandomNumberGenerator()
        for round in 0..<300 {
            let size = Size(width: .random(in: 1...400, using: &generator), height: .random(in: 1...120, using: &generator))
            pty.resize(to: size)
            if round % 3 == 0 { pty.type("m") }
            if round % 7 == 0 { pty.settle(milliseconds: 1) }
        }
        pty.resize(to: Size(width: 77, height: 23))
        pty.type(.right)
        try pty.wait(for: "77x23 unicode")
        pty.type("q")
        #expect(try pty.waitForEnd() == .exited(0))
        #expect(pty.leftovers == [])
    }

    // MARK: Bytes

    /// A slow line stays bearable.
    @Test func aFrameHasFewBytes() throws {
        let pty = try start()
        #expect(pty.received.count <= 9_000)
        for key in ["j", "j", "k", "j"] {
            pty.forgetReceived()
            pty.type(key)
            pty.settle()
            #expect(!pty.received.isEmpty && pty.received.count <= 200)
        }
    }

    /// The kernel may cut one write in two for a reader that is quick: once in ten it does not.
    @Test func eachFrameIsOneWrite() throws {
        #expect(try (0..<10).contains { _ in try start().reads == 1 })
        let pty = try start(Size(width: 120, height: 40))
        #expect(
            try (0..<10).contains { round in
                pty.forgetReceived()
                pty.type(round.isMultiple(of: 2) ? .end : .home)
                try pty.wait(for: round.isMultiple(of: 2) ? "key: End" : "key: Home")
                pty.settle()
                return pty.reads == 1
            })
        #expect(
            try (0..<10).contains { round in
                pty.forgetReceived()
                let size = Size(width: 100 + round, height: 30)
                pty.resize(to: size)
                try pty.wait(for: "\(size.width)x30")
                pty.settle()
                return pty.reads == 1
            })
    }

    @Test func whatDoesNotChangeIsNotSent() throws {
        let pty = try start()
        pty.type("x")
        try pty.wait(for: "key: X")
        pty.forgetReceived()
        pty.type("x")
        try pty.waitForReport("key X")
        pty.settle()
        #expect(pty.received.isEmpty)
    }

    @Test func repaintAndBell() throws {
        let pty = try start()
        let before = pty.screen.lines
        pty.send(Array("\u{C}".utf8))
        try pty.wait(for: "key: Ctrl-L")
        #expect(pty.screen.lines[2...6] == before[2...6])
        pty.type("b")
        try pty.wait(for: "the bell") { $0.bells == 1 }
    }

    @Test func aCaretWhereItBelongs() throws {
        let pty = try start()
        pty.type("c")
        try pty.wait(for: "the caret") { $0.isCaretVisible && $0.caret == Point(x: 3, y: 18) }
        pty.type(.right)
        try pty.wait(for: "key: →")
        #expect(pty.screen.isCaretVisible && pty.screen.caret == Point(x: 3, y: 18))
        pty.type("c")
        try pty.wait(for: "no caret") { !$0.isCaretVisible }
    }

    // MARK: Keys

    @Test func everyKeyOfTheTerminal() throws {
        let pty = try start()
        let keys: [Key] = [
            .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backTab, .backspace, .delete, .function(1),
            .function(5), .function(12), .character("x"), .character("é"), .control("g"), .escape,
        ]
        for key in keys {
            pty.type(key)
            try pty.waitForReport("key \(key.name)")
        }
    }

    @Test func aPasteIsNoCommand() throws {
        let pty = try start()
        pty.type(.paste("qqq\rF"))
        try pty.wait(for: "paste(qqq/F)")
        pty.send(Array("\u{1B}[200~unfinished".utf8))
        try pty.wait(for: "paste(unfinished)")
        pty.type("q")
        #expect(try pty.waitForEnd() == .exited(0))
        #expect(pty.leftovers == [])
    }

    @Test func aMegabytePasted() throws {
        let pty = try start()
        pty.type(.paste(String(repeating: "abcdefgh", count: 131_072)))
        try pty.waitForReport("paste 4096")
        pty.type("q")
        #expect(try pty.waitForEnd() == .exited(0))
    }

    @Test func aFloodOfKeysLeavesRoomForSignals() throws {
        let pty = try start()
        pty.send(Array(String(repeating: "j", count: 200_000).utf8))
        pty.signal(SIGTERM)
        #expect(try pty.waitForEnd() == .exited(0))
        #expect(pty.leftovers == [])
    }

    @Test func rubbishIsHarmless() throws {
        let pty = try start()
        var generator = SystemRandomNumberGenerator()
        // Without the commands' letters and the characters that are signals; cut sequences and bad UTF-8 are in it.
        let allowed = (UInt8(0)...255).filter { !"qFSAOEw".utf8.contains($0) && ![3, 0x1A, 0x1C, 0x11, 0x13].contains($0) }
        pty.send((0..<20_000).compactMap { _ in allowed.randomElement(using: &generator) })
        pty.send(Array("\u{1B}[201~\u{1B}[C".utf8))
        pty.type(.home)
        try pty.wait(for: "key: Home")
    }

    // MARK: A terminal that stops, and nothing at all

    @Test func aStoppedReaderBlocksNothing() throws {
        let pty = try start(Size(width: 200, height: 60))
        // Each m fills the screen anew, 40 kB; nobody reads them.
        for _ in 0..<50 { pty.send(Array("m".utf8)) }
        pty.send(Array("x".utf8))
        pty.signal(SIGTERM)
        #expect(try pty.waitForEndUnread() == .exited(0))
        #expect(pty.isInLineMode)
    }

    @Test func aReaderThatComesBackSeesTheNewest() throws {
        let pty = try start(Size(width: 200, height: 60))
        for _ in 0..<50 { pty.send(Array("m".utf8)) }
        pty.send(Array("\u{1B}[H".utf8))
        try pty.wait(for: "key: Home")
        pty.settle()
        let stale = pty.screen.lines
        pty.send(Array("\u{C}".utf8))
        try pty.wait(for: "key: Ctrl-L")
        pty.settle()
        #expect(pty.screen.lines.dropFirst(8) == stale.dropFirst(8))
        pty.type("q")
        try pty.waitForEnd()
        #expect(pty.leftovers == [])
    }

    @Test func ctrlSBlocksNothing() throws {
        let pty = try start()
        pty.send([0x13])
        pty.send(Array("xj".utf8))
        try pty.waitForReport("key X")
        #expect(!pty.screen.contains("key: X"))
        pty.send([0x11])
        try pty.wait(for: "key: X")
    }

    @Test func idleIsIdle() throws {
        let pty = try start()
        // On a slow machine it may have had something left to do.
        #expect(
            (0..<5).contains { _ in
                let before = pty.contextSwitches
                pty.settle(milliseconds: 2_000)
                return pty.contextSwitches == before
            })
    }
}
