// Menu, hosting, joining, options: what each does to the machine and says to the player.

import Engine
import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite struct HostTests {
    @Test func theNameIsChangedWhileOneWaits() {
        let seat = Seat()
        seat.press(.character("h"))
        let offer = seat.machine.advertisements[0]
        offer.tell(.listed(name: "tiger"))
        seat.press(.character("m"))
        seat.type("Zoe")
        #expect(seat.shows("Your name: Zoe"))
        seat.press(.enter)
        #expect(offer.offer.name == "Zoe" && offer.isListed && !offer.isClosed)
        offer.tell(.listed(name: "Zoe"))
        #expect(seat.shows("Waiting for a player…") && seat.shows("Zoe") && seat.machine.saved.last?.name == "Zoe")
    }

    @Test func hostingListensAndPublishesUntilEscape() {
        let seat = Seat()
        seat.press(.character("1"))
        #expect(seat.machine.advertisements[0].offer == Offer(kind: .game, name: "tiger", facts: ["clock": "0", "watch": "0"]))
        #expect(seat.shows("10.0.0.1:27364"))
        seat.press(.character("c"))
        #expect(seat.machine.copied == "10.0.0.1:27364")
        seat.press(.escape)  // closes what is said of it
        seat.machine.advertisements[0].tell(.trouble(.noNetwork))
        #expect(seat.shows("This network has no list of games.") && !seat.shows("not on a network"), "it has an address")
        seat.machine.advertisements[0].tell(.listed(name: "tiger #2"))
        #expect(seat.shows("tiger is taken") && seat.shows("tiger #2"))
        seat.press(.escape)
        #expect(seat.machine.isQuiet && seat.shows("Join a game"))
    }

    @Test func anotherAddressIsShownAsSoonAsThereIsOne() {
        let seat = Seat()
        seat.press(.character("h"))
        #expect(seat.shows("10.0.0.1:27364"))
        seat.machine.addresses = ["10.0.0.99"]
        #expect(seat.shows("10.0.0.1:27364"), "nothing is looked at again and again")
        seat.machine.advertisements[0].tell(.moved)
        #expect(seat.shows("10.0.0.99:27364") && !seat.shows("10.0.0.1:27364"))
    }

    @Test func theFirstPeerStartsTheGameAndTheFirstTwoDiscsEndTheHosting() {
        let table = Table()
        #expect(table.host.game != nil && table.host.machine.advertisements.allSatisfy { !$0.isListed })
        table.play("44")
        #expect(table.host.machine.isQuiet)
    }

    @Test func aFailureIsSaidAndTheMenuStays() {
        let seat = Seat()
        seat.machine.advertiseFailure = .forbidden
        seat.press(.character("h"))
        #expect(seat.shows("The game cannot be hosted: you are not allowed to use that port."))
    }

    @Test func trouble() {
        let seat = Seat()
        seat.machine.addresses = []
        seat.machine.isUsualPlaceTaken = true
        seat.press(.character("h"))
        seat.machine.advertisements[0].tell(.trouble(.noNetwork))
        #expect(seat.shows("This computer is not on a network.") && !seat.shows("no network address"))
        seat.machine.advertisements[0].tell(.trouble(.helperStopped))
        #expect(
            seat.shows("Other players cannot see this game in their lists") && seat.shows("fourinarow-bonjour")
                && seat.shows("no network address") && seat.shows("The usual port 27364 is taken"))
    }
}

@Suite struct JoinTests {
    @Test func aListThatStaysEmptySaysWhatToDo() {
        let seat = Seat()
        seat.press(.character("j"))
        seat.machine.advance(milliseconds: 9_999)
        #expect(!seat.shows("Is a game missing?") && !seat.shows("W Watch"))
        seat.machine.advance(milliseconds: 1)
        #expect(seat.shows("Is a game missing?") && seat.shows("Guest networks") && seat.shows("27364"))
        seat.machine.browsers[0].find("Ann")
        #expect(!seat.shows("Is a game missing?") && seat.shows("W Watch"))
    }

    /// A game that has both its players is in another list.
    @Test func aGameThatIsPlayedIsOfferedToWatch() {
        let pair = Pair(isWatchable: true)
        pair.network.hasSpectators = true
        pair.play("44")
        pair.press(2, .character("j"))
        pair.network.advance(seconds: 5)
        let eve = pair.seats[2]
        #expect(eve.shows("No game to join on this network yet.") && eve.shows("Ann – Bob"))
        #expect(eve.lines.last?.contains("W Watch") == true)
        pair.network.advance(seconds: 10)
        #expect(eve.shows("Is a game missing?") && eve.lines.count { $0.contains("Guest networks") } == 1)
        pair.press(2, .character("w"))
        #expect(eve.shows("▸ 1  Ann – Bob"))
    }

