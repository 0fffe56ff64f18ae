// What the engine says about the position on the board, and how it is written there. It knows no canvas and asks nobody.

import Engine
import Language
import Screen
import Session

/// What is shown of the engine's knowledge.
struct Insight {
    /// Whether the score of every column is shown, whatever the position.
    var showsScores = false
    /// Whether threats are marked.
    var showsThreats = false
    /// The scores of the columns in this position, once they are known.
    private(set) var scores: [Score?]?
    /// The columns that a hint named in this position.
    private(set) var hinted: [Int] = []
    /// Whether a hint was asked for and has yet to come.
    var isHintAwaited = false
    /// Whether the player was not told yet which threat decides.
    var isVerdictAwaited = false
    /// Whether the engine has been at it for so long that the player is told.
    var isSlow = false
    /// Runs until then.
    var timeout: Cancellable?
    /// What stands on empty squares.
    private(set) var marks: [Square: Mark] = [:]

    /// A mark on an empty square: a threat.
    struct Mark: Equatable {
        /// '+' yellow's, 'x' or '-' red's, '*' both; '!' the one that decides the end.
        let sign: Unicode.Scalar
        let role: Role
    }

    /// Whether there is anything above the columns.
    var hasRow: Bool { showsScores && scores != nil || !hinted.isEmpty }

    /// What stands above a column of a board; nil where nothing does.
    func text(above column: Int, on layout: BoardLayout) -> (text: String, role: Role)? {
        if showsScores, let scores {
            guard let score = scores[column] else { return nil }
            let isBest = score == scores.compactMap { $0 }.max()
            return (Self.text(of: score, on: layout), isBest ? .key : .faint)
        }
        return hinted.contains(column) ? ("*", .key) : nil
    }

    /// A score as it is written: "+5", "0", "-3".
    static func text(of score: Score) -> String { score > 0 ? "+\(score)" : "\(score)" }

    /// The same above a column of a board: "++" or "--" for two digits where they would touch those of the next column.
    static func text(of score: Score, on layout: BoardLayout) -> String {
        let text = text(of: score)
        return text.count < layout.size.pitch.width ? text : score > 0 ? "++" : "--"
    }

    /// What that means, for the help.
    static func notes(for layout: BoardLayout) -> [HelpNote] {
        layout.size.pitch.width > 3 ? [] : [HelpNote(sign: "++ --", sentence: tr("Scores of 10 and more, won or lost."))]
    }

    /// Whether it takes the scores to say which threat decides in a position.
    func needsVerdict(on position: Position) -> Bool { showsThreats && scores == nil && position.waitingThreat() != nil }

    /// The scores have come. Returns the sentence of the hint that was asked for.
    mutating func take(_ scores: [Score?], of position: Position) -> String? {
        self.scores = scores
        settle()
        guard isHintAwaited, let hint = Hint(scores: scores, of: position) else { return nil }
        isHintAwaited = false
        hinted = hint.columns
        return hint.sentence
    }

    /// Nothing is being asked any more.
    mutating func settle() {
        timeout?.cancel()
        timeout = nil
        isSlow = false
    }

    /// Nothing is shown that was not asked for again.
    mutating func close() { (showsScores, showsThreats) = (false, false) }

    /// Another position.
    mutating func forget() {
        settle()
        scores = nil
        hinted = []
        (isHintAwaited, isVerdictAwaited) = (false, false)
        marks = [:]
    }

    /// No threat is marked.
    mutating func clearMarks() { marks = [:] }

    /// The threat that decides, as far as the scores are known.
    private func decidingThreat(in position: Position) -> Threat? {
        scores?.compactMap { $0 }.max().flatMap(position.decidingThreat)
    }

    /// Marks the threats of a position in which yellow is `me`.
    mutating func mark(_ position: Position, me: Player, glyphs: Glyphs) {
        marks = [:]
        let deciding = decidingThreat(in: position)
        for threat in position.threats() {
            let isMine = threat.player == me
            if let deciding, deciding.square == threat.square {
                marks[threat.square] = Mark(sign: "!", role: deciding.player == me ? .yellow : .red)
            } else if marks[threat.square] != nil {
                marks[threat.square] = Mark(sign: "*", role: .plain)
            } else {
                marks[threat.square] = Mark(sign: isMine ? "+" : glyphs.theirThreat, role: isMine ? .yellow : .red)
            }
        }
    }

    /// What the marks mean, and which threat decides.
    func sentence(for position: Position, words: OpponentWords, name: String, me: Player, glyphs: Glyphs) -> String {
        guard !marks.isEmpty else { return tr("No threats: no empty square completes four in a row.") }
        guard let threat = decidingThreat(in: position) else {
            return tr("Threats: {marks}. None is decisive.", ["marks": words.threatMarks(glyphs)])
        }
        return words.decides(threat, isMine: threat.player == me, name)
    }
}

extension Glyphs {
    /// What marks the opponent's threats: no "x" where my discs are an "X".
    var theirThreat: Unicode.Scalar { isUnicode ? "x" : "-" }
}
