// The sentences of the list of opponents.

import Language
import Session

extension FindOpponentViewController {
    /// For how long somebody has been waiting. Clocks may disagree, so it may be negative.
    static func words(forWaiting milliseconds: Int) -> String {
        let minutes = milliseconds / 60_000
        if minutes < 1 { return tr("just now") }
        return minutes < 60 ? tr("{minutes} min", ["minutes": minutes]) : tr("{hours} h", ["hours": minutes / 60])
    }

    /// Above the list.
    static func heading(_ state: SeekBrowser.State, isEmpty: Bool, isSeeking: Bool) -> String {
        switch state {
        case .pending: tr("Connecting to the relay…")
        case .trouble(let trouble): trouble.sentenceWhileTrying
        case .ready where !isEmpty: tr("Looking for an opponent:")
        case .ready where isSeeking: tr("Nobody else is looking for an opponent.")
        case .ready: tr("Nobody is looking for an opponent. Press S to put yourself on the list.")
        }
    }

    /// The state of our own seek; nil where there is none.
    static func standing(_ state: PostedSeek.State?, isRoomy: Bool) -> String? {
        switch state {
        case nil: nil
        case .pending: tr("Putting you on the list…")
        case .listed: isRoomy ? tr("You are on the list. Waiting for somebody to join you…") : tr("You are on the list…")
        case .withdrawn: tr("Somebody wants to play with you…")
        case .trouble(let trouble): trouble.sentenceWhileTrying
        }
    }
}

@MainActor extension NetworkFailure {
    /// Why there is no game with a player on the list of opponents.
    func sentence(seeking name: String) -> String {
        switch self {
        case .refused: tr("{name} has left or is already playing.", ["name": name])
        case .timedOut: tr("{name} does not answer. Try somebody else.", ["name": name])
        case .relay(let trouble): trouble.sentence
        default: tr("{name} could not be reached: {reason}.", ["name": name, "reason": reason])
        }
    }
}
