// The opening book that ships, for tests that solve positions with few discs.

import Engine
import Foundation

extension Book {
    /// Nil where it cannot be read.
    nonisolated static var shipped: Book? {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../Resources/opening.book")
        return (try? Data(contentsOf: file)).flatMap { try? Book(bytes: Array($0)) }
    }
}
