// fourinarow-bonjour: publishes a game and browses for games over mDNS, for the game that started it.

import CAvahi
import Glibc
import HelperProgram

startHelper(purpose: "Announces and finds games on the local network.")
let loop = EventLoop()
let discovery = Discovery(loop: loop)
stopOnSignals([SIGTERM, SIGINT, SIGHUP])
if !discovery.run() {
    complain("mDNS is not available")
    exit(1)
}

/// Withdraws the service before these signals end the process.
func stopOnSignals(_ signals: [CInt]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    sigprocmask(SIG_BLOCK, &set, nil)
    let descriptor = signalfd(-1, &set, CInt(SFD_CLOEXEC))
    loop.watch(descriptor, for: POLLIN) { discovery.stop() }
}
