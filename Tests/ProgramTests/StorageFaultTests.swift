// Every system call and allocation of the storage fails once, and nothing that was shown is lost (Tests/StorageFaults).

import Glibc
import TestSupport
import Testing

@Suite("Faults of the disk and of memory", .ownThread)
struct StorageFaultTests {
    /// Of SQLite's allocations every 509th fails, with FOURINAROW_FIGURES all. Files that are damaged or deleted: with `make test-all`.
    @Test(
        "What fails once loses nothing that was shown",
        arguments: ["usual"] + Thoroughness.pick([], of: ["garbage", "damage", "deletion"]))
    func faults(scene: String) throws {
        let folder = try TestFolder()
        let stride = getenv("FOURINAROW_FIGURES") == nil ? "509" : "1"
        let run = try Child([PseudoTerminal.path(of: "storage-faults"), scene, folder.path, stride])
        var lines: [String] = []
        while let line = run.line(within: 600) { lines.append(line) }
        #expect(run.finish(within: 20) == 0, "\(lines.joined(separator: "\n"))")
    }
}
