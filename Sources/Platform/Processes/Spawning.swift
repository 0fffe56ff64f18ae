// Starts a child process with posix_spawn: pipes, signals, session.

import CLinux
import Glibc

extension ChildProcess {
    /// Starts `path` without arguments. Returns our ends of the pipes to its input, from its output and from its stderr, all
    /// non-blocking.
    static func spawn(
        _ path: String
    ) throws(HelperProcess.Failure) -> (pid: pid_t, input: Int32, output: Int32, complaints: Int32) {
        let toChild = try Pipe()
        let fromChild = try Pipe()
        let complaints = try Pipe()
        // Nor does the child wait where nobody reads its complaints.
        for end in [toChild.writing.number, fromChild.reading.number, complaints.reading.number, complaints.writing.number] {
            setNonBlocking(end)
        }
        let pid = try spawnProcess(
            path, input: toChild.reading.number, output: fromChild.writing.number, complaints: complaints.writing.number)
        return (pid, toChild.intoWriting(), fromChild.intoReading(), complaints.intoReading())
    }

    /// The child has the default signal mask and handlers. Its stderr is not the game's, because the terminal belongs to the game.
    ///
    /// The child leads its own session, so no key of the terminal sends it a signal. A Ctrl-Z that arrives before exec stays
    /// pending and is dropped by the kernel. In a mere process group it would stop the child before exec, and the game would
    /// wait in vfork(2) for ever.
    private static func spawnProcess(
        _ path: String, input: Int32, output: Int32, complaints: Int32
    ) throws(HelperProcess.Failure) -> pid_t {
        signal(SIGPIPE, SIG_IGN)  // writing to a child that has exited must not end the game
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, complaints, 2)
        // Not only on exec: the kernel lets this program go on before it closes them then, and a port that this program closes would still be
        // in use.
        linux_close_from(&actions, 3)
        var (none, every) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&every)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &every)
        let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which Swift's Glibc module does not have
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))
        return try run(path, actions: &actions, attributes: &attributes)
    }

    private static func run(
        _ path: String, actions: inout posix_spawn_file_actions_t, attributes: inout posix_spawnattr_t
    ) throws(HelperProcess.Failure) -> pid_t {
        guard let name = strdup(path) else { throw .notStarted(code: ENOMEM) }
        defer { free(name) }
        var arguments: [UnsafeMutablePointer<CChar>?] = [name, nil]
        var pid: pid_t = 0
        let code = posix_spawn(&pid, name, &actions, &attributes, &arguments, environ)
        guard code == 0 else { throw .notStarted(code: code) }
        return pid
    }
}

nonisolated extension HelperProcess.Failure {
    /// `notStarted` because of an errno.
    fileprivate static func notStarted(code: Int32) -> Self { .notStarted(systemMessage(for: code)) }
}

/// Both ends of a new pipe, close-on-exec. Ends that are not taken are closed.
nonisolated private struct Pipe: ~Copyable {
    let reading: Descriptor
    let writing: Descriptor

    init() throws(HelperProcess.Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .notStarted(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reading = Descriptor(number: ends[0])
        writing = Descriptor(number: ends[1])
    }

    consuming func intoReading() -> Int32 { reading.release() }

    consuming func intoWriting() -> Int32 { writing.release() }
}

/// A descriptor that is closed unless it is released.
nonisolated private struct Descriptor: ~Copyable {
    let number: Int32

    init(number: Int32) { self.number = number }

    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit { close(number) }
}
