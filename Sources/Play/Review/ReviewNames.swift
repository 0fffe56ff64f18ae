// The players of a reviewed game, and which of them is yellow.

import Engine
import Language
import Session
import Wire

/// The players of a reviewed game.
struct ReviewNames: Equatable {
    /// The yellow player's name.
    let yellow: String
    /// The red player's name.
    let red: String
    /// The yellow player: the one at this machine, or else the one who moved first.
    let me: Player
    /// The computer's level; nil where it did not play.
    let level: Level?
    /// How the game ended, where the board does not show it; nil otherwise.
    var ending: String?
    /// The same as a value.
    var end: GameEnding?

    init(yellow: String, red: String, me: Player, level: Level? = nil) {
        self.yellow = yellow
        self.red = red
        self.me = me
        self.level = level
    }

    /// The names of a game of `player`, at this machine, against an opponent of this kind and name. `isFirst`: `player` moved first.
    init(opponent: GameKind, name: String, isFirst: Bool, level: Level? = nil, player: String = tr("You")) {
        me = isFirst ? .first : .second
        self.level = level
        // Stored games have the computer's English name; everywhere else it has that of its level.
        let name = level?.name ?? name
        (yellow, red) = opponent == .shared ? (DiscNames.yellow, DiscNames.red) : (player, name)
    }

    /// The names of a stored game.
    init(of record: GameRecord, player: String = tr("You")) {
        self.init(
            opponent: record.kind, name: record.opponent, isFirst: record.isFirst,
            level: record.level.flatMap(Level.init(rawValue:)), player: player)
        if [.resigned, .agreed, .time].contains(record.reason) {
            (ending, end) = (record.resultWord, GameEnding(record.reason, result: record.result))
        }
    }

    /// Whether `player` is the one at this screen, who is called “You”.
    func isHere(_ player: Player) -> Bool { player == me && yellow == tr("You") }

    /// The name of `player`.
    func name(of player: Player) -> String { player == me ? yellow : red }
}
