// What can still be done in the game's sandbox, and what cannot: files inside and outside the player's folders, programs, system calls.

import CCalls
import Glibc
import Platform

nonisolated private func doNothing(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { nil }

/// Tries everything. `folder` is an empty folder of the test, in which the player's folders are made.
struct GameProbe {
    let folder: String

    /// Makes the player's folders, and an outside with a file. Then the game's sandbox can begin.
    func prepare() {
        for name in ["config", "data", "working", "outside"] { mkdir("\(folder)/\(name)", 0o700) }
        setenv("XDG_CONFIG_HOME", folder + "/config", 1)
        setenv("XDG_DATA_HOME", folder + "/data", 1)
        chdir(folder + "/working")
        close(creat(folder + "/outside/file", 0o600))
    }

    /// One line for each, in this order.
    func tryEverything() {
        tryInside()
        tryOutside()
        tryPrograms()
        tryCalls()
    }

    private func tryInside() {
        for file in ["config/fourinarow/config", "data/fourinarow/games.db", "working/game.txt"] {
            let path = "\(folder)/\(file)"
            report("a new \(file)", make(path))
            report("writing it again", open(path, O_WRONLY))
        }
        let key = folder + "/data/fourinarow/key"
        report("another name", link(folder + "/data/fourinarow/games.db", key))
        report("its permissions", chmod(key, 0o600))
        report("renaming", rename(key, key + "-1"))
        report("removing", unlink(key + "-1"))
        report("emptying", open(folder + "/data/fourinarow/games.db", O_WRONLY | O_TRUNC))
        report("removing an export", unlink(folder + "/working/game.txt"))
        report("/dev/null", open("/dev/null", O_WRONLY))
    }

    private func tryOutside() {
        let (file, new) = (folder + "/outside/file", folder + "/outside/new")
        report("reading elsewhere", open(file, O_RDONLY))
        report("writing elsewhere", open(file, O_WRONLY))
        report("emptying elsewhere", open(file, O_RDONLY | O_TRUNC))
        report("emptying elsewhere, with a mode of 3", open(file, O_ACCMODE | O_TRUNC))
        report("emptying elsewhere by its path", truncate(file, 0))
        report("a new file elsewhere", make(new))
        report("a new file beside the settings", make(folder + "/config/new"))
        report("a folder elsewhere", mkdir(new, 0o700))
        report("a link elsewhere", symlink(file, new))
        report("a pipe elsewhere", mkfifo(new, 0o600))
        report("moving a file out", rename(folder + "/data/fourinarow/games.db", new))
        report("removing elsewhere", unlink(file))
        report("removing a folder elsewhere", rmdir(folder + "/working"))
    }

    private func tryPrograms() {
        report("a thread", startThread())
        report("a helper", start("/proc/self/exe", "nothing"))
        report("a program of the system", start("/bin/true"))
        report("a program in the working folder", runCopy())
    }

    private func tryCalls() {
        let newUser = 0x1000_0000  // CLONE_NEWUSER
        let calls: [(String, Int32, Int)] = [
            ("ptrace", __NR_ptrace, 0), ("process_vm_readv", __NR_process_vm_readv, Int(getpid())),
            ("process_vm_writev", __NR_process_vm_writev, Int(getpid())), ("bpf", __NR_bpf, -1),
            ("io_uring_setup", __NR_io_uring_setup, 0), ("io_uring_enter", __NR_io_uring_enter, -1),
            ("mount", __NR_mount, 0), ("umount2", __NR_umount2, 0), ("open_tree", __NR_open_tree, -1),
            ("fsopen", __NR_fsopen, 0), ("mount_setattr", __NR_mount_setattr, -1), ("chroot", __NR_chroot, 0),
            ("unshare", __NR_unshare, newUser), ("setns", __NR_setns, -1),
            ("perf_event_open", __NR_perf_event_open, 0), ("keyctl", __NR_keyctl, -1), ("execveat", __NR_execveat, -1),
            ("a namespace", __NR_clone, newUser),
        ]
        for (name, number, first) in calls { report(name, CInt(linux_call(Int(number), first, 0, 0))) }
        report("clone3", CInt(linux_call(Int(__NR_clone3), 0, 0, 0)))
        report("openat2", CInt(linux_call(Int(__NR_openat2), 0, 0, 0)))
        report("typing into the terminal", CInt(linux_call(Int(__NR_ioctl), 0, 0x5412, 0)))
        let families: [(CInt, String)] = [
            (AF_UNIX, "unix"), (AF_INET, "inet"), (AF_INET6, "inet6"), (AF_NETLINK, "netlink"), (AF_PACKET, "packet"),
            (AF_VSOCK, "vsock"),
            (AF_ALG, "alg"), (AF_BLUETOOTH, "bluetooth"),
        ]
        for (family, name) in families { report("\(name) socket", socket(family, CInt(SOCK_DGRAM.rawValue), 0)) }
    }

    private func make(_ path: String) -> CInt { open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600) }

    private func startThread() -> CInt {
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, doNothing, nil)
        if code == 0 { pthread_join(thread, nil) }
        return -code
    }

    /// Starts a program and waits for its end; fails with the reason why it cannot be started, or its exit code.
    private func start(_ path: String, _ argument: String? = nil) -> CInt {
        var process: pid_t = 0
        let arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), argument.flatMap { strdup($0) }, nil]
        errno = posix_spawn(&process, path, nil, nil, arguments, environ)
        guard errno == 0 else { return -1 }
        var status: CInt = 0
        waitpid(process, &status, 0)
        errno = status
        return status == 0 ? 0 : -1
    }

    /// Tries to start a script in the working folder, where it can be written.
    private func runCopy() -> CInt {
        let path = folder + "/working/script"
        let file = open(path, O_WRONLY | O_CREAT, 0o700)
        _ = write(file, "#!/bin/true\n", 12)
        close(file)
        return start(path)
    }
}
