// The first lessons: lines, blocks, and two threats at once.

import Language

extension Lesson {
    /// Dropping, and the kinds of lines.
    static var fourKinds: Lesson {
        Lesson(
            title: tr("Four in a row wins"),
            steps: [
                LessonStep(
                    "", [1, 2, 3, 4, 5, 6, 7], .any,
                    tr("You are {yellow}. Choose any column and drop a disc.", ["yellow": DiscNames.yellow]),
                    tr("It fell to row 1: rows are counted from the bottom. Players take turns.")),
                LessonStep(
                    "112233", [4], .wins, tr("Four of your discs in a line win. You have three side by side. Add the fourth."),
                    tr("Four side by side. You win.")),
                LessonStep(
                    "414243", [4], .wins, tr("A line can go up, too. You have three in one column."),
                    tr("Four stacked up: you win.")),
                LessonStep(
                    "4213243437", [4], .wins, tr("A line can climb. Yours begins in column 1 and goes up to the right."),
                    tr("A diagonal: one column across, one row up.")),
                LessonStep(
                    "4675645451", [4], .wins, tr("The other diagonal begins in column 7 and goes up to the left."),
                    tr("Diagonals are easy to miss.")),
                LessonStep(
                    "112244", [3], .wins, tr("The last disc does not have to be at an end. Look for a gap."),
                    tr("The gap is filled: four in a line.")),
            ], learned: tr("Lines go across, up, and along both diagonals. Four in a line win."))
    }

    /// Blocking.
    static var blocking: Lesson {
        Lesson(
            title: tr("Block in time"),
            steps: [
                LessonStep(
                    "232475", [6], .blocks, tr("{red} has three side by side. Stop the fourth.", red),
                    tr("{red} cannot finish that line any more.", red)),
                LessonStep(
                    "345464", [4], .blocks, tr("{red} has three on top of each other. Where will the fourth go?", red),
                    tr("A disc on top stops a line that goes up.")),
                LessonStep(
                    "121375", [4], .blocks, tr("{red} has three discs with a gap between them.", red),
                    tr("A disc in the gap stops the line.")),
                LessonStep(
                    "7421324343", [4], .blocks, tr("Now {red} has a diagonal. It begins in column 1.", red),
                    tr("Well seen. Check the diagonals before every move.")),
                LessonStep(
                    "141516", [1], .wins, tr("{red} has three. But you have three as well, and it is your move.", red),
                    tr("Your own four comes first: the game is over.")),
            ], learned: tr("Before every move, ask: can I win? If not, can {red} win next?", red))
    }

    /// Two threats at once.
    static var twoThreats: Lesson {
        Lesson(
            title: tr("Two threats at once"),
            steps: [
                LessonStep(
                    "2233", [4], .twoThreats,
                    tr("A threat is a square where four would be complete. Make two threats at once."),
                    tr("Your three have a free square at both ends. {red} can fill only one.", red)),
                LessonStep(
                    "223345", [1], .wins, tr("{red} filled one end. Take the other.", red), tr("One block was not enough.")),
                LessonStep(
                    "46741152264571427765", [4], .twoThreats,
                    tr("Two lines can cross, too. One disc makes three in column 4 and three on a diagonal."),
                    tr("Now you threaten column 4 and column 5.")),
                LessonStep(
                    "4674115226457142776544", [5], .wins, tr("{red} blocked column 4. Finish the diagonal.", red),
                    tr("Two lines, one block: you win.")),
                LessonStep(
                    "2727667162727716434355", [4], .twoThreats,
                    tr("You have two discs on the right of row 3. Add a third that leaves a gap and also builds up a column."),
                    tr("Now you threaten both to fill the gap and to complete the column.")),
                LessonStep(
                    "445", [3, 6], .best,
                    tr("Now {red} has two side by side, free at both ends. Stop that before there are three.", red),
                    tr("Only columns 3 and 6 stop that.")),
            ], learned: tr("One disc cannot block two threats. Make double threats, and do not allow them."))
    }
}
