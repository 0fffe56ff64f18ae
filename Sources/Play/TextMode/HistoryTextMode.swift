// What text mode announces of the history, the statistics and a review.

import Engine
import Language
import Screen
import Session

extension HistoryViewController {
    /// Games have the numbers that they have on the screen and in exported files.
    var announcement: Announcement {
        if games.isEmpty { return pageAnnouncement }
        let choices = shown.map { game in
            Announcement.Choice(name: String(game.id), words: game.words) { [unowned self] in
                view.choose(game.id)
                review()
            }
        }
        return Announcement(
            sentences: [trn("{count} game. A number reviews it.", "{count} games. A number reviews that one.", shown.count)],
            choices: choices)
    }

    var commands: [TextModeCommand] {
        if games.isEmpty { return [] }
        return [
            TextModeCommand("c", argument: "3", help: tr("Choose a game, for r and x.")) { [unowned self] _, argument in
                if argument.isEmpty { return [TextModeWords.number(after: "c 3")] }
                guard let game = shown.first(where: { String($0.id) == argument }) else {
                    return [tr("There is no game {number}.", ["number": argument])]
                }
                view.choose(game.id)
                navigator.setNeedsDisplay()
                return [tr("Game {number}.", ["number": argument])]
            }
        ]
    }
}

extension KeptGame {
    /// The game in one line: date, opponent, result.
    fileprivate var words: String {
        let moves = trn("{count} move", "{count} moves", Game.move(ofDisc: record.digits.utf8.count))
        guard let accuracy = record.myAccuracy else {
            return tr(
                "{date}, {opponent}: {result}, {moves}",
                ["date": date, "opponent": record.opponentWords, "result": record.resultWord, "moves": moves])
        }
        return tr(
            "{date}, {opponent}: {result}, {moves}, accuracy {percent}",
            [
                "date": date, "opponent": record.opponentWords, "result": record.resultWord, "moves": moves,
                "percent": percentage(accuracy),
            ])
    }
}

extension StatisticsViewController {
    var announcement: Announcement {
        guard statistics.all.games > 0 || !statistics.accuracies.isEmpty || queue != nil else {
            return Announcement(sentences: [Self.none])
        }
        let lines = ([statistics.all] + statistics.rows).map { line in
            labelled(line.opponent, line.words).withFullStop
        }
        let more = [statistics.streakWords, statistics.longestRunWords, nextWords]
        return Announcement(sentences: lines + more.filter { !$0.isEmpty }.map(\.withFullStop))
    }
}

private func accuracyWords(_ accuracy: Int) -> String { tr("accuracy {percent}", ["percent": percentage(accuracy)]) }

extension Statistics.Row {
    /// The results in words, without the opponent.
    fileprivate var words: String {
        guard let accuracy else {
            return tr("won {won}, drawn {drawn}, lost {lost}", ["won": tally.won, "drawn": tally.drawn, "lost": tally.lost])
        }
        return tr(
            "won {won}, drawn {drawn}, lost {lost}, accuracy {percent}",
            ["won": tally.won, "drawn": tally.drawn, "lost": tally.lost, "percent": percentage(accuracy)])
    }
}

extension ReviewViewController {
    var announcement: Announcement {
        let words =
            shown > 0 || isAhead ? sentences.map(\.0).filter { $0 != "…" && $0 != summary } : [tr("+ and - go through the game")]
        // The verdict comes a moment later.
        let verdict =
            [headline.withFullStop] + (words.isEmpty ? [] : [together(words.map(\.withFullStop))])
            + [planSentence].compactMap(\.self)
        let end = shown == game.moves.count && shown > 0 ? [tr("g 0 goes to the beginning.")] : []
        guard review.isComplete else { return Announcement(chapter: step, events: verdict, sentences: end) }
        let accuracies = [names.me, names.me.other].map { player in
            let parts = [review.accuracy(of: player).map(accuracyWords) ?? tr("no accuracy"), mistakes(of: player)]
            return labelled(names.name(of: player), separated(parts.filter { !$0.isEmpty })).withFullStop
        }
        return Announcement(
            chapter: step, events: verdict, sentences: end + (puzzle != nil ? [] : accuracies) + [summary].compactMap(\.self))
    }

    var commands: [TextModeCommand] {
        [
            TextModeCommand("", "+", help: tr("Go to the next move.")) { [unowned self] _, _ in go(to: step + 1) },
            TextModeCommand("-", help: tr("Go to the move before.")) { [unowned self] _, _ in go(to: step - 1) },
            TextModeCommand("g", argument: "12", help: tr("Go to that move; 0 is the empty board.")) {
                [unowned self] _, argument in
                Int(argument).map { go(to: max(0, 2 * $0 - 1)) } ?? [TextModeWords.number(after: "g 12")]
            },
            TextModeCommand("e", "scores", help: tr("Say the scores of all columns before this move.")) {
                [unowned self] _, _ in scores.map { [Insight.spoken($0)] } ?? [TextModeWords.notNow]
            },
        ] + BoardCommands(game: { [unowned self] in game.prefix(shown) }) { [unowned self] in names.name(of: $0) }.list
    }

    private func go(to step: Int) -> [String] {
        let before = self.step
        show(step)
        return step > before && self.step == before ? [tr("That is the last move.")] : []
    }
}
