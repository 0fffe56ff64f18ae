// Between ncurses and the terminal: ncurses writes into a memory file, from which each frame goes out in one write that never blocks.
// A terminal that stops reading costs one unfinished frame and nothing else. It knows no canvas.

import Glibc

/// The way out.
final class CursesTerminalOutput {
    /// How a write to the terminal ended.
    enum Outcome {
        /// All of it left.
        case sent
        /// The terminal does not read; the rest waits.
        case waiting
        /// There is no terminal any more.
        case gone
    }

    /// What ncurses takes for its terminal.
    let file: UnsafeMutablePointer<FILE>
    /// Whether a frame waits for the terminal.
    var isWaiting: Bool { sent < frame.count }

    private let memory: Int32
    private var mapped: UnsafeMutableRawPointer
    private var capacity = 1 << 20
    /// The frame that is on its way.
    private var frame: [UInt8] = []
    private var sent = 0

    /// A memory file, or nil where the system has none.
    init?() {
        memory = makeMemoryFile()
        guard memory >= 0, ftruncate(memory, capacity) == 0, let file = fdopen(memory, "w") else { return nil }
        guard let mapped = mmap(nil, capacity, PROT_READ, MAP_SHARED, memory, 0), mapped != MAP_FAILED else { return nil }
        self.file = file
        self.mapped = mapped
    }

    /// Adds bytes of our own to the frame in the making.
    func put(_ bytes: [UInt8]) {
        if !bytes.isEmpty { _ = write(memory, bytes, bytes.count) }
    }

    /// Forgets the frame in the making, and what is left of the last one.
    func discard() {
        lseek(memory, 0, SEEK_SET)
        frame = []
        sent = 0
    }

    /// Sends what was made since the last frame. Not to be called while that waits.
    func send(to terminal: Int32) -> Outcome {
        precondition(!isWaiting, "one frame at a time")
        let length = lseek(memory, 0, SEEK_CUR)
        lseek(memory, 0, SEEK_SET)
        sent = 0
        // Without memory for this frame the next one repaints what matters.
        frame = grow(to: length) ? FrameColours.shorten(UnsafeRawBufferPointer(start: mapped, count: length)) : []
        return resume(to: terminal)
    }

    /// Sends the rest of what waits.
    func resume(to terminal: Int32) -> Outcome {
        while sent < frame.count {
            let count = frame[sent...].withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
            if count > 0 {
                sent += count
            } else if count < 0 && errno == EINTR {
                continue
            } else if count < 0 && errno == EAGAIN {
                return .waiting
            } else {
                discard()
                return .gone
            }
        }
        return .sent
    }

    /// The widest screens in many colours may need more than there is.
    private func grow(to length: Int) -> Bool {
        guard length > capacity else { return true }
        let wanted = length * 2
        guard ftruncate(memory, wanted) == 0, let new = mmap(nil, wanted, PROT_READ, MAP_SHARED, memory, 0), new != MAP_FAILED
        else { return false }
        munmap(mapped, capacity)
        mapped = new
        capacity = wanted
        return true
    }
}
