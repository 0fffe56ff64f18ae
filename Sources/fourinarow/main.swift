// Four in a Row. The exit code is 0 on success, 1 if the game or the network failed, 2 for a wrong command line or a missing
// terminal.

import Glibc
import Language
import Platform
import Play
import Screen
import Session
import Text

fillStandardStreams()
TerminalFacts.findCarriedTerminals()
GettextCatalog.use(.environment, onScreen: true)
umask(0o077)  // only the player may read the program's files
do throws(Failure) {
    let options = try Options(
        Array(CommandLine.arguments.dropFirst()), code: codeFromEnvironment(), relay: relayFromEnvironment())
    do throws(Failure) {
        exit(try perform(options))
    } catch {
        complain(error.sentence)
        exit(error.code)
    }
} catch {
    complain(tr("{reason}; try fourinarow --help", ["reason": error.sentence]))
    exit(error.code)
}

/// The value of FOURINAROW_RELAY, or nil. Removes the variable, as it may contain a password.
func relayFromEnvironment() -> String? {
    guard let text = getenv("FOURINAROW_RELAY").map({ String(cString: $0) }), !text.isEmpty else { return nil }
    unsetenv("FOURINAROW_RELAY")
    return text
}

/// Executes the command line; returns the exit code.
func perform(_ options: Options) throws(Failure) -> Int32 {
    switch options.command {
    case .help: try printOut(lines: usage + "\n")
    case .version: try printOut("fourinarow \(Program.version)\n\(Program.libraries)\n")
    case .doctor:
        let settings = options.applied(to: readConfig().settings)
        return try examine(settings, in: GameSandbox.begin(makesFolders: false))
    case .solve: return try solve()
    case .menu: return try Application(options).run(.menu)
    case .host(let place, let isPrivate): return try Application(options).run(.host(at: place, isPrivate: isPrivate))
    case .watch(let place, let code): return try Application(options).run(.watch(place: place, code: try code?.code()))
    case .join(let address, let code): return try Application(options).run(.join(address: address, code: try code?.code()))
    case .hostOnline: return try Application(options).run(.hostOnline)
    case .joinOnline(let code): return try Application(options).run(.joinOnline(try code?.code()))
    case .two: return try Application(options).run(.two)
    case .computer(let level, let firstMover, let position):
        return try Application(options).run(.computer(level: level, firstMover: firstMover, position: position))
    case .review(let digits): return try Application(options).run(.review(digits: digits))
    case .place(let place): return try Application(options).run(.place(place))
    case .message where !options.isInLines && isatty(STDIN_FILENO) == 0 && isatty(STDOUT_FILENO) == 0:
        throw Failure.misuse(Options.neededAnswer)
    case .message: return try Application(options).run(.message(line: try CodeSource<String>.standardInput.line()))
    case .answer(let answer, let isNew):
        GameSandbox.begin(makesFolders: true)
        try print(answer: answer, isNew: isNew)
    case .history:
        GameSandbox.begin(makesFolders: false)
        try printHistory()
    case .export(let id, let format):
        GameSandbox.begin(makesFolders: false)
        try export(id, as: format, name: options.applied(to: readConfig().settings).name)
    }
    return 0
}

/// Prints the results of the doctor; returns 1 if there is a problem.
func examine(_ settings: Settings, in sandbox: GameSandbox.State) throws(Failure) -> Int32 {
    let findings = Doctor(relay: RelaySetup(settings), stun: settings.stun, sandbox: sandbox).findings()
    let room = 2 + (Finding.Verdict.allCases.map { TextWidth.of($0.words) }.max() ?? 0)
    for finding in findings {
        try printOut(
            lines: finding.verdict.words.padded(to: room) + labelled(finding.subject, finding.words.plain) + "\n",
            bidi: settings.bidi)
    }
    try printOut(
        lines: "\n"
            + tr("In a report of a problem, attach this and a log: start the game with --log FILE, and let it happen again.")
            + "\n",
        bidi: settings.bidi)
    return findings.contains { $0.verdict == .problem } ? 1 : 0
}

/// Prints the line that answers the friend's line on standard input, or the first line of a new game.
func print(answer: String, isNew: Bool) throws(Failure) {
    let text = isNew ? nil : lineFromStandardInput { MessageGame.mistake(in: $0) == nil }
    let line: String
    do throws(MessageGame.Failure) {
        line = try MessageGame.line(
            answering: text, with: answer, in: GameDatabase(), random: (0..<4).map { _ in UInt8.random(in: .min ... .max) })
    } catch {
        throw Failure(error.sentence, code: 1)
    }
    try printOut(line + "\n")
}

/// Prints the saved games, the latest first.
func printHistory() throws(Failure) {
    let games: [KeptGame]
    do throws(StorageFailure) {
        games = try GameDatabase().games()
    } catch {
        throw Failure(error.sentence, code: 1)
    }
    // Not among the lines that programs read.
    if games.isEmpty { complain(tr("No games yet.")) }
    for game in games { try printOut(game.line + "\n") }
}

/// Prints a saved game. `name` is the player's name; empty: the machine's.
func export(_ id: Int, as format: String, name: String) throws(Failure) {
    let text: String?
    do throws(StorageFailure) {
        text = try GameDatabase().game(id).map { game throws(StorageFailure) in
            try game.text(by: name.isEmpty ? HostAddresses.hostName : name, as: format)
        }
    } catch {
        throw Failure(error.sentence, code: 1)
    }
    guard let text else { throw Failure(tr("there is no game {id}; fourinarow history lists them", ["id": id]), code: 1) }
    try printOut(text)
}
