// Where the code of a private game, or of a room, comes from, if not from the screen. The list of processes shows arguments to every user of the machine:
// so it may come from the environment or from standard input instead. It knows no game.

import Glibc
import Language
import Platform
import Play
import Session

/// Where a code is to be had.
enum CodeSource<Code: Equatable>: Equatable {
    /// Here.
    case given(Code)
    /// In the first line of standard input; where that is the terminal, the screen asks for it.
    case standardInput

    /// The code, as `read` understands what is typed or says why not; nil: the screen has to ask. Afterwards the keyboard is standard
    /// input.
    private func code(_ read: (String) -> Result<Code, Failure>) throws(Failure) -> Code? {
        switch self {
        case .given(let code): return code
        case .standardInput:
            guard isatty(STDIN_FILENO) == 0 else { return nil }
            var reader = LineReader()
            let line = reader.next() ?? ""
            takeKeyboard()
            return try read(line).get()
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

extension CodeSource<Passphrase> {
    /// The code of a private game; nil: the screen has to ask.
    func code() throws(Failure) -> Passphrase? {
        try code { line in
            Result { () throws(Passphrase.Mistake) in try Passphrase(typed: line) }.mapError { .noCode($0.reason) }
        }
    }
}

extension CodeSource<RoomCode> {
    /// The code of a room; nil: the screen has to ask.
    func code() throws(Failure) -> RoomCode? {
        try code { line in
            Result { () throws(RoomCode.Mistake) in try RoomCode(typed: line) }.mapError { .noCode($0.reason) }
        }
    }
}

extension Failure {
    fileprivate static func noCode(_ reason: String) -> Failure {
        Failure(tr("standard input has no code: {reason}", ["reason": reason]), code: 2)
    }
}

/// What FOURINAROW_CODE says; it is gone then, so that no program that is started from here gets it. Nil: nothing.
func codeFromEnvironment() -> String? {
    guard let text = getenv("FOURINAROW_CODE").map({ String(cString: $0) }), !text.isEmpty else { return nil }
    unsetenv("FOURINAROW_CODE")
    return text
}
