// While a key is in memory, only root may read the program's memory with a debugger, in /proc or in a core dump. Crashes are
// still reported.

import CLinux
import Wire

extension GameSandbox {
    /// From now on, protects the program's memory while it contains secrets (prctl(2), PR_SET_DUMPABLE).
    package nonisolated static func guardMemory(counting secrets: SecretCount = SecretBytes.inMemory) {
        let usual = linux_get_dumpable()
        guard usual == 1 else { return }  // not readable for others anyway
        secrets.tell = { linux_set_dumpable($0 ? 0 : usual) }
    }
}
