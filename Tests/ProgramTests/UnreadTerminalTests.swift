// A terminal that is slow, or that nobody reads: the network goes on, memory stays bounded, and once read it shows the latest screen.

import Glibc
import Screen
import TestSupport
import Testing
import Wire

@Suite("A terminal that nobody reads", .serialized, .ownThread)
struct UnreadTerminalTests {
    @Test("Discs go both ways, memory stays; read again it shows the newest")
    func unread() throws {
        let host = try Player(["host", "--name", "Ann"], size: Size(width: 200, height: 60))
        let peer = try greet(try host.port(), as: "Bob")
        try host.see(title(with: "Bob"), "Your turn")
        let before = Processes.memory(of: host.terminal.process, "VmHWM")
        // Each ? is a screen full of help or of board: megabytes that nobody reads.
        for _ in 0..<1_000 {
            host.terminal.send(Array("??".utf8))
            peer.send(Packet.frame(of: .control(.phrase(PhraseMessage(.niceMove)))))
        }
        host.terminal.send(Array("4".utf8))
        let phone = OriginalApp(peer)
        #expect(try phone.hear() == .disc(column: 4))
        peer.send(Packet.frame(of: .didAddDisc(column: 3)))
        // Nobody sees whether the disc has arrived: the key is pressed until it is a move.
        var move: OriginalApp.Word?
        repeat {
            host.terminal.send(Array("5".utf8))
            move = try phone.hear(within: 200)
        } while move == nil
        #expect(move == .disc(column: 5))
        #expect(!Processes.hasGrown(host.terminal.process, since: before, byMoreThan: 4_096))
        try host.see(title(with: "Bob"), "'s turn")
        peer.send(Packet.frame(of: .didAddDisc(column: 3)))
        try host.see("Your turn")
        try host.leaveGame()
        try peer.receiveToEnd()
        try host.quit()
    }

    @Test("A peer learns at once that a player whose terminal nobody reads was ended")
    func ended() throws {
        let host = try Player(["host"], size: Size(width: 200, height: 60))
        let peer = try greet(try host.port(), as: "Bob")
        try host.see(title(with: "Bob"))
        for _ in 0..<200 { host.terminal.send(Array("??".utf8)) }
        host.terminal.signal(SIGTERM)
        #expect(try host.terminal.waitForEndUnread() == .killed(SIGTERM))
        try peer.receiveToEnd()
    }
}
