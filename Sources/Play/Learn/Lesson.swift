// A lesson: a list of positions, and in each a move for the reader to find. Lessons1.swift and the files after it have their content.

import Engine
import Language

/// What is so about the right columns. LessonTests ask the solver.
enum LessonClaim {
    /// Every column is right.
    case any
    /// They complete four in a row; no other does.
    case wins
    /// They stop four in a row that is next; no other does.
    case blocks
    /// They make two threats at once; no other does.
    case twoThreats
    /// They allow no four in a row; all others do.
    case safe
    /// Their score is the best.
    case best
    /// They win in the end; no other does.
    case winning
    /// They hold the draw; all others lose.
    case holds
    /// They answer the opponent's disc as the reader's plan says; no other wins.
    case answers
    /// None: the opponent is to move, and the reader has a plan that wins and plays it to the end.
    case plan
}

/// A position of a lesson. The reader is to move, unless it is about a plan, and is yellow.
struct LessonStep {
    /// The position, as column digits.
    let start: String
    /// The right columns, 1…7.
    let columns: [Int]
    let claim: LessonClaim
    /// What is to be seen and done.
    let words: String
    /// More about a plan; empty otherwise.
    let detail: String
    /// What the move did.
    let after: String
    /// Why other columns are worse, where the engine only knows that they lose in the far future.
    let otherwise: String?
    /// Whether `after` speaks of the opponent's answer, with which the next step begins.
    let speaksOfAnswer: Bool

    init(
        _ start: String, _ columns: [Int], _ claim: LessonClaim, _ words: String, _ after: String, speaksOfAnswer: Bool = false,
        otherwise: String? = nil, detail: String = ""
    ) {
        (self.start, self.columns, self.claim, self.words, self.after) = (start, columns, claim, words, after)
        (self.otherwise, self.detail) = (otherwise, detail)
        self.speaksOfAnswer = speaksOfAnswer
    }
}

extension LessonStep {
    /// A plan to play to the end, from a position in which the opponent is to move.
    init(plan start: String, _ words: String, _ detail: String, _ after: String) {
        self.init(start, [], .plan, words, after, detail: detail)
    }
}

/// A lesson.
struct Lesson {
    let title: String
    let steps: [LessonStep]
    /// What the reader knows now.
    let learned: String

    /// All of them, in the language of the moment.
    static var all: [Lesson] {
        [
            fourKinds, blocking, twoThreats, building, squareAbove, oddAndEven, zugzwang, answerAbove, pairs, centre, counting,
            playingForADraw,
        ]
    }

    /// The red player's name, for a sentence.
    static var red: Fillings { ["red": DiscNames.red] }
}
