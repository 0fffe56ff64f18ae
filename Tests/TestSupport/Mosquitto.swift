// The real mosquitto on a free port of this machine, with the shipped security files or open to all, and certificates made for the test.

import Glibc

/// A running mosquitto, killed with the last reference to it.
package nonisolated final class Mosquitto {
    /// Who may do what.
    package enum Access {
        /// Anybody anything.
        case open
        /// What `Resources/relay` says.
        case shipped
        /// A user with a password.
        case password(user: String, String)
    }

    /// Where it is installed; nil: nowhere.
    private static let path = ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto", "/usr/bin/mosquitto"].first { (path: String) in
        Glibc.access(path, X_OK) == 0
    }
    /// Whether there is one.
    package static var isPossible: Bool { path != nil && Glibc.access("/usr/bin/openssl", X_OK) == 0 }
    /// What is missing.
    package static let reason = "needs mosquitto and openssl"

    /// Where it listens.
    package let port: UInt16
    /// How a player names it.
    package let url: String
    /// What runs a command where it is; empty: on this machine.
    private let place: [String]
    /// For everything that it needs.
    private let folder: TestAuthority.Folder
    private let configuration: String
    private var child: Child?

    /// Starts one on a host of a LAN.
    package convenience init(on lan: Lan, host: Int) throws {
        try self.init(at: [Lan.lanlab, "-L", lan.name, "exec", String(host), "--"], "10.77.0.\(host)")
    }

    /// Starts one on this machine, or where `place` runs a command and others find it at `address`, with these further lines of configuration.
    /// With a certificate it speaks TLS only.
    package init(
        _ access: Access = .shipped, _ settings: [String] = [], certificate: TestAuthority.Certificate? = nil,
        at place: [String] = [], _ address: String = "127.0.0.1"
    ) throws {
        folder = TestAuthority.Folder()
        port = try FreePort.next()
        self.place = place
        url = certificate == nil ? "mqtt://\(address):\(port)" : "mqtts://localhost:\(port)"
        var lines = ["listener \(port) \(address)", "log_dest stderr", "log_type information", "connection_messages false"]
        if geteuid() == 0, !settings.contains(where: { $0.hasPrefix("user ") }) { lines.append("user root") }
        if let certificate { lines += ["certfile \(certificate.path)", "keyfile \(certificate.keyPath)"] }
        switch access {
        case .open: lines += ["allow_anonymous true"]
        case .password(let user, let password):
            let path = folder.path + "/passwords"
            try Self.run("mosquitto_passwd", "-b", "-c", path, user, password)
            lines += ["password_file \(path)"]
        case .shipped: lines += try Self.shipped(in: folder)
        }
        lines += settings
        configuration = folder.file("mosquitto.conf", lines.joined(separator: "\n") + "\n")
        // Another user reads it again.
        chmod(folder.path, 0o755)
        chmod(configuration, 0o644)
        try start()
    }

    /// Starts it again, on the same port and with nothing kept.
    package func start() throws {
        guard let path = Self.path else { throw ChildError.notStarted("mosquitto") }
        let child = try Child(place + ["sh", "-c", "exec \"$0\" -c \"$1\" 2>&1", path, configuration])
        self.child = child
        var got: [String] = []
        while let line = child.line(within: 30) {
            got.append(line)
            if line.hasSuffix("running") { return }
        }
        throw ChildError.noLine(within: 30, got: got)
    }

    /// Has it read its certificate and its key again.
    package func reload() throws {
        child?.signal(SIGHUP)
        while let line = child?.line(within: 30) { if line.hasSuffix("Reloading config.") { return } }
        throw ChildError.noLine(within: 30, got: [])
    }

    /// Kills it without a goodbye.
    package func kill() {
        child?.signal(SIGKILL)
        child?.finish()
        child = nil
    }

    /// The lines of the shipped file, but for where it listens; what they name is in the folder.
    private static func shipped(in folder: TestAuthority.Folder) throws -> [String] {
        let resources = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Resources/relay"
        try run("cp", resources + "/dynamic-security.json", folder.path)
        let lines = PseudoTerminal.text(of: resources + "/mosquitto.conf").split(separator: "\n").map(String.init)
        return lines.filter { !$0.hasPrefix("listener") }.map {
            guard let slash = $0.firstIndex(of: "/"), $0.hasPrefix("plugin_opt_config_file") else { return $0 }
            return $0[..<slash] + folder.path + "/dynamic-security.json"
        }
    }

    /// Runs a program to its end, whatever it says.
    fileprivate static func run(_ command: String...) throws {
        guard try Child(["sh", "-c", "exec \"$0\" \"$@\" >/dev/null 2>&1"] + command).finish() == 0 else {
            throw ChildError.failed(command.joined(separator: " "))
        }
    }
}

/// Who signs certificates for tests: made on the spot, and trusted by nobody but those who are given its file.
package nonisolated final class TestAuthority {
    /// A certificate and its key, as files.
    package struct Certificate {
        /// The certificate.
        package let path: String
        /// Its key.
        package let keyPath: String
        fileprivate let folder: Folder
    }

    /// A folder that is gone with its last user.
    package final class Folder {
        /// Where it is.
        package let path: String

        /// A new one.
        package init() {
            var name = Array("/tmp/fourinarow-broker-XXXXXX".utf8CString)
            path = mkdtemp(&name).map { String(cString: $0) } ?? ""
        }

        deinit { try? Mosquitto.run("rm", "-rf", path) }

        /// Writes a file; its path.
        @discardableResult package func file(_ name: String, _ text: String) -> String {
            let whole = "\(path)/\(name)"
            let descriptor = open(whole, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            _ = write(descriptor, text, text.utf8.count)
            close(descriptor)
            return whole
        }
    }

    /// The file by which it is trusted.
    package var path: String { folder.path + "/ca.pem" }

    private let folder = Folder()
    private var count = 0

    /// A new one.
    package init() throws {
        folder.file("index", "")
        folder.file(
            "ca.cnf",
            """
            [ca]
            default_ca = this
            [this]
            database = \(folder.path)/index
            new_certs_dir = \(folder.path)
            certificate = \(folder.path)/ca.pem
            private_key = \(folder.path)/ca.key
            rand_serial = yes
            unique_subject = no
            default_md = sha256
            policy = any
            [any]
            commonName = supplied

            """)
        try Mosquitto.run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "3650", "-subj",
            "/CN=Authority of a test", "-keyout", folder.path + "/ca.key", "-out", path, "-batch")
    }

    /// A certificate for a name or an address (`DNS:localhost`, `IP:127.0.0.1`), valid from and until such times (`20250101000000Z`).
    package func certificate(
        for name: String = "DNS:localhost", from: String = "20200101000000Z", until: String = "20991231000000Z"
    ) throws -> Certificate {
        count += 1
        let place = "\(folder.path)/\(count)"
        folder.file("\(count).ext", "subjectAltName = \(name)\n")
        try Mosquitto.run(
            "openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=broker", "-keyout",
            place + ".key", "-out", place + ".csr", "-batch")
        try Mosquitto.run(
            "openssl", "ca", "-batch", "-notext", "-config", folder.path + "/ca.cnf", "-in", place + ".csr", "-out",
            place + ".pem",
            "-extfile", place + ".ext", "-startdate", from, "-enddate", until)
        return Certificate(path: place + ".pem", keyPath: place + ".key", folder: folder)
    }
}
