// The checks of `fourinarow doctor`: terminal, locale, network, mDNS helper, relay, files. It changes nothing, and says what to
// do about problems.

import Engine
import Glibc
import Language
import Platform
import Play
import Screen
import Session

/// The result of a check.
struct Finding: Equatable, Sendable {
    /// The severity of a result.
    enum Verdict: CaseIterable, Sendable {
        case ok, warning, problem

        /// The severity in a word.
        var words: String {
            switch self {
            case .ok: tr("ok")
            case .warning: tr("warning")
            case .problem: tr("problem")
            }
        }
    }

    /// The severity.
    let verdict: Verdict
    /// What was checked.
    let subject: String
    /// The result, and what to do about a problem.
    let words: String

    init(_ verdict: Verdict, _ subject: String, _ words: String) {
        self.verdict = verdict
        self.subject = subject
        self.words = words
    }
}

/// Checks the machine. The mDNS helper may need three seconds, a relay longer.
final class Doctor {
    private let probe = NetworkProbe()
    private let config = ConfigFile()
    private let relay: RelaySetup
    private let stun: PublicServers
    private let sandbox: GameSandbox.State
    /// Whether the router opens a port, and what public servers say if it does not; nil: they were not asked.
    private var (opensPort, outside): (Bool, OutsideState?) = (false, nil)

    /// Checks this relay as well, and asks these public servers if the player allows that. `sandbox` is that of this process.
    init(relay: RelaySetup, stun: PublicServers, sandbox: GameSandbox.State) {
        (self.relay, self.stun, self.sandbox) = (relay, stun, sandbox)
    }

    /// All results, in order of importance.
    func findings() -> [Finding] {
        var findings = terminal() + network()
        let helper = self.helper()
        findings += [helper] + Self.said(probe.complaints, at: helper.verdict)
        let (router, relay) = (router(), Self.findings(on: relay))
        findings += [port()] + router + relay + [ways(at: relay)] + files()
        return findings + [confinement(), book(), puzzles()]
    }

    /// What a helper that does not work wrote to stderr, in its own words.
    static func said(_ complaints: [String], at verdict: Finding.Verdict) -> [Finding] {
        guard verdict != .ok else { return [] }
        var said: [Finding] = []
        for words in complaints {
            let finding = Finding(.warning, tr("helper"), words)
            if !said.contains(finding) { said.append(finding) }
        }
        return said
    }

    /// Whether a friend can come through the router.
    private func router() -> [Finding] {
        let (found, trouble, complaints) = probe.router()
        guard let address = found.first?.address else {
            let findings = [Finding(.warning, tr("router"), (trouble ?? .noRouter).sentence)]
            // What its libraries say of a router that does not answer tells nobody anything.
            guard case .helperNotStarted = trouble else { return findings + twoLines() }
            return findings + Self.said(complaints, at: .warning) + twoLines()
        }
        opensPort = true
        return [
            Finding(
                .ok, tr("router"),
                tr(
                    "{protocols}, address {address}: a friend can join your direct games",
                    ["protocols": listed(found.map(\.protocol)), "address": address.plain]))
        ]
    }

    /// Whether two lines will do where the router opens no port.
    private func twoLines() -> [Finding] {
        guard case .these(let servers) = stun else { return [] }
        let outside = probe.outside(asking: servers)
        self.outside = outside
        switch outside {
        case .known(let address):
            return [
                Finding(
                    .ok, tr("two lines"),
                    tr("public servers see {address}: a friend can join with a line and an answer", ["address": address.host]))
            ]
        case .differing:
            return [
                Finding(
                    .warning, tr("two lines"),
                    tr("the router gives every connection its own port; let your friend host, or use a relay"))
            ]
        case .asking, .unknown:
            return [
                Finding(
                    .warning, tr("two lines"), tr("the public servers did not tell your address; see stun in the config file"))
            ]
        }
    }

    /// Which ways to a friend will work from here, in the order of README's table.
    private func ways(at relay: [Finding]) -> Finding {
        let reach = probe.reach
        let hasTwoLines = if case .known = outside { true } else { false }
        let ways = [
            (tr("same network"), !probe.addresses.isEmpty), (tr("opened port"), opensPort || reach.isPublic),
            (tr("two lines"), hasTwoLines), (tr("two lines over IPv6"), !hasTwoLines && reach.hasIPv6),
            (tr("relay"), !relay.isEmpty && relay.allSatisfy { $0.verdict != .problem }), (tr("VPN"), reach.hasVPN),
            (tr("by message"), true),
        ]
        let words = separated(ways.filter(\.1).map(\.0))
        let isKnown = opensPort || reach.isPublic || outside != nil
        return Finding(
            .ok, tr("with a friend"),
            isKnown
                ? tr("works from here: {ways}", ["ways": words])
                : tr("works from here: {ways}; two lines were not tried, as no public server may be asked", ["ways": words]))
    }

    // MARK: The terminal

