// The memory of a running program, read through /proc/PID/mem (proc(5)).

import Glibc
import TestSupport

enum Memory {
    /// Whether this machine allows us to read the memory of a program that we started.
    static let canBeRead: Bool = {
        guard let child = try? Child(["cat"]) else { return false }
        defer { child.closeInput() }
        return find([[0x7F, 0x45, 0x4C, 0x46]], in: child.process) != nil
    }()
    static let reason = "/proc/PID/mem of a program of ours cannot be read here"

    /// How often each byte sequence occurs in a process's writable memory; nil if it may not be read.
    static func find(_ things: [[UInt8]], in process: pid_t) -> [Int]? {
        let memory = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { return nil }
        defer { close(memory) }
        var counts = things.map { _ in 0 }
        var room: [UInt8] = []
        for range in ranges(of: process) {
            room = [UInt8](repeating: 0, count: range.count)
            let count = pread(memory, &room, room.count, off_t(range.lowerBound))
            guard count > 0 else { continue }
            for (index, thing) in things.enumerated() { counts[index] += occurrences(of: thing, in: room[..<count]) }
        }
        return counts
    }

    private static func ranges(of process: pid_t) -> [Range<Int>] {
        let maps = Files.bytes("/proc/\(process)/maps").map { String(decoding: $0, as: UTF8.self) } ?? ""
        return maps.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 1, words[1].hasPrefix("rw") else { return nil }
            let ends = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
            // Only a sanitizer has regions of more than a GiB: shadow memory.
            return ends.count == 2 && ends[1] - ends[0] < 1 << 30 ? ends[0]..<ends[1] : nil
        }
    }

    private static func occurrences(of thing: [UInt8], in bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let first = thing.first, var place = bytes.baseAddress, bytes.count >= thing.count else { return 0 }
            let last = place + bytes.count - thing.count
            var count = 0
            while place <= last, let found = memchr(place, Int32(first), last - place + 1) {
                if memcmp(found, thing, thing.count) == 0 { count += 1 }
                place = UnsafeRawPointer(found) + 1
            }
            return count
        }
    }
}
