// The system calls that open a pseudo-terminal and start a program on it.

import Glibc
import Screen

// Functions of glibc that Swift's Glibc module does not show: integers and pointers only, so the conventions agree.
@_silgen_name("posix_openpt") nonisolated private func openMaster(_ flags: Int32) -> Int32
@_silgen_name("grantpt") nonisolated private func grantpt(_ master: Int32) -> Int32
@_silgen_name("unlockpt") nonisolated private func unlockpt(_ master: Int32) -> Int32
@_silgen_name("ptsname_r") nonisolated private func ptsname(_ master: Int32, _ room: UnsafeMutablePointer<CChar>, _ size: Int)
    -> Int32
@_silgen_name("pidfd_open") nonisolated private func openProcess(_ process: pid_t, _ flags: UInt32) -> Int32
@_silgen_name("posix_spawn_file_actions_addclosefrom_np") @discardableResult
nonisolated private func addCloseFrom(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32) -> Int32

/// The calls.
nonisolated enum PseudoTerminalCalls {
    /// A descriptor that is readable once `process` has ended.
    static func descriptor(of process: pid_t) -> Int32 { openProcess(process, 0) }

    /// A pipe that no child inherits; its reader does not block.
    static func makePipe() throws -> (reader: Int32, writer: Int32) {
        let ends = try Descriptors.pipe()
        _ = fcntl(ends.reader, F_SETFL, O_NONBLOCK)
        return ends
    }

    /// The two ends of a new terminal.
    static func open(_ size: Size) throws -> (master: Int32, slave: Int32) {
        let master = openMaster(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0 else { throw failure("no pseudo-terminal") }
        var name = [CChar](repeating: 0, count: 128)
        guard ptsname(master, &name, name.count) == 0 else { throw failure("the pseudo-terminal has no name") }
        setSize(master, size)
        let slave = Glibc.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else { throw failure("no slave") }
        return (master, slave)
    }

    /// Gives a terminal a size.
    static func setSize(_ master: Int32, _ size: Size) {
        var window = winsize(ws_row: UInt16(size.height), ws_col: UInt16(size.width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &window)
    }

    /// A session leader gets the first terminal it opens as its own. No signal is blocked or ignored in it, no other descriptor open.
    static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String], slave: Int32, report: Int32?
    ) throws -> pid_t {
        var name = [CChar](repeating: 0, count: 128)
        guard ttyname_r(slave, &name, name.count) == 0 else { throw failure("the slave has no name") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 0...2 { posix_spawn_file_actions_addopen(&actions, Int32(descriptor), name, O_RDWR, 0) }
        if let report { posix_spawn_file_actions_adddup2(&actions, report, 3) }
        addCloseFrom(&actions, report == nil ? 3 : 4)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        // POSIX_SPAWN_SETSIGDEF 4, _SETSIGMASK 8, _SETSID 128
        posix_spawnattr_setflags(&attributes, 4 | 8 | 128)
        var argv = ([path] + arguments).map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var process: pid_t = 0
        let problem = posix_spawn(&process, path, &actions, &attributes, &argv, &envp)
        guard problem == 0 else { throw failure("\(path): \(String(cString: strerror(problem)))") }
        return process
    }

    private static func failure(_ what: String) -> PseudoTerminalFailure { PseudoTerminalFailure(description: what) }
}
