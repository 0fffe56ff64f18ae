// Confines a process that parses strangers' bytes: seccomp restricts its system calls, and Landlock its access to files.

import CSeccomp

/// The system calls and files a process may still use. All others fail with EPERM, for good.
public struct Sandbox: Sendable {
    private enum Calls {
        /// Only these are allowed.
        case only([String])
        /// All but these are allowed.
        case allBut([String])
    }

    private let calls: Calls
    /// The kinds of access to files that are refused, as bits of Landlock's first version: execute, write, read, list, then remove and
    /// create entries of every kind.
    private var refusedFileAccess: UInt64 = (1 << 13) - 1

    /// The calls every process needs: memory, time, signals, open descriptors, exit.
    private static let everyday = [
        "brk", "clock_gettime", "clock_nanosleep", "close", "exit", "exit_group", "fcntl", "fstat", "futex", "getpid",
        "getrandom", "gettid", "gettimeofday", "kill", "lseek", "madvise", "mremap", "munmap", "nanosleep", "poll", "ppoll",
        "prctl", "read",
        "readv", "restart_syscall", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sched_yield", "sigaltstack", "tgkill",
        "time", "write",
        "writev",
    ]

    private static let sockets = [
        "bind", "getpeername", "getsockname", "getsockopt", "ioctl", "recvfrom", "recvmsg", "sendmsg", "sendto", "setsockopt",
        "shutdown", "socket", "uname",
    ]

    /// For fourinarow-bonjour: datagrams and netlink; no files, programs or connections.
    public static let discovery = Sandbox(calls: .only(everyday + sockets))
    /// For fourinarow-relay once it is connected: only its connection.
    public static let relay = Sandbox(
        calls: .only(
            everyday + ["getpeername", "getsockname", "getsockopt", "recvfrom", "recvmsg", "sendmsg", "sendto", "shutdown"]))
    /// For fourinarow-relay until then. Resolving a name may involve any file and any server, so it may read files and connect, but not
    /// write files or start programs.
    public static let connecting = Sandbox(
        calls: .allBut([
            "execve", "execveat", "openat2", "ptrace", "process_vm_readv", "process_vm_writev", "creat", "truncate", "ftruncate",
            "unlink",
            "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat", "rmdir",
            "mknod", "mknodat", "chmod", "fchmod", "fchmodat", "chown", "fchown", "fchownat", "mount", "kill",
        ]), refusedFileAccess: (1 << 13) - 1 - readingFiles)

    /// Reading files and listing directories.
    private static let readingFiles: UInt64 = 1 << 2 | 1 << 3
}

extension Sandbox {
    /// Confines this process, which must have a single thread. Returns false if the kernel cannot. A confined process can be confined
    /// further.
    public func begin() -> Bool {
        guard no_new_privileges() == 0 else { return false }
        restrictFiles()
        return switch calls {
        case .only(let names):
            Self.load(seccomp_refuse()) { filter in
                Self.add(names, SCMP_ACT_ALLOW, to: filter) && Self.allowDataMemory(in: filter)
            }
        case .allBut(let names):
            Self.load(SCMP_ACT_ALLOW) { filter in
                Self.add(names, seccomp_refuse(), to: filter) && Self.refuseWriting(in: filter)
            }
        }
    }

    /// Loads a seccomp filter with the rules that `addRules` adds, and a default action.
    private static func load(_ defaultAction: UInt32, _ addRules: (scmp_filter_ctx) -> Bool) -> Bool {
        guard let filter = seccomp_init(defaultAction) else { return false }
        defer { seccomp_release(filter) }
        return addRules(filter) && seccomp_load(filter) == 0
    }

    /// Skips calls that do not exist on this architecture.
    private static func add(_ names: [String], _ action: UInt32, to filter: scmp_filter_ctx) -> Bool {
        names.allSatisfy { name in
            let number = seccomp_syscall_resolve_name(name)
            return number < 0 || seccomp_rule_add_array(filter, action, number, 0, nil) == 0
        }
    }

    /// Allows mmap and mprotect for memory that is not executable.
    private static func allowDataMemory(in filter: scmp_filter_ctx) -> Bool {
        ["mmap", "mprotect"].allSatisfy { name in
            let executable: UInt64 = 4  // PROT_EXEC
            var notExecutable = scmp_arg_cmp(arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: executable, datum_b: 0)
            return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, seccomp_syscall_resolve_name(name), 1, &notExecutable) == 0
        }
    }

    /// Refuses to open files for writing or to create them.
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

    /// Also refuses files with Landlock, if the kernel has it (5.13): a rule set without rules.
    private func restrictFiles() {
        guard landlock_version() > 0 else { return }
        let ruleset = landlock_create(refusedFileAccess)
        guard ruleset >= 0 else { return }
        _ = landlock_restrict(ruleset)
        close(ruleset)
    }
}
