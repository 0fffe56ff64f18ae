// Why something could not be kept.

/// Why a file could not be written, in a sentence.
package struct StorageFailure: Error, Equatable, Sendable {
    /// What happened and what to do, for the player.
    package var sentence: String

    /// A failure with its sentence.
    package init(_ sentence: String) { self.sentence = sentence }
}
