// The rows of the history: columns that line up at any width.

import Engine
import Language
import Screen
import Session

/// The games of the history as a table.
struct HistoryRows {
    /// The heads of the columns.
    let head: String
    /// A row for each game.
    let rows: [String]

    /// A column: its head, and its cell for each game.
    private struct Column {
        let head: String
        let words: [String]
        var isNumber = false
        var width: Int { ([head] + words).map { TextWidth.of($0) }.max() ?? 0 }
    }

    private static let gap = 2
    /// The least width for an opponent before another column is dropped.
    private static let leastOpponent = 8

    /// Rows of at most `width` cells. If there is no room for all columns, the less important ones are dropped, and then the opponents'
    /// names are cut. Results and numbers are never cut.
    init(of games: [KeptGame], width: Int) {
        let records = games.map(\.record)
        let number = Column(head: "", words: games.map { "#\($0.id)" })
        let opponent = Column(head: tr("Opponent"), words: records.map { OpponentWords.short($0.opponentWords) })
        let result = Column(head: tr("Result"), words: records.map(\.resultWord))
        let moves = Column(
            head: tr("Moves"), words: records.map { String(Game.move(ofDisc: $0.digits.utf8.count)) }, isNumber: true)
        let accuracy = Column(
            head: tr("Accuracy"),
            words: records.map { $0.myAccuracy.map(percentage) ?? ($0.waitsForReview ? tr("not yet") : "–") }, isNumber: true)
        let isReviewed = records.contains { $0.myAccuracy != nil }
        let date = Column(head: tr("Date"), words: games.map { DayWords.row($0.date, in: games[0].date.prefix(4)) })
        let day = Column(head: tr("Date"), words: games.map { String($0.date.dropFirst(5).prefix(5)) })
        let choices: [(before: [Column], after: [Column])] = [
            ([number, date], [result, moves] + (isReviewed ? [accuracy] : [])), ([number, date], [result, moves]),
            ([number, day], [result, moves]),
            ([number, day], [result]), ([number], [result]),
        ]
        let wanted = min(opponent.width, Self.leastOpponent)
        let room = { (choice: (before: [Column], after: [Column])) in
            width - (choice.before + choice.after).reduce(0) { $0 + $1.width + Self.gap }
        }
        let choice = choices.first { room($0) >= wanted } ?? ([], [result])
        let cut = max(1, min(opponent.width, room(choice)))
        let columns = choice.before + [opponent] + choice.after
        let widths = choice.before.map(\.width) + [cut] + choice.after.map(\.width)
        let line = { (words: [String]) in
            zip(zip(words, columns), widths).map { cell, width in
                let text = isolated(TextWidth.clip(cell.0, to: width))
                return cell.1.isNumber ? String(repeating: " ", count: width - TextWidth.of(text)) + text : text.padded(to: width)
            }.joined(separator: String(repeating: " ", count: Self.gap))
        }
        head = line(columns.map(\.head))
        rows = games.indices.map { index in line(columns.map { $0.words[index] }) }
    }
}
