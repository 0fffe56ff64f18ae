// What stands around the board of a game: title, heading, score, state label.

import Engine
import Language
import Screen
import Session

/// The words around the board of a game.
struct FourInARowCaptions {
    let match: Match
    let words: OpponentWords
    /// Whether the last disc is still falling. The result is shown when it lands.
    let isFalling: Bool
    /// Whether the engine has been busy for long.
    let isAnalysisSlow: Bool
    let glyphs: Glyphs
    /// The width of the terminal.
    let width: Int

    private var name: String { match.opponent.name }

    /// The state that the player sees.
    var state: GameState {
        guard isFalling, match.state.isOver else { return match.state }
        return match.game.mover == match.me ? .yourTurn : .myTurn
    }

    /// Whether the player sees a game that has ended.
    var isOver: Bool { state.isOver || match.isOver }

    /// The title.
    var title: String { words.title(name, width) }

    /// Both names with their discs, and the score between them, in `width` cells.
    func heading(width: Int, redDisc: String) -> [(text: String, role: Role)] {
        let score = "  \(match.tally.won) : \(match.tally.lost)  "
        let (mine, yours) = words.names(name)
        let room = width - TextWidth.of(score) - 4
        let other = TextWidth.clip(yours, to: max(0, room - TextWidth.of(mine)))
        return [("● ", .yellow), (mine, .yellow), (score, .title), (other, .red), (" " + redDisc, .red)]
    }

    /// The text at the right of the first row.
    var status: String { [sealedMark, progress].filter { !$0.isEmpty }.joined(separator: "  ") }

    /// The mark of an encrypted game, as long as there is room; empty for other games.
    private var sealedMark: String {
        if !match.opponent.isSealed { return "" }
        return width < 36 ? tr("S") : tr("sealed")
    }

    /// The number of drawn games and of this move, if there is room.
    private var progress: String {
        if width < 60 { return "" }
        let drawn = match.tally.drawn == 0 ? "" : trn("{count} drawn", "{count} drawn", match.tally.drawn) + "  "
        return drawn + tr("move {number}", ["number": match.game.moves.count + (match.state.isOver ? 0 : 1)])
    }

    /// What the mark of an encrypted game means.
    var sealedNotes: [HelpNote] {
        if !match.opponent.isSealed { return [] }
        let sentence = tr(
            "A private game: only you and {name} can read it, and nobody can change it on the way.", ["name": name])
        return [HelpNote(sign: sealedMark, sentence: sentence)]
    }

    /// What is lost while the opponent is looked for, in at most so many columns: the opponent, or our own connection.
    func loss(in search: Reconnection, columns: Int) -> String {
        search.isCutOff ? tr("No connection to the relay.") : OpponentWords.fitting(columns, name, OpponentWords.loss)
    }

    /// Whose turn it is or how the game ended, for the title of the window.
    var news: String {
        if match.reconnection != nil { return glyphs.spelt(tr("Reconnecting…")) }
        return match.isOver && !state.isOver ? "" : words.label(state, name, 60)
    }

    /// The state label above the board.
    var label: String {
        if match.isOver && !state.isOver { return tr("The game is over.") }
        if match.opponent.isSlow { return words.thinking(name, width - 2) }
        if match.opponent.isHostSilent, !match.isOver {
            return OpponentWords.fitting(width - 2, name) { tr("Waiting for {name}…", ["name": $0]) }
        }
        return isAnalysisSlow ? words.asking(state, name, width - 2) : words.label(state, name, width - 2)
    }

    /// What the opponent asks, or that it does not answer; nil where there is nothing to answer.
    var question: String? {
        if !match.opponent.isAnswering {
            return match.opponent.isFarAway ? PresenceWords.awaited(name) : PresenceWords.sentence(for: [name])
        }
        return (match.consent.wanted?.topic).map { topic in
            let moves = topic == .undo ? match.undoTarget(of: match.me.other).map { match.game.moves.count - $0 } : nil
            return words.asks(name, for: topic, takesReply: moves == 2)
        }
    }
}
