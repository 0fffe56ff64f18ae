// The program's code in memory: much of it runs once, at the start. It knows no functions, only mappings.

import Glibc

/// The pages of code, the program's and its libraries', that this process has touched.
public enum CodePages {
    /// Takes them out of this process's memory. The kernel has them still, and what is needed comes back at a touch, 64 KiB at a time.
    public static func giveBack() {
        let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        var mappings = LineReader(descriptor: file)
        while let mapping = mappings.next() {
            // 55d0c0a00000-55d0c0f00000 r-xp 00200000 fe:00 131 /usr/games/fourinarow (proc_pid_maps(5)). Code alone: what the
            // loader wrote into is marked r--p, and would not come back as it was.
            let fields = mapping.split(separator: " ")
            let ends = fields[0].split(separator: "-").compactMap { Int($0, radix: 16) }
            guard fields.count > 5, fields[1] == "r-xp", fields[5].hasPrefix("/"), ends.count == 2 else { continue }
            madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), ends[1] - ends[0], MADV_DONTNEED)
        }
    }
}