    /// What ended it otherwise than on the board is in the review, and in the list of games.
    @Test func aWatchedGameThatWasResignedIsReviewed() {
        let pair = Pair(isWatchable: true)
        pair.network.hasSpectators = true
        pair.play("4455")
        pair.press(2, .character("j"), .character("w"), .enter)
        pair.host.game?.match?.resign()
        pair.network.settle()
        let eve = pair.seats[2]
        pair.network.advance(seconds: 2)
        pair.press(2, .character("v"), .end)
        eve.machine.work()
        #expect(eve.shows("Ann resigned: Bob wins!") && !eve.shows("Unfinished"), "\(eve.lines)")
        pair.press(2, .escape)
        pair.press(0, .character("r"))
        pair.network.advance(seconds: 1)
        pair.press(2, .character("v"))
        #expect(eve.shows("Game 1: Ann resigned: Bob wins!"), "\(eve.lines)")
    }

    /// The door at which the guest came is that of spectators, before both have moved and afterwards.
    @Test(arguments: [false, true]) func aGameIsWatchedFromTheStartAndTheSeatIsFreeAgain(isPrivate: Bool) throws {
        let pair = Pair(isPrivate: isPrivate, isWatchable: true)
        pair.network.hasSpectators = true
        let code = pair.host.game?.scene.spectatorCode
        let eve = pair.seats[2]
        pair.press(2, .character("j"), .character("w"))
        #expect(eve.shows(isPrivate ? "▸ 1  Ann  " : "▸ 1  Ann – Bob") && eve.shows("just begun"))
        func enter() {
            pair.press(2, .enter)
            guard isPrivate else { return }
            eve.type(code ?? "")
            pair.press(2, .enter)
            pair.network.advance(seconds: 1)
        }
        enter()
        #expect(eve.shows("Ann's turn") && eve.shows("move 1") && pair.host.shows("1 spectator"))
        pair.press(1, .character("q"))
        if pair.guest.game != nil { pair.press(1, .character("q")) }
        #expect(eve.shows("Bob left the game."))
        eve.closeEnd()
        pair.press(2, .character("q"))
        #expect(eve.shows("No game to watch on this network yet.") && eve.shows("with W while they wait"))
        pair.seats[1] = pair.sit(1)
        pair.press(1, .character("j"))
        pair.press(1, .enter)
        guard !isPrivate else { return }
        #expect(eve.shows("▸ 1  Ann – Bob"))
        enter()
        pair.play("44")
        #expect(eve.shows("Ann's turn") && eve.shows("move 2"))
        let offers = pair.host.machine.advertisements.filter { !$0.isClosed }
        #expect(offers.count == 1 && offers.allSatisfy { $0.offer.kind == .watch && $0.isListed }, "the same door")
        pair.host.leaveGame()
        pair.network.settle()
        #expect(eve.shows("Ann left the game. Nobody wins."))
        #expect(pair.network.isQuiet(0))
    }

