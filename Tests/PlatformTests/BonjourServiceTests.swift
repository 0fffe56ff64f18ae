// Discovery with shell scripts in place of the helper: its events, its failures, and that no process is left behind.

import Glibc
import Session
import Testing

@testable import HelperProtocol
@testable import Platform

/// The service type of these tests.
private nonisolated let type = "_fourinarow._tcp"

@MainActor struct BonjourServiceTests {
    private let test = TestLoop()
    private let directory = TestDirectory()

    private final class Heard { var events: [BonjourService.Event] = [] }
    private let heard = Heard()
    private var events: [BonjourService.Event] { heard.events }

    private func service(
        _ command: DiscoveryCommand = .browse(type: type), helper: String?, pauses: [Int] = [30, 60]
    ) -> BonjourService {
        let setup = HelperProcess.Setup(loop: test.loop, path: { helper }, pauses: pauses)
        let service = BonjourService(command, in: setup) { [heard] in heard.events.append($0) }
        #expect(events.isEmpty, "nothing from within the start")
        return service
    }

    private func service(named name: String) -> DiscoveredService {
        DiscoveredService(type: type, name: name, host: "h.local", port: 4000, addresses: ["10.0.0.1"], text: [:])
    }

    /// As the helper says it, and as it is told.
    private func found(_ name: String) -> DiscoveryEvent { .found(service(named: name)) }
    private func found(_ name: String) -> BonjourService.Event { .found(service(named: name)) }

    /// A script's line that says an event.
    private func say(_ event: DiscoveryEvent) -> String { "printf '%s\\n' '\(event.line.dropLast())'" }

    /// Reads on until the game closes the input.
    private let stay = "while read -r line; do :; done"

    /// The process ids the script wrote to `pids`, each on a line.
    private var pids: [pid_t] { (directory.text("pids") ?? "").split(separator: "\n").compactMap { pid_t($0) } }
    private var notePid: String { "echo $$ >> \(directory.path)/pids" }

    /// Whether a process is there, be it as a zombie.
    private func exists(_ pid: pid_t) -> Bool { kill(pid, 0) == 0 }

    /// Before anything is published, the helper knows that there is one address alone.
    @Test func theOneAddressIsSaidFirst() {
        let helper = directory.script(
            "read -r line\nprintf '%s\\n' \"$line\" > \(directory.path)/first\n\(say(.ready))\n\(stay)")
        let setup = HelperProcess.Setup(loop: test.loop, path: { helper }, pauses: [1000])
        let service = BonjourService(.browse(type: type), bind: "10.0.0.1", in: setup) { [heard] in heard.events.append($0) }
        #expect(test.run { !events.isEmpty })
        #expect(directory.text("first") == DiscoveryCommand.bind(address: "10.0.0.1").line)
        service.cancel()
    }

    @Test func theCommandGoesInAndEventsComeOut() {
        let command = DiscoveryCommand.publish(type: type, name: "Anna's game %", port: 27364, text: ["v": "1"])
        let helper = directory.script(
            """
            read -r line
            printf '%s\\n' "$line" > \(directory.path)/command
            \(say(.ready))
            \(say(.published(name: "Anna 2")))
            \(stay)
            """)
        let service = service(command, helper: helper)
        #expect(test.run { events.count == 2 })
        #expect(events == [.ready, .published(name: "Anna 2")])
        #expect(directory.text("command") == command.line)
        service.cancel()
    }

    @Test func garbageAndEndlessLinesArePassedOver() {
        let helper = directory.script(
            """
            echo; echo 'what is this'; printf '\\377\\376\\n'; echo 'found x'
            head -c 1048576 /dev/zero | tr '\\0' 'x'
            echo
            \(say(found("Anna")))
            \(say(found("Anna")))
            \(stay)
            """)
        let service = service(helper: helper)
        #expect(test.run { events.count == 2 })
        #expect(events == [found("Anna"), found("Anna")], "repeats are changes, and pass")
        service.cancel()
    }

    @Test func aFloodDoesNotHoldUpATimer() {
        let service = service(helper: directory.script("exec yes 'what is this'"))
        var fired = 0
        for step in 1...10 { test.loop.after(milliseconds: step * 10) { fired += 1 } }
        #expect(test.run { fired == 10 })
        service.cancel()
    }

    /// What it may write at once is read as fast as it comes, and the rest in instalments.
    @Test func aFloodIsReadAtALimitedRate() throws {
        var cost = 0
        let started = MainLoop.now
        let child = try ChildProcess(
            path: directory.script("exec yes"), loop: test.loop, onLine: { cost += $0.utf8.count + 1 + ChildProcess.lineCost },
            onEnd: {})
        #expect(test.run { cost > ChildProcess.burst + ChildProcess.rate })
        let elapsed = MainLoop.now - started
        // The last piece is 8 KiB of the shortest lines.
        let piece = 8_192 + 4_096 * ChildProcess.lineCost
        let allowed = ChildProcess.burst + elapsed * ChildProcess.rate / 1000 + piece
        #expect(cost <= allowed)
        child.end()
    }

