// A helper program that is kept running: started, spoken to in lines, and started again after a pause when it ends.

import Glibc

/// A helper process. Its owner gives the first lines, reads what it says, and decides when it has failed.
final class HelperProcess {
    /// Where the helper is and when it is restarted.
    struct Setup {
        var loop: MainLoop
        /// The path of the program; nil if it is not installed. Called before each start.
        var path: () -> String?
        /// The pauses before restarts in milliseconds; the last one is repeated.
        var pauses: [Int]
        /// Stretches each pause, so that the clients of one server do not all come back at once.
        var jitter: () -> Double = { 1 }
        /// The longest pause in milliseconds after `hurry`.
        var hurriedPause: () -> Int = { 0 }
        /// Whether the helper may go on for a few seconds after the game has ended. It ends by itself.
        var mayOutlive = false
        /// Receives each line that the helper writes to stderr, with its name.
        var onComplaint: (String) -> Void = { _ in }
    }

    /// Why no helper is running.
    nonisolated enum Failure: Error {
        case notInstalled
        /// It cannot be started, or lacks a library, with the system's words.
        case notStarted(String)
        /// It ended.
        case ended
    }

    /// Returns the first lines for a new process. Nil: no process is started now; the owner may call `restart` within this call.
    var firstLines: () -> [String]? = { [] }
    /// Receives each line, without its newline.
    var didRead: (String) -> Void = { _ in }
    /// Called when no process could be started or it has ended. The owner calls `restart` to start another one.
    var didFail: (Failure) -> Void = { _ in }

    private let setup: Setup
    private var child: ChildProcess?
    private var timer: Timer?
    private var startAt = 0
    private var startedAt = 0
    private var attempts = 0
    /// What the system's loader says of the present process, or of the one that has ended last, where a library is missing.
    private var loaderWords: String?

    /// Not started yet.
    init(_ setup: Setup) { self.setup = setup }

    isolated deinit { stop() }

    /// The path of `name`: the value of the environment's `variable`; else beside the game. Nil if it is not installed.
    static func path(of name: String, variable: String) -> String? {
        installedPath(of: name, named: variable, X_OK)
    }

    /// Starts the helper when the loop gets to it, unless it runs or is about to start.
    func start() {
        if child == nil, timer == nil { start(after: 0) }
    }

    /// Writes a line, newline included; does nothing if no helper runs.
    func write(_ line: String) { child?.write(line) }

    /// Ends the helper by closing its input, and starts another one after a pause, which grows with every attempt. A helper that ran
    /// longer than the longest pause starts again with the first one. `isLasting`: the reason is unlikely to go away, so the pause is
    /// the longest.
    func restart(isLasting: Bool = false) {
        endChild()
        if MainLoop.now - startedAt > setup.pauses.last ?? 0 { attempts = 0 }
        if isLasting { attempts = setup.pauses.count - 1 }
        let pause = setup.pauses[min(attempts, setup.pauses.count - 1)]
        attempts += 1
        start(after: Int(Double(pause) * setup.jitter()))
    }

    /// Shortens the present pause.
    func hurry() {
        guard timer != nil else { return }
        let pause = setup.hurriedPause()
        if startAt - MainLoop.now > pause { start(after: pause) }
    }

    /// Ends the helper by closing its input. It can be started again.
    func stop() {
        timer?.cancel()
        timer = nil
        attempts = 0
        endChild()
    }

    private func endChild() {
        child?.end()
        child = nil
    }

    private func start(after milliseconds: Int) {
        timer?.cancel()
        startAt = MainLoop.now + milliseconds
        timer = setup.loop.after(milliseconds: milliseconds) { [weak self] in self?.startNow() }
    }

    private func startNow() {
        timer = nil
        startedAt = MainLoop.now
        guard let lines = firstLines() else { return }
        guard let path = setup.path() else { return didFail(.notInstalled) }
        loaderWords = nil
        do throws(Failure) {
            let child = try ChildProcess(
                path: path, loop: setup.loop, mayOutlive: setup.mayOutlive, onLine: { [weak self] in self?.didRead($0) },
                onComplaint: { [weak self] in self?.didComplain($0, path) }, onEnd: { [weak self] in self?.didEnd() })
            self.child = child
            for line in lines { child.write(line) }
        } catch {
            didFail(error)
        }
    }

    private func didEnd() {
        child = nil
        didFail(loaderWords.map { .notStarted($0) } ?? .ended)
    }

    private func didComplain(_ words: String, _ path: String) {
        if words.contains("error while loading shared libraries") { loaderWords = words }
        let name = path.split(separator: "/").last ?? ""
        setup.onComplaint(words.contains(name) ? words : "\(name): \(words)")
    }
}
