// What `fourinarow doctor` looks at: the terminal, the locale, the network, the mDNS helper, the relay, the player's files. It changes
// nothing, and says of each thing whether it is well and what to do where it is not.

import Engine
import Glibc
import Platform
import Play
import Screen
import Session

/// One thing looked at.
struct Finding: Equatable, Sendable {
    /// How it stands.
    enum Verdict: String, Sendable {
        case ok, warning, problem
    }

    /// How it stands.
    let verdict: Verdict
    /// What was looked at.
    let subject: String
    /// What was found, and what to do where it is not well.
    let words: String

    init(_ verdict: Verdict, _ subject: String, _ words: String) {
        self.verdict = verdict
        self.subject = subject
        self.words = words
    }
}

/// Looks at the machine. It takes up to three seconds, for the mDNS helper to answer, and longer where a relay does not.
final class Doctor {
    private let probe = NetworkProbe()
    private let config = ConfigFile()
    private let relay: RelaySetup

    /// A doctor who has seen nothing yet; this is the relay for games over the internet.
    init(relay: RelaySetup) { self.relay = relay }

    /// Everything, in the order in which it matters.
    func findings() -> [Finding] { terminal() + network() + [helper(), port()] + Self.findings(on: relay) + files() + [book()] }

    // MARK: The terminal

    private func terminal() -> [Finding] {
        let facts = TerminalFacts.gather(isAsking: true)
        return [named(facts), size(facts), colours(facts), locale(facts), glyphs(facts)]
    }

    private func named(_ facts: TerminalFacts) -> Finding {
        let name = facts.name.isEmpty ? "TERM is not set" : facts.name
        let remedy = "try TERM=xterm-256color"
        if !facts.isTerminal {
            return Finding(
                .warning, "terminal", "\(name); input or output is not a terminal; start the game without < and >")
        }
        if facts.name.isEmpty { return Finding(.problem, "terminal", "\(name): its kind is unknown; \(remedy)") }
        if !facts.isKnown {
            return Finding(.problem, "terminal", "\(name) is not known here; \(remedy), or install ncurses-term")
        }
        if !facts.canDraw { return Finding(.problem, "terminal", "\(name) cannot place text on the screen; \(remedy)") }
        return Finding(.ok, "terminal", "\(name), mouse: \(facts.mouse.rawValue)")
    }

    private func size(_ facts: TerminalFacts) -> Finding {
        guard let size = facts.size else { return Finding(.warning, "size", "unknown: the terminal does not say") }
        let words = "\(size.width)x\(size.height)"
        if size.width < Navigator.smallest.width || size.height < Navigator.smallest.height {
            return Finding(
                .problem, "size", "\(words): make it \(Navigator.smallest.width)x\(Navigator.smallest.height) or larger")
        }
        return Finding(.ok, "size", words)
    }

    private func colours(_ facts: TerminalFacts) -> Finding {
        let isRefused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        if isRefused { return Finding(.ok, "colours", "\(facts.colours), not used: NO_COLOR is set") }
        return facts.colours >= 8
            ? Finding(.ok, "colours", "\(facts.colours)") : Finding(.warning, "colours", "none: discs differ only in shape")
    }

    private func locale(_ facts: TerminalFacts) -> Finding {
        facts.codeset == "UTF-8"
            ? Finding(.ok, "locale", "\(facts.locale), \(facts.codeset)")
            : Finding(.warning, "locale", "\(facts.locale), \(facts.codeset): no Unicode, so discs are X and O; try LANG=C.UTF-8")
    }

    private func glyphs(_ facts: TerminalFacts) -> Finding {
        switch facts.glyphWidth {
        case 1: Finding(.ok, "glyph width", "● takes one cell")
        case let width?:
            Finding(
                .warning, "glyph width",
                "● takes \(width) cells: letters are drawn instead (ambiguous-width setting of the terminal)")
        case nil: Finding(.ok, "glyph width", "not asked: the terminal cannot answer")
        }
    }

