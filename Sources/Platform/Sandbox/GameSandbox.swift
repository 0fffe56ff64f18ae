// Confines the game before its first thread starts: it parses what strangers send. Its helpers inherit this and confine themselves
// further (the target Sandbox).

import CLinux
import Glibc

/// The sandbox of the game.
package enum GameSandbox {
    /// What the kernel enforces: whether system calls are filtered (seccomp), and whether writing files and starting programs is restricted
    /// (Landlock).
    package typealias State = (areCallsFiltered: Bool, areFilesRestricted: Bool)

    /// Confines this process for good, as far as the kernel can. It must have a single thread. Folders that are missing cannot be used
    /// later: `makesFolders` creates those for settings and games first.
    @discardableResult
    package static func begin(makesFolders: Bool) -> State {
        let folders = [ConfigFile().directory, UserFolder.data.path + "/fourinarow"].compactMap { $0 }
        for folder in folders where makesFolders && access(folder, F_OK) != 0 { _ = UserFolder.make(folder) }
        guard linux_no_new_privileges() == 0 else { return (false, false) }
        let areFilesRestricted = restrictFiles(folders)
        return (SystemCallFilter.load(), areFilesRestricted)
    }

    /// Allows to write files in `folders` and to export into the working folder, to use the terminal, and to start the helpers.
    private static func restrictFiles(_ folders: [String]) -> Bool {
        guard let rules = FileRules() else { return false }
        for folder in folders { rules.allow(.keepFiles, at: folder) }
        rules.allow([.write, .makeFile, .removeFile], at: ".")
        for device in ["/dev/tty", "/dev/null"] { rules.allow(.useDevice, at: device) }
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where isTerminalOrPipe(stream) {
            rules.allow(.useDevice, on: stream)
        }
        for folder in programFolders { rules.allow(.execute, at: folder) }
        return rules.enforce()
    }

    /// Not a folder, in which everything would be allowed.
    private static func isTerminalOrPipe(_ descriptor: Int32) -> Bool {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && [S_IFCHR, S_IFIFO].contains(facts.st_mode & S_IFMT)
    }

    /// The folders of the game, of helpers that the environment names, which may be scripts, and of the dynamic loader, which the kernel
    /// starts with them.
    private static var programFolders: Set<String> {
        let variables: [String] = [BonjourService.variable, RelayService.variable, RouterPort.variable]
        let named = variables.compactMap { name in getenv(name).map { String(cString: $0) } }
        let loader = linux_loader().map { [String(cString: $0)] } ?? []
        return Set((["/proc/self/exe"] + named + named.compactMap(interpreter) + loader).compactMap { directory(of: $0) })
    }

    /// The program that the kernel starts for a script (execve(2)); nil for other files.
    private static func interpreter(of path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var start = [UInt8](repeating: 0, count: 256)  // the longest that the kernel reads
        let count = read(file, &start, start.count)
        guard count > 2, start.starts(with: "#!".utf8) else { return nil }
        let line = start[2..<count].prefix { $0 != UInt8(ascii: "\n") }
        return line.split(separator: UInt8(ascii: " ")).first.map { String(decoding: $0, as: UTF8.self) }
    }
}
