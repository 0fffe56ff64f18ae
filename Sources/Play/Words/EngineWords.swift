// What the engine finds, in words for the player: hints, reviews, levels, and errors in digits and opening books.

import Engine
import Language
import Session
import Text

nonisolated extension NextWin {
    /// The win in a sentence. `name` is the winner's, nil for the player at this screen. `isNow`: the winner is to move.
    func sentence(_ name: String?, isNow: Bool = false) -> String {
        let fillings: Fillings = ["name": name ?? "", "columns": columnNumbers(columns)]
        if isNow, name == nil { return trn("Column {columns} wins now.", "Columns {columns} win now.", columns.count, fillings) }
        if canBeBlocked {
            return name == nil
                ? tr("You win next unless column {columns} is blocked.", fillings)
                : tr("{name} wins next unless column {columns} is blocked.", fillings)
        }
        return name == nil
            ? trn("You win next: column {columns}.", "You win next: columns {columns}.", columns.count, fillings)
            // Translators: {columns} is “4”, or “3, 4 and 5”; the number decides which of the two sentences is used.
            : trn("{name} wins next: column {columns}.", "{name} wins next: columns {columns}.", columns.count, fillings)
    }
}

nonisolated extension Hint.Prospect {
    /// What it means for the player to move.
    var outlook: String {
        switch self {
        case .win(let count): trn("wins in {count} move", "wins in {count} moves", count)
        case .draw: tr("draw")
        case .loss(let count): trn("loses in {count} move", "loses in {count} moves", count)
        }
    }

    /// The same of a column, as a sentence.
    func sentence(on column: Int) -> String {
        tr("Column {column}: {outlook}", ["column": column + 1, "outlook": outlook]).withFullStop
    }
}

nonisolated extension Hint {
    /// The hint in sentences, without numbers of moves. A win on the next move comes first; `winner` names the player, nil for the one at this screen.
    func sentence(_ winner: (Player) -> String?) -> String {
        guard let nextWin else { return outlook }
        let next = nextWin.sentence(winner(nextWin.player), isNow: prospect == .win(discs: 1))
        if prospect == .win(discs: 1) { return next }
        // A loss that nobody sees yet is no news, and the column is named.
        if nextWin.canBeBlocked, isFarLoss, columns == nextWin.columns { return next }
        return together([next, nextWin.canBeBlocked ? outlook : tr("Every column loses.")])
    }

    /// The best columns and what they lead to.
    private var outlook: String {
        if !hasOthers { return columns.count == 1 ? onlyMove : allEqual }
        return switch prospect {
        case .win:
            isAllElseWorse
                ? trn(
                    "Only column {columns} leads to a win.", "Only columns {columns} lead to a win.", columns.count, fillings)
                : trn("Column {columns} wins soonest.", "Columns {columns} win soonest.", columns.count, fillings)
        case .draw:
            // Nothing is better, so all else loses.
            trn("Only column {columns} holds the draw.", "Only columns {columns} hold the draw.", columns.count, fillings)
        case .loss where isFarLoss:
            trn(
                "Every column loses late. Column {columns} makes it hardest.",
                "Every column loses late. Columns {columns} make it hardest.", columns.count, fillings)
        case .loss:
            trn(
                "Every column loses. Column {columns} holds out longest.",
                "Every column loses. Columns {columns} hold out longest.", columns.count, fillings)
        }
    }

    /// Whether the best columns lose, but so late that nobody sees it.
    private var isFarLoss: Bool { if case .loss(let discs) = prospect { discs > DecidingMove.visible } else { false } }

    private var onlyMove: String {
        switch prospect {
        case .win: tr("Only column {columns} is left. It leads to a win.", fillings)
        case .draw: tr("Only column {columns} is left. It leads to a draw.", fillings)
        case .loss: tr("Only column {columns} is left. It loses.", fillings)
        }
    }

    private var allEqual: String {
        switch prospect {
        case .win: tr("All equal: every column leads to a win.")
        case .draw: tr("All equal: every column holds the draw.")
        case .loss: tr("All equal: every column loses.")
        }
    }

    private var fillings: Fillings { ["columns": columnNumbers(columns)] }
}

/// "4", "3 and 5", "3, 4 and 5", of columns 0…6.
nonisolated private func columnNumbers(_ columns: [Int]) -> String { listed(columns.map { String($0 + 1) }) }

/// "1 move", "5 moves".
nonisolated private func movesWords(_ count: Int) -> String { trn("{count} move", "{count} moves", count) }

