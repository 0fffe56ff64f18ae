// The pauses of Snap!: the host's game waits for a player who does not answer or lost the connection, once per seat and deal. While fewer
// than two players can act, it always waits: nobody wins because others are missing, and the host itself may be the one who is cut off.

import Games

extension SnapHost {
    /// What the game pauses for; nil while it goes on, and after its end.
    var pause: SnapPause? {
        guard clock.isStopped, game.winner == nil, !isAbandoned else { return nil }
        return goingOn == nil ? .player : .countdown(Self.countdown)
    }

    /// Who cannot act has changed: `away` are their seats, `sittingOut` those of them for which nobody waits any longer if others can play
    /// on. In a pause the piles are covered.
    package func update(away: Set<Int>, sittingOut: Set<Int>) {
        guard deal > 0, game.winner == nil, !isAbandoned else { return }
        let players = Set(game.hands.indices.filter { [.playing, .lastChance].contains(game.standings[$0]) })
        let away = away.intersection(players)
        let canGoOn = players.count - away.count >= SnapGame.playerCounts.lowerBound
        let before = awaited
        awaited = away.filter { !canGoOn || (before.contains($0) || !wasAwaited.contains($0)) && !sittingOut.contains($0) }
        let new = awaited.subtracting(before)
        if canGoOn { wasAwaited.formUnion(new) }
        // The open matches do not count, once for each absent seat: nobody gains by going away again and again.
        let annuls = !new.isSubset(of: excused)
        excused.formUnion(new)
        if awaited.isEmpty { endPause() } else { beginPause(annuls: annuls) }
    }

    private func beginPause(annuls: Bool) {
        let isNew = !clock.isStopped || goingOn != nil
        goingOn?.cancel()
        goingOn = nil
        clock.isStopped = true
        let annulled = annuls ? annulMatches() : []
        if isNew || !annulled.isEmpty { announce(annulled) }
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
