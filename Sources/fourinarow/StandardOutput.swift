// What a command prints for others to read: all of it, or a sentence about why not; and what stands in for streams that the program was
// started without. It knows no command.

import Glibc
import Language
import Platform
import Text

/// Where a standard stream is closed, puts something that can be neither read nor written: else the next file opened would be taken for it.
func fillStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
        _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
}

/// Prints `text` to standard output. A reader who has gone away, as `head` does, ends the program without a word.
func say(_ text: String) throws(Failure) {
    let code = writeAll(Array(text.utf8), to: STDOUT_FILENO)
    if code == EPIPE { exit(1) }
    guard code == 0 else {
        throw Failure(tr("standard output cannot be written: {reason}", ["reason": systemWords(for: code)]), code: 1)
    }
}

/// Writes one sentence to standard error. A path or a variable in it may hold anything.
func complain(_ sentence: String) { _ = writeAll(Array("fourinarow: \(sentence.plain)\n".utf8), to: STDERR_FILENO) }