    private func terminal() -> [Finding] {
        let facts = TerminalFacts.gather(isAsking: true)
        return [named(facts), size(facts), colours(facts), locale(facts), glyphs(facts), messages(facts)]
    }

    private func named(_ facts: TerminalFacts) -> Finding {
        let (name, subject) = (facts.name, tr("terminal"))
        if !facts.isTerminal {
            return Finding(
                .warning, subject,
                name.isEmpty
                    ? tr("TERM is not set; input or output is not a terminal; start the game without < and >")
                    : tr("{name}; input or output is not a terminal; start the game without < and >", ["name": name]))
        }
        if name.isEmpty {
            return Finding(.problem, subject, tr("TERM is not set: its kind is unknown; try TERM=xterm-256color"))
        }
        if !facts.isKnown {
            let words = tr("{name} is not known here; try TERM=xterm-256color, or install ncurses-term", ["name": name])
            return Finding(.problem, subject, words)
        }
        if !facts.canDraw {
            return Finding(
                .problem, subject, tr("{name} cannot place text on the screen; try TERM=xterm-256color", ["name": name]))
        }
        return Finding(
            .ok, tr("terminal"),
            tr(
                "{name}, mouse: {mode}",
                ["name": name, "mode": facts.mouse == .none ? trc("none", "mouse") : facts.mouse.rawValue]))
    }

    private func size(_ facts: TerminalFacts) -> Finding {
        guard let size = facts.size else { return Finding(.warning, tr("size"), tr("unknown: the terminal does not say")) }
        let words = "\(size.width)x\(size.height)"
        if size.width < Navigator.smallest.width || size.height < Navigator.smallest.height {
            return Finding(
                .problem, tr("size"),
                tr(
                    "{size}: make it {width}x{height} or larger",
                    ["size": words, "width": Navigator.smallest.width, "height": Navigator.smallest.height]))
        }
        return Finding(.ok, tr("size"), words)
    }

    private func colours(_ facts: TerminalFacts) -> Finding {
        let isRefused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        if isRefused {
            return Finding(.ok, tr("colours"), tr("{colours}, not used: NO_COLOR is set", ["colours": facts.colours]))
        }
        return facts.colours >= 8
            ? Finding(.ok, tr("colours"), "\(facts.colours)")
            : Finding(.warning, tr("colours"), tr("none: discs differ only in shape"))
    }

    private func locale(_ facts: TerminalFacts) -> Finding {
        facts.codeset == "UTF-8"
            ? Finding(.ok, tr("locale"), separated([facts.locale, facts.codeset]))
            : Finding(
                .warning, tr("locale"),
                tr(
                    "{locale}, {codeset}: no Unicode, so discs are X and O; try LANG=C.UTF-8",
                    ["locale": facts.locale, "codeset": facts.codeset]))
    }

    private func glyphs(_ facts: TerminalFacts) -> Finding {
        switch facts.glyphWidth {
        case 1: Finding(.ok, tr("glyph width"), tr("● takes one cell"))
        case let width?:
            Finding(
                .warning, tr("glyph width"),
                tr("● takes {width} cells: letters are drawn instead (ambiguous-width setting of the terminal)", ["width": width])
            )
        case nil: Finding(.ok, tr("glyph width"), tr("not asked: the terminal cannot answer"))
        }
    }

    /// Whether messages reach a player who looks elsewhere.
    private func messages(_ facts: TerminalFacts) -> Finding {
        guard let format = facts.message.format else {
            let name = facts.version.isEmpty ? facts.name : facts.version
            return Finding(
                .ok, tr("messages"), tr("none: {name} is not known to show any, so the bell rings", ["name": name.plain]))
        }
        return Finding(
            .ok, tr("messages"),
            facts.message.isInTmux
                ? tr("OSC {number} through tmux, if its option allow-passthrough is on", ["number": format.rawValue])
                : "OSC \(format.rawValue)")
    }

    // MARK: The network

    private func network() -> [Finding] {
        let addresses = probe.addresses
        if addresses.isEmpty { return [Finding(.problem, tr("network"), tr("no address: connect this machine to a network"))] }
        return [Finding(.ok, tr("network"), separated(addresses))]
    }

    private func helper() -> Finding {
        let loss = tr("games are not listed; addresses can still be typed")
        return switch probe.helper() {
        case .ready where probe.addresses.isEmpty:
            Finding(
                .warning, tr("mDNS"),
                tr("{stack} is ready, but there is no network: no games can be listed", ["stack": "fourinarow-bonjour"]))
        case .ready: Finding(.ok, tr("mDNS"), "fourinarow-bonjour")
        case .missing: Finding(.problem, tr("mDNS"), tr("fourinarow-bonjour is missing: {loss}", ["loss": loss]))
        case .silent(let path): Finding(.problem, tr("mDNS"), tr("{path} does not answer: {loss}", ["path": path, "loss": loss]))
        case .trouble(let trouble): Finding(.problem, tr("mDNS"), trouble.sentence(browsing: .game))
        }
    }

