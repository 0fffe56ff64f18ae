// The system calls that the game and its helpers may not make: a filter of seccomp(2). It is written in the kernel's own instructions,
// because libseccomp would take half a millisecond of the start to compute the same ones.

import CLinux
import Glibc

/// A seccomp filter that refuses some system calls and allows all others.
nonisolated enum SystemCallFilter {
    /// Other processes' memory, the kernel's programs and queues, mounts, namespaces, keys, and what is left to an administrator.
    /// Emptying a file by its path is here because Landlock refuses that only since Linux 6.2, and execveat because it starts a program
    /// that has no name. (A file in memory can still be started by its name in /proc, and any program through the system's loader.)
    private static let refused = [
        __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_process_madvise, __NR_pidfd_getfd, __NR_kcmp,
        __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_io_uring_setup, __NR_io_uring_enter, __NR_io_uring_register,
        __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_open_tree, __NR_move_mount, __NR_fsopen, __NR_fsconfig,
        __NR_fsmount, __NR_fspick, __NR_mount_setattr, __NR_open_by_handle_at, __NR_unshare, __NR_setns,
        __NR_keyctl, __NR_add_key, __NR_request_key,
        __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_kexec_file_load, __NR_reboot,
        __NR_swapon, __NR_swapoff, __NR_acct, __NR_quotactl, __NR_settimeofday, __NR_clock_settime, __NR_truncate,
        __NR_execveat,
    ]
    /// Calls whose arguments are in memory, where a filter cannot look. The C library takes clone and openat instead if the kernel seems
    /// not to have them.
    private static let unknown = [__NR_clone3, __NR_openat2]
    private static let families = [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK]
    /// The flags of clone(2) that make namespaces, CLONE_NEWNS to CLONE_NEWNET.
    private static let newNamespaces: UInt32 = 0x7E02_0000
    /// TIOCSTI types into the terminal, and TIOCLINUX can paste there: the shell would run that later.
    private static let typing: [UInt32] = [0x5412, 0x541C]

    private static let allow = SECCOMP_RET_ALLOW
    private static let refuse = SECCOMP_RET_ERRNO | UInt32(EPERM)
    private static let pretendMissing = SECCOMP_RET_ERRNO | UInt32(ENOSYS)

    /// Filters the calls of this thread, and of the threads and programs it starts, for good. Returns false if the kernel cannot. The
    /// process needs `linux_no_new_privileges`.
    static func load() -> Bool {
        var filter = instructions
        return linux_filter_calls(&filter, UInt16(filter.count)) == 0
    }

    /// What is done in one call; it must end there.
    private struct Rule {
        let number: UInt32
        let body: [sock_filter]

        init(_ number: Int32, _ body: [sock_filter]) { (self.number, self.body) = (UInt32(number), body) }
    }

    private static var instructions: [sock_filter] {
        // The call's number is at offset 0 of seccomp_data, the architecture at 4. Numbers from 0x4000_0000 on are those of x32.
        [load(4), jump(BPF_JEQ, linux_architecture(), over: 1), end(refuse)]
            + [load(0), jump(BPF_JGE, 0x4000_0000, over: 0, else: 1), end(refuse)]
            + decision(rules.sorted { $0.number < $1.number }[...])
    }

    private static var rules: [Rule] {
        var all = refused.map { Rule($0, [end(refuse)]) } + unknown.map { Rule($0, [end(pretendMissing)]) }
        all.append(Rule(__NR_clone, [argument(0), jump(BPF_JSET, newNamespaces, over: 0, else: 1), end(refuse), end(allow)]))
        all.append(Rule(__NR_socket, [argument(0)] + families.flatMap { ifEqual(UInt32($0), allow) } + [end(refuse)]))
        all.append(Rule(__NR_ioctl, [argument(1)] + typing.flatMap { ifEqual($0, refuse) } + [end(allow)]))
        all.append(Rule(__NR_openat, emptying(flags: 2)))
        #if arch(x86_64)
            all.append(Rule(__NR_open, emptying(flags: 1)))
        #endif
        return all
    }

    /// Finds the rule for a call by halves: the kernel runs the filter for every number when it is loaded, which took twice as long with
    /// one rule after the other. The rules are sorted.
    private static func decision(_ rules: ArraySlice<Rule>) -> [sock_filter] {
        if rules.count <= 3 {
            return rules.flatMap { [jump(BPF_JEQ, $0.number, over: 0, else: UInt8($0.body.count))] + $0.body } + [end(allow)]
        }
        let middle = rules.startIndex + rules.count / 2
        let below = decision(rules[..<middle])
        return [jump(BPF_JGE, rules[middle].number, over: UInt8(below.count))] + below + decision(rules[middle...])
    }

    /// Refuses to empty a file that is not opened for writing: Landlock refuses that only since Linux 6.2. A mode of 3 is neither.
    private static func emptying(flags: UInt32) -> [sock_filter] {
        let both = UInt32(O_TRUNC | O_ACCMODE)
        return [argument(flags), sock_filter(code: UInt16(BPF_ALU | BPF_AND | BPF_K), jt: 0, jf: 0, k: both)]
            + ifEqual(UInt32(O_TRUNC), refuse) + ifEqual(both, refuse) + [end(allow)]
    }

    // MARK: Instructions

    private static func load(_ offset: UInt32) -> sock_filter {
        sock_filter(code: UInt16(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: offset)
    }

    /// Loads the lower half of an argument: the arguments begin at offset 16, the lower half first.
    private static func argument(_ place: UInt32) -> sock_filter { load(16 + 8 * place) }

    /// Leaves out `over` instructions if what was loaded compares so with a value; `other` if not.
    private static func jump(_ comparison: Int32, _ value: UInt32, over: UInt8, else other: UInt8 = 0) -> sock_filter {
        sock_filter(code: UInt16(BPF_JMP | comparison | BPF_K), jt: over, jf: other, k: value)
    }

    private static func end(_ action: UInt32) -> sock_filter {
        sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: action)
    }

    private static func ifEqual(_ value: UInt32, _ action: UInt32) -> [sock_filter] {
        [jump(BPF_JEQ, value, over: 0, else: 1), end(action)]
    }
}
