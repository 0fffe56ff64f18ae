// While secrets are in memory nobody may read it; afterwards the setting is as before.

import CLinux
import Testing
import Wire

@testable import Platform

@Suite(.serialized) @MainActor struct MemoryGuardTests {
    @Test func theProgramIsClosedWhileThereAreSecretsAndNoLonger() {
        #expect(linux_get_dumpable() == 1)
        let secrets = SecretCount()
        GameSandbox.guardMemory(counting: secrets)
        #expect(linux_get_dumpable() == 1)
        secrets.add(1)
        #expect(linux_get_dumpable() == 0)
        secrets.add(1)
        secrets.add(-1)
        #expect(linux_get_dumpable() == 0)
        secrets.add(-1)
        #expect(linux_get_dumpable() == 1)
    }
}