nonisolated extension Reason {
    /// Why the move was not the best one.
    var sentence: String {
        switch self {
        case .overlookedWin(let columns):
            trn(
                "Column {columns} would have won at once.", "Columns {columns} would have won at once.", columns.count,
                ["columns": columnNumbers(columns)])
        case .letThrough(let column): tr("The answer in column {column} completes four.", ["column": column + 1])
        case .gaveAway: tr("The answer on top of that disc completes four.")
        case .allowedTwoThreats(let column):
            tr(
                "It lets the opponent play column {column} and threaten two fours at once: you can stop only one.",
                ["column": column + 1])
        case .missedTwoThreats(let column):
            tr("Column {column} would have made two threats at once.", ["column": column + 1])
        case .lostThreat(let threat, let column, let isNew): Self.sentence(losing: threat, column: column, isNew: isNew)
        case .leftThreat(let threat):
            tr("Then the opponent's threat decides the game: column {column}, row {row}.", threat.place)
        case .lostPlan(let plan, let column):
            plan.wins
                ? tr(
                    "Column {best} would have won: after it you only have to answer, and in the end you get {squares}.",
                    ["best": column + 1, "squares": plan.goals])
                : tr("Column {best} would have held the draw: after it you only have to answer.", ["best": column + 1])
        case .leftPlan(let plan):
            tr("Then the opponent only has to answer your discs, and in the end gets {squares}.", ["squares": plan.goals])
        case .openedThreat(let square):
            tr("The disc lets the opponent block your threat: {square}.", ["square": square.words])
        case .missedThreat(let square, let column):
            tr("Column {best} makes a threat: {square}.", ["best": column + 1, "square": square.words])
        case .allowedThreat(let square, let column):
            tr(
                "In column {best} the opponent would make a threat: {square}.",
                ["best": column + 1, "square": square.words])
        case .missedPreparation(let next, let column):
            tr(
                "Column {best} would have prepared two threats at once, with another disc in column {column}.",
                ["best": column + 1, "column": next + 1])
        case .missedLines(let column):
            tr("Column {best} can join the most fours.", ["best": column + 1])
        case .lostWin(let line): Self.sentence(losing: line)
        case .allowedWin(let line):
            line.theme == .doubleThreat
                ? tr("Then the opponent wins, for example with two threats at once, in columns {columns}.", line.places)
                : tr("Then the opponent wins, for example with four at {square}.", line.places)
        }
    }

    /// The same of any two players: of `mover`, who made the move, against `name`; nil for the one at this screen.
    func sentence(of mover: String?, against name: String?) -> String {
        guard let name else { return sentenceAgainstYou(of: mover ?? tr("You")) }
        guard let mover else {
            if case .lostPlan = self { return sentence }
            return sentence(of: tr("You"), against: name)
        }
        return sentence(of: mover, against: name)
    }

    /// The same where the move helped the player at this screen.
    private func sentenceAgainstYou(of mover: String) -> String {
        switch self {
        case .allowedTwoThreats(let column):
            tr("Then you can play column {column} and threaten two fours at once.", ["column": column + 1])
        case .leftThreat(let threat): tr("Then your threat decides the game: {square}.", ["square": threat.square.words])
        case .leftPlan(let plan): tr("Then you only have to answer, and in the end you get {squares}.", ["squares": plan.goals])
        case .openedThreat(let square): tr("The disc lets you block a threat: {square}.", ["square": square.words])
        case .allowedThreat(let square, let column):
            tr("In column {best} you would make a threat: {square}.", ["best": column + 1, "square": square.words])
        case .lostWin(let line) where [.oddThreat, .evenThreat, .zugzwang].contains(line.theme):
            tr("Column {best} would have won, for example because you have to play below {square} in the end.", line.places)
        case .allowedWin(let line):
            line.theme == .doubleThreat
                ? tr("Then you win, for example with two threats at once, in columns {columns}.", line.places)
                : tr("Then you win, for example with four at {square}.", line.places)
        default: sentence(of: mover, against: "")
        }
    }

    private func sentence(of mover: String, against name: String) -> String {
        switch self {
        case .allowedTwoThreats(let column):
            tr("Then {name} can play column {column} and threaten two fours at once.", ["name": name, "column": column + 1])
        case .leftThreat(let threat):
            tr("Then {name}'s threat decides the game: {square}.", ["name": name, "square": threat.square.words])
        case .lostPlan(let plan, let column):
            plan.wins
                ? tr(
                    "Column {best} would have won: after it {name} only has to answer, and in the end gets {squares}.",
                    ["best": column + 1, "name": mover, "squares": plan.goals])
                : tr(
                    "Column {best} would have held the draw: after it {name} only has to answer.",
                    ["best": column + 1, "name": mover])
        case .leftPlan(let plan):
            tr("Then {name} only has to answer, and in the end gets {squares}.", ["name": name, "squares": plan.goals])
        case .openedThreat(let square):
            tr("The disc lets {name} block a threat: {square}.", ["name": name, "square": square.words])
        case .allowedThreat(let square, let column):
            tr(
                "In column {best} {name} would make a threat: {square}.",
                ["best": column + 1, "name": name, "square": square.words])
        case .lostWin(let line) where [.oddThreat, .evenThreat, .zugzwang].contains(line.theme):
            tr(
                "Column {best} would have won, for example because {name} has to play below {square} in the end.",
                line.places(of: name))
        case .allowedWin(let line):
            line.theme == .doubleThreat
                ? tr(
                    "Then {name} wins, for example with two threats at once, in columns {columns}.",
                    line.places(of: name))
                : tr("Then {name} wins, for example with four at {square}.", line.places(of: name))
        case .overlookedWin, .letThrough, .gaveAway, .missedTwoThreats, .lostThreat, .missedThreat, .lostWin, .missedPreparation,
            .missedLines:
            sentence
        }
    }

    private static func sentence(losing line: WinningLine) -> String {
        switch line.theme {
        case .doubleThreat:
            tr("Column {best} would have won, for example with two threats at once, in columns {columns}.", line.places)
        case .oddThreat, .evenThreat, .zugzwang:
            tr(
                "Column {best} would have won, for example because the opponent has to play below {square} in the end.",
                line.places)
        case .forcedSequence, .squareAbove, nil:
            tr("Column {best} would have won, for example with four at {square}.", line.places)
        }
    }

    /// The same against a player of this name, without the right column; nil where that is all it says.
    func discreetSentence(against name: String) -> String? {
        switch self {
        case .overlookedWin: tr("You could have won at once.")
        case .missedTwoThreats: tr("You could have made two threats at once.")
        case .letThrough(let column): tr("{name} completes four in column {column}.", ["name": name, "column": column + 1])
        case .gaveAway: tr("{name} completes four on top of that disc.", ["name": name])
        case .leftThreat(let threat):
            tr("Then {name}'s threat decides the game: {square}.", ["name": name, "square": threat.square.words])
        case .openedThreat(let square):
            tr("The disc lets {name} block your threat: {square}.", ["name": name, "square": square.words])
        case .leftPlan(let plan):
            tr(
                "Then {name} only has to answer your discs, and in the end gets {squares}.",
                ["name": name, "squares": plan.goals])
        case .allowedTwoThreats: sentence
        case .lostPlan, .lostThreat, .missedThreat, .allowedThreat, .lostWin, .allowedWin, .missedPreparation, .missedLines: nil
        }
    }

    /// What speaks for a disc that was just dropped (`Position.merit`).
    var meritSentence: String {
        switch self {
        case .overlookedWin: tr("This disc completes four.")
        case .letThrough: tr("This disc stops a four.")
        case .missedTwoThreats: tr("This disc makes two threats at once.")
        case .missedThreat(let square, _): tr("This disc threatens four: {square}.", ["square": square.words])
        case .missedPreparation(let next, _):
            tr("This disc prepares two threats at once, with another one in column {column}.", ["column": next + 1])
        case .missedLines: tr("The middle joins the most fours.")
        case .gaveAway, .allowedTwoThreats, .lostThreat, .leftThreat, .lostPlan, .leftPlan, .openedThreat, .allowedThreat,
            .lostWin, .allowedWin:
            sentence
        }
    }

    /// The same as a hint, without the column.
    var meritHint: String {
        switch self {
        case .overlookedWin: tr("You can win at once.")
        case .letThrough: tr("Look for the disc that stops a four.")
        case .missedTwoThreats: tr("Look for the disc that makes two threats at once.")
        case .missedThreat: tr("Look for the disc that threatens four.")
        case .missedPreparation: tr("Look for the disc that prepares two threats at once.")
        case .gaveAway, .allowedTwoThreats, .lostThreat, .leftThreat, .lostPlan, .leftPlan, .openedThreat, .allowedThreat,
            .lostWin, .allowedWin, .missedLines:
            sentence
        }
    }

    /// Whether it says what the opponent does next, and not only what would be better.
    var isWarning: Bool {
        switch self {
        case .letThrough, .gaveAway, .allowedTwoThreats, .leftThreat, .leftPlan, .openedThreat: true
        default: false
        }
    }

    /// Whether it says little to somebody who learns.
    var isVague: Bool { if case .missedLines = self { true } else { false } }

    /// Whether it shows on the board at once.
    var isPlain: Bool {
        switch self {
        case .overlookedWin, .missedTwoThreats, .letThrough, .gaveAway: true
        case .allowedTwoThreats, .lostThreat, .leftThreat, .lostPlan, .leftPlan, .openedThreat, .missedThreat, .allowedThreat,
            .lostWin, .allowedWin, .missedPreparation, .missedLines:
            false
        }
    }

    private static func sentence(losing threat: Threat, column: Int, isNew: Bool) -> String {
        let places: Fillings = ["best": column + 1, "column": threat.square.column + 1, "row": threat.square.row + 1]
        // Translators: {best} is the column that should have been played.
        return isNew
            ? tr("Column {best} would have made the threat that decides the game: column {column}, row {row}.", places)
            : tr("Column {best} would have kept the threat that decides the game: column {column}, row {row}.", places)
    }
}

