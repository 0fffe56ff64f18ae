// The idea of a puzzle in a sentence: as its first hint, and at the end as what happened. In a draw or a defence it is the opponent's.

import Engine
import Language

/// The idea of a puzzle.
struct PuzzleIdea {
    let puzzle: Puzzle
    /// Whether the solution is on the board.
    let isOver: Bool

    /// The sentence.
    var sentence: String {
        switch (puzzle.goal == .win, isOver) {
        case (true, false): plan
        case (true, true): result
        case (false, false): danger
        case (false, true): escape
        }
    }

    /// How to win.
    private var plan: String {
        switch puzzle.theme {
        case .doubleThreat: tr("Make two threats at once, in columns {columns}: {red} can stop only one.", places)
        case .forcedSequence: tr("Threat after threat: {red} has to answer each of them.", places)
        case .squareAbove: tr("{red} has to block, and the square above the block is yours: {square}.", places)
        case .oddThreat, .evenThreat: tr("You need {square}. Wait: in the end {red} has to play below it.", places)
        case .zugzwang: tr("Wait until every column of {red} opens a square for you, such as {square}.", places)
        }
    }

    /// How it was won.
    private var result: String {
        switch puzzle.theme {
        case .doubleThreat: tr("Two threats at once, in columns {columns}: {red} could stop only one.", places)
        case .forcedSequence: tr("Threat after threat: {red} had to answer each of them.", places)
        case .squareAbove: tr("{red} had to block, and the square above the block was yours: {square}.", places)
        case .oddThreat, .evenThreat: tr("In the end {red} had to play below your square: {square}.", places)
        case .zugzwang: tr("Every column of {red} opened a square for you, such as {square}. Nobody may pass.", places)
        }
    }

    /// What the opponent wants.
    private var danger: String {
        switch puzzle.theme {
        case .doubleThreat: tr("{red} wants to make two threats at once.", places)
        case .forcedSequence: tr("{red} wants to make threat after threat.", places)
        case .squareAbove where giveaways.isEmpty: tr("{red} wants to force a block, and then the square above it.", places)
        case .squareAbove:
            trn(
                "A disc in column {columns} would let {red} complete four on top of it.",
                "Discs in columns {columns} would let {red} complete four on top of them.", giveaways.count, places)
        case .oddThreat, .evenThreat:
            threats.isEmpty
                ? tr("{red} wants a threat below which you have to play in the end.", places)
                : tr("{red} wants {square}, and waits until you have to play below it.", places)
        case .zugzwang: tr("{red} wants to leave you no good column: nobody may pass.", places)
        }
    }

    /// What the opponent wanted.
    private var escape: String {
        switch puzzle.theme {
        case .doubleThreat: tr("{red} wanted to make two threats at once.", places)
        case .forcedSequence: tr("{red} wanted to make threat after threat.", places)
        case .squareAbove where giveaways.isEmpty: tr("{red} wanted to force a block, and then the square above it.", places)
        case .squareAbove:
            trn(
                "At first, a disc in column {columns} would have let {red} complete four on top of it.",
                "At first, discs in columns {columns} would have let {red} complete four on top of them.", giveaways.count,
                places)
        case .oddThreat, .evenThreat: tr("{red} wanted to wait until you have to play below a threat.", places)
        case .zugzwang: tr("{red} wanted to leave you no good column.", places)
        }
    }

    /// The names of columns and squares for the sentence.
    private var places: Fillings {
        let columns = puzzle.goal == .win ? twoThreats : giveaways
        let squares = puzzle.goal == .win ? [lastSquare].compactMap(\.self) : threats
        return [
            "red": DiscNames.red, "columns": listed(columns.map { String($0 + 1) }), "square": listed(squares.map(\.words)),
        ]
    }

    /// Where the last disc of the solution lands.
    private var lastSquare: Square? {
        puzzle.game(after: puzzle.solution.count - 1).board.landing(in: puzzle.solution.last ?? 0)
    }

    /// The columns that win after the last move but one.
    private var twoThreats: [Int] {
        puzzle.game(after: puzzle.solution.count - 2).position.winningColumns(of: puzzle.start.mover)
    }

    /// The columns that let the opponent complete four on top of the disc.
    private var giveaways: [Int] {
        let position = puzzle.start.position
        return Board.columns.filter {
            position.canPlay($0) && position.playing($0).winningColumns(of: position.player.other).contains($0)
        }
    }

    /// The squares that the opponent gets by waiting.
    private var threats: [Square] {
        puzzle.start.position.threats().filter { $0.player != puzzle.start.mover && $0.isOfUse }.map(\.square)
    }
}
