// The config file on a real file system, and the machine's name and addresses.

import Glibc
import Testing

@testable import Platform

@MainActor struct ConfigFileTests {
    private let directory = TestDirectory()
    private func file(_ name: String) -> ConfigFile { ConfigFile(path: "\(directory.path)/\(name)") }

    private func mode(_ name: String) -> mode_t {
        var facts = stat()
        #expect(stat("\(directory.path)/\(name)", &facts) == 0)
        return facts.st_mode & 0o7777
    }

    @Test func whatIsWrittenIsReadAndDirectoriesAreMade() throws {
        let file = file("a/b/config")
        #expect(try file.read() == nil)
        try file.write("name = Zoë\n")
        #expect(try file.read() == "name = Zoë\n")
        try file.write("")
        #expect(try file.read() == "")
        #expect(mode("a") == 0o700 && mode("a/b") == 0o700)
        #expect(mode("a/b/config") == 0o600)
        #expect(directory.names(in: "a/b") == ["config"], "no temporary file stays")
    }

    @Test func theModeAndASymbolicLinkStay() throws {
        directory.file("real", "old\n", mode: 0o640)
        symlink("real", "\(directory.path)/config")
        try file("config").write("new\n")
        #expect(directory.text("real") == "new\n")
        #expect(mode("real") == 0o640)
        var facts = stat()
        #expect(lstat("\(directory.path)/config", &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    }

    @Test(.enabled(if: getuid() == 0, "only root can give a link away")) func anothersSymbolicLinkIsNotFollowed() throws {
        directory.file("real", "old\n")
        symlink("real", "\(directory.path)/config")
        #expect(lchown("\(directory.path)/config", 65534, 65534) == 0)
        #expect(
            sentence { try file("config").write("new\n") }
                == "The settings cannot be saved in \(directory.path)/config: it is another user's symbolic link.")
        #expect(directory.text("real") == "old\n")
    }

    @Test func theFileIsReplacedNotRewritten() throws {
        directory.file("config", "old\n")
        let reader = open("\(directory.path)/config", O_RDONLY | O_CLOEXEC)
        defer { close(reader) }
        try file("config").write("new\n")
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, 16) == 4)
        #expect(bytes.starts(with: Array("old\n".utf8)), "who has it open still reads the old one whole")
    }

    @Test func aFailureIsASentenceWithPathAndReasonAndLeavesTheOldFile() throws {
        directory.file("plain", "text")
        #expect(
            sentence { try file("plain/config").write("x") }
                == "The settings cannot be saved in \(directory.path)/plain/config: not a directory.")
        #expect(try file("plain/config").read() == nil)
        let proc = ConfigFile(path: "/proc/fourinarow/config")
        #expect(sentence { try proc.write("x") }?.contains("/proc/fourinarow/config: ") == true)
        mkdir("\(directory.path)/config", 0o700)
        directory.file("config/inside", "kept")
        #expect(sentence { try file("config").write("x") }?.hasSuffix("is a directory.") == true)
        #expect(directory.names() == ["config", "plain"], "no temporary file stays")
    }

    @Test func whatCannotBeReadIsSaid() throws {
        #expect(sentence { _ = try file("").read() }?.hasSuffix("it is not a file.") == true)
        mkfifo("\(directory.path)/pipe", 0o600)
        #expect(sentence { _ = try file("pipe").read() }?.hasSuffix("it is not a file.") == true)
        directory.file("loop", "")
        unlink("\(directory.path)/loop")
        symlink("loop", "\(directory.path)/loop")
        #expect(sentence { _ = try file("loop").read() }?.contains("\(directory.path)/loop cannot be read: too many") == true)
        directory.file("long", String(repeating: "x", count: ConfigFile.sizeLimit + 1))
        #expect(sentence { _ = try file("long").read() }?.hasSuffix("it is longer than 64 KiB.") == true)
        directory.file("full", String(repeating: "x", count: ConfigFile.sizeLimit))
        #expect(try file("full").read()?.utf8.count == ConfigFile.sizeLimit)
    }

    @Test func whatIsExportedTouchesNothingElse() throws {
        let path = try LinuxEnvironment.export("444\n", as: "game.txt", to: directory.path)
        #expect(path == "\(directory.path)/game.txt" && directory.text("game.txt") == "444\n")
        let again = sentence { _ = try LinuxEnvironment.export("5\n", as: "game.txt", to: directory.path) }
        #expect(again?.contains("already exists") == true)
        #expect(directory.text("game.txt") == "444\n" && mode("game.txt") == 0o600)
        symlink("elsewhere", "\(directory.path)/link.txt")
        #expect(sentence { _ = try LinuxEnvironment.export("5\n", as: "link.txt", to: directory.path) } != nil)
        #expect(directory.names() == ["game.txt", "link.txt"], "nothing is written through a link")
        let missing = sentence { _ = try LinuxEnvironment.export("5\n", as: "game.txt", to: directory.path + "/none") }
        #expect(missing?.hasSuffix("cannot be written: no such file or directory.") == true)
    }

    @Test func theUsualPlaceFollowsTheStandard() {
        #expect(UserFolder.path(override: "/c", home: "/h", usual: "/.config") == "/c")
        #expect(UserFolder.path(override: nil, home: "/h", usual: "/.config") == "/h/.config")
        #expect(UserFolder.path(override: "", home: "/h", usual: "/.config") == "/h/.config")
        #expect(UserFolder.path(override: "relative", home: "/h", usual: "/.config") == "/h/.config")
        let known = UserFolder.path(override: nil, home: nil, usual: "/.config")
        #expect(known.hasPrefix("/") && known.hasSuffix("/.config"))
        #expect(ConfigFile().path == UserFolder.config.path + "/fourinarow/config")
    }
}

@MainActor struct HostAddressesTests {
    @Test func thisMachineHasANameAndAnAddress() {
        #expect(!HostAddresses.hostName.isEmpty && !HostAddresses.hostName.contains("."))
        #expect(HostAddresses.shortName("tiger.example.org") == "tiger")
        #expect(HostAddresses.shortName("ti\u{1B}[2Jger\u{200B}") == "ti[2Jger")
        #expect(HostAddresses.shortName("") == "Player" && HostAddresses.shortName(".x") == "Player")
        let all = HostAddresses.all
        #expect(!all.isEmpty)
        #expect(all.count == 1 || !all.contains("127.0.0.1"))
        #expect(Set(all).count == all.count)
    }

    @Test func addressesReadAsThePlayerTypesThem() throws {
        let texts = [
            "192.168.1.5": "192.168.1.5:80", "::1": "[::1]:80", "fe80::1%lo": "[fe80::1%lo]:80", "::ffff:10.0.0.1": "10.0.0.1:80",
        ]
        for (text, words) in texts {
            let address = try #require(SocketAddress.addresses(of: text, port: 80, flags: AI_NUMERICHOST).first)
            #expect(address.words == words)
        }
    }
}
