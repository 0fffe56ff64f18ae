// After a crash: the terminal is restored, a report without names is written, and a line says where it is.

import Glibc
import TestSupport
import Testing

@Suite("A crash", .serialized, .ownThread)
struct CrashTests {
    private func reports(in folder: String) -> [String] { Files.names(in: folder).filter { $0.hasPrefix("crash-") } }

    @Test("In the middle of a game: what, which version, what happened last; nobody's name, no address, no key")
    func report() throws {
        let host = try Player(["host", "--name", "Annabella"])
        let guest = try greet(try host.port(), as: "Robertson")
        try host.see(title(with: "Robertson"))
        host.type("4")
        try host.see("'s turn")
        host.terminal.signal(SIGSEGV)
        #expect(try host.seeEnd() == .killed(SIGSEGV))
        #expect(host.terminal.leftovers == [])
        let folder = host.folder.path + "/.local/share/fourinarow"
        let name = try #require(reports(in: folder).first)
        let shown = host.terminal.screen.lines.joined()  // the path goes over the end of a row
        #expect(shown.contains("fourinarow crashed. What happened is written down in \(folder)/\(name)"))
        let text = String(decoding: Files.bytes(folder + "/" + name) ?? [], as: UTF8.self)
        #expect(text.hasPrefix("fourinarow 1.1.0 crashed by SIGSEGV, "))
        for event in ["connection", "bytes of a peer:", "bytes to a peer:", "key"] {
            #expect(text.contains(event), "no \(event) in\n\(text)")
        }
        for secret in ["Anna", "Robert", "127.0.0.1"] { #expect(!text.contains(secret)) }
        withExtendedLifetime(guest) {}
    }

    @Test("The report is where XDG_DATA_HOME says")
    func otherFolder() throws {
        let folder = try TestFolder()
        let player = try Player(environment: ["XDG_DATA_HOME": folder.path + "/deep/down"])
        try player.seeMenu()
        player.terminal.signal(SIGABRT)
        #expect(try player.seeEnd() == .killed(SIGABRT))
        #expect(reports(in: folder.path + "/deep/down/fourinarow").count == 1)
    }

    @Test("Where nothing can be written, it ends as it must and says nothing untrue")
    func unwritable() throws {
        let folder = try TestFolder()
        let player = try Player(environment: ["XDG_DATA_HOME": try folder.write("a file", to: "file")])
        try player.seeMenu()
        player.terminal.signal(SIGSEGV)
        #expect(try player.seeEnd() == .killed(SIGSEGV))
        #expect(player.terminal.leftovers == [] && !player.words.contains("crashed"))
    }

    @Test("An end that somebody asked for is no crash", arguments: [SIGTERM, SIGINT, SIGQUIT, SIGUSR1])
    func asked(signal: Int32) throws {
        let player = try Player()
        try player.seeMenu()
        player.terminal.signal(signal)
        #expect(try player.seeEnd() == .killed(signal))
        #expect(player.folder.files.isEmpty && !player.words.contains("crashed"))
    }
}
