// The sandboxes of the helpers: the kernel reports that they are on, and a process in the same sandbox can open nothing.
// GameSandboxTests try the game's.

import Glibc
import TestSupport
import Testing

@Suite("Sandbox")
struct SandboxTests {
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

    @Test(
        "Under its lock no file can be opened, no program started, and only the router's helper connects",
        arguments: ["discovery", "relay", "router"])
    func nothingIsLeft(kind: String) throws {
        let (relay, router) = (kind == "relay", kind == "router")
        #expect(
            try probe(kind) == [
                "before: a file: yes", "confined: yes", "a file: refused", "a new file: refused", "a folder: refused",
                "a link: refused", "a process: refused", "a program: refused", "code: refused",
                "datagrams: \(relay ? "refused" : "yes")", "a connection: \(router ? "yes" : "refused")",
                "a stream: \(router ? "yes" : "refused")", "unix datagrams: refused",
                "netlink datagrams: \(kind == "discovery" ? "yes" : "refused")", "packet datagrams: refused",
                "vsock datagrams: refused", "audit's netlink: refused", "fast open: refused", "a signal to another: refused",
                "a signal to itself: yes", "another's signals by fcntl: refused", "another's signals by ioctl: refused",
                "flags of a descriptor: yes", "how much there is to read: yes", "memory: yes",
            ])
    }

    @Test("While it connects it may read and call, but write no file and start no program; then the other lock closes")
    func connecting() throws {
        let first = try probe("connecting")
        #expect(
            first == [
                "before: a file: yes", "confined: yes", "a file: yes", "a new file: refused", "a folder: yes", "a link: refused",
                "a process: yes", "a program: refused", "code: yes", "datagrams: yes", "a connection: yes", "a stream: yes",
                "unix datagrams: yes", "netlink datagrams: yes", "packet datagrams: refused", "vsock datagrams: refused",
                "audit's netlink: yes", "fast open: yes", "a signal to another: refused", "a signal to itself: yes",
                "another's signals by fcntl: refused", "another's signals by ioctl: refused", "flags of a descriptor: yes",
                "how much there is to read: yes", "memory: yes",
            ])
        #expect(try probe("connecting", "relay") == probe("relay"))
    }

    /// What is left under these locks, one after the other.
    private func probe(_ kinds: String...) throws -> [String] {
        let probe = try Child([Child.beside("sandbox-probe")] + kinds)
        var lines: [String] = []
        while let line = probe.line(within: 30) { lines.append(line) }
        #expect(probe.finish() == 0)
        return lines
    }
}
