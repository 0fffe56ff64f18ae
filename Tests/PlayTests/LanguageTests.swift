// The language on the screens: changed at once, mirrored where it runs from right to left, and nowhere but on the screens.

import Language
import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite("The language", .serialized)
struct LanguageTests {
    /// Does something in a language, and speaks English again.
    private func speaking(_ language: any Catalog, _ act: () throws -> Void) rethrows {
        catalog.withLock { $0 = language }
        script.withLock { $0 = language.isRightToLeft ? TurnedScript() : nil }
        defer {
            catalog.withLock { $0 = nil }
            script.withLock { $0 = nil }
        }
        try act()
    }

    @Test("Another language in Options is spoken at once, on that screen and below it; lines keep their digits")
    func chosen() {
        let seat = Seat()
        seat.navigator.didChangeSettings = { _, new in
            catalog.withLock { $0 = new.language == .german ? PseudoLanguage() : nil }
        }
        seat.open("Options")
        seat.press(.down)
        #expect(seat.shows("automatic") && seat.shows("Esc Back"))
        seat.press(.right, .right)
        #expect(seat.machine.saved.last?.language == .german)
        #expect(seat.shows("Deutsch") && seat.shows("Esc ⟦Backkk⟧"))
        seat.press(.escape)
        #expect(seat.shows("⟦Hosttt") && seat.shows("0  ⟦Optionsss"))
        seat.press(.character("0"))
        seat.press(.down)
        seat.press(.left)
        #expect(seat.shows("English") && seat.shows("Esc Back"))
        catalog.withLock { $0 = nil }
    }

    @Test("The config file's language, and what is none")
    func configured() {
        #expect(Settings.parse("language = zh_CN\nbidi = terminal").settings.language == .chinese)
        #expect(Settings.parse("bidi = off").settings.bidi == .off)
        #expect(Settings.parse("language = auto").settings.language == nil)
        let problems = Settings.parse("language = tlh\nbidi = yes").problems
        #expect(problems.map(\.line) == [1, 2])
        #expect(problems[0].what == "the language must be one of auto, en, de, es, fr, zh_CN, ar")
        var german = Settings()
        german.language = .german
        #expect(german.updating("theme = mono\n", from: Settings()) == "theme = mono\nlanguage = de\n")
    }

