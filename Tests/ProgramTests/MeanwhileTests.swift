// Playing the computer while waiting for a guest, in real programs on this machine's loopback.

import TestSupport
import Testing

@Suite("While a player waits", .ownThread)
struct MeanwhileTests {
    @Test("The host plays the computer, hears of the guest while looking elsewhere, plays with the guest, and comes back")
    func hosting() throws {
        let host = try Player(["host", "--port", "\(try FreePort.next())", "--name", "Ann"])
        let port = try host.port()
        host.press(.enter)
        try host.see("Your turn")
        host.type("4")
        try host.see("move 2")
        host.terminal.send(Array("\u{1B}[O".utf8))
        let guest = try Player(["join", "127.0.0.1:\(port)", "--name", "Bob"])
        try guest.see("Ann is asked")
        try host.see("the question and the bell") {
            $0.words.contains("Bob is here. Play now?") && $0.words.contains("Y Yes") && $0.bells > 0
        }
        host.type("y")
        try host.see(title(with: "Bob"), "Your turn")
        try guest.see("Ann's turn")
        try Meeting(host: host, guest: guest).play("45")
        try guest.leaveGame()
        try host.see("Bob left the game.")
        try host.leaveEnd()
        try host.see("move 2")
        try host.leaveGame()
        for player in [host, guest] { try player.quit() }
    }
}
