// A home behind a real router, and friends who play through it.

import Glibc
import TestSupport
import Testing

/// A home behind a router, made by Tests/homerouter and removed with the last reference to it. Its name is unique: several stand side by
/// side.
final class HomeRouter: Sendable {
    /// Whether this machine and user can make one.
    static let isPossible = Lan.isPossible && ["nft", "miniupnpd"].allSatisfy { access("/usr/sbin/\($0)", X_OK) == 0 }
    /// For `.enabled(if:)`.
    static let reason = "needs root (or CAP_SYS_ADMIN and CAP_NET_ADMIN), nftables and miniupnpd"

    let name: String

    /// Makes one; `options` are those of `homerouter up`.
    init(_ options: [String]) throws {
        name = Lan.uniqueName("r")
        try run(["up"] + options)
    }

    deinit { _ = try? run(["down"]) }

    /// Runs a command of homerouter and returns its output.
    @discardableResult
    func run(_ arguments: [String]) throws -> String {
        let child = try Child(["sh", "-c", "exec \"$0\" \"$@\" 2>&1", Self.script, "-L", name] + arguments)
        guard child.finish(within: Lan.patience) == 0 else {
            throw ChildError.failed("homerouter " + arguments.joined(separator: " ") + ": " + child.rest)
        }
        return child.rest
    }

    /// Switches it off or on.
    func turn(_ state: String) throws { try run([state]) }

    /// Waits until what it has opened is as it should be.
    func seeMappings(_ what: String, _ condition: (String) -> Bool) throws {
        let deadline = Child.now() + 60
        var mappings = try run(["mappings"])
        while !condition(mappings) {
            guard Child.now() < deadline else {
                throw ChildError.failed("\(what) did not come: \(mappings)\nThe router says\n\(try run(["log"]))")
            }
            usleep(50_000)
            mappings = try run(["mappings"])
        }
    }

    /// A machine at home, or `far` away.
    func machine(_ name: String) -> Place { Place(command: [Self.script, "-L", self.name, "exec", name]) }

    /// The public servers of `homerouter`.
    static let servers = "11.0.0.9:3478 11.0.2.9:3478 11.0.3.9:3478"

    /// Ann, who waits for a friend. `stun` names the public servers that she allows. With a relay in her settings she chooses a direct game.
    func host(on machine: String = "home", stun: String = "off", relay: String = "") throws -> Player {
        let place = self.machine(machine)
        let folder = try Self.folder(stun: stun, relay: relay)
        if relay.isEmpty { return try Player(["host", "--online", "--name", "Ann"], at: place, folder: folder) }
        let host = try Player(["--name", "Ann"], at: place, folder: folder)
        try host.seeMenu()
        host.type("p")
        try host.see("With a friend")
        host.type("f")
        try host.see("Host directly")
        host.type("d")
        return host
    }

    /// Bob, who is far away and pastes what Ann sees.
    func guest(of host: Player, on machine: String = "far", stun: String = "off", relay: String = "") throws -> Player {
        try Player(
            ["join", "--online", try host.lineForFriend(), "--name", "Bob"], at: self.machine(machine),
            folder: Self.folder(stun: stun, relay: relay))
    }

    private static func folder(stun: String, relay: String) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write("stun = \(stun)\nrelay = \(relay)\n", to: Player.config)
        return folder
    }

    /// Both at the board.
    func meet() throws -> Meeting {
        let host = try host()
        return try Meeting(host: host, guest: try guest(of: host))
    }

    private static let script = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/homerouter"
}

extension Player {
    /// The line that it shows for a friend, once it does.
    func lineForFriend() throws -> String {
        let words = try see("Send this line to your friend:").words.split(separator: " ")
        let start = try #require(words.firstIndex { $0.contains(":") && ($0.first?.isNumber == true || $0.hasPrefix("[")) })
        let code = try #require(words[start...].firstIndex { $0.filter { $0 == "-" }.count == 3 })
        return words[start...code].joined(separator: " ")
    }

    /// The line that it shows for the host, or after a break for the other player, once it does.
    func lineForHost(below question: String = "Send this line back:") throws -> String {
        let words = try see("a line below \"\(question)\"") { $0.words.contains(question) && $0.words.contains(" answer ") }
            .words.split(separator: " ")
        let start = try #require(words.firstIndex(of: "answer"))
        return (["answer"] + words[(start + 1)...].prefix { $0.contains(":") }).joined(separator: " ")
    }

    /// Pastes a line.
    func paste(_ line: String) {
        terminal.type("\u{1B}[200~" + line + "\u{1B}[201~")
        press(.enter)
    }
}
