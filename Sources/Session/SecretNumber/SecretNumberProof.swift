// How a round ended for the one who kept the secret.

import Games

/// What came of the keeper's promise.
package enum SecretNumberProof: Equatable {
    /// The secret was opened, late or in time, and judged.
    case opened(SecretNumberVerdict, secret: Int, isLate: Bool)
    /// It was not opened in time; it may be yet.
    case notOpened
    /// The keeper left before it was opened.
    case keeperLeft
    /// The keeper's program answered no more.
    case unanswered
}
