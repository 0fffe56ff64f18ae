// fourinarow-bonjour: finds games on the LAN and announces one, over mDNS, for the game that started it. It must not know what is
// played: it is told a type and a name.

import CAvahi
import Glibc

switch CommandLine.arguments.dropFirst().first {
case nil:
    break
case "--help":
    print(
        """
        usage: fourinarow-bonjour
        Announces and finds games on the local network for fourinarow, which starts it; commands come on stdin, events go to stdout.
        """)
    exit(0)
case "--version":
    print("fourinarow-bonjour 1.0")
    exit(0)
case let argument?:
    complain("what is \(argument)? It takes no arguments; fourinarow starts it")
    exit(2)
}

signal(SIGPIPE, SIG_IGN)
let loop = EventLoop()
let discovery = Discovery(loop: loop, channel: LineChannel(loop: loop))
watchSignals([SIGTERM, SIGINT, SIGHUP])
if !discovery.run() {
    complain("there is no name service (mDNS) to be had any more")
    exit(1)
}

/// Takes the polite ways to be ended as a wish to stop: the service is withdrawn first.
func watchSignals(_ signals: [CInt]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    sigprocmask(SIG_BLOCK, &set, nil)
    let descriptor = signalfd(-1, &set, CInt(SFD_CLOEXEC))
    loop.watch(descriptor, for: POLLIN) { discovery.stop() }
}

/// Says on stderr what is wrong.
func complain(_ sentence: String) {
    let line = "fourinarow-bonjour: \(sentence)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
}
