// The menu “Learn”, with what waits for the player there.

import Engine
import Language
import Session

extension MenuEntry {
    /// The menu “Learn”.
    static func learn(_ navigator: Navigator) -> [MenuEntry] {
        train(navigator) + best(navigator) + study(navigator)
    }

    /// Where somebody is to move, who is yellow.
    private static func picture(of game: Game?) -> BoardPicture {
        game.map { BoardPicture(of: $0, yellow: $0.mover) } ?? BoardPicture()
    }

    /// The easiest position that is won in so many moves.
    private static func puzzle(wonIn length: Int, _ navigator: Navigator) -> Game? {
        [Puzzle].wins(in: length, of: navigator.environment.puzzles()).first?.start
    }

    private static func train(_ navigator: Navigator) -> [MenuEntry] {
        let progress = navigator.puzzleProgress
        let due = navigator.duePuzzles
        let stars = (try? navigator.environment.archive.stars()) ?? [:]
        let won = stars.isEmpty ? "" : navigator.environment.practice().wonWords(stars)
        let drill = OpeningDrill(navigator.recalls, on: navigator.today)
        return [
            MenuEntry(
                words: tr("Puzzles"), heading: tr("Train"),
                remark: progress.isPlaced ? "★ \(Int(progress.rating.value.rounded()))" : "", letter: "p",
                about: progress.isPlaced
                    ? together([tr("Find the only column that wins or saves the game."), progress.rating.standing])
                    : tr("Find the only column that wins or saves the game. Puzzles are chosen to suit your rating."),
                board: { picture(of: puzzle(wonIn: 3, navigator)) }
            ) { PuzzleViewController.open(on: $0, from: .shelf(nil)) },
            MenuEntry(
                words: tr("Once more"), remark: due.isEmpty ? tr("missed puzzles") : trn("{count} due", "{count} due", due.count),
                isDue: !due.isEmpty, letter: "m",
                about: together(
                    [
                        tr("The puzzles that you missed come back here until you know them."),
                        due.isEmpty ? navigator.comingBack(.puzzle) : "",
                    ]
                    .filter { !$0.isEmpty }),
                board: { picture(of: due.first?.start) }
            ) { $0.push(MenuViewController(navigator: $0, title: tr("Once more"), entries: onceMore)) },
            MenuEntry(
                words: tr("Practice"), remark: drill.due > 0 ? trn("{count} due", "{count} due", drill.due) : won,
                isDue: drill.due > 0, letter: "c",
                about: tr("Play good positions to the end against the perfect player: win, or hold the draw."),
                board: { picture(of: navigator.environment.practice().first?.start) }
            ) { $0.push(MenuViewController(navigator: $0, title: tr("Practice"), entries: practice)) },
        ]
    }

    private static func best(_ navigator: Navigator) -> [MenuEntry] {
        func entry(_ race: Race, _ letter: Unicode.Scalar, heading: String = "") -> MenuEntry {
            let race = race == .threeMinutes && navigator.listener != nil ? .ten : race
            let best = (try? navigator.environment.archive.best(of: race.scored)) ?? nil
            let remark = best.map { $0 > 0 ? tr("best {score}", ["score": $0]) : "" } ?? ""
            return MenuEntry(
                words: race.title, heading: heading, remark: remark, letter: letter, about: race.about,
                board: { picture(of: puzzle(wonIn: race == .untilMistake ? 1 : 2, navigator)) }
            ) {
                RaceViewController.open(race, on: $0)
            }
        }
        return [
            entry(.untilMistake, "u", heading: tr("Beat your best")), entry(.threeMinutes, "t"),
        ]
    }

    private static func study(_ navigator: Navigator) -> [MenuEntry] {
        let places = (try? navigator.environment.archive.lessons()) ?? [:]
        let finished = places.values.count(where: \.isFinished)
        let isNew = places.isEmpty
        return [
            MenuEntry(
                words: tr("Lessons"), heading: tr("Study"),
                remark: isNew
                    ? tr("start here")
                    : finished == 0 ? "" : tr("{step} of {count}", ["step": finished, "count": Lesson.all.count]),
                letter: "l", isStart: isNew,
                about: tr("Twelve short lessons, from the first disc to the last column."),
                board: { Lesson.all[next(in: places) ?? 0].picture }
            ) {
                $0.push(MenuViewController(navigator: $0, title: tr("Lessons"), entries: lessons))
            },
            MenuEntry(
                words: tr("Openings"), letter: "o",
                about: tr("What each column leads to, from any position, and how often you played it."),
                board: { picture(of: try? Game(digits: "44")) }
            ) { $0.push(ExplorerViewController(navigator: $0)) },
            MenuEntry(
                words: tr("Progress"), letter: "r", about: tr("Your rating, your accuracy, your results and your streaks."),
                board: { BoardPicture(lastOf: navigator.launcher.keptGames) { _ in true } }
            ) { $0.push(ProgressViewController(navigator: $0)) },
            MenuEntry(
                words: tr("How to play"), letter: "h", about: tr("How to play, and what every key does."),
                board: { .emblem }
            ) {
                $0.push(GuideViewController(navigator: $0))
            },
        ]
    }

    /// The first lesson that is not finished, from 0; nil if all are.
    private static func next(in places: [Int: LessonPlace]) -> Int? {
        Lesson.all.indices.first { places[$0 + 1]?.isFinished != true }
    }

    /// The menu “Lessons”.
    static func lessons(_ navigator: Navigator) -> [MenuEntry] {
        let places = (try? navigator.environment.archive.lessons()) ?? [:]
        let next = next(in: places)
        return Lesson.all.enumerated().map { number, lesson in
            let place = places[number + 1] ?? LessonPlace()
            let remark = place.remark(of: lesson, isHeard: navigator.listener != nil)
            return MenuEntry(
                words: lesson.title, remark: remark, letter: MenuEntry.letter(ofRow: number),
                isStart: number == next, about: lesson.learned, board: { lesson.picture }
            ) {
                $0.push(LessonViewController(navigator: $0, number: number))
            }
        }
    }
}

extension Lesson {
    /// The first position that has discs.
    fileprivate var picture: BoardPicture {
        guard let step = steps.first(where: { !$0.start.isEmpty }), let game = try? Game(digits: step.start) else {
            return BoardPicture()
        }
        return BoardPicture(of: game, yellow: step.claim == .plan ? game.mover.other : game.mover)
    }
}

extension LessonPlace {
    /// How far the lesson is, in words for those who listen: beside a board there is little room.
    fileprivate func remark(of lesson: Lesson, isHeard: Bool) -> String {
        let (step, count) = (step + 1, lesson.steps.count)
        if isFinished { return isHeard ? tr("done") : "✓" }
        if step == 1 { return "" }
        return isHeard ? tr("step {step} of {count}", ["step": step, "count": count]) : "\(step)/\(count)"
    }
}