    @Test("Once a player has left, spectators are not told any more that the two may play again")
    func watchedToTheEnd() {
        let pair = Pair(isWatchable: true)
        pair.network.hasSpectators = true
        let eve = pair.seats[2]
        pair.press(2, .character("j"), .character("w"), .enter)
        pair.play("4142434")
        pair.network.advance(seconds: 3)
        #expect(eve.shows("winner: Ann!") && eve.shows("Stay: they may play again."))
        pair.press(1, .character("q"))
        if pair.guest.game != nil { pair.press(1, .character("q")) }
        #expect(eve.shows("Bob left the game."))
        eve.closeEnd()
        #expect(eve.shows("winner: Ann!") && !eve.shows("play again"))
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12)]) func gamesToWatchSayHowFarTheyAre(size: Size) {
        let seat = Seat(size: size)
        seat.navigator.launcher.openWatching()
        let browser = seat.machine.browsers[0]
        #expect(seat.shows("No game to watch on this"))
        seat.press(.enter, .escape)
        browser.find("Ann – Bob", ["clock": "3+2", "watch": "1", "move": "12", "score": "2-1", "watching": "3"])
        browser.find("Cyd – Dee", ["clock": "0", "watch": "1", "move": "1", "score": "", "watching": "0"])
        browser.find("Fay", ["clock": "0", "watch": "1", "private": "1", "move": "0", "score": "", "watching": "0"])
        browser.find("Gus – Hal", ["clock": "0", "watch": "1"])
        #expect(seat.shows("▸ 1") && seat.shows("Ann – Bob"), "who typed no address has chosen nothing")
        #expect(seat.shows("just begun") && seat.shows("game over") && seat.shows("2–1"))
        Snapshot.check(seat.navigator, "watch-list")
    }

    @Test func theNameIsChangedThereToo() {
        let seat = Seat()
        seat.press(.character("j"), .character("m"))
        seat.type("Zoe")
        seat.press(.enter)
        #expect(seat.shows("Name: Zoe") && seat.machine.saved.last?.name == "Zoe")
    }

    @Test func gamesAppearOnceInAStableOrderAndVanish() {
        let seat = Seat()
        seat.press(.character("j"))
        let browser = seat.machine.browsers[0]
        for name in ["Zoë", "ann", "Bob", "ann"] { browser.find(name) }
        func names() -> [String] {
            let rows = seat.lines.filter { $0.contains("Four in a Row") }
            return rows.map { $0.split(separator: " ").filter { $0 != "▸" }.prefix(2).joined(separator: " ") }
        }
        #expect(names() == ["1 Zoë", "2 ann", "3 Bob"], "in the order of their numbers")
        browser.tell(.lost(name: "ann"))
        #expect(names() == ["1 Zoë", "3 Bob"])
        browser.find("ann")
        #expect(names() == ["1 Zoë", "2 ann", "3 Bob"])
    }

    @Test func theFirstGameIsChosenUnlessThePlayerHasChosenSomething() {
        let seat = Seat()
        seat.press(.character("j"))
        seat.machine.browsers[0].find("Ann")
        #expect(seat.shows("▸ 1  Ann"))
        seat.machine.browsers[0].tell(.lost(name: "Ann"))
        seat.press(.down)
        seat.machine.browsers[0].find("Bob")
        #expect(seat.shows("2  Bob") && !seat.shows("▸ 2  Bob"))
    }

    @Test func theChoiceStaysWithItsGame() {
        let seat = Seat()
        seat.press(.character("j"))
        for name in ["Bob", "Ann"] { seat.machine.browsers[0].find(name) }
        seat.press(.enter)
        #expect(seat.shows("Connecting to Bob…"))
    }

    @Test func connectingCanBeCancelled() {
        let seat = Seat()
        seat.press(.character("j"))
        seat.machine.browsers[0].find("Ann")
        seat.press(.enter)
        #expect(seat.shows("Connecting to Ann…"))
        seat.press(.escape)
        #expect(seat.machine.attempts[0].task.isCancelled && !seat.shows("Connecting") && seat.shows("Ann"))
        seat.press(.escape)
        #expect(seat.machine.isQuiet && seat.shows("Host a game"))
    }

    @Test(arguments: [
        (NetworkFailure.noSuchHost, "There is no computer called"), (.refused, "refused the connection"),
        (.timedOut, "open TCP port 4000"),
        (.unreachable, "cannot be reached"),
    ])
    func aFailureSaysWhy(failure: NetworkFailure, words: String) {
        let seat = Seat()
        seat.press(.character("j"), .character("a"))
        seat.type("ann.local:4000")
        seat.press(.enter)
        #expect(seat.machine.attempts[0].endpoint == FakeEnvironment.endpoint("ann.local:4000"))
        seat.machine.attempts[0].completion(.failure(failure))
        #expect(seat.text.contains(words))
        #expect(seat.shows("ann.local:4000"), "what was typed is still there")
        seat.machine.advance(milliseconds: Alert.briefMilliseconds)
        #expect(seat.text.contains(words), "it is read until a key is pressed")
    }

    @Test func whereNobodyMayWatchTheAddressIsRefused() {
        let seat = Seat()
        seat.press(.character("j"), .character("w"), .character("a"))
        seat.type("ann.local:4000")
        seat.press(.enter)
        seat.machine.attempts[0].completion(.failure(.refused))
        #expect(seat.shows("Nobody plays there, or nobody may watch.") && seat.shows("ann.local:4000"))
    }

    @Test func discoverysTroubleIsSaidAndTheAddressLineStays() {
        let seat = Seat()
        seat.press(.character("j"))
        seat.machine.browsers[0].tell(.trouble(.noNetwork))
        #expect(seat.shows("This computer is not on a network.") && seat.shows("Type an address"))
        seat.press(.character("a"))
        seat.type("q?")
        #expect(seat.shows("q?"), "letters are text while an address is typed")
    }

    @Test func aWrongAddressIsExplained() {
        let seat = Seat()
        seat.press(.character("j"), .character("a"))
        seat.type("host:99999")
        seat.press(.enter)
        #expect(seat.shows("The port must be a number from 1 to 65535.") && seat.machine.attempts.isEmpty)
    }
}