    // MARK: The network

    private func network() -> [Finding] {
        let addresses = probe.addresses
        if addresses.isEmpty { return [Finding(.problem, "network", "no address: connect this machine to a network")] }
        return [Finding(.ok, "network", addresses.joined(separator: ", "))]
    }

    private func helper() -> Finding {
        let loss = "games are not listed; addresses can still be typed"
        return switch probe.helper() {
        case .ready(let stack) where probe.addresses.isEmpty:
            Finding(.warning, "mDNS", "\(stack) is ready, but there is no network: no games can be listed")
        case .ready(let stack): Finding(.ok, "mDNS", stack)
        case .missing: Finding(.problem, "mDNS", "fourinarow-bonjour is missing: \(loss)")
        case .silent(let path): Finding(.problem, "mDNS", "\(path) does not answer: \(loss)")
        case .trouble(let trouble): Finding(.problem, "mDNS", trouble.sentence(browsing: .game))
        }
    }

    private func port() -> Finding {
        switch probe.port() {
        case .reached(let port):
            Finding(
                .ok, "port",
                "\(port) is free and reached from this machine; others need it open in the firewall (ufw allow \(port)/tcp)")
        case .taken(let port):
            Finding(
                .warning, "port", "\(port) is taken, by a game hosted here or another program; the next game takes a free one")
        case .unreachable(let host, let port, let failure):
            Finding(.problem, "port", "\(host) port \(port) cannot be reached: \(failure.reason)")
        case .closed(let failure): Finding(.problem, "port", "cannot listen: \(failure.reason)")
        }
    }

    // MARK: The player's files

    private func files() -> [Finding] {
        var findings: [Finding] = []
        do throws(StorageFailure) {
            let problems = Settings.parse(try config.read() ?? "").problems
            findings += problems.map { Finding(.warning, "config", "\(config.path), line \($0.line): \($0.what)") }
        } catch {
            findings.append(Finding(.problem, "config", error.sentence))
        }
        if findings.isEmpty {
            findings.append(folder("config", config.path, loss: "your settings are lost when the game ends"))
        }
        let data = UserFolder.data.path + "/fourinarow"
        let open = openness("data", data)
        return findings + (open.isEmpty ? [folder("data", data, loss: "games are not saved")] : open)
    }

    /// What there is to say of a folder in which others can replace the player's files.
    private func openness(_ subject: String, _ path: String) -> [Finding] {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return [] }
        if facts.st_uid != geteuid() {
            return [Finding(.warning, subject, "\(path) belongs to another user, who can replace your files")]
        }
        guard facts.st_mode & 0o022 != 0 else { return [] }
        return [Finding(.warning, subject, "other users can write to \(path), and replace your files: chmod go-w \(path)")]
    }

    private func book() -> Finding {
        let slower = "hints and the computer's first moves take longer"
        switch BookFile.read() {
        case .read(let book, let path): return Finding(.ok, "book", "\(path), through move \(book.plies)")
        case .unreadable(let path): return Finding(.warning, "book", "\(path): it cannot be read: \(slower)")
        case .useless(let path, let error): return Finding(.warning, "book", "\(path): \(error.sentence): \(slower)")
        case .missing: return Finding(.warning, "book", "there is no opening book: \(slower)")
        }
    }

    /// Whether a file or folder can be written, or made.
    private func folder(_ subject: String, _ path: String, loss: String) -> Finding {
        var existing = path
        while access(existing, F_OK) != 0, let slash = existing.lastIndex(of: "/"), slash != existing.startIndex {
            existing = String(existing[..<slash])
        }
        var status = stat()
        let isInTheWay = existing != path && stat(existing, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
        if !isInTheWay, access(existing, W_OK) == 0 { return Finding(.ok, subject, path) }
        let reason = isInTheWay ? "\(existing) is not a directory" : String(cString: strerror(errno))
        return Finding(.warning, subject, "\(path) cannot be written (\(reason)): \(loss)")
    }
}
