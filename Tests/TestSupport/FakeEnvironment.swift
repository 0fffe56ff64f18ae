// An environment in memory: the test moves its clock and decides what its network does.

import Engine
import Play
import Session

/// A task that records whether it was cancelled.
package final class FakeTask: Cancellable {
    /// Whether it was cancelled.
    package private(set) var isCancelled = false
    /// A task that is not cancelled.
    package init() {}
    package func cancel() { isCancelled = true }
}

/// An environment in memory.
package final class FakeEnvironment: Environment {
    /// What is kept.
    package let games = FakeArchive()
    package var archive: Archive { games }
    /// The puzzles that there are.
    package var shelf: [Puzzle] = []
    package var hasPuzzles = true
    package func puzzles() -> [Puzzle] { shelf }
    /// The practice positions that there are.
    package var positions: [PracticePosition] = []
    package func practice() -> [PracticePosition] { positions }
    package private(set) var now = 0
    package var addresses = ["10.0.0.1"]
    package var hostName = "tiger"
    package var userName = "annie"
    /// What `advertise` throws.
    package var advertiseFailure: NetworkFailure?
    /// Whether the usual place counts as taken.
    package var isUsualPlaceTaken = false
    /// What `updateConfig` and `export` throw.
    package var saveFailure: StorageFailure?
    package internal(set) var advertisements: [FakeAdvertisement] = []
    /// The ports that are open without an offer.
    package internal(set) var ports: [FakePort] = []
    /// The IPv6 address from which this machine dials; nil if it has none.
    package var ownIPv6: String?
    package internal(set) var browsers: [FakeBrowser] = []
    package internal(set) var attempts: [FakeAttempt] = []
    /// The config file's settings after each change of it.
    package private(set) var saved: [Settings] = []
    private var configText = ""
    /// What `export` wrote, by name.
    package private(set) var exported: [String: String] = [:]
    package private(set) var bells = 0
    /// What the terminal was asked to show outside of its window.
    package private(set) var messages: [String] = []
    package private(set) var hasQuit = false
    /// The relay: one of its own, unless the environment is part of a `FakeNetwork`.
    package lazy var broker: any Broker = FakeBroker().client(self)
    /// The relay's URL, where a screen gave one.
    package private(set) var relayURL = ""
    package func useRelay(at url: String) { relayURL = url }
    /// The player's key.
    package lazy var key = PlayerKey(toy: toys.randomBytes(32))
    /// What asking for it throws.
    package var keyFailure: StorageFailure?
    /// How far this machine's clock is from the true time, in milliseconds.
    package var clockError = 0
    package private(set) var workers: [FakeWorker] = []
    private var drawn = 0
    private var timers: [(due: Int, task: FakeTask, action: () -> Void)] = []

    private static var count: UInt64 = 0

    /// A machine of one network address.
    package init() {
        Self.count += 1
        toys = ToySeals(seed: Self.count)
    }

    package func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
        let task = FakeTask()
        timers.append((now + milliseconds, task, action))
        return task
    }

    package func updateConfig(_ change: (String) -> String) throws(StorageFailure) {
        if let saveFailure { throw saveFailure }
        configText = change(configText)
        saved.append(Settings.parse(configText).settings)
    }

    package func export(_ text: String, as name: String) throws(StorageFailure) -> String {
        if let saveFailure { throw saveFailure }
        exported[name] = text
        return "/home/" + name
    }

    /// An insecure hash: FNV-1a, once per byte of the digest.
    package func digest(of bytes: [UInt8]) -> [UInt8] {
        (0..<32).map { place in
            let hash = ([UInt8(place)] + bytes).reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            return UInt8(truncatingIfNeeded: hash >> 32)
        }
    }

    /// Different with every call, the same in every run.
    package func randomBytes(_ count: Int) -> [UInt8] {
        drawn += 1
        return digest(of: [UInt8(truncatingIfNeeded: drawn)] + Array(hostName.utf8)).prefix(count).map { $0 }
    }

    /// None.
    package var openingBook: @Sendable () -> Book? = { nil }
    package var hasOpeningBook = false

    package func makeWorker() -> Worker {
        let worker = FakeWorker()
        workers.append(worker)
        return worker
    }

    /// Lets every worker do what it was given, and what comes of that.
    package func work() { while let worker = workers.first(where: { $0.isBusy }) { worker.workOnce() } }

    /// How much work cards and acceptances are.
    package var workBits = 0
    package func work(on bytes: [UInt8], completion: @escaping (_ proof: [UInt8]) -> Void) -> Cancellable {
        let proof = (0...UInt8.max).map { [$0] + [UInt8](repeating: 0, count: 7) }.first { [self] in
            workBits == 0 || digest(of: bytes + $0)[0].leadingZeroBitCount >= workBits
        }
        return after(milliseconds: 0) { completion(proof ?? []) }
    }

    /// Insecure ones, with different random numbers in each environment.
    package let toys: ToySeals
    package var seals: any SealKit { toys }

    package func playerKey() throws(StorageFailure) -> PlayerKey {
        if let keyFailure { throw keyFailure }
        return key
    }

    package func newKey() -> PlayerKey { PlayerKey(toy: toys.randomBytes(32)) }

    package func isSignature(_ signature: [UInt8], of bytes: [UInt8], by key: [UInt8]) -> Bool {
        PlayerKey(toy: key).sign(bytes) == signature
    }

    /// The clocks of all machines begin at the same time.
    package var wallClock: Int { 1_800_000_000_000 + now + clockError }

    package func ringBell(showing message: String?) {
        bells += 1
        if let message { messages.append(message) }
    }
    /// The last text that was copied.
    package private(set) var copied: String?
    package func copy(_ text: String) -> Bool {
        copied = text
        return true
    }
    package func quit() { hasQuit = true }

    /// Lets time pass; what falls due happens in order.
    package func advance(milliseconds: Int) {
        let end = now + milliseconds
        while let next = timers.indices.filter({ !timers[$0].task.isCancelled && timers[$0].due <= end }).min(by: {
            timers[$0].due < timers[$1].due
        }) {
            let timer = timers.remove(at: next)
            now = max(now, timer.due)
            timer.action()
        }
        timers.removeAll { $0.task.isCancelled }
        now = end
    }

    /// The program is stopped for so long: what falls due meanwhile happens late.
    package func oversleep(milliseconds: Int) {
        now += milliseconds
        advance(milliseconds: 0)
    }

    /// The program is killed: offers, browsers and timers are gone, and stored data belongs to an earlier run.
    package func crash() {
        for advertisement in advertisements { advertisement.cancel() }
        for port in ports { port.cancel() }
        for task in browsers.map(\.task) + attempts.map(\.task) { task.cancel() }
        timers = []
        games.crash()
    }

    /// Whether a timer is set.
    package var isWaiting: Bool { timers.contains { !$0.task.isCancelled } }

    /// Whether nothing is offered or looked for any more.
    package var isQuiet: Bool {
        advertisements.allSatisfy { $0.isClosed && !$0.isListed } && browsers.allSatisfy(\.task.isCancelled)
    }
}
