// A folder for one player's files, removed after the test.

import Glibc
import TestSupport

/// A folder of its own below /tmp, removed with the last reference to it.
final class TestFolder {
    /// Its absolute path.
    let path: String

    init() throws {
        var name = Array("/tmp/fourinarow-test-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw PseudoTerminalFailure(description: "no folder in /tmp") }
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// Writes a file, with the folders on its way, and returns its path.
    @discardableResult
    func write(_ text: String, to name: String, mode: mode_t = 0o644) throws -> String {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    /// The same with bytes.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o644) throws -> String {
        let whole = path + "/" + name
        for (index, character) in whole.enumerated() where character == "/" && index > path.utf8.count {
            mkdir(String(whole.prefix(index)), 0o755)
        }
        let descriptor = open(whole, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw PseudoTerminalFailure(description: "\(whole) cannot be written") }
        defer { close(descriptor) }
        fchmod(descriptor, mode)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw PseudoTerminalFailure(description: "\(whole) cannot be written")
        }
        return whole
    }

    /// Writes a shell script that can be run, and returns its path.
    func script(_ lines: String) throws -> String { try Child.script(lines, at: path + "/helper") }

    /// A file's bytes; nil where there is none.
    func bytes(of name: String) -> [UInt8]? { Files.bytes(path + "/" + name) }

    /// A file's text; nil where there is none.
    func text(of name: String) -> String? { bytes(of: name).map { String(decoding: $0, as: UTF8.self) } }

    /// All files below it, by their paths from here; no folders.
    var files: [String] { Self.files(in: path).map { String($0.dropFirst(path.count + 1)) } }

    private static func files(in path: String) -> [String] {
        Files.names(in: path).map { "\(path)/\($0)" }.flatMap { Files.isFolder($0) ? files(in: $0) : [$0] }
    }

    private static func remove(_ path: String) {
        for name in Files.names(in: path) { remove("\(path)/\(name)") }
        if unlink(path) != 0 { rmdir(path) }
    }
}

/// Reading files and folders.
enum Files {
    /// The first 64 KiB of a file; nil where there is none.
    static func bytes(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var all: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while all.count < 1 << 16 {
            let count = read(descriptor, &room, room.count)
            if count <= 0 { break }
            all += room[..<count]
        }
        return all
    }

    /// Whether this is a folder, and no link to one.
    static func isFolder(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in a folder; for a path that is none, nothing.
    static func names(in path: String) -> [String] {
        guard isFolder(path), let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
