// Facts about processes from /proc: children, listening sockets; and waiting for processes that are not our children.

import Glibc
import TestSupport

// A function of glibc that Swift's Glibc module does not show.
@_silgen_name("pidfd_open") private func openProcess(_ process: pid_t, _ flags: UInt32) -> Int32

/// A process that is somebody else's child; kept open, so that its number cannot come to mean another.
final class Process {
    /// Its number.
    let number: pid_t
    private let descriptor: Int32

    init?(_ number: pid_t) {
        descriptor = openProcess(number, 0)
        self.number = number
        if descriptor < 0 { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Waits until it has ended; returns false after the timeout in seconds.
    func hasEnded(within seconds: Int) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, Int32(seconds * 1_000)) > 0
    }
}

enum Processes {
    /// What /proc/…/stat says of one process.
    struct Facts {
        let number: pid_t
        /// The first 15 bytes of its program's name.
        let name: String
        let parent: pid_t
        /// Whether it has ended and nobody has asked how.
        let isZombie: Bool
    }

    /// The children of a process, those that have ended and were not reaped included.
    static func children(of parent: pid_t) -> [Facts] {
        Files.names(in: "/proc").compactMap { pid_t($0) }.compactMap { number in
            guard let bytes = Files.bytes("/proc/\(number)/stat") else { return nil }
            // number (name) state parent …; the name may hold anything.
            let text = String(decoding: bytes, as: UTF8.self)
            guard let first = text.firstIndex(of: "("), let last = text.lastIndex(of: ")") else { return nil }
            let rest = text[text.index(after: last)...].split(separator: " ")
            guard rest.count > 1, pid_t(rest[1]) == parent else { return nil }
            let name = String(text[text.index(after: first)..<last])
            return Facts(number: number, name: name, parent: parent, isZombie: rest[0] == "Z")
        }
    }

    /// The children of a process that run and are called `name` (its first 15 bytes).
    static func children(of parent: pid_t, called name: String) -> [Process] {
        children(of: parent).filter { !$0.isZombie && $0.name == name.prefix(15) }.compactMap { Process($0.number) }
    }

    /// Memory of a process in KiB: what it holds now ("VmRSS"), or the most it ever held ("VmHWM").
    static func memory(of process: pid_t, _ line: String = "VmRSS") -> Int {
        let text = Files.bytes("/proc/\(process)/status").map { String(decoding: $0, as: UTF8.self) } ?? ""
        let words = text.split(separator: "\n").first { $0.hasPrefix(line + ":") }?.split { $0 == " " || $0 == "\t" }
        return words.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0
    }

    /// Whether the peak memory of a process has grown by more than this many KiB.
    static func hasGrown(_ process: pid_t, since before: Int, byMoreThan most: Int) -> Bool {
        !Player.leavesOutMemory && memory(of: process, "VmHWM") - before > most
    }

    /// How many descriptors a process has open, but for the database's log: that is opened for a moment whenever it is flushed.
    static func descriptors(of process: pid_t) -> Int {
        Files.names(in: "/proc/\(process)/fd").filter { target(of: "/proc/\(process)/fd/\($0)")?.hasSuffix("-wal") != true }.count
    }

    /// Waits until a process has no child, zombies included; returns false after a timeout.
    static func awaitNoChild(of process: pid_t, that isMeant: (Facts) -> Bool = { _ in true }) -> Bool {
        for _ in 0..<2_000 {
            if !children(of: process).contains(where: isMeant) { return true }
            poll(nil, 0, 5)  // a grandchild's end wakes nobody
        }
        return false
    }

    /// Waits until a process has at most this many descriptors open; returns false after a timeout.
    static func awaitDescriptors(of process: pid_t, atMost most: Int) -> Bool {
        for _ in 0..<2_000 {
            if descriptors(of: process) <= most { return true }
            poll(nil, 0, 5)  // a descriptor's end in another process wakes nobody
        }
        return false
    }

    /// The first child that a program on a terminal has, once it has one of that name.
    static func awaitChild(of parent: pid_t, called name: String, on terminal: PseudoTerminal) throws -> Process {
        for _ in 0..<2_000 {
            if let found = children(of: parent, called: name).first { return found }
            terminal.settle(milliseconds: 5)  // a child's start wakes no descriptor
        }
        throw PseudoTerminalFailure(description: "it has no child \(name)\n\(terminal.screen)")
    }

    /// The TCP port that a process listens on, in its own network; nil where it listens on none.
    static func listeningPort(of process: pid_t) -> UInt16? {
        listening(process).first?.split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
    }

    /// The addresses that it listens on, as /proc/net/tcp writes them.
    static func listeningAddresses(of process: pid_t) -> [String] {
        listening(process).compactMap { $0.split(separator: ":").first.map(String.init) }
    }

    private static func listening(_ process: pid_t) -> [String] {
        var found: [String] = []
        let sockets = Set(Files.names(in: "/proc/\(process)/fd").compactMap { target(of: "/proc/\(process)/fd/\($0)") })
        for table in ["tcp6", "tcp"] {
            let text = Files.bytes("/proc/\(process)/net/\(table)").map { String(decoding: $0, as: UTF8.self) } ?? ""
            for line in text.split(separator: "\n").dropFirst() {
                let fields = line.split(separator: " ")
                guard fields.count > 9, fields[3] == "0A", sockets.contains("socket:[\(fields[9])]") else { continue }
                found.append(String(fields[1]))
            }
        }
        return found
    }

    private static func target(of link: String) -> String? {
        var room = [UInt8](repeating: 0, count: 256)
        let count = room.withUnsafeMutableBytes { room in
            room.baseAddress.map { readlink(link, $0, room.count) } ?? -1
        }
        return count > 0 ? String(decoding: room[..<count], as: UTF8.self) : nil
    }
}
