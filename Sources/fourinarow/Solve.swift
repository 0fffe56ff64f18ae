// `fourinarow solve`: reads positions and prints their scores, one per line.

import Engine
import Language
import Platform
import Play

/// Answers every line of standard input. Returns 1 if one of them was not a position.
func solve() throws(Failure) -> Int32 {
    let solver = Solver(book: BookFile.book())
    var reader = LineReader()
    var status: Int32 = 0
    var number = 0
    while let line = reader.next() {
        number += 1
        let answer: String
        do throws(PositionError) {
            answer = try solver.line(for: line)
        } catch {
            complain(tr("line {number}: {reason}", ["number": number, "reason": error.sentence]))
            status = 1
            continue
        }
        try printOut(answer + "\n")
    }
    if let failure = reader.failure { throw Failure(tr("standard input cannot be read: {reason}", ["reason": failure]), code: 1) }
    return status
}
