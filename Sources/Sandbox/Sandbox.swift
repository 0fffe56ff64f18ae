// Confines a process that parses strangers' bytes: seccomp restricts its system calls, and Landlock its access to files.

import CLinux
import CSeccomp
import Glibc

/// The system calls and files a process may still use. All others fail with EPERM, for good.
public struct Sandbox: Sendable {
    private enum Calls {
        /// Only these are allowed, and sockets of these kinds.
        case only([String], sockets: [SocketKind])
        /// All but these are allowed.
        case allBut([String])
    }

    /// A kind of socket.
    private struct SocketKind {
        let family: CInt
        let type: CInt
        /// The protocol; nil for any.
        var number: CInt?
    }

    private let calls: Calls
    /// The kinds of access to files that are refused, as bits of Landlock's first version: execute, write, read, list, then remove and
    /// create entries of every kind.
    private var refusedFileAccess: UInt64 = (1 << 13) - 1

    /// The calls every process needs: memory, time, signals, open descriptors, exit.
    private static let everyday = [
        "brk", "clock_gettime", "clock_nanosleep", "close", "exit", "exit_group", "fstat", "futex", "getpid", "getrandom",
        "gettid", "gettimeofday", "lseek", "madvise", "mremap", "munmap", "nanosleep", "poll", "ppoll", "prctl", "read",
        "readv", "restart_syscall", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sched_yield", "sigaltstack", "time",
        "write", "writev",
    ]
    /// What every process may do with its descriptors: flags, the bytes that wait, and whether one is a terminal; names and numbers of
    /// interfaces. Other commands name a process that the kernel sends signals to, and those may end it.
    private static let commands: [(call: String, numbers: [UInt64])] = [
        ("fcntl", [F_GETFD, F_SETFD, F_GETFL, F_SETFL].map { UInt64($0) }),
        ("ioctl", [TCGETS, FIONREAD, SIOCGIFNAME, SIOCGIFINDEX].map { UInt64($0) }),
    ]
    /// Those that do, where all other commands are allowed: F_SETOWN, F_SETSIG, F_SETOWN_EX; FIOASYNC, FIOSETOWN, SIOCSPGRP.
    private static let signalCommands: [(call: String, numbers: [UInt64])] = [
        ("fcntl", [8, 10, 15]), ("ioctl", [0x5452, 0x8901, 0x8902]),
    ]

    private static let openSockets = ["getpeername", "getsockname", "getsockopt", "recvfrom", "recvmsg", "shutdown"]

    /// The protocol of netlink that reports addresses and interfaces (rtnetlink(7)); Glibc's module has no constants of netlink.
    private static let routes: CInt = 0

    /// For fourinarow-bonjour: datagrams and netlink; no files, programs or connections.
    public static let discovery = Sandbox(
        calls: .only(
            everyday + openSockets + ["bind", "setsockopt", "uname"],
            sockets: [
                SocketKind(family: AF_INET, type: CInt(SOCK_DGRAM.rawValue)),
                SocketKind(family: AF_INET6, type: CInt(SOCK_DGRAM.rawValue)),
                SocketKind(family: AF_NETLINK, type: CInt(SOCK_RAW.rawValue), number: routes),
                SocketKind(family: AF_NETLINK, type: CInt(SOCK_DGRAM.rawValue), number: routes),
            ]))
    /// For fourinarow-router: connections and datagrams; no files and no programs.
    public static let router = Sandbox(
        calls: .only(
            everyday + openSockets + ["alarm", "bind", "connect", "pselect6", "select", "setitimer", "setsockopt"],
            sockets: [
                SocketKind(family: AF_INET, type: CInt(SOCK_DGRAM.rawValue)),
                SocketKind(family: AF_INET6, type: CInt(SOCK_DGRAM.rawValue)),
                SocketKind(family: AF_INET, type: CInt(SOCK_STREAM.rawValue)),
                SocketKind(family: AF_INET6, type: CInt(SOCK_STREAM.rawValue)),
                SocketKind(family: AF_NETLINK, type: CInt(SOCK_RAW.rawValue), number: routes),
            ]))
    /// For fourinarow-relay once it is connected: only its connection.
    public static let relay = Sandbox(calls: .only(everyday + openSockets, sockets: []))
    /// For fourinarow-relay until then. Resolving a name may involve any file and any server, so it may read files and connect, but not
    /// write files or start programs.
    public static let connecting = Sandbox(
        calls: .allBut([
            "execve", "execveat", "openat2", "ptrace", "process_vm_readv", "process_vm_writev", "creat", "truncate", "ftruncate",
            "unlink",
            "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat", "rmdir",
            "mknod", "mknodat", "chmod", "fchmod", "fchmodat", "chown", "fchown", "fchownat", "mount", "tkill",
            "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal",
        ]), refusedFileAccess: (1 << 13) - 1 - readingFiles)

    /// Reading files and listing directories.
    private static let readingFiles: UInt64 = 1 << 2 | 1 << 3
}

