// Printing to standard output and standard error.

import Glibc
import Language
import Platform
import Screen
import Text

/// Opens a dummy for standard streams that are closed, so that no other file gets their descriptors.
func fillStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
        _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
}

/// Prints `text` to standard output. If the reader has gone, as `head` does, the program ends silently.
func printOut(_ text: String) throws(Failure) {
    let code = writeAll(Array(text.utf8), to: STDOUT_FILENO)
    if code == EPIPE { exit(1) }
    guard code == 0 else {
        throw Failure(tr("standard output cannot be written: {reason}", ["reason": systemMessage(for: code)]), code: 1)
    }
}

/// Prints lines for a person to standard output, in the order in which a full screen shows them.
func printOut(lines text: String, bidi: Bidi = .auto) throws(Failure) {
    try printOut(ReorderingMode.shown(text, bidi, on: STDOUT_FILENO))
}

/// Prints a sentence to standard error. Removes unsafe characters, which paths and variables may contain.
func complain(_ sentence: String) {
    let line = ReorderingMode.shown("fourinarow: \(sentence.plain)\n", .auto, on: STDERR_FILENO)
    _ = writeAll(Array(line.utf8), to: STDERR_FILENO)
}
