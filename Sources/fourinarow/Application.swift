// Connects loop, terminal, environment, navigator, signals and config file. On every way out, peers get a goodbye and the
// terminal is restored.

import Glibc
import Language
import Platform
import Play
import Screen
import Session

/// A run of the game.
final class Application {
    private let loop = MainLoop()
    private let options: Options
    private let config = readConfig()
    private var settings: Settings
    private var log: EventLog?
    private var endedBy: Int32?
    private var isTerminalGone = false

    /// Reads the config file. `options` override it in this run.
    init(_ options: Options) {
        self.options = options
        settings = options.applied(to: config.settings)
        if Self.isTerminalPlain { settings.isTextMode = true }
    }

    /// Whether TERM says that there cannot be a full screen.
    private static var isTerminalPlain: Bool {
        getenv("TERM").map { ["", "dumb"].contains(String(cString: $0)) } ?? true
    }

    /// Runs the game and returns the exit code.
    func run(_ start: Start) throws(Failure) -> Int32 {
        GameSandbox.guardMemory()
        // What the game may write later is settled when it confines itself.
        if let path = options.log {
            let (log, reason) = EventLog.open(path)
            guard let log else {
                throw Failure(tr("{path} cannot be written: {reason}", ["path": path, "reason": reason]), code: 1)
            }
            self.log = log
        }
        CrashReport.prepare(folder: UserFolder.data.path + "/fourinarow", version: Program.version)
        return settings.isTextMode ? try run(start, on: LineTerminal(loop: loop)) : try run(start, on: try openTerminal())
    }

    private func run(_ start: Start, on terminal: some UserInterface) throws(Failure) -> Int32 {
        GameSandbox.begin(makesFolders: true)
        let warning = settings.useLanguage(onScreen: !settings.isTextMode)
        let environment = LinuxEnvironment(
            loop: loop, bind: options.bind, relay: RelaySetup(settings), log: log, ringBell: { terminal.ringBell(showing: $0) },
            copy: { terminal.copy($0) })
        environment.prefer(port: settings.port)
        let navigator = Navigator(size: terminal.size, glyphs: terminal.glyphs, settings: settings, environment: environment)
        terminal.didEnd = { [unowned self] in
            isTerminalGone = true
            loop.stop()
        }
        navigator.isNameGiven = options.name != nil
        do throws(NetworkFailure) {
            try navigator.launcher.open(start == .menu && isFirst ? .welcome : start)
        } catch {
            terminal.restore()
            throw Failure(tr("the game cannot be hosted: {reason}", ["reason": error.reason]), code: 1)
        }
        if let trouble = config.trouble ?? warning { navigator.show(alert: trouble) }
        log?.didFail = { [weak navigator] in
            navigator?.show(alert: tr("The log cannot be written any more: {reason}.", ["reason": $0]))
        }
        log?.note("fourinarow \(Program.version), \(Program.libraries)")
        terminal.connect(to: navigator, in: loop, isScript: options.isScript)
        terminal.follow(settings)
        navigator.didChangeSettings = { [unowned navigator] old, new in
            var warning: String?
            if (old.language, old.ascii) != (new.language, new.ascii) { warning = new.useLanguage(onScreen: !new.isTextMode) }
            terminal.follow(new)
            if let warning { navigator.show(alert: warning) }
        }
        watchSignals(in: navigator)
        loop.run()
        // Whose window was closed has not left: a game with others can be resumed.
        let isCutOff = endedBy == SIGHUP || isTerminalGone && !settings.isTextMode
        if !isCutOff { navigator.leaveAll() }
        terminal.restore()
        environment.drainAndCloseAll()
        if let endedBy { die(by: endedBy) }
        return isTerminalGone ? 1 : 0
    }

    /// Whether this is the first plain start: nothing was kept in the config file, and there are no arguments. A command or a name for one run,
    /// before that, tells nothing of the name that the player wants.
    private var isFirst: Bool { options.isBare && config.isMissing }

    private func openTerminal() throws(Failure) -> CursesTerminal {
        let noColour = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        do throws(TerminalFailure) {
            return try CursesTerminal(
                loop: loop, theme: settings.theme, isColourAllowed: !options.isColourless && !noColour,
                isMouseAllowed: !options.isMouseless)
        } catch {
            throw Failure(error.sentence, code: 2)
        }
    }