nonisolated extension WinningLine {
    /// Where it begins and ends, for a sentence.
    fileprivate var places: Fillings { places(of: "") }

    /// The same, and somebody's name.
    fileprivate func places(of name: String) -> Fillings {
        [
            "name": name, "best": (moves.first ?? 0) + 1, "columns": columnNumbers(twoThreats), "square": lastSquare?.words ?? "",
        ]
    }
}

nonisolated extension Threat {
    /// The square of the move, for a sentence.
    var place: Fillings { ["column": square.column + 1, "row": square.row + 1] }
}

extension Judgement {
    /// The kind of the move in a word or two.
    var verdict: String {
        // A four that was not stopped is plain to see, also where the game was lost.
        if mark == .blunder, cost == .inaccuracy { return tr("Blunder: four not stopped") }
        guard mark == .best else { return mark.name }
        if isChoice { return tr("Best move") }
        return scores.compactMap { $0 }.count == 1 ? tr("Only move") : tr("All equal")
    }

    /// What the position meant for the player before the move and what after it: "▲ → =", or "▲" if that is the same.
    var change: String { Insight.change(from: mark == .best ? after : before, to: after) }

    /// What was wrong with the move; nil for a best move.
    var sentence: String? {
        guard mark != .best else { return nil }
        return reason?.sentence ?? loss
    }

