// The config file: mistakes in it are named, choices on the screen are written to it, and if it cannot be written the game goes on.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("The config file", .serialized, .ownThread)
struct ConfigTests {
    @Test(
        "A line that means nothing is named with its number, and the file is left alone",
        arguments: [
            (
                "name = Ann\ntheme = purple\n",
                "line 2: the theme must be one of default, light, high-contrast, colour-blind, ocean, mono. The default is used there."
            ),
            ("# mine\n\nwhat is this\nname = Ann\n", "line 3: it is not of the form key = value."),
            (
                "name = Ann\nanimation = perhaps\nbell\n",
                "line 2: animation must be yes or no. The default is used there, and in 1 more line."
            ),
            ("colour = red\nname = Ann", "line 1: there is no setting “colour”."),
        ])
    func broken(text: String, words: String) throws {
        let folder = try TestFolder()
        try folder.write(text, to: Player.config)
        let player = try Player(folder: folder, size: Size(width: 120, height: 30))
        try player.see("\(folder.path)/fourinarow/config, \(words)")
        #expect(player.words.contains("Ann"))  // the other lines hold
        player.press(.down)
        try player.seeNo("The default is used there.")
        try player.open("Two players")
        try player.see("Yellow's turn")
        player.type("q")
        try player.quit()
        #expect(folder.bytes(of: Player.config) == Array(text.utf8))
    }

    @Test("A file with the line ends of another system is read like any other")
    func otherLineEnds() throws {
        let folder = try TestFolder()
        try folder.write("name = Ann\r\nanimation = perhaps\r\ntheme = mono\r\n", to: Player.config)
        let player = try Player(folder: folder, size: Size(width: 120, height: 30))
        try player.see("1 Host a game", "line 2: animation must be yes or no.")
    }

    @Test("A file that cannot be one of ours: a folder, too long, no text")
    func unreadable() throws {
        let longer = try TestFolder()
        try longer.write(String(repeating: "# x\n", count: 20_000), to: Player.config)
        let player = try Player(folder: longer)
        try player.see("The settings in \(longer.path)/fourinarow/config cannot be read: it is longer than 64 KiB.")
        player.press(.down)
        try player.quit()

        let folder = try TestFolder()
        try folder.write("", to: Player.config + "/inside")
        let other = try Player(folder: folder)
        try other.see("cannot be read: it is not a file.")
        other.press(.down)
        try other.quit()
    }

    @Test("What is chosen on the screen is in the file afterwards, other lines as they were, and holds in the next run")
    func kept() throws {
        let folder = try TestFolder()
        let text = "# my settings\ntheme = default   \n\n# falling = yes\nnotify=off\n"
        try folder.write(text, to: Player.config)
        let player = try Player(folder: folder, isAnimated: true)
        try player.open("Options")
        try player.see("3 Theme ‹ default ›")
        player.type("1")
        player.type("Zoë")
        player.press(.enter)
        try player.see("1 Name Zoë")
        player.type("3")
        try player.see("3 Theme ‹ light ›")
        player.type("3")
        try player.see("3 Theme ‹ high-contrast ›")
        player.type("4")
        try player.see("4 Animation ‹ off ›")
        player.type("5")
        try player.see("5 Board made of < letters >")
        player.type("8")
        try player.see("the bell") { $0.words.contains("8 Notify < message >") && $0.bells == 1 }
        player.type("8")
        try player.see("the bell") { $0.words.contains("8 Notify < bell >") && $0.bells == 2 }
        player.press(.escape)
        try player.quit()
        #expect(
            folder.text(of: Player.config)
                == "# my settings\ntheme = high-contrast\n\n# falling = yes\nnotify = bell\nname = Zoë\nanimation = no\nascii = yes\n"
        )

        let again = try Player(folder: folder, isAnimated: true)
        try again.see("Zoë")
        try again.open("Two players")
        try again.see("Yellow's turn")
        again.type("4")
        let shown = try again.see("a disc at rest at once, in ASCII") { $0.contains("XXXXX<") }
        let row = try #require(shown.lines.firstIndex { $0.contains("XXXXX<") })
        let line = shown.lines[row]
        let column = line.distance(from: line.startIndex, to: try #require(line.firstIndex(of: "X")))
        #expect(again.terminal.cell(x: column, y: row).look == ThemeName.highContrast.look(of: .yellow))
        again.type("q")
        try again.quit()
    }

    @Test("Esc leaves the name as it was, and writes nothing")
    func notKept() throws {
        let player = try Player()
        try player.open("Options")
        player.press(.enter)
        player.type("Nobody")
        try player.see("Nobody")
        player.press(.escape)
        try player.seeNo("Nobody")
        player.press(.escape)
        try player.quit()
        #expect(player.folder.bytes(of: Player.config) == nil)
    }

    @Test("Where the file cannot be written: one sentence, what was chosen holds for this run, play goes on")
    func unwritable() throws {
        let folder = try TestFolder()
        let file = try folder.write("I am a file\n", to: "place")
        let player = try Player(folder: folder, environment: ["XDG_CONFIG_HOME": file])
        try player.open("Options")
        try player.see("3 Theme ‹ default ›")
        player.type("5")
        try player.see("The settings cannot be saved in \(file)/fourinarow/config: ")
        try player.see("5 Board made of < letters >")
        player.press(.escape)
        try player.seeNo("cannot be saved")
        player.press(.escape)
        try player.open("Two players")
        player.type("1")
        try player.see("a disc") { $0.contains("XXXXX<") }
        player.type("q")
        try player.quit()
        #expect(folder.text(of: "place") == "I am a file\n")
    }
}
