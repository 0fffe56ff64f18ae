// The kept games, their statistics and the review of one in lines. It knows no database and no engine.

import Engine
import Screen
import Session

extension HistoryViewController {
    var telling: Telling {
        if games.isEmpty { return Telling(sentences: [whyNone]) }
        let rows = shown.map { game in
            let accuracy = game.record.myAccuracy.map { ", accuracy \($0)%" } ?? ""
            let count = game.record.digits.utf8.count
            return
                "\(game.date), \(game.record.opponentWords): \(game.record.resultWord), \(count) \(count == 1 ? "move" : "moves")\(accuracy)"
        }
        return Telling(
            sentences: ["\(shown.count) \(shown.count == 1 ? "game" : "games"). A number chooses one and reviews it."],
            choices: Telling.numbered(rows) { [unowned self] in
                choose($0)
                review()
            })
    }

    var commands: [LineCommand] {
        if games.isEmpty { return [] }
        return [
            LineCommand("c", argument: "3", help: "Choose a game, for r and x.") { [unowned self] _, argument in
                guard let number = Int(argument), shown.indices.contains(number - 1) else { return [LinesWords.notNow] }
                choose(number - 1)
                return ["Game \(number)."]
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
            let accuracy = line.accuracy.map { ", accuracy \($0)%" } ?? ""
            return "\(line.opponent): \(line.tally.words)\(accuracy)."
        }
        let more = [statistics.streakWords, statistics.longestRunWords, waiting > 0 ? waitingWords : ""]
        return Telling(sentences: lines + more.filter { !$0.isEmpty }.map(\.asSentence))
    }
}

extension Tally {
    /// In words.
    fileprivate var words: String { "won \(won), drawn \(drawn), lost \(lost)" }
}

extension ReviewViewController {
    var telling: Telling {
        let words = shown > 0 || isAhead ? sentences.map(\.0).filter { $0 != "…" } : ["+ and - go through the game"]
        let verdict = ([headline] + words).map(\.asSentence).joined(separator: " ")
        guard review.isComplete else { return Telling(events: [verdict]) }
        let accuracies = [names.me, names.me.other].map { player in
            let accuracy = review.accuracy(of: player).map { "\($0)%" } ?? "-"
            let mistakes = mistakes(of: player)
            return "\(names.name(of: player)): accuracy \(accuracy)\(mistakes.isEmpty ? "" : ", \(mistakes)")."
        }
        return Telling(events: [verdict], sentences: accuracies)
    }

    var commands: [LineCommand] {
        [
            LineCommand("+", "", help: "Go to the next move.") { [unowned self] _, _ in go(to: step + 1) },
            LineCommand("-", help: "Go to the move before.") { [unowned self] _, _ in go(to: step - 1) },
            LineCommand("g", argument: "12", help: "Go to that move; 0 is the empty board.") { [unowned self] _, argument in
                Int(argument).map { go(to: $0) } ?? [LinesWords.notNow]
            },
        ]
    }

    private func go(to step: Int) -> [String] {
        show(step)
        return []
    }
}
