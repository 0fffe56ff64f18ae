// What a process has used, as the kernel counts it. It does not depend on the broker.

import Glibc

/// What a process holds and has used.
nonisolated struct ProcessFigures {
    /// Processor time, in seconds.
    var seconds = 0.0
    /// How long it could have worked and got no processor, in seconds.
    var waited = 0.0
    /// Memory that is its own, in KiB.
    var memory = 0

    /// Of a process of this machine.
    init(of process: Int) {
        let words = Self.text(of: "/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        if words.count > 12, let user = Double(words[11]), let system = Double(words[12]) {
            seconds = (user + system) / Double(sysconf(CInt(_SC_CLK_TCK)))
        }
        let times = Self.text(of: "/proc/\(process)/schedstat").split(separator: " ")
        if times.count > 1, let nanoseconds = Double(times[1]) { waited = nanoseconds / 1e9 }
        let status = Self.text(of: "/proc/\(process)/status").split(separator: "\n")
        memory = status.first { $0.hasPrefix("VmRSS:") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    private static func text(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
