// What is said of those who look for an opponent. It knows no relay.

import Session

/// The sentences of the list of opponents.
enum SeekWords {
    /// How long somebody has been waiting; two clocks may disagree.
    static func waiting(_ milliseconds: Int) -> String {
        let minutes = milliseconds / 60_000
        if minutes < 1 { return "just now" }
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h"
    }

    /// Above the list.
    static func heading(_ state: SeekBrowser.State, isEmpty: Bool, isSeeking: Bool) -> String {
        switch state {
        case .pending: "Connecting to the relay…"
        case .trouble(let trouble): trouble.sentence
        case .ready where !isEmpty: "Looking for an opponent:"
        case .ready where isSeeking: "Nobody else is looking for an opponent."
        case .ready: "Nobody is looking for an opponent. Press S to put yourself on the list."
        }
    }

    /// What our own card does; nil where there is none.
    static func standing(_ state: SeekStand.State?, isRoomy: Bool) -> String? {
        switch state {
        case nil: nil
        case .pending: "Putting you on the list…"
        case .listed: isRoomy ? "You are on the list. Waiting for somebody to join you…" : "You are on the list…"
        case .withdrawn: "Somebody wants to play with you…"
        case .trouble(let trouble): trouble.sentence
        }
    }

    /// That there are more than fit.
    static func more(_ count: Int) -> String { count == 1 ? "and 1 more player" : "and \(count) more players" }

    /// Why there is no game with somebody on the list.
    static func sentence(for failure: NetworkFailure, with name: String) -> String {
        switch failure {
        case .refused: "\(name) has left or is already playing."
        case .timedOut: "\(name) does not answer. Try somebody else."
        case .relay(let trouble): trouble.sentence
        default: "\(name) could not be reached: \(failure.reason)."
        }
    }
}
