// A directory for one test's files and scripts, removed after the test.

import Glibc
import Play
import Session
import TestSupport
import Testing

@MainActor final class TestDirectory {
    let path: String

    init() {
        var name = Array("/tmp/fourinarow-test-XXXXXX".utf8CString)
        #expect(mkdtemp(&name) != nil)
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// Writes a file and returns its path.
    @discardableResult func file(_ name: String, _ text: String, mode: mode_t = 0o644) -> String {
        let whole = "\(path)/\(name)"
        let descriptor = open(whole, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        #expect(descriptor >= 0)
        #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
        fchmod(descriptor, mode)
        close(descriptor)
        return whole
    }

    /// A shell script that can be run.
    func script(_ lines: String, _ name: String = "helper") -> String {
        let whole = "\(path)/\(name)"
        #expect(throws: Never.self) { try Child.script(lines, at: whole) }
        return whole
    }

    /// A file's text; nil where there is none.
    func text(_ name: String) -> String? {
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// The names in a directory below, sorted.
    func names(in below: String = "") -> [String] { Self.names(in: "\(path)/\(below)") }

    nonisolated private static func names(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    nonisolated private static func remove(_ path: String) {
        for name in names(in: path) { remove("\(path)/\(name)") }
        if unlink(path) != 0 { rmdir(path) }
    }
}

/// The sentence for the storage failure that `body` throws; nil where it throws nothing.
@MainActor func sentence(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return (error as? StorageFailure)?.sentence
    }
}
