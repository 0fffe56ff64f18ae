// `fourinarow solve`: positions in, scores out, a line each and in their order. It knows no rules.

import Engine
import Glibc
import Platform
import Play

/// Answers every line of standard input; 1 if one of them was no position or the answers found no taker.
func solve() -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let solver = Solver(book: BookFile.book())
    var reader = LineReader()
    var status: Int32 = 0
    var number = 0
    while let line = reader.next() {
        number += 1
        do throws(PositionError) {
            guard put(try SolveLine.answer(to: line, with: solver) + "\n") else { return 1 }
        } catch {
            complain("line \(number): \(error.sentence)")
            status = 1
        }
    }
    return status
}

/// Writes all of a text to standard output; false if that is not possible.
private func put(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}