@Suite struct MenuTests {
    @Test func quitByAnyOfItsKeys() {
        for keys in [[Key.character("q")], [.end, .character("Q")]] {
            let seat = Seat()
            for key in keys { seat.press(key) }
            #expect(seat.machine.hasQuit)
        }
    }

    @Test func escapeStaysInTheProgram() {
        let seat = Seat()
        seat.press(.escape, .escape)
        #expect(!seat.machine.hasQuit && seat.shows("Host a game"))
        seat.open("Other games")
        seat.press(.escape)
        #expect(!seat.machine.hasQuit && seat.shows("Host a game"))
    }

    /// A command opens what these letters or digits open in the menu, and Esc leads from there to the menu.
    @Test func aCommandOpensItsEntry() throws {
        let puzzle = try #require(Puzzle(line: "52432112434432675367 656 w23"))
        for (place, keys) in zip(MenuPlace.allCases, ["d", "l", "oc", "ogc", "osc", "o", "p", "pb", "0"]) {
            let machine = FakeEnvironment()
            machine.shelf = [puzzle]
            let (seat, menu) = (Seat(machine: machine, start: .place(place)), Seat())
            menu.machine.shelf = [puzzle]
            menu.type(keys)
            // Every deal is another one.
            let rows = place == .cards ? 1 : 24
            #expect(!seat.navigator.isAtRoot && seat.lines.prefix(rows) == menu.lines.prefix(rows), "\(place)")
            seat.press(.escape)
            #expect(seat.navigator.isAtRoot && seat.shows("Host a game") && !seat.machine.hasQuit, "\(place)")
        }
        #expect(MenuPlace.allCases.count == 9)
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 29, height: 10)]) func theHelpSaysThatItGoesOn(size: Size) {
        let seat = Seat(size: size)
        seat.open("Learn")
        seat.type("h")
        var pages = 0
        var seen: Set<String> = []
        while seat.shows("more below ↓"), pages < 200 {
            seen.formUnion(seat.lines.dropFirst(2).dropLast(2))
            seat.press(.character(" "))
            pages += 1
        }
        seen.formUnion(seat.lines.dropFirst(2).dropLast(1))
        #expect(pages > 1 && pages < 200)
        let paged = seen
        seat.press(.pageUp)
        #expect(seat.shows("more below ↓"))
        for _ in 0..<400 { seat.press(.up) }
        while seat.shows("more below ↓") {
            #expect(paged.isSuperset(of: seat.lines.dropFirst(2).dropLast(2)), "no line is between two pages")
            seat.press(.down)
        }
    }

    @Test func theKeysOfAScreenPageToo() {
        let seat = Seat(size: Size(width: 40, height: 12))
        seat.press(.character("3"), .character("?"))
        let first = seat.lines
        #expect(first.contains { $0.contains("more below ↓") })
        seat.press(.character(" "))
        #expect(seat.lines != first)
        for _ in 0..<20 where seat.shows("more below ↓") { seat.press(.pageDown) }
        #expect(seat.shows("Redraw the screen") && !seat.shows("more below"))
        seat.press(.character(" "))
        #expect(seat.shows("Yellow's turn"), "at its end Space closes it, as any other key")
    }

    @Test func everyScreenHasHelpAndComesBack() {
        for index in 1...9 {
            let seat = Seat()
            seat.press(.character(Unicode.Scalar(UInt8(0x30 + index))))
            // There are no puzzles.
            if seat.navigator.isAtRoot { continue }
            let before = seat.lines
            seat.press(.function(1))
            #expect(seat.lines != before && seat.shows("Redraw"))
            seat.press(.escape)
            #expect(seat.lines == before)
        }
    }

    /// Whoever has no Latin letters has the help, which F1 opens, arrows and Enter.
    @Test func whatAKeyDoesCanBeChosenInTheHelp() throws {
        var count = 0
        for index in 1...9 {
            let number = Key.character(Unicode.Scalar(UInt8(0x30 + index)))
            let first = Seat()
            first.press(number)
            let top = try #require(first.navigator.top)
            if top.isTyping { continue }
            var taken: Set<Key> = []
            let usable = top.bindings.filter { binding in
                binding.isListed && binding.isAvailable() && !binding.keys.filter { taken.insert($0).inserted }.isEmpty
            }
            // Those of the same words share a row.
            var words: Set<String> = []
            let rows = usable.filter { $0.meansItsKey || $0.brief.isEmpty || words.insert($0.brief).inserted }
            let listed = KeyGroup.allCases.flatMap { group in rows.filter { $0.group == group } }
            for (place, binding) in listed.enumerated() where !binding.meansItsKey {
                let (pressing, choosing) = (Seat(), Seat())
                for seat in [pressing, choosing] { seat.press(number) }
                pressing.press(binding.keys[0])
                choosing.press(.function(1))
                for _ in 0..<place { choosing.press(.down) }
                choosing.press(.enter)
                #expect(choosing.lines == pressing.lines, "\(top.title): \(binding.help)")
                count += 1
            }
        }
        #expect(count > 10)
    }

    @Test func enterClosesTheHelpWhereItCanDoNothing() {
        let seat = Seat()
        seat.open("Two players")
        let before = seat.lines
        seat.press(.function(1), .enter)
        #expect(seat.lines == before)
        seat.press(.function(1), .down, .escape)
        #expect(seat.lines == before)
    }

    @Test func optionsAreKeptAndAFailureIsSaid() {
        let seat = Seat()
        seat.open("Options")
        seat.press(.character("1"))
        seat.type("Zoë")
        seat.press(.enter, .down, .down, .right, .right)
        #expect(seat.machine.saved.last?.name == "Zoë" && seat.machine.saved.last?.theme == .highContrast)
        seat.machine.saveFailure = .settingsNotKept(path: "/config", .diskFull)
        seat.press(.character("4"))
        #expect(seat.shows("the disk is full.") && seat.navigator.settings.animation)
    }

    @Test func anEmptyNameIsAskedFor() {
        let seat = Seat()
        seat.open("Options")
        seat.press(.enter)
        #expect(seat.shows("Your name"))
        seat.type("Z")
        #expect(!seat.shows("our name"))
    }

    @Test func aNameTooLongIsCutWhereItIsTyped() {
        let seat = Seat()
        seat.open("Options")
        seat.press(.enter)
        seat.press(.paste(String(repeating: "é\u{1B}\u{202E}", count: 100)))
        seat.press(.enter)
        #expect(seat.machine.saved.last?.name == String(repeating: "é", count: 31))
    }

    @Test func tooSmallATerminalSaysSo() {
        for (width, height) in [(1, 1), (10, 3), (24, 9), (400, 1), (1, 120)] {
            let seat = Seat(size: Size(width: width, height: height))
            _ = seat.lines
            seat.press(.character("3"), .character("4"), .character("?"), .escape)
            seat.navigator.resize(to: Size(width: 80, height: 24))
            #expect(seat.shows("Red's turn"))
        }
    }
}

