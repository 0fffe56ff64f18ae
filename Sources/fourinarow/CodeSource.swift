// Where the code of a private game comes from, if not from the screen. The list of processes shows arguments to every user of the machine:
// so it may come from the environment or from standard input instead. It knows no game.

import Glibc
import Language
import Platform
import Play
import Session

/// Where the code of a private game is to be had.
enum CodeSource: Equatable {
    /// Here.
    case given(Passphrase)
    /// In the first line of standard input; where that is the terminal, the screen asks for it.
    case standardInput

    /// What FOURINAROW_CODE says; it is gone then, so that no program that is started from here gets it.
    static func environment() -> String? {
        guard let text = getenv("FOURINAROW_CODE").map({ String(cString: $0) }), !text.isEmpty else { return nil }
        unsetenv("FOURINAROW_CODE")
        return text
    }

    /// The code; nil: the screen has to ask. Afterwards the keyboard is standard input.
    func code() throws(Failure) -> Passphrase? {
        switch self {
        case .given(let code): return code
        case .standardInput:
            guard isatty(STDIN_FILENO) == 0 else { return nil }
            var reader = LineReader()
            let line = reader.next() ?? ""
            takeKeyboard()
            do throws(Passphrase.Mistake) {
                return try Passphrase(typed: line)
            } catch {
                throw Failure(tr("standard input has no code: {reason}", ["reason": error.reason]), code: 2)
            }
        }
    }

    /// Where there is none, the game says that it needs a terminal.
    private func takeKeyboard() {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return }
        dup2(terminal, STDIN_FILENO)
        close(terminal)
    }
}
