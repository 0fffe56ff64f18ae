// Sentences over a screen that a key closes.

import Screen
import Session

/// A sentence that a key closes, or the end of the condition that it is about. The navigator shows one at a time.
final class Alert {
    let sentence: String
    /// Whether something ended, or began by itself: a key only closes it, and for a moment not even that, because a key pressed then was
    /// meant for the screen before. Otherwise a key closes it and also acts on the screen.
    let isStanding: Bool
    /// Whether what it says is still true.
    let holds: () -> Bool
    /// Whether it goes by itself after a while in a game, or where it stands for something else, as the label.
    let isBrief: Bool
    /// Whether it never stands for the label: whose turn it is matters more.
    let keepsLabel: Bool
    /// Whether any other key than Enter, Space and Esc closes a standing one and acts on the screen, too: nothing on it is hidden.
    let passesKeys: Bool
    /// What the key that closes a standing one does besides.
    var then: (() -> Void)?
    /// Whether keys close it yet.
    private(set) var isReady: Bool
    /// Until keys close it, or until it goes by itself.
    private var pause: Cancellable?

    /// For how long a standing alert, or a sudden one, takes no key after it was drawn, in milliseconds.
    static let pauseMilliseconds = 500
    /// For how long a brief one stands there, in milliseconds.
    static let briefMilliseconds = 5000

    /// `isSudden`: it came by itself over a screen with keys, and none of them counts in the first moment.
    init(
        _ sentence: String, isStanding: Bool, isSudden: Bool = false, isBrief: Bool = false, keepsLabel: Bool = false,
        passesKeys: Bool = false, while holds: @escaping () -> Bool = { true }, then: (() -> Void)? = nil
    ) {
        self.sentence = sentence
        self.isStanding = isStanding
        self.holds = holds
        self.then = then
        self.isBrief = isBrief && !isStanding
        (self.keepsLabel, self.passesKeys) = (keepsLabel, passesKeys)
        isReady = !isStanding && !isSudden
    }

    /// It was drawn: keys close a standing one after the pause. A brief one goes by itself if it is only `isPassing` there. `didChange` is told
    /// so when it is time, and whether it goes.
    func didDraw(isPassing: Bool, scheduler: any Scheduler, didChange: @escaping (_ goes: Bool) -> Void) {
        guard pause == nil else { return }
        if !isReady {
            pause = scheduler.after(milliseconds: Self.pauseMilliseconds) { [weak self] in
                self?.isReady = true
                didChange(false)
            }
        } else if isBrief && isPassing {
            pause = scheduler.after(milliseconds: Self.briefMilliseconds) { didChange(true) }
        }
    }

    /// It is not shown any more.
    func didClose() { pause?.cancel() }
}
