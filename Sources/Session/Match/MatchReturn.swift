// What a match does with an opponent that was found again: CommonHistory judges what it reports, and where it has a move that this machine
// lost, the player decides.

import Wire

extension Match {
    /// The opponent is at the other end of this link, and reported this history.
    func didFind(_ history: MatchHistory, on link: Link) {
        guard let session = reconnection?.session else { return link.close() }
        do throws(HistoryMistake) {
            let common = try CommonHistory(of: session, and: history)
            let controller = GameController(
                link, isHost: session.isHost, name: name, opponent: session.opponent, isKnown: true,
                terms: GameTerms(isYellowFirst: isYellowFirst, timeControl: timeControl, isWatchable: spectators.areAllowed))
            guard let move = common.lostMove else { return goOn(with: common, of: session, against: controller) }
            found = (common, session, controller)
            send(.foundLostMove(move))
        } catch {
            link.send(.control(.bye(.rules)))
            link.close()
            end(because: .impossibleHistory)
        }
    }

    /// Ends the search, and closes the link to an opponent that was found.
    func stopReconnecting() {
        found?.opponent.link.close()
        reconnection?.cancel()
        (found, reconnection) = (nil, nil)
    }

    /// The player accepts the move that only the opponent has.
    package func takeLostMove() {
        guard let found else { return }
        self.found = nil
        goOn(with: found.common, of: found.session, against: found.opponent)
    }

    /// The player gives the opponent up.
    package func giveUp() {
        found?.opponent.disconnect(because: .left)
        stopReconnecting()
        recorder.forgetSession()
    }
}
