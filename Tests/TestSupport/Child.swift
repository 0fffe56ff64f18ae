// A child process whose lines are read with a deadline.

import Glibc

/// Why a child could not do what a test needs.
package nonisolated enum ChildError: Error {
    /// The program could not be started.
    case notStarted(String)
    /// It ended badly.
    case failed(String)
    /// There was no such line within the timeout; what came instead.
    case noLine(within: Double, got: [String])
}

/// A running program with pipes on stdin and stdout; stderr is the test's own. It is killed with the last reference to it.
package nonisolated final class Child {
    /// Its process; for a command under lanlab, that command's own.
    package let process: pid_t

    private var input: CInt
    private let output: CInt
    private var unread: [UInt8] = []
    private var status: CInt?

    /// Starts a program found by PATH.
    package init(_ command: [String]) throws {
        let toChild = try Descriptors.pipe()
        let fromChild = try Descriptors.pipe()
        defer {
            close(toChild.reader)
            close(fromChild.writer)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, toChild.reader, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, fromChild.writer, STDOUT_FILENO)
        // A thread of the tests may block signals, and a child would inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let result = posix_spawnp(&process, command[0], &actions, &attributes, &arguments, environ)
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
        input = toChild.writer
        output = fromChild.reader
        self.process = process
        guard result == 0 else {
            status = 127
            throw ChildError.notStarted(command[0])
        }
    }

    deinit {
        closeInput()
        close(output)
        guard status == nil else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Writes a shell script that can be run, and returns its path.
    ///
    /// Another process writes it: while a child of some test has a copy of our descriptor, the system would not run it (ETXTBSY).
    @discardableResult
    package static func script(_ lines: String, at path: String) throws -> String {
        let writer = try Child(["sh", "-c", "cat >\"$0\" && chmod 755 \"$0\"", path])
        writer.write("#!/bin/sh\n\(lines)\n")
        guard writer.finish() == 0 else { throw ChildError.failed("writing \(path)") }
        return path
    }

    /// The path of a program of ours: it stands beside the tests.
    package static func beside(_ program: String) -> String {
        guard let tests = realpath("/proc/self/exe", nil) else { return "" }
        defer { free(tests) }
        let directory = String(cString: tests).split(separator: "/").dropLast()
        return directory.map { "/" + $0 }.joined() + "/" + program
    }

    /// Writes to its stdin.
    package func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(input, bytes, bytes.count)
    }

    /// Closes its stdin.
    package func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Sends it a signal.
    package func signal(_ signal: CInt) {
        kill(process, signal)
    }

    /// Its next line; nil when its output ends, or none has come within `seconds`.
    package func line(within seconds: Double) -> String? {
        let deadline = Self.now() + seconds
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeSubrange(...end)
                return line
            }
            guard readMore(until: deadline) else { return nil }
        }
    }

    /// What it wrote and nobody has read yet.
    package var rest: String { String(decoding: unread, as: UTF8.self) }

    /// Closes its stdin, waits for its end and returns the exit status; nil where it had to be killed after `seconds`, or a signal
    /// ended it.
    @discardableResult
    package func finish(within seconds: Double = 30) -> CInt? {
        closeInput()
        let deadline = Self.now() + seconds
        while readMore(until: deadline) {}
        if Self.now() >= deadline { kill(process, SIGKILL) }
        if status == nil {
            var raw: CInt = 0
            waitpid(process, &raw, 0)
            status = raw
        }
        guard let status, status & 0x7f == 0 else { return nil }
        return status >> 8
    }

    /// Seconds on a clock that never goes back.
    package static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func readMore(until deadline: Double) -> Bool {
        var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        let timeout = max(0, deadline - Self.now())
        guard poll(&entry, 1, CInt((timeout * 1000).rounded(.up))) > 0 else { return false }
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = read(output, &chunk, chunk.count)
        guard count > 0 else { return false }
        unread.append(contentsOf: chunk[..<count])
        return true
    }
}
