// Identifies a run of the program by its process id and start time: process ids are reused.

import Glibc

/// Identifiers of processes on this machine.
enum ProcessMark {
    /// The identifier of this process.
    static let own = mark(of: getpid()) ?? "\(getpid())"

    /// The machine's boot id (random(4)); empty if it is unknown.
    static let boot = line(of: "/proc/sys/kernel/random/boot_id") ?? ""

    /// Whether the process with this identifier is still running.
    static func isAlive(_ mark: String) -> Bool {
        guard let number = mark.split(separator: " ").first.flatMap({ pid_t($0) }) else { return false }
        return self.mark(of: number) == mark
    }

    /// The process id and its start time in clock ticks since boot: the 22nd field of /proc/PID/stat (proc(5)), the 20th after
    /// the name, which may contain anything.
    private static func mark(of process: pid_t) -> String? {
        guard let line = line(of: "/proc/\(process)/stat"), let name = line.lastIndex(of: ")") else { return nil }
        let fields = line[name...].split(separator: " ")
        return fields.count > 20 && fields[1] != "Z" ? "\(process) \(fields[20])" : nil
    }

    private static func line(of path: String) -> String? {
        (try? readFile(path, upTo: 1024)).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
    }
}
