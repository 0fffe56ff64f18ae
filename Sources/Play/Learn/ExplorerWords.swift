// The sentences of the opening explorer: what a column leads to, and how often it was played. Text mode numbers the columns.

import Engine
import Language
import Screen
import Session

extension ExplorerViewController {
    /// Whose turn it is, or how the game ended.
    var headline: String {
        switch game.outcome {
        case .won(let winner, _): tr("We have a winner: {name}!", ["name": name(of: winner)])
        case .draw: tr("It's a draw.")
        case nil: tr("{name} to move", ["name": name(of: game.mover)])
        }
    }

    /// What is said of the position and of the chosen column.
    var sentences: [String] {
        guard game.outcome == nil else { return [headline] }
        let start = game.moves.isEmpty ? [tr("Try it: Enter drops a disc for either side, ↑ takes it back.")] : []
        return [headline, value(of: cursorColumn)] + merit(of: cursorColumn) + history(of: cursorColumn) + start
    }

    /// What speaks for a column, if it is one of the best and others are worse.
    private func merit(of column: Int) -> [String] {
        guard best.contains(column), scores?.contains(where: { $0 != nil && $0 != scores?[column] }) == true,
            let merit = game.position.tellingMerit(of: column)
        else { return [] }
        return [merit.meritSentence]
    }

    /// What the words of the table, in `width` cells, and the signs below the board mean, the most important first.
    func rules(width: Int) -> [String] {
        let (whole, short) = LevelBars.results
        let hasSigns = table(width: width)[0].last == isolated(signs.joined(separator: "-"))
        let heads = zip(hasSigns ? signs : short, whole).map { hasSigns ? "\($0)\u{A0}\($1)" : labelled($0, $1) }
        return [
            tr("▲ wins, = draws, ▼ loses"), tr("With perfect play on both sides. The winner's moves are counted."),
            isPlayed ? separated(heads) : "",
        ].filter { !$0.isEmpty }
    }

    /// Whether there are games from here.
    private var isPlayed: Bool { Board.columns.contains { played.mine[$0].games + played.theirs[$0].games > 0 } }

    /// The same of the chosen column in a few words.
    var shortSentence: String {
        guard game.outcome == nil else { return headline }
        let column = cursorColumn
        let count = played.mine[column].games + played.theirs[column].games
        let outlook = labelled(String(column + 1), outlook(of: column))
        // Translators: how often something was played, on a narrow
        let times = tr("{count}×", ["count": count])
        return count == 0 ? outlook : separated([outlook, times])
    }

    /// What a column leads to, as a sentence.
    private func value(of column: Int) -> String {
        tr("Column {column}: {outlook}", ["column": column + 1, "outlook": outlook(of: column)]).withFullStop
    }

    /// What a column leads to.
    private func outlook(of column: Int) -> String {
        guard game.board.landing(in: column) != nil else { return tr("full") }
        guard let score = scores?[column] else { return "…" }
        return game.position.prospect(with: score).outlook
    }

    /// How often a column was played, and how it went.
    private func history(of column: Int) -> [String] {
        if let trouble = trouble { return [trouble] }
        let (mine, theirs) = (played.mine[column], played.theirs[column])
        if game.board.landing(in: column) == nil { return [] }
        if mine.games + theirs.games == 0 { return isPlayed ? [tr("You have no games with this move.")] : [] }
        func fillings(_ tally: Tally) -> Fillings { ["won": tally.won, "drawn": tally.drawn, "lost": tally.lost] }
        return [
            mine.games == 0
                ? nil
                : trn(
                    "You played it in {count} game: won {won}, drawn {drawn}, lost {lost}.",
                    "You played it in {count} games: won {won}, drawn {drawn}, lost {lost}.", mine.games, fillings(mine)),
            theirs.games == 0
                ? nil
                : trn(
                    "It was played against you in {count} game: won {won}, drawn {drawn}, lost {lost}.",
                    "It was played against you in {count} games: won {won}, drawn {drawn}, lost {lost}.", theirs.games,
                    fillings(theirs)),
        ].compactMap { $0 }
    }

