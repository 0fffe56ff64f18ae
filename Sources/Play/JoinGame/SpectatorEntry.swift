// From a connection to a match of others to its screen, for the lists and lines from which it was opened.

import Language
import Session

/// A player who is about to watch a match.
final class SpectatorEntry {
    private let navigator: Navigator
    private var watching: Watching?
    /// Whether the player reads that a game has not begun.
    private(set) var isEarly = false

    /// Nothing is waited for before `watch`.
    init(navigator: Navigator) { self.navigator = navigator }

    /// Whether the match has not been seen yet.
    var isWaiting: Bool { watching != nil }

    /// Opens the match's screen once there is something to see, or says why there is nothing. `didFindPrivate` is called instead where
    /// the game has a code.
    func watch(_ link: Link, at target: JoinTarget, code: Passphrase?, didFindPrivate: @escaping () -> Void) {
        let watching = Watching(link, at: target, code: code, environment: navigator.environment)
        self.watching = watching
        watching.didBegin = { [unowned self] in
            guard let watching = self.watching else { return }
            self.watching = nil
            navigator.launcher.open(watching)
        }
        watching.didFail = { [unowned self] in
            self.watching = nil
            navigator.setNeedsDisplay()
            if $0 == .ended(.isPrivate) {
                didFindPrivate()
            } else if $0 == .notBegun {
                isEarly = true
                navigator.show(alert: sentence(for: $0, at: target)) { [weak self] in self?.isEarly == true }
            } else {
                navigator.show(alert: sentence(for: $0, at: target), untilKey: true)
            }
        }
        watching.start()
    }

    /// The list shows other games.
    func listDidChange() { isEarly = false }

    /// Waits no more.
    func stop() {
        watching?.leave()
        watching = nil
    }

    /// Says that in this room nobody may watch, or nobody plays.
    static func nothingToWatch(in room: String) -> String {
        tr(
            "There is no game to watch in room {number}. Ask your friend to press W, Spectators, before the game.",
            ["number": room])
    }

    /// The same of an address.
    static var nothingThere: String { tr("Nobody plays there, or nobody may watch.") }

    private func sentence(for failure: WatchFailure, at target: JoinTarget) -> String {
        switch failure {
        case .notBegun:
            target.isRoom
                ? tr("That game has not begun yet. Try again in a moment.")
                : tr("That game has not begun yet. The list shows it when it begins.")
        case .notAllowed where target.isRoom: Self.nothingToWatch(in: target.name)
        case .notAllowed: tr("The host at {name} lets nobody watch.", ["name": target.name])
        case .full: tr("{name}'s game has no room for more spectators.", ["name": target.name])
        case .ended(.closed): Self.nothingThere
        case .ended(let reason):
            OpponentWords.peer.sentence(for: .disconnected(reason), of: OpponentState(.network, name: target.name))
        }
    }
}
