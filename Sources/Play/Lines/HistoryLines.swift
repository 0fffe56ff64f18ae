// The kept games, their statistics and the review of one in lines. It knows no database and no engine.

import Engine
import Language
import Screen
import Session

extension HistoryViewController {
    var telling: Telling {
        if games.isEmpty { return Telling(sentences: [whyNone]) }
        // The number of a game is the one that is exported, and that a screen shows.
        let choices = shown.enumerated().map { index, game in
            let moves = trn("{count} move", "{count} moves", game.record.digits.utf8.count)
            let parts = [game.record.resultWord, moves, game.record.myAccuracy.map(accuracyWords)].compactMap { $0 }
            let words = labelled(separated([game.date, game.record.opponentWords]), separated(parts))
            return Telling.Choice(name: String(game.id), words: words) { [unowned self] in
                choose(index)
                review()
            }
        }
        return Telling(
            sentences: [trn("{count} game. A number reviews it.", "{count} games. A number reviews that one.", shown.count)],
            choices: choices)
    }

    var commands: [LineCommand] {
        if games.isEmpty { return [] }
        return [
            LineCommand("c", argument: "3", help: tr("Choose a game, for r and x.")) { [unowned self] _, argument in
                guard let index = shown.firstIndex(where: { String($0.id) == argument }) else { return [LinesWords.notNow] }
                choose(index)
                return [tr("Game {number}.", ["number": argument])]
            }
        ]
    }
}

extension StatisticsViewController {
    var telling: Telling {
        guard statistics.all.games > 0 || !statistics.accuracies.isEmpty || queue != nil else {
            return Telling(sentences: [Self.none])
        }
        let lines = ([statistics.all] + statistics.lines).map { line in
            let parts = [line.tally.words, line.accuracy.map(accuracyWords)].compactMap { $0 }
            return labelled(line.opponent, separated(parts)).withFullStop
        }
        let more = [statistics.streakWords, statistics.longestRunWords, waiting > 0 ? waitingWords : ""]
        return Telling(sentences: lines + more.filter { !$0.isEmpty }.map(\.withFullStop))
    }
}

private func accuracyWords(_ accuracy: Int) -> String { tr("accuracy {percent}", ["percent": percentage(accuracy)]) }

extension Tally {
    /// In words.
    fileprivate var words: String {
        tr("won {won}, drawn {drawn}, lost {lost}", ["won": won, "drawn": drawn, "lost": lost])
    }
}

extension ReviewViewController {
    var telling: Telling {
        let words = shown > 0 || isAhead ? sentences.map(\.0).filter { $0 != "…" } : [tr("+ and - go through the game")]
        let verdict = together(([headline] + words).map(\.withFullStop))
        guard review.isComplete else { return Telling(events: [verdict]) }
        let accuracies = [names.me, names.me.other].map { player in
            let parts = [review.accuracy(of: player).map(accuracyWords) ?? tr("no accuracy"), mistakes(of: player)]
            return labelled(names.name(of: player), separated(parts.filter { !$0.isEmpty })).withFullStop
        }
        return Telling(events: [verdict], sentences: accuracies)
    }

    var commands: [LineCommand] {
        [
            LineCommand("", "+", help: tr("Go to the next move.")) { [unowned self] _, _ in go(to: step + 1) },
            LineCommand("-", help: tr("Go to the move before.")) { [unowned self] _, _ in go(to: step - 1) },
            LineCommand("g", argument: "12", help: tr("Go to that move; 0 is the empty board.")) { [unowned self] _, argument in
                Int(argument).map { go(to: $0) } ?? [LinesWords.notNow]
            },
            LineCommand("b", help: tr("Say what is on the board.")) { [unowned self] _, _ in
                match.prefix(shown).spokenRows { names.name(of: $0) }
            },
            LineCommand("e", "scores", help: tr("Say the scores of the columns that this move chose from.")) {
                [unowned self] _, _ in scores.map { [Insight.spoken($0)] } ?? [LinesWords.notNow]
            },
        ]
    }

    private func go(to step: Int) -> [String] {
        show(step)
        return []
    }
}