    /// The same of any two players, who have these names; nil for the one at this screen.
    func explanation(_ name: (Player) -> String?) -> String? {
        guard mark != .best else { return nil }
        return reason?.sentence(of: name(player), against: name(player.other)) ?? loss
    }

    /// What the move let go.
    private var loss: String {
        let fillings: Fillings = ["columns": columnNumbers(best), "moves": movesWords(before - after)]
        return switch (before.signum(), after.signum()) {
        case (1, 1):
            trn("Column {columns} wins {moves} sooner.", "Columns {columns} win {moves} sooner.", best.count, fillings)
        case (-1, -1):
            trn(
                "Column {columns} holds out {moves} longer.", "Columns {columns} hold out {moves} longer.", best.count, fillings)
        case (1, _):
            trn(
                "Column {columns} would have led to a win.", "Columns {columns} would have led to a win.", best.count, fillings)
        default:
            trn(
                "Column {columns} would have held the draw.", "Columns {columns} would have held the draw.", best.count, fillings)
        }
    }
}

nonisolated extension Mark {
    /// The sign after a move, such as “??”; empty for a best move.
    var sign: String {
        switch self {
        case .best: ""
        case .inaccuracy: "?!"
        case .mistake: "?"
        case .blunder: "??"
        }
    }

    /// The name of the kind.
    var name: String {
        switch self {
        case .best: tr("Best")
        case .inaccuracy: tr("Inaccuracy")
        case .mistake: tr("Mistake")
        case .blunder: tr("Blunder")
        }
    }

    /// A number of moves of this kind, in words.
    func counted(_ count: Int) -> String {
        switch self {
        case .best: trn("{count} best", "{count} best", count)
        case .inaccuracy: trn("{count} inaccuracy", "{count} inaccuracies", count)
        case .mistake: trn("{count} mistake", "{count} mistakes", count)
        case .blunder: trn("{count} blunder", "{count} blunders", count)
        }
    }
}

