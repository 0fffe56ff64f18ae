// Lessons about threats: building, and the square above.

import Language

extension Lesson {
    /// Building before blocking.
    static var building: Lesson {
        Lesson(
            title: tr("Build before blocking"),
            steps: [
                LessonStep(
                    "533443412364", [2], .blocks,
                    tr("{red} has three on a diagonal. Block it in row 2: that also builds a line of yours.", red),
                    tr("You blocked, and now you have three in a row with both ends free.")),
                LessonStep(
                    "53344341236421", [5], .wins, tr("{red} filled one end. Take the other.", red), tr("A good block builds.")),
                LessonStep(
                    "61412462", [5], .twoThreats,
                    tr("{red} has three in row 2, but nobody can reach the gap yet: column 3 is empty. So build.", red),
                    tr("Three side by side, with two free ends. {red} is too slow.", red)),
                LessonStep(
                    "6141246253", [7], .wins, tr("{red} blocked, and now could win. But it is your move.", red),
                    tr("You were one move faster.")),
                LessonStep(
                    "1711314274654476", [7], .best, tr("A threat forces an answer. Make three in column 7."),
                    tr("{red} had to block. It is your move again.", red), speaksOfAnswer: true),
                LessonStep(
                    "171131427465447677", [6], .best,
                    tr("Look at row 3: you have columns 4 and 7. Add column 6. The gap is at column 5."),
                    tr("You threaten column 5 with a diagonal, and the gap is right above it.")),
                LessonStep(
                    "17113142746544767763", [5], .wins, tr("A diagonal comes down from column 7, row 4. Finish it."),
                    tr("Threat after threat: {red} had no time.", red)),
            ], learned: tr("Block only what your opponent can play next. Otherwise build, preferably with a threat."))
    }

    /// The square above.
    static var squareAbove: Lesson {
        Lesson(
            title: tr("The square above"),
            steps: [
                LessonStep(
                    "13611322", [1, 2, 3, 5, 6, 7], .safe,
                    tr("{red} has three in row 2. The fourth needs a disc below it. Play any column but that one.", red),
                    tr("Whoever plays column 4 first gives the other player the square above.")),
                LessonStep(
                    "566664455342145523", [3], .best,
                    tr("You need column 2, row 4. Make three in row 3, and {red} has to block just below it.", red),
                    tr("{red} blocked in column 2. The square above is free now.", red), speaksOfAnswer: true),
                LessonStep(
                    "56666445534214552332", [2], .wins, tr("{red} blocked. What does that open for you?", red),
                    tr("The block was a step for you.")),
                LessonStep(
                    "217622175656655243", [3], .best,
                    tr("Once more: make three in row 2, so that {red} has to block in column 4. You need the square above.", red),
                    tr("{red} had to block in column 4.", red), speaksOfAnswer: true),
                LessonStep(
                    "21762217565665524334", [4], .wins, tr("{red} blocked again. And now?", red),
                    tr("Two threats, one on top of the other.")),
            ], learned: tr("Each disc opens the square above it. Look there before you drop."))
    }

    /// Odd and even rows.
    static var oddAndEven: Lesson {
        Lesson(
            title: tr("Odd and even rows"),
            steps: [
                LessonStep(
                    "131126223353354444265545542777766237", [7], .best,
                    tr(
                        "You need column 1, row 5. Do not play just below it, or just below {red}'s square (column 6, row 6). Make a waiting move elsewhere.",
                        red),
                    tr("{red} will not play column 1 either.", red)),
                LessonStep(
                    "13112622335335444426554554277776623776", [6], .best,
                    tr("One more square is free outside column 1. Take it."),
                    tr("All else is full. {red} had to open column 1.", red), speaksOfAnswer: true),
                LessonStep(
                    "1311262233533544442655455427777662377661", [1], .wins, tr("{red} opened column 1. Finish.", red),
                    tr(
                        "Every column has six squares. So the player who moved first gets the odd rows of the last column: 1, 3, 5."
                    )),
                LessonStep(
                    "1155732755644664452766334214336521777", [3], .best,
                    tr("Here {red} moved first. Even rows (2, 4, 6) are yours. Make three in row 6.", red),
                    tr("You need column 2, row 6. Row 6 is even.")),
                LessonStep(
                    "115573275564466445276633421433652177731", [1], .best,
                    tr("{red} played column 1. Answer in the same column.", red),
                    tr("Only column 2 is left. {red} had to play below your square.", red), speaksOfAnswer: true),
                LessonStep(
                    "11557327556446644527663342143365217773112", [2], .wins, tr("Take your even square."),
                    tr("Answering in the same column keeps even rows yours.")),
            ], learned: tr("In the end the first player gets odd rows, the second even rows. Build your threats there."))
    }
}