    private func watchSignals(in navigator: Navigator) {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            loop.onSignal(signal) { [unowned self] in
                CrashReport.note("signal", Int(signal))
                if signal == SIGINT, !navigator.interrupt() { return }
                endedBy = signal
                loop.stop()
            }
        }
    }

    /// Ends by the signal itself, so that a shell or supervisor sees the reason.
    private func die(by signal: Int32) {
        Glibc.signal(signal, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        sigprocmask(SIG_UNBLOCK, &set, nil)
        raise(signal)
    }
}

/// What the player sees: a full screen or text mode.
private protocol UserInterface: AnyObject {
    /// The size of the screen.
    var size: Size { get }
    /// The characters that can be shown.
    var glyphs: Glyphs { get }
    /// Called when the terminal or the input is gone.
    var didEnd: (() -> Void)? { get set }
    func ringBell(showing text: String?)
    func copy(_ text: String) -> Bool
    /// Connects input and output with a navigator.
    func connect(to navigator: Navigator, in loop: MainLoop, isScript: Bool)
    /// Applies changed settings.
    func follow(_ settings: Settings)
    /// Restores the terminal.
    func restore()
}

extension CursesTerminal: UserInterface {
    fileprivate func connect(to navigator: Navigator, in loop: MainLoop, isScript: Bool) {
        navigator.colours = colours
        didPress = { [unowned self] key in
            CrashReport.note("key")
            if key == .control("l") { repaint() } else { navigator.press(key) }
        }
        didResize = {
            CrashReport.note("cells of the terminal:", $0.width * $0.height)
            navigator.resize(to: $0)
        }
        didChangeFocus = { navigator.hasFocus = $0 }
        didChangeGlyphs = { [unowned self] in navigator.terminalGlyphs = glyphs }
        loop.willWait = { [unowned self] in
            navigator.draw()
            if navigator.canvas.hasChanges { show(navigator.canvas) }
        }
    }

    fileprivate func follow(_ settings: Settings) {
        setTheme(settings.theme)
        setBidi(isRightToLeft ? settings.bidi : nil)
    }
}

extension LineTerminal: UserInterface {
    fileprivate var size: Size { TextModeView.size }
    fileprivate func follow(_ settings: Settings) {}

    fileprivate func connect(to navigator: Navigator, in loop: MainLoop, isScript: Bool) {
        if isPrompting, !isScript { write(line: tr("Type ? to hear what you can type.")) }
        let view = TextModeView(navigator, isScript: isScript, isTyped: isPrompting) { [unowned self] in
            // Whoever has read the question types unseen.
            hidesLine = navigator.hidesTyping
            write(line: $0)
        }
        loop.willWait = { [unowned self] in
            view.update()
            while !loop.isStopping, view.isReady, let line = nextLine(isHidden: navigator.hidesTyping) {
                CrashReport.note("line")
                view.take(line)
            }
            if view.isReady && isAtEnd { loop.stop() }
        }
    }
}

/// Why the program cannot do what was asked.
struct Failure: Error {
    /// A sentence, with or without its full stop.
    let sentence: String
    /// The exit code.
    let code: Int32

    init(_ sentence: String, code: Int32) {
        self.sentence = sentence
        self.code = code
    }

    /// The command line is invalid.
    static func misuse(_ sentence: String) -> Failure { Failure(sentence, code: 2) }
}

extension TerminalFailure {
    /// What is wrong and what to do.
    var sentence: String {
        switch self {
        case .noTerminal:
            tr("The game needs a terminal, but standard input or output is something else. With --lines it needs none.")
        case .unnamed: tr("TERM is not set: unknown terminal type. Try TERM=xterm-256color.")
        case .unknown(let name): tr("The terminal \"{name}\" (TERM) is not known here. Try TERM=xterm-256color.", ["name": name])
        case .dumb(let name): tr("The terminal \"{name}\" (TERM) cannot show a full screen.", ["name": name])
        case .exhausted: tr("The system has no memory or no file descriptors left for the screen.")
        }
    }
}

extension RelaySetup {
    /// The relay in the settings.
    init(_ settings: Settings) {
        self.init(url: settings.relay, passwordFile: settings.relayPasswordFile, authorities: settings.relayAuthorities)
    }
}
