// Lessons about plans: answering above, and pairs of squares.

import Language

extension Lesson {
    /// The plan of the second player.
    static var answerAbove: Lesson {
        Lesson(
            title: tr("Answer above"),
            steps: [
                LessonStep(
                    plan: "141472443174122142217777266333", tr("You need column 5, row 2: it makes four in row 2."),
                    tr(
                        "Answer each disc of {red}'s right above, and never play below that square: in the end {red} has to.",
                        red),
                    tr("{red} had no other square left.", red)),
                LessonStep(
                    "3162234533623644441355555222641", [1], .answers,
                    tr("You need column 1, row 6. {red} played column 1, row 3 (marked). Where do you answer?", red),
                    tr("Each column has six squares, so answers give you rows 2, 4 and 6: your square, too.")),
                LessonStep(
                    plan: "212113541533223355443255441124", tr("You answer above each disc of {red}'s.", red),
                    tr("So you get row 6 in columns 6 and 7, and that makes four."),
                    tr("No threat was needed, only answers.")),
                LessonStep(
                    "4463433347446636663111111577", [7], .answers,
                    tr(
                        "Here you moved first, and need column 5, row 3. {red} played column 7, row 3 (marked). Where do you answer?",
                        red),
                    tr("With an odd square the first player can wait, too.")),
                LessonStep(
                    plan: "272252433225534434443355567", tr("Here you moved first. You answer above each disc of {red}'s.", red),
                    tr(
                        "Only column 6 is different: leave it alone. In the end {red} must play row 2 there, and you win in row 3.",
                        red),
                    tr("Every disc of {red}'s gets its answer. You need no other idea.", red)),
            ], learned: tr("Who answers above gets every second row, and needs only one square there to win."))
    }

    /// Of two squares each player gets one.
    static var pairs: Lesson {
        Lesson(
            title: tr("Pairs"),
            steps: [
                LessonStep(
                    plan: "7426572144554122745521146256",
                    tr("{red} has two discs in row 4, and needs both squares marked a for four.", red),
                    tr("They are a pair: you need only one. If {red} takes one, take the other. Answer all else above.", red),
                    tr("Whichever {red} took, you got the other.", red)),
                LessonStep(
                    "466451236644242233323413271111777", [5], .answers,
                    tr(
                        "{red} played column 7, row 4 (marked). On the diagonal down to column 4, which square does {red} still need?",
                        red),
                    tr("The two are a pair: one for {red}, one for you.", red)),
                LessonStep(
                    plan: "524576546652652625221117177711",
                    tr("Columns 6 and 7 have one free square each, with nothing above: they are a pair, too."),
                    tr("If {red} takes one, take the other. Your square is in column 3, row 2.", red),
                    tr("Each of you got one of the pair. After that, every move {red} had lost.", red)),
                LessonStep(
                    "5355355374412223322713725711711", [7], .answers,
                    tr("You need column 4, row 4. {red} filled column 1 (marked), with nothing above. Where do you answer?", red),
                    tr("A pair is answered with its other square, not above.")),
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
