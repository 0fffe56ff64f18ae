// Sentences over a screen that a key closes.

import Screen
import Session

/// A sentence that a key closes, or the end of the condition that it is about.
struct Alert {
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
    /// What the key that closes a standing one does besides.
    let then: (() -> Void)?
    /// Whether keys close it yet.
    var isReady: Bool

    /// For how long a standing alert takes no key after it was drawn, in milliseconds.
    static let pauseMilliseconds = 500
    /// For how long a brief one stands there, in milliseconds.
    static let briefMilliseconds = 5000

    init(
        _ sentence: String, isStanding: Bool, isBrief: Bool = false, keepsLabel: Bool = false,
        while holds: @escaping () -> Bool = { true }, then: (() -> Void)? = nil
    ) {
        self.sentence = sentence
        self.isStanding = isStanding
        self.holds = holds
        self.then = then
        self.isBrief = isBrief && !isStanding
        self.keepsLabel = keepsLabel
        isReady = !isStanding
    }
}

/// Shows one alert at a time.
final class AlertPresenter {
    private(set) var alert: Alert?
    /// Until keys close it, or until it goes by itself.
    private var pause: Cancellable?
    private let scheduler: any Scheduler
    /// Called when the alert on the screen has to change.
    private let didChange: () -> Void

    init(scheduler: any Scheduler, didChange: @escaping () -> Void) {
        self.scheduler = scheduler
        self.didChange = didChange
    }

    /// Shows an alert in place of the one before.
    func show(_ alert: Alert) {
        close()
        self.alert = alert
        didChange()
    }

    func close() {
        if alert == nil { return }
        pause?.cancel()
        (alert, pause) = (nil, nil)
        didChange()
    }

    /// Closes an alert that is no longer true.
    func closeIfStale() { if alert?.holds() == false { close() } }

    /// A key was pressed: closes the alert. Returns whether the key also acts on the screen. Esc does so only where a game goes on.
    func passes(_ key: Key, isPlaying: @autoclosure () -> Bool) -> Bool {
        guard let alert else { return true }
        guard alert.isReady else { return false }
        close()
        if alert.isStanding { alert.then?() }
        return !alert.isStanding && (key != .escape || isPlaying())
    }

    /// The alert was drawn: keys close a standing one after the pause. A brief one goes by itself if it is only `isPassing` there.
    func didDraw(isPassing: Bool) {
        guard let alert, pause == nil else { return }
        if !alert.isReady {
            pause = scheduler.after(milliseconds: Alert.pauseMilliseconds) { [weak self] in
                self?.alert?.isReady = true
                self?.didChange()
            }
        } else if alert.isBrief && isPassing {
            pause = scheduler.after(milliseconds: Alert.briefMilliseconds) { [weak self] in self?.close() }
        }
    }
}
