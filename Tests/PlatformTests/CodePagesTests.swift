// Code that is given back leaves this process's memory, and comes back when it runs.

import Glibc
import Testing

@testable import Platform

@Suite("Code in memory", .serialized)
struct CodePagesTests {
    @Test func lessOfTheProgramIsResident() throws {
        let before = try resident()
        CodePages.giveBack()
        let after = try resident()
        #expect(after < before, "\(before) pages, then \(after)")
        #expect(["4", "3", "2"].sorted() == ["2", "3", "4"])
    }

    /// Pages of files in this process's memory: the third number in statm (proc(5)).
    private func resident() throws -> Int {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var line = LineReader(descriptor: file)
        return try #require(line.next()?.split(separator: " ").dropFirst(2).first.flatMap { Int($0) })
    }
}
