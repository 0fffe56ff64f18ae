// Marks a run of the program by its process id and start time: process ids are reused.

import Glibc

/// The mark of this process.
let ownProcessMark = processMark(of: getpid()) ?? "\(getpid())"

/// The machine's boot id (random(4)); empty if it is unknown.
let bootID = firstLine(of: "/proc/sys/kernel/random/boot_id") ?? ""

/// Whether the process with this mark is still running.
func isRunning(processMark mark: String) -> Bool {
    guard let number = mark.split(separator: " ").first.flatMap({ pid_t($0) }) else { return false }
    return processMark(of: number) == mark
}

/// The process id and its start time in clock ticks since boot: the 22nd field of /proc/PID/stat (proc(5)), the 20th after
/// the name, which may contain anything.
private func processMark(of process: pid_t) -> String? {
    guard let line = firstLine(of: "/proc/\(process)/stat"), let name = line.lastIndex(of: ")") else { return nil }
    let fields = line[name...].split(separator: " ")
    return fields.count > 20 && fields[1] != "Z" ? "\(process) \(fields[20])" : nil
}

private func firstLine(of path: String) -> String? {
    (try? readFile(path, upTo: 1024)).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
}
