// Who may look into this program's memory: while a key is in it, nobody but root, be it with a debugger, in /proc or in a core dump. A
// crash is still reported (CrashReport.swift). It knows no key.

import CLinux
import Wire

/// Keeps others out of memory (prctl(2), PR_SET_DUMPABLE).
package nonisolated enum MemoryGuard {
    /// From now on, while there are secrets; afterwards it is as it was.
    package static func begin(counting secrets: SecretCount = SecretBytes.inMemory) {
        let usual = linux_get_dumpable()
        guard usual == 1 else { return }  // already kept from all
        secrets.tell = { linux_set_dumpable($0 ? 0 : usual) }
    }
}
