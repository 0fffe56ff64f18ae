// Taking and leaving the terminal: at the end, and while the program is stopped.

import CNcurses
import Glibc

extension CursesTerminal {
    /// Restores the terminal. A second call does nothing.
    package func restore() {
        guard isOurs else { return }
        isOurs = false
        readable?.interest = []
        if !isEnded {
            finishLastFrame()
            awaitAnswer()
        }
        silence?.cancel()
        writable?.cancel()
        writable = nil
        TerminalRestore.restore()
        endwin()
        output.discard()
    }

    /// Restores the terminal, stops the program until the shell continues it, and takes the terminal again.
    package func suspend() {
        guard isOurs else { return }
        restore()
        TerminalLine.stopProgram()
        resume()
    }

    /// To be called after a stop: the shell may have changed everything. In the background (`bg`) the terminal is not taken.
    func resume() {
        if isEnded || TerminalLine.isInBackground { return }
        if !isOurs {
            take()
            readable?.interest = .read
        } else {
            line.takeKeys()
        }
        measure()
        repaint()
    }

    func take() {
        isOurs = true
        isCaretShown = nil
        isEnterDue = true
        title.forget()
        didChangeFocus?(nil)
        line.takeKeys()
        TerminalRestore.arm(output: line.output, input: 0, modes: line.modes, bytes: [])
    }

    /// Sends the rest of an incomplete frame if the terminal reads it soon.
    private func finishLastFrame() {
        var waited = pollfd(fd: line.output, events: Int16(POLLOUT), revents: 0)
        while output.isWaiting, poll(&waited, 1, 100) > 0, output.resume(to: line.output) == .waiting {}
        if !output.isWaiting { TerminalRestore.noteFrame(isCut: false) }
    }

    /// An answer that arrives later would be typed into the shell.
    private func awaitAnswer() {
        var waited = pollfd(fd: line.input, events: Int16(POLLIN), revents: 0)
        while let askedAt, MainLoop.now - askedAt < Self.answerDelay, poll(&waited, 1, 100) > 0 {
            let count = Glibc.read(line.input, buffer.baseAddress, Self.chunk)
            if count <= 0 { return }
            input.append(buffer[..<count])
            while input.next() != nil {}
            for case .cursor in input.takeReports() { self.askedAt = nil }
        }
    }
}
