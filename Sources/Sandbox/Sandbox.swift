// The lock on a helper: once set up, a process that parses strangers' bytes gives up whatever it does not need. It must not know what
// a helper does.

import CSeccomp

/// What a process may still do. All else that it asks of the kernel fails with EPERM, for good.
public struct Sandbox: Sendable {
    private enum Calls {
        /// These are left.
        case only([String])
        /// These are taken away.
        case allBut([String])
    }

    private let calls: Calls
    /// The kinds of access to files that are taken away, as bits of Landlock's first version: execute, write, read, list, then remove
    /// and make entries of every kind.
    private var refusedFiles: UInt64 = (1 << 13) - 1

    /// Memory, time, signals, open descriptors and the end: what every process needs.
    private static let everyday = [
        "brk", "clock_gettime", "clock_nanosleep", "close", "exit", "exit_group", "fcntl", "fstat", "futex", "getpid",
        "getrandom",
        "gettid", "gettimeofday", "kill", "lseek", "madvise", "mremap", "munmap", "nanosleep", "poll", "ppoll", "prctl", "read",
        "readv", "restart_syscall", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sched_yield", "tgkill", "time", "write",
        "writev",
    ]

    private static let sockets = [
        "bind", "getpeername", "getsockname", "getsockopt", "ioctl", "recvfrom", "recvmsg", "sendmsg", "sendto", "setsockopt",
        "shutdown", "socket", "uname",
    ]

    /// What the mDNS helper needs: datagrams and the kernel's news of the network. No file, no program, no connection.
    public static let discovery = Sandbox(calls: .only(everyday + sockets))
    /// The same by way of a daemon, which it reaches over a local socket.
    public static let discoveryByDaemon = Sandbox(
        calls: .only(everyday + sockets + ["connect", "geteuid", "getuid", "getgid", "getegid", "socketpair"]))
    /// What the relay's helper needs once it is connected: its one connection.
    public static let relay = Sandbox(
        calls: .only(
            everyday + ["getpeername", "getsockname", "getsockopt", "recvfrom", "recvmsg", "sendmsg", "sendto", "shutdown"]))
    /// What it needs until then. The system's ways of resolving a name are many: it may read any file and connect to anybody, but write
    /// no file and start no program.
    public static let connecting = Sandbox(
        calls: .allBut([
            "execve", "execveat", "openat2", "ptrace", "process_vm_readv", "process_vm_writev", "creat", "truncate", "ftruncate",
            "unlink",
            "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat", "rmdir",
            "mknod", "mknodat", "chmod", "fchmod", "fchmodat", "chown", "fchown", "fchownat", "mount", "kill",
        ]), refusedFiles: (1 << 13) - 1 - readingFiles)

    /// Read a file, list a folder.
    private static let readingFiles: UInt64 = 1 << 2 | 1 << 3
}

extension Sandbox {
    /// Confines this process; call it while there is one thread only. False where the kernel cannot: the process goes on as it was. A
    /// process that is confined can be confined further.
    public func begin() -> Bool {
        guard no_new_privileges() == 0 else { return false }
        forbidFiles()
        return switch calls {
        case .only(let names):
            Self.load(seccomp_refuse()) { filter in
                Self.add(names, SCMP_ACT_ALLOW, to: filter) && Self.allowPlainMemory(in: filter)
            }
        case .allBut(let names):
            Self.load(SCMP_ACT_ALLOW) { filter in
                Self.add(names, seccomp_refuse(), to: filter) && Self.refuseWriting(in: filter)
            }
        }
    }

    /// Puts this process under the rules that `fill` makes; to all else `usual` happens.
    private static func load(_ usual: UInt32, _ fill: (scmp_filter_ctx) -> Bool) -> Bool {
        guard let filter = seccomp_init(usual) else { return false }
        defer { seccomp_release(filter) }
        return fill(filter) && seccomp_load(filter) == 0
    }

    /// A call that this machine's kernel has no number for needs no rule.
    private static func add(_ names: [String], _ action: UInt32, to filter: scmp_filter_ctx) -> Bool {
        names.allSatisfy { name in
            let number = seccomp_syscall_resolve_name(name)
            return number < 0 || seccomp_rule_add_array(filter, action, number, 0, nil) == 0
        }
    }

    /// Memory may be had and protected, but never to run code from it.
    private static func allowPlainMemory(in filter: scmp_filter_ctx) -> Bool {
        ["mmap", "mprotect"].allSatisfy { name in
            let executable: UInt64 = 4  // PROT_EXEC
            var withoutCode = scmp_arg_cmp(arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: executable, datum_b: 0)
            return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, seccomp_syscall_resolve_name(name), 1, &withoutCode) == 0
        }
    }

    /// Files may be opened to be read, but neither written nor made.
    private static func refuseWriting(in filter: scmp_filter_ctx) -> Bool {
        let flags: [UInt64] = [0o1, 0o2, 0o100]  // O_WRONLY, O_RDWR, O_CREAT
        return [("open", UInt32(1)), ("openat", 2)].allSatisfy { name, place in
            let number = seccomp_syscall_resolve_name(name)
            return number < 0
                || flags.allSatisfy { flag in
                    var isSet = scmp_arg_cmp(arg: place, op: SCMP_CMP_MASKED_EQ, datum_a: flag, datum_b: flag)
                    return seccomp_rule_add_array(filter, seccomp_refuse(), number, 1, &isSet) == 0
                }
        }
    }

    /// A second lock on files, where the kernel has Landlock (5.13): a rule set without a single rule.
    private func forbidFiles() {
        guard landlock_version() > 0 else { return }
        let ruleset = landlock_create(refusedFiles)
        guard ruleset >= 0 else { return }
        _ = landlock_restrict(ruleset)
        close(ruleset)
    }
}
