// The first start of the program in an empty home directory, and the second one.

import Screen
import TestSupport
import Testing

@Suite("First start", .ownThread)
struct FirstStartTests {
    private static let question = "What's your name?"

    private func start(_ arguments: [String] = [], in folder: TestFolder, environment: [String: String] = [:]) throws -> Player {
        try Player(arguments, folder: folder, isAnimated: true, environment: environment.merging(["USER": "ann"]) { $1 })
    }

    @Test("It asks for the name, which is kept, and never again")
    func once() throws {
        let folder = try TestFolder()
        let player = try start(in: folder)
        try player.see(Self.question, "Welcome!", "ann")
        player.type("annie")
        player.press(.enter)
        try player.seeMenu()
        try player.see("annie")
        try player.quit()
        #expect(folder.text(of: Player.config) == "name = annie\n")
        let again = try start(in: folder)
        try again.seeMenu()
        try again.quit()
    }

    @Test("Nothing is asked where a command or an option is given; the first start without one asks, and Esc is an answer")
    func notAsked() throws {
        let folder = try TestFolder()
        let two = try start(["two"], in: folder)
        try two.see("Yellow's turn")
        two.type("4q")
        try two.quit()
        #expect(folder.bytes(of: Player.config) == nil)
        let named = try start(["--name", "Bob"], in: folder)
        try named.seeMenu()
        try named.quit()
        for isAsked in [true, false] {
            let next = try start(in: folder)
            if isAsked {
                try next.see(Self.question)
                next.press(.escape)
            }
            try next.seeMenu()
            try next.quit()
        }
    }

    @Test("Ctrl-C ends the program as everywhere, and nothing is kept")
    func left() throws {
        let folder = try TestFolder()
        let player = try start(in: folder)
        try player.see(Self.question)
        player.terminal.send([3])
        #expect(try player.seeEnd() == .killed(2) && player.terminal.leftovers == [] && folder.files.isEmpty)
    }

    @Test("Where nothing can be kept there is one sentence, and the menu")
    func readOnly() throws {
        let player = try start(
            in: try TestFolder(), environment: ["XDG_CONFIG_HOME": "/proc/nowhere", "XDG_DATA_HOME": "/proc/nowhere"])
        try player.see(Self.question)
        player.press(.enter)
        try player.see("The settings cannot be saved in /proc/nowhere/fourinarow/config: ")
        try player.quit()
    }
}
