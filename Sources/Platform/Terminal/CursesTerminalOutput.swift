// Output of ncurses: it writes to a memory file, from which each frame is sent with one write that never blocks. If the
// terminal stops reading, only one frame waits.

import Glibc

/// Sends frames to the terminal.
final class CursesTerminalOutput {
    /// The result of a write.
    enum Outcome {
        /// The whole frame was sent.
        case sent
        /// The terminal does not read; the rest has to be sent later.
        case waiting
        /// The terminal is gone.
        case gone
    }

    /// The file that ncurses takes for its terminal.
    let file: UnsafeMutablePointer<FILE>
    /// Whether part of a frame was not sent yet.
    var isWaiting: Bool { sent < frame.count }

    private let memory: Int32
    private var mapped: UnsafeMutableRawPointer
    private var capacity = 1 << 20
    /// The frame that is being sent.
    private var frame: [UInt8] = []
    private var sent = 0

    /// Nil if the system has no memory files.
    init?() {
        memory = makeMemoryFile()
        guard memory >= 0, ftruncate(memory, capacity) == 0, let file = fdopen(memory, "w") else { return nil }
        guard let mapped = mmap(nil, capacity, PROT_READ, MAP_SHARED, memory, 0), mapped != MAP_FAILED else { return nil }
        self.file = file
        self.mapped = mapped
    }

    /// Adds bytes to the next frame.
    func put(_ bytes: [UInt8]) {
        if !bytes.isEmpty { _ = write(memory, bytes, bytes.count) }
    }

    /// Drops the next frame and the rest of the present one.
    func discard() {
        lseek(memory, 0, SEEK_SET)
        frame = []
        sent = 0
    }

    /// Sends the next frame. Must not be called while another one waits.
    func send(to terminal: Int32) -> Outcome {
        precondition(!isWaiting, "one frame at a time")
        let length = lseek(memory, 0, SEEK_CUR)
        lseek(memory, 0, SEEK_SET)
        sent = 0
        // Without memory the frame is dropped, and the next one redraws what matters.
        frame = grow(to: length) ? FrameColours.shorten(UnsafeRawBufferPointer(start: mapped, count: length)) : []
        return resume(to: terminal)
    }

    /// Sends the rest of a frame.
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

    /// A wide screen with many colours may need more memory than is left.
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
