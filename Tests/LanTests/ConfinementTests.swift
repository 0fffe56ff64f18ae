// The lock on the mDNS helper: the kernel says that it is on, and a process under the same lock can open nothing.

import Glibc
import TestSupport
import Testing

@Suite("Confinement")
struct ConfinementTests {
    @Test(
        "A helper that serves is locked in, and still publishes and lists",
        .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
    func helperIsConfined() throws {
        let lan = try Lan()
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        let guest = try BonjourChild(on: 2, of: lan, .browse)
        try guest.found("Tiger")
        for helper in [host, guest] {
            let status = PseudoTerminal.text(of: "/proc/\(helper.child.process)/status")
            #expect(status.contains("NoNewPrivs:\t1"))
            #expect(status.contains("Seccomp:\t2"))
        }
    }

    @Test("Under its lock no file can be opened, no program started, no connection made", arguments: [false, true])
    func nothingIsLeft(byDaemon: Bool) throws {
        let directory = BonjourChild.path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let probe = try Child([directory + "/confinement-probe"] + (byDaemon ? ["daemon"] : []))
        var lines: [String] = []
        while let line = probe.line(within: 30) { lines.append(line) }
        #expect(
            lines == [
                "before: a file: yes", "confined: yes", "a file: refused", "a new file: refused", "a folder: refused",
                "a link: refused",
                "a process: refused", "a program: refused", "code: refused", "datagrams: yes",
                "a connection: \(byDaemon ? "yes" : "refused")", "memory: yes",
            ])
        #expect(probe.finish() == 0)
    }
}