    /// Close-on-exec would be too late: while a child comes up, the game may close a port and want to open it again.
    @Test func aChildClosesWhatItInheritsBeforeItBegins() throws {
        let inherited = fcntl(STDIN_FILENO, F_DUPFD, 500)
        defer { close(inherited) }
        var lines: [String] = []
        let child = try ChildProcess(
            path: directory.script("test -e /proc/self/fd/\(inherited) && echo open || echo closed"), loop: test.loop,
            onLine: { lines.append($0) }, onEnd: {})
        #expect(inherited >= 500 && test.run { !lines.isEmpty })
        #expect(lines == ["closed"])
        child.end()
    }

    @Test func whenItDiesItsRowsAreLostThePlayerIsToldAndItStartsAnew() {
        let helper = directory.script(
            """
            \(notePid)
            \(say(found("Anna"))); \(say(found("Ben"))); \(say(.lost(type: type, name: "Anna")))
            read -r line
            printf '%s\\n' "$line" >> \(directory.path)/commands
            if [ -e \(directory.path)/again ]; then \(say(found("Cleo"))); \(stay); fi
            : > \(directory.path)/again
            """)
        let service = service(helper: helper)
        #expect(test.run { events.last == found("Cleo") })
        #expect(
            events == [
                found("Anna"), found("Ben"), .lost(name: "Anna"), .lost(name: "Ben"), .trouble(.helperStopped),
                found("Anna"), found("Ben"), .lost(name: "Anna"), found("Cleo"),
            ])
        #expect(directory.text("commands") == "browse \(type)\nbrowse \(type)\n", "the command is said again")
        #expect(pids.count == 2 && !exists(pids[0]), "reaped")
        service.cancel()
        #expect(test.run { !exists(pids[1]) })
    }

    @Test func thePauseGrowsAndThePlayerIsToldOnce() {
        let helper = directory.script("\(notePid); exit 1")
        let start = MainLoop.now
        let service = service(helper: helper, pauses: [20, 80, 100_000])
        #expect(test.run { pids.count == 3 })
        #expect(MainLoop.now - start >= 100)
        #expect(!test.run(upTo: 150) { pids.count > 3 })
        #expect(events.count == 1)
        service.cancel()
    }

    @Test func theReasonThatAHelperGivesIsReportedOnceAndItsEndIsNot() {
        let reason = DiscoveryEvent.error(.portTaken, detail: "")
        let service = service(helper: directory.script("\(notePid); \(say(reason)); exit 1"), pauses: [10])
        #expect(test.run { pids.count == 4 })
        #expect(events == [.trouble(.nameServiceTaken)])
        service.cancel()
    }

    @Test func aMissingHelperIsTroubleAndItIsSaidWhy() {
        let publish = DiscoveryCommand.publish(type: type, name: "Anna", port: 1, text: [:])
        let services = [
            service(publish, helper: nil, pauses: [100_000]),
            service(helper: directory.path + "/nothing", pauses: [100_000]),
            service(helper: directory.path, pauses: [100_000]),
        ]
        #expect(test.run { events.count == 3 })
        #expect(
            events == [
                .trouble(.noHelper), .trouble(.helperNotStarted("no such file or directory")),
                .trouble(.helperNotStarted("permission denied")),
            ])
        for service in services { service.cancel() }
    }

    @Test func aMissingLibraryIsNamedAndWhatTheHelperSaysIsPassedOn() {
        let words = "error while loading shared libraries: libavahi-core.so.7: cannot open shared object file"
        let path = directory.script("echo \"$0: \(words)\" >&2; exit 127")
        var complaints: [String] = []
        let setup = HelperProcess.Setup(
            loop: test.loop, path: { path }, pauses: [100_000], onComplaint: { complaints.append($0) })
        let service = BonjourService(.browse(type: type), in: setup) { [heard] in heard.events.append($0) }
        #expect(test.run { !events.isEmpty })
        #expect(events == [.trouble(.helperNotStarted("\(path): \(words)"))])
        #expect(complaints == ["\(path): \(words)"])
        service.cancel()
    }

    @Test func whatIsSaidWithoutEndIsNotReadAndHoldsNobodyUp() {
        let path = directory.script("yes complaint >&2 &\n\(say(.ready))\n\(stay)\nkill $!")
        var count = 0
        let setup = HelperProcess.Setup(
            loop: test.loop, path: { path }, pauses: [100_000], onComplaint: { count += $0.utf8.count })
        let service = BonjourService(.browse(type: type), in: setup) { [heard] in heard.events.append($0) }
        #expect(test.run { !events.isEmpty && count > 1 << 13 })
        #expect(count <= 1 << 14 + 64 * 1638)
        service.cancel()
    }

    @Test func cancelledItEndsOfItselfAndIsReapedAndSilent() {
        let helper = directory.script(
            "\(notePid); \(say(.ready)); \(stay); \(say(found("late"))); echo not killed > \(directory.path)/end")
        let service = service(helper: helper)
        #expect(test.run { events.count == 1 })
        service.cancel()
        service.cancel()
        #expect(test.run { !exists(pids[0]) })
        #expect(directory.text("end") == "not killed\n")
        #expect(events.count == 1)
    }

    @Test func lettingGoOfItIsACancel() {
        var service: BonjourService? = service(helper: directory.script("\(notePid); \(say(.ready)); \(stay)"))
        #expect(test.run { events.count == 1 })
        _ = service
        service = nil
        #expect(test.run { !exists(pids[0]) })
    }

    @Test func oneThatWillNotGoIsKilledWithItsChildren() {
        let helper = directory.script(
            "\(notePid); sleep 100 & echo $! >> \(directory.path)/pids; \(say(.ready)); wait")
        let service = service(helper: helper)
        #expect(test.run { events.count == 1 })
        let start = MainLoop.now
        service.cancel()
        #expect(test.run { !exists(pids[0]) })
        #expect(MainLoop.now - start >= ChildProcess.exitTimeout)
        #expect(pids.count == 2)
    }

    @Test func cancellingWithinAnEventIsSafe() {
        let helper = directory.script("\(notePid); \(say(found("Anna"))); \(say(found("Ben"))); \(stay)")
        var names = 0
        var service: BonjourService?
        let setup = HelperProcess.Setup(loop: test.loop, path: { helper }, pauses: [1000])
        service = BonjourService(.browse(type: type), in: setup) { _ in
            names += 1
            service?.cancel()
            service = nil
        }
        #expect(test.run { names > 0 && !exists(pids[0]) })
        #expect(names == 1)
    }

    @Test func theChildHasItsOwnGroupPlainSignalsAndNoDescriptorOfOurs() {
        test.loop.onSignal(SIGUSR2) {}
        let waker = test.loop.makeWaker {}
        defer { waker.cancel() }
        let helper = directory.script(
            """
            read -r line
            cut -d ' ' -f 5 /proc/$$/stat > \(directory.path)/group
            grep SigBlk /proc/self/status > \(directory.path)/blocked
            grep SigIgn /proc/self/status > \(directory.path)/ignored
            ls -l /proc/$$/fd > \(directory.path)/descriptors
            \(notePid)
            \(say(.ready))
            \(stay)
            """)
        let service = service(helper: helper)
        #expect(test.run { events.count == 1 })
        #expect(directory.text("group") == "\(pids[0])\n")
        #expect(directory.text("blocked") == "SigBlk:\t0000000000000000\n")
        let ignored = directory.text("ignored").flatMap { UInt64($0.dropFirst(8).dropLast(), radix: 16) }
        #expect(ignored.map { $0 & 0x7fff_ffff } == 0, "the C library keeps two above these 31")
        // Tests on other threads have descriptors that come and go; these two kinds are the loop's.
        let descriptors = directory.text("descriptors") ?? ""
        #expect(descriptors.contains("pipe:") && !descriptors.contains("eventfd") && !descriptors.contains("signalfd"))
        service.cancel()
    }
}

@MainActor struct LineSplitterTests {
    @Test func linesComeOutHoweverTheBytesCome() {
        let bytes = Array("one\n\ntwo words\nthree\n".utf8)
        for size in 1...bytes.count {
            var splitter = LineSplitter()
            var lines: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                lines += splitter.append(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(lines == ["one", "two words", "three"])
        }
    }

    @Test func aLineTooLongIsPassedOverAndHoldsNoMemory() {
        var splitter = LineSplitter()
        let piece = [UInt8](repeating: 120, count: 1000)
        for _ in 0..<1000 {
            #expect(splitter.append(piece[...]).isEmpty)
            #expect(splitter.line.count <= LineSplitter.limit)
        }
        #expect(splitter.append(Array("\nnext\n".utf8)[...]) == ["next"])
        let longest = [UInt8](repeating: 120, count: LineSplitter.limit)
        #expect(splitter.append((longest + [10])[...]).count == 1)
        #expect(splitter.append((longest + [120, 10])[...]).isEmpty)
    }
}
