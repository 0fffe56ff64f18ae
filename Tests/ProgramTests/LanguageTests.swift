// The real program in another language: a catalog made here, found where the environment says, in a locale that is not installed.

import TestSupport
import Testing

@Suite("Other languages", .ownThread)
struct LanguageTests {
    @Test("A sentence comes from the catalog, plain text stays, and what the catalog lacks is English")
    func translated() throws {
        let folder = try TestFolder()
        try folder.write(Self.catalog, to: "de/LC_MESSAGES/fourinarow.mo")
        for variables in [
            ["LANG": "de_DE.UTF-8", "LC_ALL": ""], ["LANG": "C.UTF-8", "LC_ALL": "", "LANGUAGE": "xx:de"],
        ] {
            let environment = variables.merging(["FOURINAROW_LOCALE": folder.path]) { $1 }
            let run = try Run(["--x"], environment: environment)
            #expect(run.errors == "fourinarow: '--x' gibt es nicht; try fourinarow --help\n")
        }
    }

    @Test(
        "English where it is asked for, where the catalog is not there, and where text is not UTF-8",
        arguments: [
            ["LANG": "C.UTF-8", "LC_ALL": ""], ["LANG": "fr_FR.UTF-8", "LC_ALL": ""], ["LC_ALL": "C", "LANGUAGE": "de"],
            ["LANG": "de_DE.UTF-8", "LC_ALL": "", "LANGUAGE": "en"],
        ])
    func english(variables: [String: String]) throws {
        let folder = try TestFolder()
        try folder.write(Self.catalog, to: "de/LC_MESSAGES/fourinarow.mo")
        let environment = variables.merging(["FOURINAROW_LOCALE": folder.path]) { $1 }
        let run = try Run(["--x"], environment: environment)
        #expect(run.errors == "fourinarow: there is no option '--x'; try fourinarow --help\n")
    }

    /// A catalog of two entries, its head and a sentence, as the GNU gettext manual describes the file.
    private static var catalog: [UInt8] {
        let pairs = [
            ("", "Content-Type: text/plain; charset=UTF-8\n"), ("there is no option {word}", "{word} gibt es nicht"),
        ]
        let texts = pairs.map(\.0) + pairs.map(\.1)
        let start = 28 + 8 * texts.count
        let count = UInt32(pairs.count)
        var table: [UInt32] = [0x9504_12DE, 0, count, 28, 28 + 8 * count, 0, 0]
        var data: [UInt8] = []
        for text in texts {
            table += [UInt32(text.utf8.count), UInt32(start + data.count)]
            data += Array(text.utf8) + [0]
        }
        return table.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } } + data
    }
}
