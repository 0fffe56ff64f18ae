// A sentence over a screen that a key closes: for as long as what it says is so. It knows no screen and no key.

import Session

/// A sentence that a key closes.
struct Alert {
    /// What happens to the keys meanwhile.
    enum Manner {
        /// A key closes it, and also acts.
        case passing
        /// Something has ended, or begun by itself: a key only closes it, and none does in the first moment, for it was meant for what
        /// was there before.
        case standing
    }

    let sentence: String
    let manner: Manner
    /// Whether what it says is still so.
    let holds: () -> Bool
    /// Runs from when it was drawn until keys count.
    var pause: Cancellable?
    /// Whether keys count.
    var isReady: Bool

    /// How long after it was drawn a standing one takes no key, in milliseconds.
    static let pauseMilliseconds = 500

    init(_ sentence: String, _ manner: Manner, while holds: @escaping () -> Bool) {
        self.sentence = sentence
        self.manner = manner
        self.holds = holds
        isReady = manner == .passing
    }
}
