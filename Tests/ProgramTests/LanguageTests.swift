// The real program in another language: a catalog made here, found where the environment says, in a locale that is not installed.

import Glibc
import TestSupport
import Testing

@Suite("Other languages", .ownThread)
struct LanguageTests {
    @Test("A sentence comes from the catalog, plain text stays, and what the catalog lacks is English")
    func translated() throws {
        let folder = try TestFolder()
        try folder.write(Self.catalog("{word} gibt es nicht"), to: "de/LC_MESSAGES/fourinarow.mo")
        for variables in [
            ["LANG": "de_DE.UTF-8", "LC_ALL": ""], ["LANG": "C.UTF-8", "LC_ALL": "", "LANGUAGE": "xx:de"],
        ] {
            let environment = variables.merging(["FOURINAROW_LOCALE": folder.path]) { $1 }
            let run = try Run(["--x"], environment: environment)
            #expect(run.errors == "fourinarow: '--x' gibt es nicht; try fourinarow --help\n")
        }
    }

    @Test("What the doctor looked at and what it found are put together as the catalog says")
    func doctor() throws {
        let folder = try TestFolder()
        try folder.write(Self.catalog(""), to: "zh_CN/LC_MESSAGES/fourinarow.mo")
        let run = try Run(
            ["doctor"], environment: ["FOURINAROW_LOCALE": folder.path, "LANGUAGE": "zh_CN", "LANG": "C.UTF-8", "LC_ALL": ""])
        let lines = run.output.split(separator: "\n").dropLast()
        #expect(lines.count > 8 && lines.allSatisfy { $0.contains("：") } && lines[0].contains("terminal："))
    }

    @Test(
        "English where it is asked for, where the catalog is not there, and where text is not UTF-8",
        arguments: [
            ["LANG": "C.UTF-8", "LC_ALL": ""], ["LANG": "fr_FR.UTF-8", "LC_ALL": ""], ["LC_ALL": "C", "LANGUAGE": "de"],
            ["LANG": "de_DE.UTF-8", "LC_ALL": "", "LANGUAGE": "en"],
        ])
    func english(variables: [String: String]) throws {
        let folder = try TestFolder()
        try folder.write(Self.catalog("{word} gibt es nicht"), to: "de/LC_MESSAGES/fourinarow.mo")
        let environment = variables.merging(["FOURINAROW_LOCALE": folder.path]) { $1 }
        let run = try Run(["--x"], environment: environment)
        #expect(run.errors == "fourinarow: there is no option '--x'; try fourinarow --help\n")
    }

    @Test(
        "The terminal hears that Arabic comes in its order, and on every way out that it is free again", arguments: ["q", "kill"])
    func arabic(way: String) throws {
        let folder = try TestFolder()
        try folder.write(Self.catalog("لا خيار {word}"), to: "ar/LC_MESSAGES/fourinarow.mo")
        let player = try Player(environment: ["FOURINAROW_LOCALE": folder.path, "LANGUAGE": "ar"])
        try player.terminal.wait(for: "\u{FE9D}\u{FEED}\u{FEAE}\u{FEA8}\u{FEDF}\u{FE8D}")
        let text = { String(decoding: player.terminal.received, as: UTF8.self) }
        #expect(text().contains("\u{1B}[8l"))
        if way == "q" { player.terminal.type("q") } else { player.terminal.signal(SIGSEGV) }
        _ = try player.terminal.waitForEnd()
        let told = text().split(separator: "\u{1B}[8").dropFirst().compactMap(\.first).filter { "lh".contains($0) }
        #expect(told.first == "l" && told.last == "h")
        #expect(player.terminal.leftovers == [])
    }

    @Test("The catalog is mapped, and for English none is", arguments: [("ar", true), ("en", false)])
    func mapped(language: String, isMapped: Bool) throws {
        let folder = try TestFolder()
        try folder.write(Self.catalog("لا خيار {word}"), to: "ar/LC_MESSAGES/fourinarow.mo")
        let player = try Player(environment: ["FOURINAROW_LOCALE": folder.path, "LANGUAGE": language])
        try player.terminal.wait(for: isMapped ? "\u{FE9D}\u{FEED}\u{FEAE}\u{FEA8}\u{FEDF}\u{FE8D}" : "Quit")
        let maps = Files.bytes("/proc/\(player.terminal.process)/maps").map { String(decoding: $0, as: UTF8.self) }
        #expect(maps?.contains("fourinarow.mo") == isMapped)
    }

    @Test("In lines Arabic comes as it is written, and what says something of direction does not")
    func arabicLines() throws {
        let folder = try TestFolder()
        try folder.write(Self.catalog("لا خيار {word}"), to: "ar/LC_MESSAGES/fourinarow.mo")
        let run = try Run(["--x"], environment: ["FOURINAROW_LOCALE": folder.path, "LANGUAGE": "ar", "LANG": "C.UTF-8"])
        #expect(run.errors == "fourinarow: لا خيار '--x'; try fourinarow --help\n")
    }

    @Test("The Linux console has no Arabic letters: English, and a sentence says why")
    func console() throws {
        let folder = try TestFolder()
        try folder.write(Self.catalog("لا خيار {word}"), to: "ar/LC_MESSAGES/fourinarow.mo")
        let player = try Player(environment: ["FOURINAROW_LOCALE": folder.path, "LANGUAGE": "ar"], term: "linux")
        try player.terminal.wait(for: "This terminal cannot show Arabic, so everything is in English.")
        #expect(player.terminal.screen.contains("Quit"))
    }

    /// A catalog with a few entries, as the GNU gettext manual describes the file: sorted, its head first.
    private static func catalog(_ sentence: String) -> [UInt8] {
        let pairs = [
            ("", "Content-Type: text/plain; charset=UTF-8\n"), ("Quit", "الخروج"), ("there is no option {word}", sentence),
            ("{label}: {text}", "{label}：{text}"),
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
