// What the filter for text from outside lets through, and what becomes of a name.

import Testing
import Text

@Suite struct PlainTextTests {
    @Test(
        arguments: [
            ("\u{1B}]0;PWNED\u{7}\u{1B}[2J", "]0;PWNED[2J"), ("a\u{9B}2Jb\u{85}", "a2Jb"), ("a\tb\nc\r\nd\u{0}\u{7F}", "abcd"),
            ("\u{202E}evil\u{202C}\u{2066}\u{2069}\u{200F}\u{61C}", "evil"), ("a\u{AD}b\u{FEFF}c\u{2028}d\u{2029}e", "abcde"),
            ("T\u{200B}i\u{200C}g\u{2060}e\u{34F}r\u{180E}", "Tiger"), ("\u{3164}\u{115F}\u{1160}\u{FFA0}\u{2800}\u{1D159}", ""),
            ("\u{E000}\u{F0000}\u{10FFFF}\u{FFFE}\u{378}", ""), ("a\u{2003}b\u{A0}c\u{3000}d", "a b c d"),
            ("\u{FE0E}\u{FE00}\u{E0100}x\u{1D173}", "x"),
        ])
    func whatCannotBeSeenGoes(text: String, plain: String) { #expect(text.plain == plain) }

    @Test(
        arguments: [
            "Zoë", "日本語", "Ärger & Söhne", "مرحبا", "שלום", "हिन्दी", "e\u{301}", "👍🏽", "👩‍👩‍👧‍👦", "👩🏽‍❤️‍💋‍👨🏿", "🏳️‍🌈", "🏴‍☠️", "🇸🇪", "1️⃣", "❤️",
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "🧑🏿‍🚀 Ann", "X–Y “Z”",
        ])
    func whatCanBeSeenStays(text: String) { #expect(text.plain.unicodeScalars.elementsEqual(text.unicodeScalars)) }

    @Test(
        arguments: [
            ("\u{200D}a\u{200D}b", "ab"), ("👩\u{200D}", "👩"), ("👩\u{200D}\u{200D}👧", "👩\u{200D}👧"), ("👩\u{200D}x", "👩x"),
            ("x\u{200D}👩", "x👩"),
            ("🐯\u{FE0F}", "🐯"), ("1\u{FE0F}", "1"), ("a\u{FE0F}", "a"), ("🏴\u{E0067}\u{E0062}", "🏴"),
            ("x\u{E0067}\u{E007F}", "x"),
            ("🏴" + String(repeating: "\u{E0061}", count: 20) + "\u{E007F}", "🏴"), ("🏴", "🏴"),
        ])
    func whatJoinsNothingGoes(text: String, plain: String) {
        #expect(text.plain.unicodeScalars.elementsEqual(plain.unicodeScalars), "\(text.plain.unicodeScalars.map(\.value))")
    }

    /// What came out once comes out again, and holds nothing that is not allowed, whatever went in.
    /// A pile of marks would be drawn over the rows above and below; a letter of most scripts has one or two.
    @Test func aCharacterKeepsTwoMarks() {
        #expect("Zoe\u{308}".plain == "Zoe\u{308}" && "a\u{301}\u{323}b".plain == "a\u{301}\u{323}b")
        #expect(("Z" + String(repeating: "\u{336}", count: 900) + "oe\u{308}").plain == "Z\u{336}\u{336}oe\u{308}")
        #expect("\u{301}Ann".plain == "Ann" && "1\u{FE0F}\u{20E3}".plain == "1\u{FE0F}\u{20E3}")
    }

    @Test func onceIsEnough() {
        var seed: UInt64 = 1
        let pool: [Unicode.Scalar] = [
            "a", " ", "1", "\u{200D}", "\u{FE0F}", "👩", "🏽", "🏴", "\u{E0067}", "\u{E007F}", "\u{3164}", "\u{1B}", "\u{202E}", "❤",
            "\u{20E3}",
        ]
        for _ in 0..<20_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<8 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text.append(pool[Int(seed >> 33) % pool.count])
            }
            let plain = String(text).plain
            #expect(plain.plain.unicodeScalars.elementsEqual(plain.unicodeScalars), "\(text.map(\.value))")
            #expect(plain.unicodeScalars.allSatisfy { PlainText.allows($0) || PlainText.joinsEmoji($0) })
        }
    }
}

@Suite struct PlayerNameTests {
    private let family = "👩‍👩‍👧"

    @Test func aNameIsCutBetweenCharacters() {
        let room = String(repeating: "x", count: PlayerName.longest)
        #expect((room + "y").asPlayerName == room)
        #expect((room.dropLast(3) + family).asPlayerName == room.dropLast(3))
        let whole = room.dropLast(family.utf8.count) + family
        #expect((whole + "!").asPlayerName == whole && whole.utf8.count == PlayerName.longest)
    }

    @Test func blanksAroundItGo() {
        #expect("  Ann\u{3000}".asPlayerName == "Ann" && " \u{3164}\u{200B} ".asPlayerName == "" && "".asPlayerName == "")
        #expect((String(repeating: "x", count: 62) + " y").asPlayerName.utf8.count == 62, "none is left where it was cut")
    }

    @Test func aListedNameIsNeverNothing() {
        #expect("\u{202E}".asListedName == "?" && "Ann".asListedName == "Ann")
    }
}
