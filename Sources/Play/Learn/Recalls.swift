// What comes back, as the screens note and ask it.

import Engine
import Language
import Session

extension Navigator {
    /// Today, as the number of days since 1970 in UTC.
    var today: Int { environment.wallClock / 86_400_000 }

    /// What comes back, or is known.
    var recalls: [Recall] { (try? environment.archive.recalls()) ?? [] }

    /// The puzzles that come back today, the longest due first.
    var duePuzzles: [Puzzle] { recalls.due(.puzzle, on: today).compactMap { Puzzle(line: $0.item) } }

    /// Notes that something was missed, or solved without a slip. Returns after how many days it comes back; nil if it does not.
    @discardableResult
    func note(_ kind: Recall.Kind, _ item: String, isMissed: Bool) -> Int? {
        var recall = recalls.first { $0.kind == kind && $0.item == item } ?? Recall(kind, item)
        if isMissed { recall.miss(on: today) } else { recall.solve() }
        do throws(StorageFailure) { try environment.archive.keep(recall) } catch { show(alert: error.sentence) }
        return recall.due.map { $0 - today }
    }

    /// That no puzzle is due, and when one is.
    var nothingDue: String {
        let outlook = recalls.later(.puzzle, than: today).first.map { next in
            trn(
                "On {day} {count} puzzle comes back.", "On {day} {count} puzzles come back.", next.count,
                ["day": DayWords.sentence(of: next.day)])
        }
        return together([tr("Nothing is due today."), outlook].compactMap(\.self))
    }
}

/// When a puzzle comes back, in a sentence.
func comingBack(in days: Int) -> String {
    trn("It comes back tomorrow.", "It comes back in {count} days.", days)
}

extension MenuEntry {
    /// The page of what comes back: its menu.
    static func onceMore(_ navigator: Navigator) -> [MenuEntry] {
        let due = navigator.duePuzzles
        let rule = tr("What you miss comes back after 1, 3, 7 and 21 days, until you solve it without a slip.")
        let nothing = navigator.nothingDue
        return [
            MenuEntry(
                words: tr("What is due"), remark: due.isEmpty ? "" : String(due.count), isDue: !due.isEmpty, letter: "d",
                about: due.isEmpty ? together([rule, nothing]) : rule,
                board: { due.first.map { BoardPicture(of: $0.start, yellow: $0.start.mover) } ?? BoardPicture() }
            ) { due.isEmpty ? $0.show(alert: nothing) : PuzzleViewController.open(on: $0, from: .due) },
            MenuEntry(
                words: tr("From your games"), letter: "g",
                about: tr("Your mistakes where only one column was right. One of each game that you review comes back.")
            ) { $0.push(OwnPuzzleViewController(navigator: $0)) },
        ]
    }
}
