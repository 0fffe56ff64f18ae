// Lessons about plans: answering above, and pairs of squares.

import Language

extension Lesson {
    /// The plan of the second player.
    static var answerAbove: Lesson {
        Lesson(
            title: tr("Answer above"),
            steps: [
                LessonStep(
                    "3162234533623644441355555222641", [1], .winning,
                    tr(
                        "You moved second. Each column has six squares: whoever answers right above gets rows 2, 4 and 6. {red} played column 1. Where do you answer?",
                        red),
                    tr("Row 4 is yours, and so is row 6, if {red} goes on there.", red)),
                LessonStep(
                    "2121135415332233554432554411247", [7], .winning,
                    tr("{red} tries column 7. Where is your answer?", red),
                    tr("Every disc of {red}'s gets its answer. You need no other idea.", red)),
                LessonStep(
                    plan: "141472443174122142217777266333", tr("You answer above each disc of {red}'s.", red),
                    tr("Never play column 5 yourself. In the end {red} must, and you win in row 2.", red),
                    tr("{red} had no other square left.", red)),
                LessonStep(
                    plan: "316223453362364444135555522264", tr("You answer above each disc of {red}'s.", red),
                    tr("In column 1, too: {red} plays row 5 in the end, and you win in row 6.", red),
                    tr("Row 6 is even: {red} could not keep it from you.", red)),
                LessonStep(
                    plan: "212113541533223355443255441124", tr("You answer above each disc of {red}'s.", red),
                    tr("So you get row 6 in columns 6 and 7, and that makes four."),
                    tr("No threat was needed, only answers.")),
                LessonStep(
                    plan: "272252433225534434443355567", tr("Here you moved first. You answer above each disc of {red}'s.", red),
                    tr(
                        "Only column 6 is different: leave it alone. In the end {red} must play row 2 there, and you win in row 3.",
                        red),
                    tr("With an odd square the first player can wait, too.")),
            ], learned: tr("Who answers above gets every second row, and needs only one square there to win."))
    }

    /// Of two squares each player gets one.
    static var pairs: Lesson {
        Lesson(
            title: tr("Pairs"),
            steps: [
                LessonStep(
                    "13114333444644366366677777712211", [2], .winning,
                    tr(
                        "You need column 2, row 5, and leave the square below it to {red}. {red} filled column 1: no answer is left above. Which other square has none?",
                        red),
                    tr(
                        "You will not play above it, so it has no answer, either. The two are a pair: one for {red}, one for you.",
                        red)),
                LessonStep(
                    "14474446566617766133", [1], .winning,
                    tr(
                        "Columns 1 and 3 had an odd number of free squares: the lowest of each has no answer above, so they are a pair. {red} took that of column 3.",
                        red),
                    tr("A pair is answered with its other square, not above.")),
                LessonStep(
                    plan: "57161244554466116456546137177533",
                    tr("You answer above, but the two squares marked a are a pair: each player gets one."),
                    tr("If {red} takes one, take the other. Do not play below your square in column 2.", red),
                    tr("Each of you got one of the pair. After that, every move {red} had lost.", red)),
                LessonStep(
                    plan: "1311433344464436636667777771221",
                    tr("You answer above, but the two squares marked a are a pair: each player gets one."),
                    tr("Column 1 ends with its a: there is nothing above. Your square is in column 2, row 5."),
                    tr("Whichever {red} took, you got the other.", red)),
                LessonStep(
                    plan: "74566575566362123523331262111", tr("Now there are two pairs, marked a and b."),
                    tr("Everything else is answered above. Leave column 4 to {red}: you win in row 3.", red),
                    tr("Pairs first or last: the order is up to {red}, the win is yours.", red)),
                LessonStep(
                    plan: "5543143535563365371711444",
                    tr("You answer above, but the two squares marked a are a pair: each player gets one."),
                    tr("Your square is in column 2, row 3. {red} will try everything else before.", red),
                    tr("A long plan, and only one exception.")),
            ], learned: tr("Where no answer above is left, look for a pair: two squares, and you need only one of them."))
    }
}