    @Test("From right to left, menus stand at the right and the board as ever; clicks and arrows follow")
    func mirrored() {
        speaking(PseudoLanguage(isRightToLeft: true)) {
            let seat = Seat()
            let menu = seat.lines
            #expect(menu[1...].contains { $0.hasSuffix(" 5 ◂") }, "\(menu.joined(separator: "\n"))")
            seat.press(.character("3"))
            seat.type("1")
            let board = seat.lines
            #expect(board.contains { $0.contains("1     2     3     4     5     6     7") })
            guard let column = seat.navigator.canvas.focus?.x else { return #expect(Bool(false)) }
            seat.press(.right)
            _ = seat.lines
            #expect(seat.navigator.canvas.focus.map { $0.x > column } == true, "to the right is to the right on a board")
            let numbers = board.first { $0.contains("1     2") } ?? ""
            seat.navigator.press(.click(Point(x: numbers.prefix { $0 != "1" }.count, y: 12)))
            #expect(seat.game?.scene.game.moves.last == 0)
        }
    }

    @Test("The table of the openings is whole where words are long, and its heads stand above their columns")
    func openings() throws {
        for language in [InterfaceLanguage.german, .french, .arabic] {
            try speaking(#require(TranslatedSentences(language))) {
                let seat = Seat()
                // So late that the values are soon known.
                let late = "2626223541436446141511462163373375"
                let record = GameRecord(
                    kind: .computer, opponent: "", level: 4, isFirst: true, digits: late + "5", result: .draw)
                var id: Int?
                try seat.machine.games.keep(record, id: &id)
                seat.type("lo" + late)
                seat.machine.work()
                let lines = seat.lines
                let head = try #require(lines.firstIndex { $0.contains("●-○-◉") }, "\(language)")
                #expect(!lines[head...].contains { $0.contains("…") }, "\(language)")
            }
        }
    }

    @Test("In a field from right to left the caret stands where the next letter will; a Latin word is as it is anywhere")
    func typing() throws {
        try speaking(PseudoLanguage(isRightToLeft: true)) {
            let seat = Seat()
            seat.navigator.push(OptionsViewController(navigator: seat.navigator))
            seat.press(.enter, .control("u"))
            _ = seat.lines
            let empty = try #require(seat.navigator.canvas.caret)
            seat.type("שלו")
            let row = seat.lines[empty.y]
            #expect(row.contains("ולש"))
            #expect(seat.navigator.canvas.caret == Point(x: empty.x - 3, y: empty.y))
            seat.press(.right)
            _ = seat.lines
            #expect(seat.navigator.canvas.caret == Point(x: empty.x - 2, y: empty.y))
            seat.press(.control("e"), .control("u"))
            seat.type("ab")
            #expect(seat.lines[empty.y].contains("ab"))
            let caret = try #require(seat.navigator.canvas.caret)
            seat.press(.left)
            _ = seat.lines
            #expect(seat.navigator.canvas.caret == Point(x: caret.x - 1, y: caret.y))
        }
    }

    @Test("Keys, settings, percentages and what stands in brackets or before a colon come as the reader's language has them")
    func signs() throws {
        let seat = Seat()
        try fill(seat.machine.games)
        try speaking(#require(TranslatedSentences(.german))) {
            seat.type("0")
            #expect(seat.shows("3  Farben") && seat.shows("Standard"))
            seat.press(.escape, .character("9"))
            #expect(seat.shows("gewonnen") && seat.shows("92 %"))
            seat.press(.character("s"))
            #expect(seat.shows("77 %"))
            seat.press(.escape, .escape, .character("8"), .character("4"), .character("1"), .enter)
            #expect(seat.lines.last?.contains("Leertaste Snap!") == true)
            seat.navigator.resize(to: Size(width: 29, height: 10))
            seat.press(.character("?"))
            for _ in 0..<9 where !seat.shows("Leertaste") { seat.press(.down) }
            #expect(seat.shows("Leertaste"), "whole, however narrow the help is")
        }
        try speaking(#require(TranslatedSentences(.chinese))) {
            #expect(bracketed("1") == "（1）")
            let party = SecretNumberParty.of(2)
            party.choose(0, "42")
            party.guess(1, 50)
            #expect(party.shows(1, "你：") && !party.shows(1, "你:"))
        }
        try speaking(#require(TranslatedSentences(.arabic))) {
            #expect(percentage(85) == "\u{2068}85%\u{2069}", "the sign stays at its side, whatever is around it")
        }
        try speaking(#require(TranslatedSentences(.spanish))) {
            #expect(SecretNumberParty.of(2).screen(0).contains("Intentos"))
        }
    }

    @Test("In a game against the computer every key has its place in the bar", arguments: InterfaceLanguage.allCases)
    func bar(language: InterfaceLanguage) throws {
        guard let catalog = TranslatedSentences(language) else { return }
        try speaking(catalog) {
            let bar = try #require(seatAgainstComputer().lines.last)
            let words = Set(bar.split { !$0.isASCII || $0 == " " }.map(String.init))
            #expect(words.isSuperset(of: ["H", "E", "T", "U", "Q", "?"]), "\(bar)")
        }
    }

    @Test("Won, drawn and lost: whole words for those who listen and where there is room, none cut where there is not")
    func tables() throws {
        try speaking(#require(TranslatedSentences(.german))) {
            let listener = Listener()
            try fill(listener.machine.games)
            let history = listener.type("y")
            #expect(history.contains { $0.contains("gewonnen") && $0.contains("Genauigkeit 92 %") })
            #expect(history.contains { $0.contains("verloren") } && !history.contains { $0.contains("gew.") })
            for (width, heads) in [(29, "Gew.  Rem. Verl."), (120, "Gewonnen    Remis Verloren  Genau")] {
                let seat = Seat(size: Size(width: width, height: 30))
                try fill(seat.machine.games)
                seat.type("9s")
                #expect(seat.shows(heads), "\(width)")
                if width == 29 { seat.press(.right) }
                #expect(seat.shows(width == 29 ? "█ gew. ▒ rem. ▓ verl." : "█ gewonnen ▒ remis ▓ verloren"))
            }
        }
    }

    @Test("In a field for digits and addresses the caret stands at the left from the start, and nothing jumps")
    func typingDigits() throws {
        try speaking(PseudoLanguage(isRightToLeft: true)) {
            let seat = Seat()
            seat.navigator.push(JoinOnlineViewController(navigator: seat.navigator))
            let party = SecretNumberParty.of(2)
            party.choose(0, "42")
            party.wait(1000)
            for (navigator, digits) in [(seat.navigator, "481306"), (party.navigators[1], "57")] {
                navigator.draw()
                let empty = try #require(navigator.canvas.caret)
                for (index, digit) in digits.enumerated() {
                    navigator.press(.character(Unicode.Scalar(String(digit)) ?? " "))
                    navigator.draw()
                    #expect(navigator.canvas.lines[empty.y].contains(String(digits.prefix(index + 1))))
                    #expect(navigator.canvas.row(empty.y).dropFirst(empty.x).first?.scalar == digits.unicodeScalars.first?.value)
                    #expect(navigator.canvas.caret == Point(x: empty.x + index + 1, y: empty.y))
                }
            }
        }
    }

    @Test("Where the terminal puts letters in order, or nobody, a field covers nothing of its label")
    func label() {
        speaking(PseudoLanguage(isRightToLeft: true)) {
            script.withLock { $0 = nil }
            let seat = Seat()
            seat.navigator.push(OptionsViewController(navigator: seat.navigator))
            seat.press(.enter)
            #expect(seat.shows(tr("Name")))
        }
    }

    @Test("A name that begins with a digit stands where the screen begins, until a letter says otherwise")
    func typingDigitsOfAName() {
        speaking(PseudoLanguage(isRightToLeft: true)) {
            let canvas = Canvas(size: Size(width: 20, height: 1))
            canvas.clear(isMirrored: true)
            var field = TextField(limit: 20)
            _ = field.edit(.character("4"))
            field.draw(on: canvas, x: 0, y: 0, width: 20)
            #expect(canvas.lines == [String(repeating: " ", count: 19) + "4"] && canvas.caret?.x == 18)
            _ = field.edit(.character("u"))
            field.draw(on: canvas, x: 0, y: 0, width: 20)
            #expect(canvas.lines == ["4u"] && canvas.caret?.x == 2)
        }
    }

    @Test("In a review arrows go as its list and its graph do: what was earlier is at the left, whatever the language")
    func review() throws {
        try speaking(PseudoLanguage(isRightToLeft: true)) {
            let seat = Seat()
            let names = ReviewNames(yellow: "Ann", red: "שלום", me: .first)
            seat.navigator.push(
                ReviewViewController(navigator: seat.navigator, game: .of("1267"), names: names, storedAs: nil))
            seat.press(.left)
            #expect(seat.lines[0].contains("2/2"))
            for page in ["the graph", "the list"] {
                let row = try #require(seat.chosenRow)
                let last = try #require(seat.chosenColumn)
                seat.press(.left)
                #expect(seat.chosenRow == row && seat.chosenColumn.map { $0 < last } == true, "\(page)")
                seat.press(.right, .character("m"))
            }
            seat.press(.character("m"))
            let words = seat.lines.map { $0.split(separator: " ").map(String.init) }
            let turned = String("שלום".reversed())
            #expect(words.contains { $0.drop { $0 != "Ann" }.dropFirst().first == turned }, "names stand above their moves")
        }
    }

    @Test("Arrows keep their order in the help and in sentences")
    func arrows() {
        speaking(PseudoLanguage(isRightToLeft: true)) {
            let seat = Seat()
            var texts: [String] = []
            seat.navigator.canvas.willPut = { text, _, _ in texts.append(text) }
            seat.press(.character("3"), .character("?"))
            _ = seat.lines
            #expect(texts.contains("\u{2068}← →\u{2069}"))
            #expect(tr("{arrows} and Enter drop a disc.", ["arrows": "← →"]).hasPrefix("\u{2068}← →\u{2069} "))
            seat.navigator.push(GuideViewController(navigator: seat.navigator))
            _ = seat.lines
            #expect(texts.contains { $0.contains("\u{2068}← →\u{2069} ") })
        }
    }

    @Test("What a game is written out as says that it runs from right to left, and keeps names apart")
    func exported() throws {
        try speaking(PseudoLanguage(isRightToLeft: true)) {
            let record = GameRecord(kind: .network, opponent: "Bob\u{2069}", isFirst: true, digits: "1212121", result: .first)
            let game = KeptGame(id: 1, date: "2026-11-21", record: record)
            let picture = try game.text(by: "Ann", as: "svg")
            #expect(picture.contains(" direction=\"rtl\">"))
            #expect(picture.contains("\u{2068}Ann\u{2069}") && picture.contains("\u{2068}Bob\u{2069}"))
            for format in ["text", "cast"] {
                let text = try game.text(by: "Ann", as: format)
                #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .format }, "\(format)")
            }
        }
    }

    @Test("Nothing translated reaches the other player, what is kept, or what programs read")
    func plain() throws {
        try speaking(PseudoLanguage()) {
            let table = Table()
            table.play("12121212")
            table.host.press(.character("h"))
            table.settle()
            var texts = table.hostEnd.sent + table.guestEnd.sent
            texts += table.host.machine.advertisements.flatMap { Array(String(describing: $0).utf8) }
            let seat = seatAgainstComputer()
            seat.type("1")
            seat.machine.work()
            let kept = table.host.machine.games.kept + table.guest.machine.games.kept + seat.machine.games.kept
            #expect(kept.count > 2 && seat.lines.joined().contains("⟦"))
            for game in kept {
                texts += Array(String(describing: game.record).utf8) + Array(game.line.utf8)
                texts += Array(try game.text(by: "Ann", as: "digits").utf8)
            }
            var settings = Settings()
            settings.language = .german
            texts += Array(settings.updating("", from: Settings()).utf8)
            // In UTF-8, and in UTF-16 as archives have it.
            for mark in [Array("⟦".utf8), [0x27, 0xE6, 0x00]] {
                #expect(!texts.indices.contains { texts[$0...].starts(with: mark) })
            }
        }
    }
}

extension Seat {
    /// The row that shows which move is on the board, in the graph or in the list.
    fileprivate var chosenRow: Int? { chosen?.y }
    /// Its first cell there.
    fileprivate var chosenColumn: Int? { chosen?.x }

    private var chosen: Point? {
        navigator.draw()
        let size = navigator.canvas.size
        for y in 1..<size.height - 1 {
            let row = navigator.canvas.row(y)
            if let x = row.firstIndex(where: { $0.role == .selected }) { return Point(x: x - row.startIndex, y: y) }
        }
        return nil
    }
}
