// The scores found so far, in append-only files, so that the computation can be interrupted at any time. A score belongs to an index.

import Engine
import Glibc

/// A folder of logs. Each worker appends to its own; all are read. A record has four bytes: the index, three bytes little-endian,
/// and the score + 64.
struct ScoreLog {
    /// Where the logs are.
    let folder: String

    /// The scores by index, nil where none is known.
    func scores(ofPly ply: Int, count: Int) -> [Int8?] {
        var scores = [Int8?](repeating: nil, count: count)
        for name in files(ofPly: ply) {
            let bytes = readFile("\(folder)/\(name)") ?? []
            for at in stride(from: 0, to: bytes.count - bytes.count % 4, by: 4) {
                let place = Int(bytes[at]) | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]) << 16
                if place < count { scores[place] = Int8(truncatingIfNeeded: Int(bytes[at + 3]) - 64) }
            }
        }
        return scores
    }

    /// Appends scores to a worker's log.
    func append(_ scores: [(place: Int, score: Int)], ply: Int, worker: Int) -> Bool {
        let bytes = scores.flatMap { place, score in
            [place, place >> 8, place >> 16, score + 64].map { UInt8(truncatingIfNeeded: $0) }
        }
        let file = open("\(folder)/ply\(ply)-\(worker).log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard file >= 0 else { return false }
        defer { close(file) }
        return write(file, bytes, bytes.count) == bytes.count
    }

    private func files(ofPly ply: Int) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasPrefix("ply\(ply)-") && name.hasSuffix(".log") { names.append(name) }
        }
        return names.sorted()
    }
}

/// All bytes of a file; nil if it cannot be read.
func readFile(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(file, &buffer, buffer.count)
        if count < 0 { return nil }
        if count == 0 { return bytes }
        bytes.append(contentsOf: buffer[..<count])
    }
}

/// Replaces a file atomically.
func writeFile(_ path: String, _ bytes: [UInt8]) -> Bool {
    let new = path + ".new"
    let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { return false }
    var written = 0
    while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        written += count
    }
    return close(file) == 0 && written == bytes.count && rename(new, path) == 0
}