    /// A row for each column below the heads: its number, what it leads to, in how many games it was played, and how many of these were won, drawn
    /// and lost. Where these words are too long for `width`, signs stand for them.
    func table(width: Int) -> [[String]] {
        // Below them the numbers run from left to right.
        let words = isRightToLeft ? [] : [LevelBars.results.short.joined(separator: "-")]
        let tables = [outlook(of:), shortOutlook(of:), signedOutlook(of:)].flatMap { outlook in
            (words + [isolated(signs.joined(separator: "-"))]).map { table(of: $0, outlook) }
        }
        // Without games there is nothing to count.
        .map { isPlayed ? $0 : $0.map { Array($0.prefix(2)) } }
        return tables.first { Self.widths(of: $0).reduce(2 * $0[0].count) { $0 + $1 } <= width } ?? tables[tables.count - 1]
    }

    /// What stands for won, drawn and lost.
    private var signs: [String] { navigator.glyphs.isUnicode ? ["●", "○", "◉"] : ["+", "=", "-"] }

    /// The widths of the columns of a table.
    static func widths(of table: [[String]]) -> [Int] {
        table[0].indices.map { column in table.map { TextWidth.of($0[column]) }.max() ?? 0 }
    }

    /// What a column leads to in fewer words, and in signs.
    private func shortOutlook(of column: Int) -> String {
        guard let score = scores?[column], let count = game.position.discsToEnd(with: score) else { return outlook(of: column) }
        // Translators: the number of moves, in a narrow table.
        return score > 0 ? tr("wins in {count}", ["count": count]) : tr("loses in {count}", ["count": count])
    }
    private func signedOutlook(of column: Int) -> String {
        guard let score = scores?[column] else { return "" }
        return Insight.sign(of: score) + (game.position.discsToEnd(with: score).map { " \($0)" } ?? "")
    }

    private func table(of results: String, _ outlook: (Int) -> String) -> [[String]] {
        [["", tr("Leads to"), tr("Games"), results]]
            + Board.columns.map { column in
                let (mine, theirs) = (played.mine[column], played.theirs[column])
                let results = [\Tally.won, \.drawn, \.lost].map { String(mine[keyPath: $0] + theirs[keyPath: $0]) }
                let times = mine.games + theirs.games
                return [
                    String(column + 1), outlook(column), times == 0 ? "" : String(times),
                    times == 0 ? "" : results.joined(separator: "-"),
                ]
            }
    }
}

// MARK: - Text mode

extension ExplorerViewController {
    /// The last move, whose turn it is, and each column with its value and its games.
    var announcement: Announcement {
        let isOpen = game.outcome == nil && scores != nil
        let choices = Board.columns.filter { isOpen && game.board.landing(in: $0) != nil }.map { column in
            Announcement.Choice(
                name: String(column + 1), words: together([outlook(of: column).withFullStop] + history(of: column).filter(isNews))
            ) { [unowned self] in drop(column) }
        }
        let start = game.moves.isEmpty ? [tr("The board is empty.")] : []
        return Announcement(
            chapter: visit,
            events: start + game.spokenMoves(from: max(0, game.moves.count - 1), name(of:)),
            state: headline.withFullStop,
            sentences: trouble.map { [$0] } ?? [], choices: choices)
    }

    /// Not that a column is in no game, for each of them.
    private func isNews(_ sentence: String) -> Bool { sentence != tr("You have no games with this move.") && trouble == nil }

    /// Waits for the values.
    func holdsInput(isTyped: Bool) -> Bool { scores == nil && game.outcome == nil }

    var commands: [TextModeCommand] {
        boardCommands { [unowned self] in game } + [
            TextModeCommand("-", help: tr("Take the last disc back.")) { [unowned self] _, _ in
                navigator.press(.up)
                return []
            },
            TextModeCommand("0", help: tr("Go to the empty board.")) { [unowned self] _, _ in
                navigator.press(.home)
                return []
            },
        ]
    }
}