    private func port() -> Finding {
        switch probe.port() {
        case .reached(let port):
            Finding(
                .ok, tr("port"),
                tr(
                    "{port} is free and reached from this machine; others need it open in the firewall (ufw allow {port}/tcp)",
                    ["port": port]))
        case .taken(let port):
            Finding(
                .warning, tr("port"),
                tr("{port} is taken, by a game hosted here or another program; the next game takes a free one", ["port": port]))
        case .unreachable(let host, let port, let failure):
            Finding(
                .problem, tr("port"),
                tr("{host} port {port} cannot be reached: {reason}", ["host": host, "port": port, "reason": failure.reason]))
        case .closed(let failure): Finding(.problem, tr("port"), tr("cannot listen: {reason}", ["reason": failure.reason]))
        }
    }

    // MARK: The player's files

    private func files() -> [Finding] {
        var findings: [Finding] = []
        do throws(StorageFailure) {
            let problems = Settings.parse(try config.read() ?? "").problems
            findings += problems.map {
                Finding(
                    .warning, tr("config"),
                    tr("{path}, line {line}: {problem}", ["path": config.path, "line": $0.line, "problem": $0.what]))
            }
        } catch {
            findings.append(Finding(.problem, tr("config"), error.sentence))
        }
        if findings.isEmpty {
            findings.append(folder(tr("config"), config.path, loss: tr("your settings are lost when the game ends")))
        }
        let data = UserFolder.data.path + "/fourinarow"
        if let problem = GameDatabase().problem() { return findings + [Finding(.problem, tr("data"), problem.sentence)] }
        let open = accessByOthers(tr("data"), data)
        return findings + (open.isEmpty ? [folder(tr("data"), data, loss: tr("games are not saved"))] : open)
    }

    /// Warns if others can replace files in a folder.
    private func accessByOthers(_ subject: String, _ path: String) -> [Finding] {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return [] }
        if facts.st_uid != geteuid() {
            return [Finding(.warning, subject, tr("{path} belongs to another user, who can replace your files", ["path": path]))]
        }
        guard facts.st_mode & 0o022 != 0 else { return [] }
        return [
            Finding(
                .warning, subject,
                tr("other users can write to {path}, and replace your files: chmod go-w {path}", ["path": path]))
        ]
    }

    // MARK: The program

    /// What keeps a stranger who takes over the game or a helper from doing more. The helpers inherit it.
    private func confinement() -> Finding {
        switch (sandbox.areCallsFiltered, sandbox.areFilesRestricted) {
        case (true, true):
            Finding(.ok, tr("sandbox"), tr("seccomp filters system calls, Landlock limits what is written and started"))
        case (true, false):
            Finding(
                .warning, tr("sandbox"),
                tr("seccomp filters system calls, but this system has no Landlock: a hijacked game could change your files"))
        case (false, true):
            Finding(
                .warning, tr("sandbox"),
                tr("Landlock limits what is written and started, but this system has no seccomp: system calls are not filtered"))
        case (false, false):
            Finding(
                .warning, tr("sandbox"),
                tr("this system has neither seccomp nor Landlock: a hijacked game could do anything you can"))
        }
    }

    private func book() -> Finding {
        let slower = tr("hints and the computer's first moves take longer")
        switch BookFile.read() {
        case .read(let book, let path):
            return Finding(
                .ok, tr("book"), tr("{path}, through move {plies}", ["path": path, "plies": Game.move(ofDisc: book.plies)]))
        case .unreadable(let path):
            return Finding(.warning, tr("book"), tr("{path}: it cannot be read: {loss}", ["path": path, "loss": slower]))
        case .useless(let path, let error):
            return Finding(
                .warning, tr("book"), tr("{path}: {problem}: {loss}", ["path": path, "problem": error.sentence, "loss": slower]))
        case .missing: return Finding(.warning, tr("book"), tr("there is no opening book: {loss}", ["loss": slower]))
        }
    }

    private func puzzles() -> Finding {
        guard let path = puzzleFile else {
            return Finding(.warning, tr("puzzles"), tr("there is no file of puzzles: set FOURINAROW_PUZZLES, or install again"))
        }
        let count = readPuzzles().count
        let words = trn("{path}: {count} puzzle", "{path}: {count} puzzles", count, ["path": path])
        return Finding(count > 0 ? .ok : .warning, tr("puzzles"), words)
    }

    /// Checks whether a file or folder can be written or created.
    private func folder(_ subject: String, _ path: String, loss: String) -> Finding {
        var existing = path
        while access(existing, F_OK) != 0, let slash = existing.lastIndex(of: "/"), slash != existing.startIndex {
            existing = String(existing[..<slash])
        }
        var status = stat()
        let isInTheWay = existing != path && stat(existing, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
        if !isInTheWay, access(existing, W_OK) == 0 { return Finding(.ok, subject, path) }
        let reason = isInTheWay ? tr("{path} is not a directory", ["path": existing]) : String(cString: strerror(errno))
        return Finding(
            .warning, subject, tr("{path} cannot be written ({reason}): {loss}", ["path": path, "reason": reason, "loss": loss]))
    }
}
