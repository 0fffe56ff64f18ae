// The reader of catalogs: real ones, their plurals, and damaged ones.

import Glibc
import Testing

@testable import Platform

@MainActor struct MessageFileTests {
    private let directory = TestDirectory()

    /// A catalog with these pairs, sorted by their English ones.
    private func catalog(_ pairs: [(english: String, translation: String)]) -> [UInt8] {
        let texts = pairs.map(\.english) + pairs.map(\.translation)
        let (head, count) = (28, UInt32(pairs.count))
        var table: [UInt32] = [0x9504_12DE, 0, count, 28, 28 + 8 * count, 0, 0]
        var data: [UInt8] = []
        for text in texts {
            table += [UInt32(text.utf8.count), UInt32(head + 8 * texts.count + data.count)]
            data += Array(text.utf8) + [0]
        }
        return table.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } } + data
    }

    private func file(_ bytes: [UInt8]) -> MessageFile? {
        let path = directory.path + "/catalog.mo"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        #expect(writeAll(bytes, to: descriptor) == 0)
        close(descriptor)
        return MessageFile(path: path)
    }

    private let polish = [
        (
            "",
            "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\nLanguage: pl\n"
        ),
        ("Back", "Wstecz"), ("Quit", "Koniec"), ("{count} move\0{count} moves", "{count} ruch\0{count} ruchy\0{count} ruchów"),
        ("{count} moves", "ruchy"),
    ]

    @Test func sentencesAndTheFormsOfNumbersAreFound() throws {
        let words = try #require(file(catalog(polish)))
        #expect(words.translation(of: "Back") == "Wstecz")
        #expect(words.translation(of: "Quit") == "Koniec")
        #expect(words.translation(of: "Bac") == nil)
        #expect(words.translation(of: "Quits") == nil)
        for (count, form) in [(1, "ruch"), (3, "ruchy"), (12, "ruchów"), (22, "ruchy"), (0, "ruchów"), (-1, "ruch")] {
            #expect(words.translation(of: "{count} move", count: count) == "{count} \(form)")
        }
        #expect(words.translation(of: "{count} moves") == "ruchy")
        #expect(words.translation(of: "{count} stone", count: 2) == nil)
    }

    @Test func damagedFilesTranslateNothingAndDoNoHarm() {
        let whole = catalog(polish)
        for length in 0..<whole.count {
            _ = file(Array(whole[..<length]))?.translation(of: "{count} move", count: 5)
        }
        for place in whole.indices {
            var damaged = whole
            damaged[place] = ~damaged[place]
            _ = file(damaged)?.translation(of: "{count} move", count: 5)
        }
        #expect(file([]) == nil)
        #expect(file(Array(repeating: 0xFF, count: 100)) == nil)
        #expect(MessageFile(path: directory.path) == nil)
    }

    @Test(
        "C's expressions",
        arguments: [
            ("0", 7, 0), ("n != 1", 1, 0), ("(n > 1)", 2, 1), ("n", 4, 4), ("!n", 0, 1), ("2+3*n%4", 3, 3), ("7-2-1", 0, 4),
            ("n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5", 11, 4),
            ("n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5", 100, 5), ("1 || 0 && 0", 0, 1),
        ])
    func expressions(text: String, count: UInt, form: Int) {
        #expect(PluralRule.form(for: count, by: text.utf8) == form)
    }

    @Test(arguments: ["", "n %", "n % 0", "(n", "n)", "m", "n ? 1", "1 2", "99999999999999999999"])
    func noExpressions(text: String) {
        #expect(PluralRule.form(for: 1, by: text.utf8) == nil)
    }
}
