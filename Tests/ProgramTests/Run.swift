// A program that runs to its end without a terminal: its standard output, standard error and exit code.

import Glibc
import TestSupport

// A function of glibc that Swift's Glibc module does not show.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np") @discardableResult
private func addCloseFrom(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32) -> Int32

/// What a program did.
struct Run {
    /// Its exit code; nil where a signal ended it.
    let status: Int32?
    /// Standard output.
    let output: String
    /// Standard error.
    let errors: String

    /// Runs the game with pipes for output and, for input, a file or nothing. What `closing` names (0…2) is closed, and standard output
    /// goes into the file `sink` if there is one. Throws where it takes more than 40 s.
    init(
        _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null", sink: String? = nil,
        closing closed: [Int32] = []
    ) throws {
        let (out, err) = (try Descriptors.pipe(), try Descriptors.pipe())
        defer { for end in [out.reader, err.reader] { close(end) } }
        let process = try Self.start(arguments, environment, input: input, output: out.writer, errors: err.writer, sink, closed)
        for end in [out.writer, err.writer] { close(end) }
        let texts = Self.read(out.reader, err.reader)
        if texts == nil { kill(process, SIGKILL) }
        var raw: Int32 = 0
        waitpid(process, &raw, 0)
        guard let texts else { throw PseudoTerminalFailure(description: "fourinarow \(arguments) does not end") }
        (output, errors) = texts
        status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : nil
    }

    private static func start(
        _ arguments: [String], _ environment: [String: String], input: String, output: Int32, errors: Int32, _ sink: String?,
        _ closed: [Int32]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        if let sink { posix_spawn_file_actions_addopen(&actions, 1, sink, O_WRONLY, 0) }
        for stream in closed { posix_spawn_file_actions_addclose(&actions, stream) }
        addCloseFrom(&actions, 3)
        var all = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"]
        all.merge(PseudoTerminal.sanitizerOptions) { $1 }
        all.merge(environment) { $1 }
        var argv = ([Player.program] + arguments).map { strdup($0) } + [nil]
        var envp = all.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawn(&process, Player.program, &actions, nil, &argv, &envp) == 0 else {
            throw PseudoTerminalFailure(description: "fourinarow cannot be started")
        }
        return process
    }

    private static func read(_ out: Int32, _ err: Int32) -> (String, String)? {
        var texts: [Int32: [UInt8]] = [out: [], err: []]
        var open: Set = [out, err]
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while !open.isEmpty {
            var polled = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, nfds_t(polled.count), 40_000 * Int32(Sanitizer.slowness)) > 0 else { return nil }
            for entry in polled where entry.revents != 0 {
                let count = Glibc.read(entry.fd, &room, room.count)
                if count > 0 { texts[entry.fd, default: []] += room[..<count] } else { open.remove(entry.fd) }
            }
        }
        return (String(decoding: texts[out] ?? [], as: UTF8.self), String(decoding: texts[err] ?? [], as: UTF8.self))
    }
}
