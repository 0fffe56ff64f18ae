// How much a run tries: `make test` what players rely on, `make test-all` every case as well.

import Glibc
import Testing

/// Which of the two it is.
package nonisolated enum Thoroughness {
    /// Whether this is `make test-all`.
    package static let isWhole = getenv("FOURINAROW_ALL") != nil

    /// `some` in `make test`, `all` in `make test-all`.
    package static func pick<Value>(_ some: Value, of all: Value) -> Value { isWhole ? all : some }
}
