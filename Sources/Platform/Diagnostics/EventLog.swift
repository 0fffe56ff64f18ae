// The file of `--log`: what happens on the network, with times, for a report of a problem. It is opened before the game confines itself.

import Glibc
import Text

/// A log in a file.
package final class EventLog {
    private let descriptor: Int32
    /// Called once, with the system's reason, when nothing more can be written.
    package var didFail: ((String) -> Void)?
    private var hasFailed = false

    /// Opens the file at `path` for more lines at its end, readable for the player only; nil and the system's reason where it cannot.
    package static func open(_ path: String) -> (log: EventLog?, reason: String) {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o600)
        return descriptor < 0 ? (nil, systemMessage(for: errno)) : (EventLog(descriptor), "")
    }

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Writes a line.
    package func note(_ event: String) {
        guard !hasFailed else { return }
        let code = writeAll(Array("\(Self.time) \(event.plain)\n".utf8), to: descriptor)
        guard code != 0 else { return }
        hasFailed = true
        didFail?(systemMessage(for: code))
    }

    /// Local time: "2026-11-21 15:04:05.678".
    private static var time: String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        localtime_r(&now.tv_sec, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
        let thousandths = String(1_000 + now.tv_nsec / 1_000_000).dropFirst()
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) + "." + thousandths
    }
}