nonisolated extension Level {
    /// The name of the level.
    var name: String {
        switch self {
        case .firstGame: tr("Gentle")
        case .beginner: tr("Beginner")
        case .casual: tr("Casual")
        case .steady: tr("Steady")
        case .strong: tr("Strong")
        case .expert: tr("Expert")
        case .perfect: tr("Perfect")
        }
    }

    /// Its number and its name.
    var numberedName: String { "\(rawValue) \(name)" }

    /// The level in a few words.
    var words: String {
        switch self {
        case .firstGame: tr("a child learning the rules")
        case .beginner: tr("blocks most lines of three")
        case .casual: tr("overlooks a diagonal now and then")
        case .steady: tr("looks two moves ahead")
        case .strong: tr("looks three moves ahead")
        case .expert: tr("plans for the end of the game")
        case .perfect: tr("never gives away a win or a draw")
        }
    }
}

nonisolated extension PositionError {
    /// What is wrong, and with which move, as the end of a sentence.
    package var sentence: String {
        switch self {
        case .notADigit(let character, let move):
            let isHarmless = character.asciiValue.map { $0 >= 32 && $0 < 127 && !character.isNewline } ?? false
            return isHarmless
                ? tr("digit {move} is '{character}', not a column from 1 to 7", ["move": move, "character": character])
                : tr("character {move} is not a digit from 1 to 7", ["move": move])
        case .columnFull(let column, let move):
            return tr("digit {move} goes into column {column}, which is full", ["move": move, "column": column])
        case .gameOver(let move): return tr("digit {move} comes after the end of the game", ["move": move])
        }
    }
}

nonisolated extension BookError {
    /// What is wrong with the book, as the end of a sentence.
    package var sentence: String {
        switch self {
        case .foreign: tr("it is not an opening book of this version")
        case .damaged: tr("it is damaged")
        }
    }
}

nonisolated extension GameSheet {
    /// A sheet in the language of the player; `date` is empty if it is not known. `reason` and `result` count where the moves do not show them.
    init(game: Game, first: String, second: String, date: String, result: GameResult = .unfinished, reason: EndingReason = .moves)
    {
        let plain = (first, second)
        let (first, second) = (isolatedInFile(first.plain), isolatedInFile(second.plain))
        let day = isolatedInFile(date)
        let count = game.length
        let ending =
            switch game.outcome {
            case nil where reason == .agreed: tr("a draw by agreement")
            case nil where reason == .resigned:
                result == .first
                    ? tr("{other} resigned, {name} wins", ["name": first, "other": second])
                    : tr("{other} resigned, {name} wins", ["name": second, "other": first])
            case nil where reason == .time:
                result == .draw
                    ? tr("time is up: a draw")
                    : tr("{name} wins on time", ["name": result == .first ? first : second])
            case nil where reason == .abandoned: trn("abandoned after {count} move", "abandoned after {count} moves", count)
            case .won(let winner, _):
                tr("{name} wins on move {move}", ["name": winner == .first ? first : second, "move": count])
            case .draw: tr("a draw")
            case nil: trn("unfinished after {count} move", "unfinished after {count} moves", count)
            }
        let words = Words(
            // Translators: {ending} is “a draw”, or “Ann wins on move 19”.
            title: tr("{first} and {second}: {ending}", ["first": first, "second": second, "ending": ending]),
            heading: date.isEmpty
                ? tr("{first} (yellow) and {second} (red)", ["first": first, "second": second])
                : tr("{first} (yellow) and {second} (red), {date}", ["first": first, "second": second, "date": day]),
            ending: ending, isRightToLeft: isRightToLeft)
        self.init(game: game, first: plain.0, second: plain.1, date: date, words: words)
    }
}

extension TimeControl {
    /// The same in a column: "5 min", "5 min + 2 s".
    var brief: String {
        let minutes = tr("{minutes} min", ["minutes": minutes])
        return increment == 0 ? minutes : tr("{minutes} + {seconds} s", ["minutes": minutes, "seconds": increment])
    }

    /// The same as a value.
    var words: String {
        increment == 0
            ? trn("{count} minute each", "{count} minutes each", minutes)
            : tr("{minutes} min + {seconds} s a move", ["minutes": minutes, "seconds": increment])
    }

    /// How much time players have.
    var sentence: String {
        let minutes = trn("{count} minute", "{count} minutes", minutes)
        return increment == 0
            ? tr("Clock: {minutes} for each player.", ["minutes": minutes])
            : tr("Clock: {minutes} for each player, and {seconds} s per move.", ["minutes": minutes, "seconds": increment])
    }
}

extension Position {
    /// What speaks for a disc in `column`, if it is worth saying: of what is vague only that the middle is good, at the beginning.
    func tellingMerit(of column: Int) -> Reason? {
        merit(of: column).flatMap { !$0.isVague || ply < 2 && column == Board.columns.count / 2 ? $0 : nil }
    }
}
