// A short report of the latest events, written after a crash into the data directory. A signal handler writes it, so everything
// is kept in plain memory, and only functions of signal-safety(7) are called. Events are constant words and numbers, never
// names, addresses, keys or anything typed or sent. Its sentences are English: a signal handler cannot translate.

import Glibc

/// The data of the report. Its memory never moves and is never freed.
nonisolated private struct CrashRecord {
    /// A ring buffer of the latest events.
    var events: UnsafeMutablePointer<Event>
    /// The number of all events.
    var count = 0
    /// The report's path, with room for its end.
    var path: UnsafeMutablePointer<CChar>
    var pathLength = 0
    /// A buffer for copying the runtime's message.
    var room: UnsafeMutablePointer<UInt8>
    /// The program's version, NUL-terminated.
    var version: UnsafeMutablePointer<CChar>
    /// The time of the start on the main loop's clock, in milliseconds.
    var start = 0

    /// Constant words, a number, and the time on the main loop's clock, in milliseconds.
    typealias Event = (words: StaticString, number: Int, time: Int)
}

/// Allocated at the start; a single word that a handler may read.
nonisolated(unsafe) private var record: UnsafeMutablePointer<CrashRecord>?

/// The report of a crash.
package nonisolated enum CrashReport {
    /// How many events are reported.
    static let kept = 40
    private static let longestPath = 4_000
    /// The longest message of the runtime that is copied, in bytes.
    private static let longestCopy = 2_048

    /// Starts to record events. A crash is reported in a file in `folder`, which is created if necessary.
    package static func prepare(folder: String, version: String) {
        guard record == nil, folder.utf8.count < longestPath, let version = strdup(version) else { return }
        let events = UnsafeMutablePointer<CrashRecord.Event>.allocate(capacity: kept)
        events.initialize(repeating: ("", 0, 0), count: kept)
        let path = UnsafeMutablePointer<CChar>.allocate(capacity: longestPath + 64)
        path.initialize(repeating: 0, count: longestPath + 64)
        let prefix = Array((folder + "/crash-").utf8)
        for (index, byte) in prefix.enumerated() { path[index] = CChar(bitPattern: byte) }
        let new = UnsafeMutablePointer<CrashRecord>.allocate(capacity: 1)
        new.initialize(
            to: CrashRecord(
                events: events, path: path, pathLength: prefix.count, room: .allocate(capacity: longestCopy), version: version,
                start: MainLoop.now))
        record = new
    }

    /// Records an event: constant words and a number.
    package static func note(_ words: StaticString, _ number: Int = 0) {
        guard let record else { return }
        record.pointee.events[record.pointee.count % kept] = (words, number, MainLoop.now)
        record.pointee.count += 1
    }

    // MARK: In a signal handler

    /// Writes the report with the runtime's message from the file `held`, and a line on `terminal` that names it. Does nothing
    /// for signals that end a program without a crash.
    static func write(signal: Int32, held: Int32, terminal: Int32) {
        guard let record, let name = name(of: signal) else { return }
        completePath(record)
        makeFolders(record.pointee.path, upTo: record.pointee.pathLength)
        let file = open(record.pointee.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        put("fourinarow ", file)
        _ = Glibc.write(file, record.pointee.version, strlen(record.pointee.version))
        put(" crashed by ", file)
        put(name, file)
        put(", ", file)
        put(MainLoop.now - record.pointee.start, file)
        put(" ms after its start.\n", file)
        copy(held, record, to: file)
        put("\nWhat happened last, in milliseconds before the crash:\n", file)
        putEvents(record, file)
        close(file)
        put("fourinarow crashed. What happened is written down in ", terminal)
        _ = Glibc.write(terminal, record.pointee.path, strlen(record.pointee.path))
        put("\n", terminal)
    }

    /// The name of a signal that means a crash.
    private static func name(of signal: Int32) -> StaticString? {
        switch signal {
        case SIGSEGV: "SIGSEGV"
        case SIGBUS: "SIGBUS"
        case SIGFPE: "SIGFPE"
        case SIGILL: "SIGILL"
        case SIGTRAP: "SIGTRAP"
        case SIGABRT: "SIGABRT"
        case SIGSYS: "SIGSYS"
        default: nil
        }
    }

    /// Appends the time and the extension.
    private static func completePath(_ record: UnsafeMutablePointer<CrashRecord>) {
        var end = record.pointee.pathLength
        var divisor = 1
        let now = time(nil)
        while now / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            record.pointee.path[end] = CChar(0x30 + now / divisor % 10)
            divisor /= 10
            end += 1
        }
        let ending: StaticString = ".txt"
        var index = 0
        while index <= ending.utf8CodeUnitCount {  // including the NUL
            record.pointee.path[end + index] = CChar(bitPattern: ending.utf8Start[index])
            index += 1
        }
    }

    private static func makeFolders(_ path: UnsafeMutablePointer<CChar>, upTo length: Int) {
        var index = 1
        while index < length {
            if path[index] == 0x2F {
                path[index] = 0
                mkdir(path, 0o700)
                path[index] = 0x2F
            }
            index += 1
        }
    }

    /// Copies the runtime's message into the report.
    private static func copy(_ held: Int32, _ record: UnsafeMutablePointer<CrashRecord>, to file: Int32) {
        guard held >= 0 else { return }
        let count = pread(held, record.pointee.room, longestCopy, 0)
        if count > 0 { _ = Glibc.write(file, record.pointee.room, count) }
    }

    private static func putEvents(_ record: UnsafeMutablePointer<CrashRecord>, _ file: Int32) {
        let now = MainLoop.now
        var index = max(0, record.pointee.count - kept)
        while index < record.pointee.count {
            let event = record.pointee.events[index % kept]
            put("-", file)
            put(now - event.time, file)
            put(" ", file)
            put(event.words, file)
            put(" ", file)
            put(event.number, file)
            put("\n", file)
            index += 1
        }
    }

    private static func put(_ words: StaticString, _ file: Int32) {
        _ = Glibc.write(file, words.utf8Start, words.utf8CodeUnitCount)
    }

    private static func put(_ number: Int, _ file: Int32) {
        if number < 0 { put("-", file) }
        var divisor = 1
        let magnitude = Int(truncatingIfNeeded: number.magnitude)
        while magnitude / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            var digit = UInt8(truncatingIfNeeded: 0x30 + magnitude / divisor % 10)
            _ = Glibc.write(file, &digit, 1)
            divisor /= 10
        }
    }
}
