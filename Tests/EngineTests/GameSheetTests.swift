// Games written out for others, and read from their digits.

import Engine
import Foundation
import FoundationXML
import Testing

@Suite struct GameSheetTests {
    private let won = "1212121"

    private func sheet(_ digits: String, first: String = "Ann", second: String = "Bob") throws -> GameSheet {
        GameSheet(
            game: try Game(digits: digits), first: first, second: second, date: "2026-11-21",
            words: GameSheet.Words(title: "\(first), \(second)", heading: "\(first) / \(second)", ending: "\(first) wins"))
    }

    @Test func digitsAreAGameAndBack() throws {
        #expect(try Game(digits: "4435263").digits == "4435263")
        #expect(try Game(digits: won).outcome != nil)
        #expect(try sheet("44352").text(as: .digits) == "44352\n")
        #expect(throws: PositionError.self) { try Game(digits: won + "4") }
        #expect(throws: PositionError.self) { try Game(digits: "4444444") }
        #expect(try Game(digits: "4435263").prefix(3) == Game(digits: "443"))
    }

    @Test func aDiagramShowsTheEnd() throws {
        #expect(
            try sheet(won).text(as: .text) == """
                X Ann
                O Bob
                2026-11-21

                | .  .  .  .  .  .  . |
                | .  .  .  .  .  .  . |
                |[X] .  .  .  .  .  . |
                |[X] O  .  .  .  .  . |
                |[X] O  .  .  .  .  . |
                |[X] O  .  .  .  .  . |
                +---------------------+
                  1  2  3  4  5  6  7 

                Ann wins
                1212121

                """)
    }

    @Test func aPictureIsXMLWhateverThePlayersAreCalled() throws {
        let picture = try sheet(won, first: "<script>&\"\u{1B}", second: "日本").text(as: .svg)
        #expect(!picture.contains("<script") && !picture.contains("\u{1B}") && picture.contains("日本"))
        let parser = XMLParser(data: Data(picture.utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        func count(_ text: String) -> Int { picture.components(separatedBy: text).count - 1 }
        #expect(count("r=\"27\"") == 42 && count("fill=\"#005faf\"") == 1, "holes and discs on the panel")
        #expect(count("r=\"12\" fill=\"#ffffff\"") == 4, "the four that won")
        #expect(count("r=\"12\" fill=\"#000000\"") == 3, "the dark cores of the dimmed red ones")
        #expect(count("fill=\"#ffd700\"") == 4 && count("fill=\"#870000\"") == 3)
    }

    @Test func longNamesFitIntoThePicture() throws {
        #expect(try !sheet(won).text(as: .svg).contains("textLength"))
        let long = try sheet(won, first: String(repeating: "W", count: 60), second: "日本").text(as: .svg)
        #expect(long.contains("font-size=\"9\"") && long.contains("textLength=\"458\""))
    }

    /// The last frame has the screen's board: panel, holes, dimmed discs, white cores.
    @Test func aRecordingShowsTheSameBoard() throws {
        let lines = try sheet(won).text(as: .cast).split(separator: "\n")
        for (colour, isAtTheEnd) in [(25, true), (233, true), (220, true), (231, true), (88, true), (137, false)] {
            #expect(lines[lines.count - 2].contains("8;5;\(colour)m") == isAtTheEnd)
        }
        #expect(!lines[2].contains("231m") && lines[3].contains("160m") && lines[lines.count - 2].contains("Ann wins"))
    }

    @Test func fromRightToLeftThePictureSaysSoAndKeepsTheMarksOfPieces() throws {
        let words = GameSheet.Words(
            title: "\u{2068}Ann\u{2069}\u{202E}", heading: "\u{2068}Ann\u{2069}", ending: "\u{2068}Ann\u{2069}",
            isRightToLeft: true)
        let sheet = GameSheet(game: try Game(digits: won), first: "Ann\u{2069}", second: "Bob", date: "", words: words)
        let picture = sheet.text(as: .svg)
        #expect(picture.contains("text-anchor=\"middle\" direction=\"rtl\">") && !picture.contains("\u{202E}"))
        #expect(picture.components(separatedBy: "\u{2068}Ann\u{2069}").count == 4)
        #expect(sheet.first == "Ann" && sheet.text(as: .text).contains("\nAnn\n") && !sheet.text(as: .cast).contains("\u{2068}"))
        #expect(try !self.sheet(won).text(as: .svg).contains("direction"))
    }

    private static let names = [
        "\u{1B}]0;PWNED\u{7}\u{1B}[2J", "\u{9B}2JEve\u{9D}0;x\u{9C}", "\u{202E}evE\u{2066}\u{200F}", "a\nb\tc\u{2028}d",
        "]]><!-- \u{FFFE} & \"",
    ]

    /// Whatever a player is called, nothing in a file acts on the terminal that shows it.
    @Test(arguments: names, ExportFormat.allCases) func nothingInAFileIsObeyed(name: String, format: ExportFormat) throws {
        let text = try sheet(won, first: name, second: name).text(as: format)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            #expect(
                line.unicodeScalars.allSatisfy { ![.control, .format, .lineSeparator].contains($0.properties.generalCategory) },
                "\(line.debugDescription)")
        }
        if format == .svg { #expect(XMLParser(data: Data(text.utf8)).parse()) }
        guard format == .cast else { return }
        let ours = try Regex("\u{1B}\\[([0-9;]*m|H|2J)|\r\n")
        for line in text.split(separator: "\n").dropFirst() {
            let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
            let shown = try #require(event[2] as? String)
            #expect(shown.components(separatedBy: "\u{1B}[2J").count <= 2, "a frame clears the screen once")
            #expect(shown.replacing(ours, with: "").unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
    }

    @Test func aRecordingHasAFrameForEveryMove() throws {
        let lines = try sheet(won, first: "A\"\\\u{1B}]0;x\u{7}").text(as: .cast).split(separator: "\n").map { Data($0.utf8) }
        let header = try #require(try JSONSerialization.jsonObject(with: lines[0]) as? [String: Any])
        #expect(header["version"] as? Int == 2)
        var last = -1.0
        for line in lines.dropFirst() {
            let event = try #require(try JSONSerialization.jsonObject(with: line) as? [Any])
            let time = try #require(event[0] as? Double)
            #expect(time > last && event[1] as? String == "o")
            #expect((event[2] as? String)?.contains("\u{1B}]") == false)
            last = time
        }
        #expect(lines.count == 1 + 8 + 1)
    }
}
