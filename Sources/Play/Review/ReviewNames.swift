// Who played a game that is looked over, and which of them is yellow. It knows no moves.

import Engine
import Language
import Session

/// Who played.
struct ReviewNames: Equatable {
    /// The name of the player who is yellow.
    let yellow: String
    /// The other's.
    let red: String
    /// Which player is yellow: the one at this machine, or who moved first.
    let me: Player
    /// How strong the computer played; nil where it did not.
    let level: Level?

    init(yellow: String, red: String, me: Player, level: Level? = nil) {
        self.yellow = yellow
        self.red = red
        self.me = me
        self.level = level
    }

    /// The names of a game against `opponent`, who is called `name`, in which the player at this machine, called `player`, moved first
    /// or not.
    init(opponent: GameKind, name: String, isFirst: Bool, level: Level? = nil, player: String = tr("You")) {
        me = isFirst ? .first : .second
        self.level = level
        // What is kept calls the computer by its English name.
        let name = level.map { OpponentWords.name(of: $0) } ?? name
        (yellow, red) = opponent == .shared ? (tr("Yellow"), tr("Red")) : (player, name)
    }

    /// The names of a game that was kept.
    init(of record: GameRecord, player: String = tr("You")) {
        self.init(
            opponent: record.kind, name: record.opponent, isFirst: record.isFirst,
            level: record.level.flatMap(Level.init(rawValue:)), player: player)
    }

    /// The same for where there is little room.
    var shortened: ReviewNames {
        ReviewNames(yellow: OpponentWords.short(yellow), red: OpponentWords.short(red), me: me, level: level)
    }

    /// What `player` is called.
    func name(of player: Player) -> String { player == me ? yellow : red }
}
