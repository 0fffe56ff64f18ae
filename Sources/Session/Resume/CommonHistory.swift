// What two sides that lost each other go on with: the longest history that both can have, by the rules. It is the same on both
// sides, for each knows what both know. It knows no screen and no connection.

import Engine
import Wire

/// What both go on with.
package struct CommonHistory<Rules: DuelRules>: Equatable {
    /// The game.
    package let history: SessionHistory
    /// The same as a game by the rules.
    package let game: Rules
    /// Whether the two knew different moves, and the game goes back to where they parted.
    package let isForked: Bool

    /// What a host and a guest that know this have in common.
    ///
    /// Of two histories of one game the longer one counts if it goes on from the other: what it has more was on its way. Where moves
    /// were taken back once more on one side than on the other, that is what was on its way. Where they part, both go back to there.
    /// Where one side began another game, it counts if the other one's can have been the one before it; where both did at once, the
    /// host's counts, as ReplayAgreement has it.
    package init(host: SessionHistory, guest: SessionHistory) throws(HistoryMistake) {
        let (hosts, guests) = (try Self.game(host.digits), try Self.game(guest.digits))
        (_, _) = (try Self.game(host.before), try Self.game(guest.before))
        var isForked = false
        var game: Rules
        var history: SessionHistory
        if host.game != guest.game {
            (history, game) = host.game > guest.game ? (host, hosts) : (guest, guests)
            try Self.check(that: history, follows: host.game > guest.game ? guest : host)
        } else if host.isHostFirst != guest.isHostFirst {
            (history, game) = (host, hosts)
        } else if host.takeBacks != guest.takeBacks {
            (history, game) = host.takeBacks > guest.takeBacks ? (host, hosts) : (guest, guests)
        } else {
            let common = zip(hosts.moves, guests.moves).prefix { $0 == $1 }.count
            (history, game) = hosts.moves.count >= guests.moves.count ? (host, hosts) : (guest, guests)
            isForked = common < min(hosts.moves.count, guests.moves.count)
            if isForked { game = game.prefix(common) }
        }
        history.digits = game.notation
        history.allowed = host.allowed.intersection(guest.allowed)
        self.history = history
        self.game = game
        self.isForked = isForked
    }

    private static func game(_ notation: String) throws(HistoryMistake) -> Rules {
        guard let game = Rules(notation: notation) else { throw .illegal }
        return game
    }

    /// Who begins another game has seen the end of the one before; the other may not have, if its last move was lost.
    private static func check(that later: SessionHistory, follows earlier: SessionHistory) throws(HistoryMistake) {
        guard later.game == earlier.game + 1, later.before.hasPrefix(earlier.digits), try game(later.before).result != nil
        else {
            throw .apart
        }
    }
}

/// Why two histories have nothing to go on with.
nonisolated package enum HistoryMistake: Error, Equatable {
    /// One of the two is no game.
    case illegal
    /// They are not of one game, nor of two that followed each other.
    case apart
}