extension Sandbox {
    /// Confines this process, which must have a single thread. Returns false if the kernel cannot. A confined process can be confined
    /// further.
    public func begin() -> Bool {
        guard linux_no_new_privileges() == 0 else { return false }
        restrictFiles()
        return switch calls {
        case .only(let names, let sockets):
            Self.load(seccomp_refuse()) { filter in
                Self.add(names, SCMP_ACT_ALLOW, to: filter) && Self.add(Self.commands, SCMP_ACT_ALLOW, to: filter)
                    && Self.allowDataMemory(in: filter)
                    && Self.allowSending(in: filter) && Self.allowSignalsToItself(in: filter)
                    && sockets.allSatisfy { Self.allow($0, in: filter) }
            }
        case .allBut(let names):
            Self.load(SCMP_ACT_ALLOW) { filter in
                Self.add(names, seccomp_refuse(), to: filter) && Self.add(Self.signalCommands, seccomp_refuse(), to: filter)
                    && Self.refuseWriting(in: filter)
                    && Self.refuseOtherSockets(in: filter) && Self.refuseSignalsToOthers(in: filter)
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

    /// Adds rules for calls whose second argument is a command.
    private static func add(_ commands: [(call: String, numbers: [UInt64])], _ action: UInt32, to filter: scmp_filter_ctx) -> Bool
    {
        commands.allSatisfy { call, numbers in numbers.allSatisfy { add(call, action, [argument(1, is: $0)], to: filter) } }
    }

    /// Adds a rule for a call whose arguments fulfil all of these.
    private static func add(_ name: String, _ action: UInt32, _ arguments: [scmp_arg_cmp], to filter: scmp_filter_ctx) -> Bool {
        let number = seccomp_syscall_resolve_name(name)
        return number < 0 || seccomp_rule_add_array(filter, action, number, UInt32(arguments.count), arguments) == 0
    }

    /// Whether an argument has this value in the bits of `mask`.
    private static func argument(_ place: UInt32, _ mask: UInt64 = 0xFFFF_FFFF, is value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: place, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    }

    /// Allows mmap and mprotect for memory that is not executable.
    private static func allowDataMemory(in filter: scmp_filter_ctx) -> Bool {
        let executable: UInt64 = 4  // PROT_EXEC
        return ["mmap", "mprotect"].allSatisfy { add($0, SCMP_ACT_ALLOW, [argument(2, executable, is: 0)], to: filter) }
    }

    /// Allows sending, but no TCP Fast Open, which connects.
    private static func allowSending(in filter: scmp_filter_ctx) -> Bool {
        let fastOpen: UInt64 = 0x2000_0000  // MSG_FASTOPEN
        return [("sendto", UInt32(3)), ("sendmsg", 2)].allSatisfy {
            add($0, SCMP_ACT_ALLOW, [argument($1, fastOpen, is: 0)], to: filter)
        }
    }

    /// Allows signals to this process and its thread: abort(3) sends one.
    private static func allowSignalsToItself(in filter: scmp_filter_ctx) -> Bool {
        ["kill", "tgkill"].allSatisfy { add($0, SCMP_ACT_ALLOW, [argument(0, is: UInt64(getpid()))], to: filter) }
    }

    private static func refuseSignalsToOthers(in filter: scmp_filter_ctx) -> Bool {
        let isOther = scmp_arg_cmp(arg: 0, op: SCMP_CMP_NE, datum_a: UInt64(getpid()), datum_b: 0)
        return ["kill", "tgkill"].allSatisfy { add($0, seccomp_refuse(), [isOther], to: filter) }
    }

    /// Allows sockets of this kind, whatever flags are set in the type.
    private static func allow(_ kind: SocketKind, in filter: scmp_filter_ctx) -> Bool {
        let arguments = [argument(0, is: UInt64(kind.family)), argument(1, 0xF, is: UInt64(kind.type))]
        let number = kind.number.map { [argument(2, is: UInt64($0))] } ?? []
        return add("socket", SCMP_ACT_ALLOW, arguments + number, to: filter)
    }

    /// Refuses sockets of families that no connection to a broker needs.
    private static func refuseOtherSockets(in filter: scmp_filter_ctx) -> Bool {
        let needed = [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK]
        let highest = needed.max() ?? 0
        let above = scmp_arg_cmp(arg: 0, op: SCMP_CMP_GT, datum_a: UInt64(highest), datum_b: 0)
        return add("socket", seccomp_refuse(), [above], to: filter)
            && (0...highest).filter { !needed.contains($0) }.allSatisfy {
                add("socket", seccomp_refuse(), [argument(0, is: UInt64($0))], to: filter)
            }
    }

    /// Refuses to open files for writing or to create them.
    private static func refuseWriting(in filter: scmp_filter_ctx) -> Bool {
        let flags: [UInt64] = [0o1, 0o2, 0o100]  // O_WRONLY, O_RDWR, O_CREAT
        return [("open", UInt32(1)), ("openat", 2)].allSatisfy { name, place in
            flags.allSatisfy { add(name, seccomp_refuse(), [argument(place, $0, is: $0)], to: filter) }
        }
    }

    /// Also refuses files with Landlock, if the kernel has it (5.13): a rule set without rules.
    private func restrictFiles() {
        guard linux_landlock_version() > 0 else { return }
        let ruleset = linux_landlock_create(refusedFileAccess)
        guard ruleset >= 0 else { return }
        _ = linux_landlock_restrict(ruleset)
        close(ruleset)
    }
}
