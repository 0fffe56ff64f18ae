// The results against the computer as a bar for each level: for the statistics and the progress.

import Engine
import Language
import Screen
import Session

/// Bars of won, drawn and lost games.
struct LevelBars {
    let levels: [Level: Tally]
    let glyphs: Glyphs
    /// How many games a whole bar has at least.
    var least = 1

    /// Draws a bar of won, drawn and lost games for each level; `isRuled`: a line is below the heads.
    func draw(isRuled: Bool = false, on canvas: Canvas, in rect: Rect) {
        let signs = barSigns
        // The title explains the signs of the bars: without room for it there are none.
        let (title, results) = (tr("Levels") + " ", Self.results)
        let heads: [(title: String, words: [String])] = [
            (title, results.whole), ("", results.whole), ("", results.short),
        ]
        let head = heads.first { head in
            head.words.reduce(TextWidth.of(head.title)) { $0 + TextWidth.of($1) + 3 } <= rect.width + 1
        }
        var x = canvas.put(head?.title ?? title, x: rect.x, y: rect.y, .faint)
        for ((sign, role), word) in zip(signs, head?.words ?? []) {
            x = canvas.put(sign, x: x, y: rect.y, role) + 1
            x = canvas.put(word, x: x, y: rect.y, .faint) + 1
        }
        let names = Level.allCases.map(\.numberedName)
        let name = (names.map { TextWidth.of($0) }.max() ?? 0) + 1
        let most = max(least, levels.values.map(\.games).max() ?? 0)
        // The numbers behind a bar, with a blank before them.
        let number = 3 + (levels.values.map { "\($0.won)\($0.drawn)\($0.lost)".count }.max() ?? 3)
        if isRuled { canvas.put(String(repeating: "─", count: rect.width), x: rect.x, y: rect.y + 1, .faint) }
        let top = isRuled ? 2 : 1
        let step = max(1, min(3, (rect.height - top) / Level.allCases.count))
        for (index, (level, words)) in zip(Level.allCases, names).enumerated() where rect.height > top + index * step {
            let y = rect.y + top + index * step
            let tally = levels[level] ?? Tally()
            canvas.put(words, x: rect.x, y: y, tally.games == 0 ? .faint : .plain)
            guard tally.games > 0 else { continue }
            let counts = [tally.won, tally.drawn, tally.lost]
            let room = max(1, rect.width - name - number)
            var x = rect.x + name
            for (count, sign) in zip(counts, signs) where count > 0 {
                let width = max(1, count * room / most)
                for row in 0..<max(1, step - 1) {
                    canvas.put(String(repeating: sign.sign, count: width), x: x, y: y + row, sign.role)
                }
                x += width
            }
            x += 1
            // One by one, in the order of the parts of the bar.
            for part in [counts[0].description, "–", counts[1].description, "–", counts[2].description] {
                x = canvas.put(part, x: x, y: y, .faint)
            }
        }
    }

    /// The parts of a bar: won, drawn, lost.
    private var barSigns: [(sign: String, role: Role)] {
        let signs = glyphs.isUnicode ? ["█", "▒", "▓"] : ["#", "=", "."]
        return [(signs[0], .yellowSign), (signs[1], .plain), (signs[2], .redSign)]
    }

    /// The heads for won, drawn and lost, and shorter ones for a narrow table.
    static var results: (whole: [String], short: [String]) {
        (
            [tr("won"), tr("drawn"), tr("lost")],
            [
                // Translators: won, above a narrow column of numbers: at most five letters.
                tr("W"),
                // Translators: drawn, above a narrow column of numbers: at most five letters.
                tr("D"),
                // Translators: lost, above a narrow column of numbers: at most five letters.
                tr("L"),
            ]
        )
    }
}

extension Tally {
    /// The number of finished games.
    var games: Int { won + drawn + lost }
}
