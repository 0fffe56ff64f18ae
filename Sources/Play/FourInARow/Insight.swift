// What the engine says about the position: column scores, hints and threats, and how they are shown.

import Engine
import Language
import Screen
import Session

/// What the engine says about the position.
struct Insight {
    /// Whether column scores are shown, in every position.
    var showsScores = false
    /// Whether threats are marked.
    var showsThreats = false
    /// The column scores of this position, once they are known.
    private(set) var scores: [Score?]?
    /// The columns that a hint named.
    private(set) var hinted: [Int] = []
    /// Whether a hint was asked for and is not here yet.
    var isHintAwaited = false
    /// Whether the player still has to read which threat is decisive.
    var isVerdictAwaited = false
    /// Whether the engine has been busy for so long that the player should be told.
    var isSlow = false
    /// Runs until then.
    var timeout: Cancellable?
    /// The marks on empty squares.
    private(set) var marks: [Square: Mark] = [:]

    /// A mark on an empty square: a threat.
    struct Mark: Equatable {
        /// '+' yellow's, 'x' or '-' red's, '*' both players'; '!' the decisive one.
        let sign: Unicode.Scalar
        let role: Role
    }

    /// Whether there is anything above the columns.
    var hasRow: Bool { showsScores && scores != nil || !hinted.isEmpty }

    /// The text above a column; nil where there is none.
    func text(above column: Int, on layout: BoardLayout) -> (text: String, role: Role)? {
        if showsScores, let scores {
            guard let score = scores[column] else { return nil }
            let isBest = score == scores.compactMap { $0 }.max()
            return (Self.text(of: score, on: layout), isBest ? .key : .faint)
        }
        return hinted.contains(column) ? ("*", .key) : nil
    }

    /// A score as text: "+5", "0", "-3".
    static func text(of score: Score) -> String { score > 0 ? "+\(score)" : "\(score)" }

    /// The same above a column: "++" or "--" where two digits would touch those of the next column.
    static func text(of score: Score, on layout: BoardLayout) -> String {
        let text = text(of: score)
        return text.count < layout.size.pitch.width ? text : score > 0 ? "++" : "--"
    }

    /// The help note that explains it.
    static func notes(for layout: BoardLayout) -> [HelpNote] {
        layout.size.pitch.width > 3 ? [] : [HelpNote(sign: "++ --", sentence: tr("Scores of 10 and more, won or lost."))]
    }

    /// Whether the scores are needed to tell which threat is decisive.
    func needsVerdict(on position: Position) -> Bool { showsThreats && scores == nil && position.waitingThreat() != nil }

    /// Takes the scores. Returns the sentence of the hint, if one was asked for.
    mutating func take(_ scores: [Score?], of position: Position) -> String? {
        self.scores = scores
        settle()
        guard isHintAwaited, let hint = Hint(scores: scores, of: position) else { return nil }
        isHintAwaited = false
        hinted = hint.columns
        return hint.sentence
    }

    /// The engine is no longer asked.
    mutating func settle() {
        timeout?.cancel()
        timeout = nil
        isSlow = false
    }

    /// Hides scores and threats.
    mutating func close() { (showsScores, showsThreats) = (false, false) }

    /// Forgets everything about the last position.
    mutating func forget() {
        settle()
        scores = nil
        hinted = []
        (isHintAwaited, isVerdictAwaited) = (false, false)
        marks = [:]
    }

    /// Removes the marks.
    mutating func clearMarks() { marks = [:] }

    /// The decisive threat, if the scores are known.
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

    /// Explains the marks, and says which threat is decisive.
    func sentence(for position: Position, words: OpponentWords, name: String, me: Player, glyphs: Glyphs) -> String {
        guard !marks.isEmpty else { return tr("No threats: no empty square completes four in a row.") }
        guard let threat = decidingThreat(in: position) else {
            return tr("Threats: {marks}. None is decisive.", ["marks": words.threatMarks(glyphs)])
        }
        return words.decides(threat, isMine: threat.player == me, name)
    }
}

extension Glyphs {
    /// The mark of the opponent's threats. It is not "x" where my discs are an "X".
    var theirThreat: Unicode.Scalar { isUnicode ? "x" : "-" }
}
