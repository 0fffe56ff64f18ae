// Frames made before they are called for, so that showing one costs no more than a write. Each is what ncurses sends for a picture
// that may come next; ncurses is then led back to the picture that is there. Once a frame was shown, ncurses hears of it with its
// next update, and what that would send is already there. It knows no canvas but the one it is given.
//
// What ncurses sends depends on where it left the caret, which it does not tell. So each of these frames begins in the top left
// corner, and so does the next of the ordinary ones.

import CNcurses
import Screen

/// The frames that are ready.
final class ForeseenFrames {
    private let output: CursesTerminalOutput
    private let painter: CursesTerminalPainter
    /// Puts the caret into the top left corner.
    private let home: [UInt8]
    private var frames: [(number: Int, bytes: [UInt8])] = []
    /// What was shown and ncurses has not heard of, without the way to the corner.
    private var shown: ArraySlice<UInt8>?
    /// Whether ncurses takes the caret to be in the corner, where it is not.
    private var isLost = false

    /// None so far.
    init(output: CursesTerminalOutput, painter: CursesTerminalPainter, home: [UInt8]) {
        self.output = output
        self.painter = painter
        self.home = home
    }

    /// Makes a frame of each of the pictures that `draw` draws over the one on `canvas`, which is on the terminal. There must be no
    /// caret to be seen and no frame in the making.
    func make(_ numbers: [Int], on canvas: Canvas, draw: (Int) -> Void) {
        if numbers.isEmpty || home.isEmpty { return }
        let looks = painter.looks
        goHome()
        for number in numbers {
            canvas.suppose {
                draw(number)
            } look: {
                _ = painter.paint(canvas)
                leaveok(curses_standard_window(), true)
                update()
                frames.append((number, home + output.frame))
            }
            painter.looks = looks
            _ = painter.paint(canvas)
            goHome()
        }
        isLost = true
    }

    /// Another picture than the one they were made for is to be shown.
    func forget() { frames.removeAll() }

    /// Shows a frame, if it is there. Nothing may have changed on the canvas since they were made.
    func show(_ number: Int, on terminal: Int32) -> CursesTerminalOutput.Outcome? {
        guard let frame = frames.first(where: { $0.number == number }) else { return nil }
        frames.removeAll()
        shown = frame.bytes.dropFirst(home.count)
        isLost = false
        return output.send(frame.bytes, to: terminal)
    }

    /// Begins a frame that ncurses makes; returns what it would send in vain, being shown already.
    func beginFrame() -> ArraySlice<UInt8>? {
        forget()
        if isLost { output.put(home) }
        isLost = false
        defer { shown = nil }
        return shown
    }

    private func goHome() {
        let window = curses_standard_window()
        leaveok(window, false)
        wmove(window, 0, 0)
        update()
        output.discard()
    }

    private func update() {
        wnoutrefresh(curses_standard_window())
        doupdate()
    }
}
