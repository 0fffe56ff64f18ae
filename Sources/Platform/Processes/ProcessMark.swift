// Which run of the program is at something: its process, and when that began, for numbers of processes are used again. It knows
// nothing of what it is at.

import Glibc

/// Marks for the runs of a program on this machine.
enum ProcessMark {
    /// This run's.
    static let own = mark(of: getpid()) ?? "\(getpid())"

    /// This machine's present boot, in words that no other boot has (random(4)); empty where the system does not say.
    static let boot = line(of: "/proc/sys/kernel/random/boot_id") ?? ""

    /// Whether the run of this mark goes on.
    static func isAlive(_ mark: String) -> Bool {
        guard let number = mark.split(separator: " ").first.flatMap({ pid_t($0) }) else { return false }
        return self.mark(of: number) == mark
    }

    /// The process and the clock ticks from the boot to its start: the 22nd field of its line in /proc (proc(5)), the 20th behind its
    /// name, which may hold anything.
    private static func mark(of process: pid_t) -> String? {
        guard let line = line(of: "/proc/\(process)/stat"), let name = line.lastIndex(of: ")") else { return nil }
        let fields = line[name...].split(separator: " ")
        return fields.count > 20 && fields[1] != "Z" ? "\(process) \(fields[20])" : nil
    }

    private static func line(of path: String) -> String? {
        (try? readFile(path, upTo: 1024)).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
    }
}
