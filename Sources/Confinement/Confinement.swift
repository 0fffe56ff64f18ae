// The lock on a helper: once set up, a process that parses strangers' bytes gives up whatever it does not need. It must not know what
// a helper does.

import CSeccomp

/// What a process may still do. All else that it asks of the kernel fails with EPERM, for good.
public struct Confinement: Sendable {
    /// The names of the system calls that are left.
    private let calls: [String]

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
    public static let discovery = Confinement(calls: everyday + sockets)
    /// The same by way of a daemon, which it reaches over a local socket.
    public static let discoveryByDaemon = Confinement(
        calls: everyday + sockets + ["connect", "geteuid", "getuid", "getgid", "getegid", "socketpair"])
}

extension Confinement {
    /// Confines this process; call it while there is one thread only. False where the kernel cannot: the process goes on as it was.
    public func begin() -> Bool {
        guard no_new_privileges() == 0 else { return false }
        Self.forbidFiles()
        guard let filter = seccomp_init(seccomp_refuse()) else { return false }
        defer { seccomp_release(filter) }
        // A call that this machine's kernel has no number for needs no rule.
        let isComplete = calls.allSatisfy { name in
            let number = seccomp_syscall_resolve_name(name)
            return number < 0 || seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, 0, nil) == 0
        }
        return isComplete && Self.allowPlainMemory(in: filter) && seccomp_load(filter) == 0
    }

    /// Memory may be had and protected, but never to run code from it.
    private static func allowPlainMemory(in filter: scmp_filter_ctx) -> Bool {
        ["mmap", "mprotect"].allSatisfy { name in
            let executable: UInt64 = 4  // PROT_EXEC
            var withoutCode = scmp_arg_cmp(arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: executable, datum_b: 0)
            return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, seccomp_syscall_resolve_name(name), 1, &withoutCode) == 0
        }
    }

    /// A second lock on all files, where the kernel has Landlock (5.13): a rule set without a single rule.
    private static func forbidFiles() {
        guard landlock_version() > 0 else { return }
        // Of the first version: execute, write, read, list, remove and make entries of every kind.
        let everyAccess: UInt64 = (1 << 13) - 1
        let ruleset = landlock_create(everyAccess)
        guard ruleset >= 0 else { return }
        _ = landlock_restrict(ruleset)
        close(ruleset)
    }
}
