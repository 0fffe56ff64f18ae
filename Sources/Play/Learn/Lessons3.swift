// Lessons about the ending, the opening and the draw.

import Language

extension Lesson {
    /// Zugzwang, and the last column.
    static var zugzwang: Lesson {
        Lesson(
            title: tr("The last column"),
            steps: [
                LessonStep(
                    "534754554644337775475733312111221", [1], .best,
                    tr(
                        "You have three in row 5, with gaps in columns 2 and 6. Do not open them for {red}: make a waiting move.",
                        red),
                    tr("{red} played column 6, far below the gap.", red), speaksOfAnswer: true),
                LessonStep(
                    "53475455464433777547573331211122116", [6], .best,
                    tr(
                        "{red} threatens four right above that disc. Block there: after that, any move {red} makes opens one of your gaps.",
                        red),
                    tr("Every move {red} had was a losing one. That is called zugzwang.", red), speaksOfAnswer: true),
                LessonStep(
                    "5347545546443377754757333121112211662", [2], .wins, tr("{red} had to open a gap. Fill it.", red),
                    tr("{red} would have liked to pass, but that is not allowed.", red)),
                LessonStep(
                    "215365475533224144311544335677117667", [7], .best,
                    tr("You need column 2, row 5. So column 2 has to be the last open column. Where do you play?"),
                    tr("Two columns are left.")),
                LessonStep(
                    "21536547553322414431154433567711766776", [6], .best, tr("Column 2 has to wait. Where do you play now?"),
                    tr("Column 2 was the last column. {red} had to open it.", red), speaksOfAnswer: true),
                LessonStep(
                    "2153654755332241443115443356771176677662", [2], .wins, tr("{red} opened column 2. Finish.", red),
                    tr("{red} had no other move: zugzwang again.", red)),
            ], learned: tr("Save your waiting moves. Whoever runs out of them has to give way."))
    }

    /// The centre, and the first moves.
    static var centre: Lesson {
        Lesson(
            title: tr("The first moves"),
            steps: [
                LessonStep(
                    "", [4], .best, tr("You move first. One column is part of every line across. Begin there."),
                    tr("Computers have worked it out: only column 4 wins. Columns 3 and 5 draw, the others lose."),
                    otherwise: tr("Fewer lines run through there. {red} takes the centre, and your win is gone.", red)),
                LessonStep(
                    "44", [4], .best, tr("{red} answered on top. The centre is still best.", red),
                    tr("More discs in the middle, more lines for you."),
                    otherwise: tr("Then {red} gets the square in the centre, and with it more lines than you.", red)),
                LessonStep(
                    "4444", [4], .best, tr("{red} answered on top again. Do you keep playing in the centre?", red),
                    tr("Every other column would lose."),
                    otherwise: tr("Then {red} gets the square in the centre, and with it more lines than you.", red)),
                LessonStep(
                    "4", [4], .best,
                    tr("Now {red} moved first, in the centre, and can force a win. Which column holds out longest?", red),
                    tr("On top. {red} is ahead, but has to play without a mistake.", red),
                    otherwise: tr("Then {red} plays in the centre again, and two discs there win sooner.", red)),
                LessonStep(
                    "1", [2, 3, 4, 6], .winning,
                    tr("This time {red} opened at the edge. With good play you win. What is your first move?", red),
                    tr("A first move at the edge loses against good play."),
                    otherwise: tr("That lets the win slip: only four columns keep it.")),
            ], learned: tr("Begin in the centre, and stay near it."))
    }

    /// Counting to the end.
    static var counting: Lesson {
        Lesson(
            title: tr("Count to the end"),
            steps: [
                LessonStep(
                    "1635131142553553357222231276666677", [7], .best,
                    tr(
                        "You need column 4, row 3. Outside column 4, three squares are free: one in column 1, two in column 7. Which do you take first?"
                    ),
                    tr("Three squares: you, {red}, you. Then {red} must play column 4.", red)),
                LessonStep(
                    "163513114255355335722223127666667771", [7], .best, tr("Take the last of the three."),
                    tr("{red} had to play column 4.", red), speaksOfAnswer: true),
                LessonStep(
                    "16351311425535533572222312766666777174", [4], .wins, tr("Look at row 3. Finish."),
                    tr("You counted correctly.")),
                LessonStep(
                    "77213433244136466744677665533117551", [1], .best,
                    tr("You need column 2, row 4. Outside column 2, three squares are free. Which do you take first?"),
                    tr("Three is odd, so you take the first and the last.")),
                LessonStep(
                    "7721343324413646674467766553311755115", [5], .best, tr("Take the last one."),
                    tr("{red} had to play below your square.", red), speaksOfAnswer: true),
                LessonStep(
                    "772134332441364667446776655331175511552", [2], .wins, tr("Finish your diagonal in row 4."),
                    tr("By counting, you knew the ending five moves ahead.")),
            ],
            learned: tr(
                "Count the free squares outside the column that matters. If their number is odd on your move, {red} must open the column.",
                red))
    }

    /// Playing for a draw.
    static var playingForADraw: Lesson {
        Lesson(
            title: tr("Play for a draw"),
            steps: [
                LessonStep(
                    "3242661533234443355551454711117", [7], .holds,
                    tr("You cannot win this game. A full board is a draw. Find the one column that does not lose."),
                    tr("Column 2 would lose in the end.")),
                LessonStep(
                    "324266153323444335555145471111776", [6], .holds,
                    tr("{red} has three on a diagonal that begins in column 3. Block it.", red),
                    tr("Nothing is lost yet.")),
                LessonStep(
                    "32426615332344433555514547111177666", [6], .holds, tr("Stay out of column 2. Which other column is safe?"),
                    tr("Only columns 2 and 7 are left, and {red} is to move.", red)),
                LessonStep(
                    "3242661533234443355551454711117766667", [7], .holds, tr("{red} has three in row 5. Block the fourth.", red),
                    tr("{red} fills column 7. Now only column 2 is left.", red), speaksOfAnswer: true),
                LessonStep(
                    "32426615332344433555514547111177666677722", [2], .holds,
                    tr("Two more discs fell into column 2. One square is left: fill the board."),
                    tr("A draw. That is half a win.")),
            ], learned: tr("If you cannot win, do not lose: block lines until the board is full."))
    }
}