@Suite struct SettingsTests {
    @Test func aFileIsReadAndBadLinesAreNamed() {
        let (settings, problems) = Settings.parse(
            "# mine\nname = Zoë = 1\n\ntheme=mono\nanimation = perhaps\nnonsense\nnotify = bell\ncolour = 7\n")
        #expect(settings.name == "Zoë = 1" && settings.theme == .mono && settings.animation && settings.notify == .bell)
        #expect(problems.map(\.line) == [5, 6, 8])
    }

    @Test(arguments: [
        ("👩‍👩‍👧", "👩‍👩‍👧"), ("a\u{202E}b\u{3164}", "ab"), (String(repeating: "é", count: 40), String(repeating: "é", count: 31)),
    ])
    func aNameIsWhatItIsOnTheWire(text: String, name: String) {
        let (settings, problems) = Settings.parse("name = \(text)\n")
        #expect(settings.name == name && problems.isEmpty)
    }

    @Test func aNameThatNobodyCouldSeeIsNamed() {
        let (settings, problems) = Settings.parse("name = \u{3164}\u{200B}\n")
        #expect(settings.name.isEmpty && problems.map { $0.line } == [1])
        #expect(problems.map { $0.what } == ["the name has nothing that could be seen"])
    }

    /// Key by key, as a terminal sends it.
    @Test func aFamilyIsTypedAsOneName() {
        let seat = Seat()
        seat.open("Options")
        seat.press(.enter)
        seat.type("👩\u{200D}👩\u{200D}👧\u{200D}")
        seat.press(.enter)
        #expect(seat.navigator.settings.name == "👩‍👩‍👧")
    }

    @Test func onlyWhatChangedIsWritten() {
        let text = "# mine\ntheme = default\nrubbish\n"
        let old = Settings.parse(text).settings
        var new = old
        new.theme = .mono
        new.notify = .bell
        #expect(new.updating(text, from: old) == "# mine\ntheme = mono\nrubbish\nnotify = bell\n")
        #expect(Settings.parse(new.updating(text, from: old)).settings == new)
        #expect(old.updating("", from: old) == "")
    }
}
