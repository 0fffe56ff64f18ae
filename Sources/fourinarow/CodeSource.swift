// Reads the code of a private game or a room from the environment or standard input. Arguments are visible to every user of the
// machine in the process list.

import Glibc
import Language
import Platform
import Play
import Session

/// Where a code comes from.
enum CodeSource<Code: Equatable>: Equatable {
    /// From the command line or the environment.
    case given(Code)
    /// From the first lines of standard input. If that is a terminal, the screen asks for the code.
    case standardInput

    /// The code as parsed by `read`; nil if the screen has to ask. Afterwards standard input is the keyboard.
    private func code(_ read: (String) -> Result<Code, Failure>) throws(Failure) -> Code? {
        switch self {
        case .given(let code): return code
        case .standardInput:
            guard isatty(STDIN_FILENO) == 0 else { return nil }
            let text = lineFromStandardInput { if case .success = read($0) { true } else { false } }
            takeKeyboard()
            return try read(text).get()
        }
    }

    /// Without a terminal, the game reports that later.
    private func takeKeyboard() {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return }
        dup2(terminal, STDIN_FILENO)
        close(terminal)
    }
}

/// The first lines of standard input as one, until that `isWhole`: a narrow terminal may have broken it.
func lineFromStandardInput(_ isWhole: (String) -> Bool) -> String {
    var reader = LineReader()
    var text = reader.next() ?? ""
    while !isWhole(text), text.utf8.count < LineReader.limit, let next = reader.next() { text += " " + next }
    return text
}

extension CodeSource<String> {
    /// The line of a game by message, which the screen reads; nil if the screen has to ask.
    func line() throws(Failure) -> String? {
        try code { line in
            MessageGame.mistake(in: line).map { .failure(Failure($0, code: 2)) } ?? .success(line)
        }
    }
}

extension CodeSource<Passphrase> {
    /// The code of a private game; nil if the screen has to ask.
    func code() throws(Failure) -> Passphrase? {
        try code { line in
            Result { () throws(CodeMistake) in try Passphrase(typed: line) }.mapError { .noCode($0.reason) }
        }
    }
}

extension CodeSource<JoinCode> {
    /// The code of a room; nil if the screen has to ask.
    func code() throws(Failure) -> JoinCode? {
        try code { line in
            Result { () throws(CodeMistake) in try JoinCode(typed: line) }.mapError { .noCode($0.reason) }
        }
    }
}

extension Failure {
    fileprivate static func noCode(_ reason: String) -> Failure {
        Failure(tr("standard input has no code: {reason}", ["reason": reason]), code: 2)
    }
}

/// The value of FOURINAROW_CODE, or nil. Removes the variable, so that child processes do not get it.
func codeFromEnvironment() -> String? {
    guard let text = getenv("FOURINAROW_CODE").map({ String(cString: $0) }), !text.isEmpty else { return nil }
    unsetenv("FOURINAROW_CODE")
    return text
}
