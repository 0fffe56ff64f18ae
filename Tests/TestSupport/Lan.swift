// A simulated LAN for tests: hosts are network namespaces, made by Tests/lanlab.

import Glibc
import Synchronization

/// A LAN of its own, removed with the last reference to it. Its name is unique: several stand side by side.
package nonisolated final class Lan: Sendable {
    /// Whether this machine and user may make network namespaces.
    package static let isPossible = geteuid() == 0 && (try? Child(["unshare", "--net", "ip", "link"]).finish()) == 0

    /// For `.enabled(if:)`.
    package static let reason = "needs root (or CAP_SYS_ADMIN and CAP_NET_ADMIN), iproute2 and util-linux"

    /// Whether a host of a LAN can have an avahi-daemon.
    package static let canHaveDaemon = ["avahi-daemon", "dbus-daemon"].allSatisfy {
        (try? Child([$0, "--version"]).finish()) == 0
    }

    /// How many seconds making one may take: the kernel makes few networks at a time, so each waits its turn.
    package static let patience = 300.0

    /// What lanlab knows it by; host 1 is the namespace `NAME-h1`.
    package let name: String

    /// Makes a LAN of `hosts` hosts; `options` are those of `lanlab up`.
    package convenience init(hosts: Int = 2, _ options: String...) throws { try self.init(hosts: hosts, options: options) }

    /// The same with options in a list.
    package init(hosts: Int, options: [String]) throws {
        name = Self.uniqueName("t")
        try lanlab(["up", String(hosts)] + options)
    }

    /// A name for a network that no other of these tests has: two that drew random numbers at once, on a machine that had just started, drew
    /// the same ones.
    package static func uniqueName(_ prefix: String) -> String {
        "\(prefix)\(getpid())x\(count.add(1, ordering: .relaxed).newValue)"
    }

    private static let count = Atomic(0)

    deinit {
        try? lanlab(["down"])
    }

    /// Runs a command of lanlab and waits for it.
    package func lanlab(_ arguments: String...) throws {
        try lanlab(arguments)
    }

    /// Starts a program on host `number`.
    package func start(on number: Int, _ command: [String]) throws -> Child {
        try Child([Self.lanlab, "-L", name, "exec", String(number), "--"] + command)
    }

    /// Runs a program on host `number` and waits for its end; it must succeed.
    package func run(on number: Int, _ command: String...) throws { try run(on: number, command) }

    /// The same with a command in a list.
    package func run(on number: Int, _ command: [String]) throws {
        let child = try start(on: number, command)
        guard child.finish() == 0 else { throw ChildError.failed(command.joined(separator: " ")) }
    }

    private func lanlab(_ arguments: [String]) throws {
        let child = try Child(["sh", "-c", "exec \"$0\" \"$@\" 2>&1", Self.lanlab, "-L", name] + arguments)
        guard child.finish(within: Self.patience) == 0 else {
            throw ChildError.failed("lanlab " + arguments.joined(separator: " ") + ": " + child.rest)
        }
    }

    /// The script.
    package static let lanlab = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/lanlab"
}
