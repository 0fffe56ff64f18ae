// The idea of a win in a sentence: the player's, as the first hint and at the end, or the opponent's.

import Engine
import Language

extension WinningLine {
    /// How to win.
    var planWords: String? {
        switch theme {
        case .doubleThreat:
            isNext
                ? tr("Make two threats at once, in columns {columns}: {red} can stop only one.", places)
                : tr("Prepare two threats at once, in columns {columns}: {red} can stop only one.", places)
        case .forcedSequence: tr("Threat after threat: {red} has to answer each, and you get to {square}.", places)
        case .squareAbove:
            isNext
                ? tr("{red} has to block, and the square above the block is yours: {square}.", places)
                : tr("In the end {red} has to block, and the square above the block is yours: {square}.", places)
        case .oddThreat, .evenThreat:
            beginsWithItsThreat
                ? tr("You need {square}. Wait: in the end {red} has to play below it.", places)
                : tr("First make a threat: {square}. Then wait: in the end {red} has to play below it.", places)
        case .zugzwang:
            tr("Wait: soon every move of {red}'s will open a square for you, such as {square}.", places)
        case nil: nil
        }
    }

    /// How it was won.
    var resultWords: String? {
        switch theme {
        case .doubleThreat: tr("Two threats at once, in columns {columns}: {red} could stop only one.", places)
        case .forcedSequence: tr("Threat after threat: {red} had to answer each of them.", places)
        case .squareAbove: tr("{red} had to block, and the square above the block was yours: {square}.", places)
        case .oddThreat, .evenThreat:
            tr("In the end {red} had to play below your square: {square}.", places)
        case .zugzwang:
            tr("In the end every move {red} had opened a square for you, such as {square}, and passing is not allowed.", places)
        case nil: nil
        }
    }

    /// How the opponent wins, also where that is far away.
    var threatWords: String {
        switch theme {
        case .doubleThreat where !isVisible:
            tr("In the end {red} makes two threats at once, in columns {columns}.", places)
        case .doubleThreat: tr("{red} makes two threats at once, in columns {columns}: you can stop only one.", places)
        case .forcedSequence: tr("Threat after threat: you have to answer each, and {red} gets to {square}.", places)
        case .squareAbove where isNext: tr("You have to block, and {red} wins on the square above the block: {square}.", places)
        case .oddThreat, .evenThreat:
            tr("In the end you have to play below {red}'s square: {square}.", places)
        case .zugzwang:
            tr("In the end every move you have gives {red} a square, such as {square}, and you cannot pass.", places)
        case nil where isStacked: tr("{red} gets two threats, one on top of the other, in column {column}.", places)
        case .squareAbove, nil: tr("In the end {red} completes four here: {square}.", places)
        }
    }

    /// Whether the next move makes the threats.
    private var isNext: Bool { moves.count == 3 }

    /// The names of columns and squares for the sentence.
    private var places: Fillings {
        [
            "red": DiscNames.red, "columns": listed(twoThreats.map { String($0 + 1) }),
            "square": lastSquare?.words ?? "", "column": (lastSquare?.column ?? 0) + 1,
        ]
    }
}

extension Refutation {
    /// How the opponent answers, where the game goes on after that, and why the disc is wrong.
    var story: String? {
        guard let reason, let reply, let win, win.moves.count > 1 else { return reason }
        return together([tr("{red} answers with column {column}.", ["red": DiscNames.red, "column": reply + 1]), reason])
    }

    /// Why the disc is wrong, without the right column; nil where only the outcome tells: where it does not lose.
    var reason: String? {
        let sentence = judgement.reason?.discreetSentence(against: DiscNames.red)
        guard judgement.reason?.isPlain != true, let win else { return sentence }
        return win.isVisible ? win.threatWords : sentence ?? win.threatWords
    }

    /// The square where the opponent completes four in the end, while the board does not show it yet; nil where they do not win.
    var lastSquare: Square? { win.flatMap { $0.moves.count > 2 ? $0.lastSquare : nil } }
}
