// A process that confines itself as the game and the helpers do and then tries what it must not: one line for each, with what came of it.
// "game FOLDER" is the game's sandbox; further words are those of a helper that inherits it.

import Glibc
import Platform
import Sandbox

let kinds: [String: Sandbox] = ["discovery": .discovery, "connecting": .connecting, "relay": .relay, "router": .router]
let named = CommandLine.arguments.compactMap { kinds[$0] }
if CommandLine.arguments.dropFirst().first == "nothing" { exit(0) }
if CommandLine.arguments.dropFirst().first == "game" {
    let probe = GameProbe(folder: CommandLine.arguments[2])
    probe.prepare()
    let state = GameSandbox.begin(makesFolders: true)
    if named.isEmpty {
        report("system calls", state.areCallsFiltered ? 0 : -1)
        report("files", state.areFilesRestricted ? 0 : -1)
        probe.tryEverything()
        exit(0)
    }
}
report("before: a file", open("/etc/passwd", O_RDONLY))
var descriptors: [CInt] = [-1, -1]
socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &descriptors)
report("confined", named.allSatisfy { $0.begin() } ? 0 : -1)
report("a file", open("/etc/passwd", O_RDONLY))
report("a new file", open("/tmp/fourinarow-sandbox-probe", O_WRONLY | O_CREAT, 0o600))
report("a folder", opendir("/") == nil ? -1 : 0)
report("a link", unlink("/tmp/fourinarow-sandbox-probe"))
fflush(nil)  // so that the child has nothing to write
let child = fork()
if child == 0 { _exit(0) }
report("a process", child)
let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
report("a program", execv("/bin/true", arguments))
report("code", mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0)
let datagrams = socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
report("datagrams", datagrams)
var address = sockaddr_in()
address.sin_family = sa_family_t(AF_INET)
let connected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(datagrams, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
}
report("a connection", connected)
report("a stream", socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0))
let families = [(AF_UNIX, "unix"), (AF_NETLINK, "netlink"), (AF_PACKET, "packet"), (AF_VSOCK, "vsock")]
for (family, name) in families { report("\(name) datagrams", socket(family, CInt(SOCK_DGRAM.rawValue), 0)) }
// Protocol 9 is the kernel's audit.
report("audit's netlink", socket(AF_NETLINK, CInt(SOCK_RAW.rawValue), 9))
// A connected pair that was open before: TCP Fast Open on it must fail before the kernel looks at the socket.
report("fast open", CInt(sendto(descriptors[0], "x", 1, CInt(MSG_FASTOPEN), nil, 0)))
report("a signal to another", kill(getppid(), 0))
report("a signal to itself", kill(getpid(), 0))
// F_SETOWN and FIOSETOWN would have the kernel signal another process; F_SETFL and FIONREAD are what everybody needs.
var number = getppid()
report("another's signals by fcntl", fcntl(datagrams < 0 ? descriptors[0] : datagrams, F_SETOWN, number))
report("another's signals by ioctl", ioctl(descriptors[0], 0x8901, &number))
report("flags of a descriptor", fcntl(descriptors[0], F_SETFL, O_NONBLOCK))
report("how much there is to read", ioctl(descriptors[0], UInt(FIONREAD), &number))
report("memory", malloc(50_000_000) == nil ? -1 : 0)

/// Seccomp refuses with EPERM, Landlock with EACCES, and with EXDEV to move files.
func report(_ what: String, _ result: CInt) {
    print("\(what): \(result >= 0 ? "yes" : [EPERM, EACCES, EXDEV].contains(errno) ? "refused" : "error \(errno)")")
}
