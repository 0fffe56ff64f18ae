// The board in lines: what was played and whose turn it is, and commands that read the board aloud. It knows no canvas.

import Engine
import Screen
import Session

extension FourInARowViewController {
    var spokenTitle: String {
        if duel.isShared { return title }
        let (mine, yours) = words.names(duel.opponentName)
        return "\(mine) and \(yours)"
    }

    var telling: Telling {
        Telling(
            chapter: duel.begun, events: moves(in: duel.game) + [spokenLabel],
            sentences: [seriesWords, scoreWords, threatWords].compactMap { $0 } + notes.map(\.sentence))
    }

    /// The computer's answer is waited for, and a hint, as long as they take no longer than usual.
    var holdsLines: Bool {
        let isThinking = duel.seat.kind == .computer && gameState == .yourTurn && !duel.isOver && !duel.seat.isSlow
        return isDeaf || isThinking || insight.patience != nil && !insight.isSlow
    }

    var commands: [LineCommand] {
        let columns = Board.columns.map { String($0 + 1) }
        return [
            LineCommand("1", "2", "3", "4", "5", "6", "7", help: "Drop a disc into that column.") { [unowned self] name, _ in
                drop(intoColumnCalled: name)
            },
            LineCommand("b", argument: "columns", help: "Say what is on the board, row by row or column by column.") {
                [unowned self] _, argument in
                argument.hasPrefix("c") ? Board.columns.flatMap(columnWords) : rowWords
            },
            LineCommand("s", argument: "4", help: "Say what is in a column, from the bottom.") { [unowned self] _, argument in
                guard let column = columns.firstIndex(of: argument) else { return command(.character("s")) }
                return columnWords(column)
            },
            LineCommand("l", help: "Say the last move and whose turn it is.") { [unowned self] _, _ in
                [telling.events.suffix(2).joined(separator: " ")]
            },
            LineCommand("t", help: "Turn threats on or off.") { [unowned self] _, _ in
                toggle(.character("t")) { insight.showsThreats }
            },
            LineCommand("h", help: "Name the best columns and say what they lead to.") { [unowned self] _, _ in
                command(.character("h"))
            },
            LineCommand("scores", "e", help: "Turn column scores on or off.") {
                [unowned self] _, _ in toggle(.character("e")) { insight.showsScores }
            },
            LineCommand("u", help: words.undoHelp) { [unowned self] _, _ in command(.character("u")) },
            LineCommand("replay", "r", help: words.replayHelp) { [unowned self] _, _ in command(.character("r")) },
        ]
    }

    /// What a key of the screen does, if it does anything now.
    private func command(_ key: Key) -> [String] {
        guard bindings.contains(where: { $0.keys.contains(key) && $0.isAvailable() }) else { return [LinesWords.notNow] }
        navigator.press(key)
        return []
    }

    /// The same with one that turns something on or off.
    private func toggle(_ key: Key, isOn: () -> Bool) -> [String] {
        let wasOn = isOn()
        let answer = command(key)
        return wasOn && !isOn() ? answer + ["No longer said."] : answer
    }

    /// While something is asked, that is to be answered first.
    private func drop(intoColumnCalled name: String) -> [String] {
        guard let column = Int(name) else { return [] }
        if let prompt, !gameState.isOver { return [LinesWords.answers(prompt)] }
        addDisc(toColumn: column - 1)
        return []
    }
}

// MARK: - Words

extension FourInARowViewController {
    private func name(of player: Player) -> String {
        let (mine, yours) = words.names(duel.opponentName)
        return player == duel.me ? mine : yours
    }

    /// Every move of a game, each another one, as no two fill one square.
    private func moves(in match: Match) -> [String] {
        match.moves.indices.compactMap { index in
            let match = match.prefix(index + 1)
            guard let square = match.lastSquare else { return nil }
            return "\(name(of: match.mover.other)): \(square.words)."
        }
    }

    private var spokenLabel: String {
        if let reconnecting = duel.reconnecting {
            let loss = OpponentWords.loss(of: duel.opponentName)
            return reconnecting.lostMove == nil ? "\(loss) Reconnecting…" : loss
        }
        return labelText.withFullStop
    }

    /// The score, once there is one.
    private var seriesWords: String? {
        let tally = duel.tally
        if tally.games == 0 { return nil }
        let (mine, yours) = words.names(duel.opponentName)
        return "Score: \(mine) \(tally.won), \(yours) \(tally.lost)\(tally.drawn == 0 ? "" : ", drawn \(tally.drawn)")."
    }

    /// The columns' scores, where they are shown.
    private var scoreWords: String? {
        guard insight.showsScores, let scores = insight.scores else { return nil }
        let words = Board.columns.compactMap { column in
            scores[column].map { "column \(column + 1) \(Insight.text(of: $0))" }
        }
        return "Scores: \(words.joined(separator: ", "))."
    }

    /// The threats, where they are marked.
    private var threatWords: String? {
        guard insight.showsThreats else { return nil }
        let threats = duel.game.position.threats()
        if threats.isEmpty { return "No threats." }
        let words = Player.allCases.compactMap { player -> String? in
            let squares = threats.filter { $0.player == player }.map(\.square.words)
            return squares.isEmpty ? nil : "\(name(of: player)): \(squares.joined(separator: "; "))"
        }
        return "Threats. \(words.joined(separator: ". "))."
    }

    /// The rows with discs, the lowest last.
    private var rowWords: [String] {
        let rows = Board.rows.reversed().compactMap { row -> String? in
            let discs = Board.columns.compactMap { column in
                duel.game.board[Square(column: column, row: row)].map { "\(column + 1) \(name(of: $0))" }
            }
            return discs.isEmpty ? nil : "Row \(row + 1): \(discs.joined(separator: ", "))."
        }
        return rows.isEmpty ? ["The board is empty."] : rows
    }

    private func columnWords(_ column: Int) -> [String] {
        let discs = Board.rows.compactMap { duel.game.board[Square(column: column, row: $0)].map(name) }
        return ["Column \(column + 1): \(discs.isEmpty ? "empty" : discs.joined(separator: ", "))."]
    }
}

extension Square {
    /// Where it is.
    var words: String { "column \(column + 1), row \(row + 1)" }
}
