// The pauses of Snap!: the host's game waits for a player who does not answer or lost the connection, once per seat and game. While the
// host itself is cut off it always waits, because nobody else can act.

import Games

/// Whom a game of Snap! waits for.
package struct SnapWaiting: Equatable {
    /// The seats that have had their pause in this game.
    private(set) var used: Set<Int> = []
    /// The seats for which the game waits now.
    package private(set) var seats: Set<Int> = []

    /// The players' programs: `away` are the seats of those who cannot act, `sittingOut` those of them for which nobody waits any longer
    /// if others can play on without them; `active` players can act. `isCutOff`: the host itself has no connection.
    mutating func update(away: Set<Int>, sittingOut: Set<Int>, active: Int, isCutOff: Bool) {
        let canGoOn = active >= SnapGame.playerCounts.lowerBound
        let before = seats
        seats = away.filter { seat in
            (isCutOff || before.contains(seat) || !used.contains(seat)) && !(canGoOn && sittingOut.contains(seat))
        }
        if !isCutOff { used.formUnion(seats.subtracting(before)) }
    }
}

extension SnapHost {
    /// What the game pauses for; nil while it goes on.
    var pause: SnapPause? {
        guard clock.isStopped else { return nil }
        return goingOn == nil ? .player : .countdown(Self.countdown)
    }

    /// Who cannot act has changed. A pause covers the piles, and annuls the open matches: not everybody could have snapped.
    package func update(away: Set<Int>, sittingOut: Set<Int>, isCutOff: Bool) {
        guard deal > 0, game.winner == nil, !isAbandoned else { return }
        let players = Set(game.hands.indices.filter { [.playing, .lastChance].contains(game.standings[$0]) })
        let away = away.intersection(players)
        waiting.update(away: away, sittingOut: sittingOut, active: players.count - away.count, isCutOff: isCutOff)
        if waiting.seats.isEmpty { endPause() } else { beginPause() }
    }

    private func beginPause() {
        let isCountingDown = goingOn != nil
        goingOn?.cancel()
        goingOn = nil
        guard !clock.isStopped else { return isCountingDown ? announce([]) : () }
        clock.isStopped = true
        announce(annulMatches())
    }

    private func endPause() {
        guard clock.isStopped, goingOn == nil else { return }
        goingOn = scheduler.after(milliseconds: Self.countdown) { [weak self] in
            guard let self else { return }
            goingOn = nil
            clock.isStopped = false
            startTurn()
            announce([])
        }
        announce([])
    }
}
