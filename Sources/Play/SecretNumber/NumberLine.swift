// The number line of "Guess the secret number": the numbers that are still possible, and a mark for each guess.

import Games
import Screen

/// Draws the number line of a round.
struct NumberLine {
    let round: SecretNumberRound
    let glyphs: Glyphs
    /// The player at this screen, whose marks are yellow.
    let me: Int
    /// The numbers that fit if just one answer was a lie.
    var doubtful: [ClosedRange<Int>] = []

    /// The colour of a player's guesses.
    static func role(of player: Int, me: Int) -> Role {
        let others: [Role] = [.low, .red, .good, .high, .heading]
        return player == me ? .yellow : others[player % others.count]
    }

    /// The rows that it takes at its smallest: the line, and the marks of guesses.
    static let height = 2
    /// With the ends of the range above it and those of the rest below.
    static let fullHeight = 4

    /// Draws it into `rect`, in full if that has the rows.
    func draw(on canvas: Canvas, in rect: Rect) {
        let isFull = rect.height >= Self.fullHeight
        let y = rect.y + (isFull ? 1 : 0)
        if isFull { drawEnds(round.range.lowest...round.range.highest, on: canvas, x: rect.x, y: rect.y, width: rect.width) }
        canvas.put(String(repeating: outCell, count: rect.width), x: rect.x, y: y, .faint)
        func draw(_ numbers: ClosedRange<Int>, _ cell: String, _ role: Role) {
            let (first, last) = (place(numbers.lowerBound, rect.width), place(numbers.upperBound, rect.width))
            canvas.put(String(repeating: cell, count: last - first + 1), x: rect.x + first, y: y, role)
        }
        for numbers in doubtful { draw(numbers, doubtfulCell, .high) }
        if let left = round.remaining { draw(left, leftCell, .title) }
        for guess in round.history.reversed() {
            canvas.put(
                guess.answer.sign(isUnicode), x: rect.x + place(guess.number, rect.width), y: y + 1,
                Self.role(of: guess.player, me: me))
        }
        if isFull { drawRest(on: canvas, in: rect, y: y + 2) }
    }

    private var isUnicode: Bool { glyphs.isUnicode }
    /// A cell of numbers that are left, and one of those that are out.
    private var leftCell: String { isUnicode ? "█" : "=" }
    /// A cell of numbers that are left only if an answer was a lie.
    private var doubtfulCell: String { isUnicode ? "▒" : "?" }
    private var outCell: String { isUnicode ? "░" : "-" }

    private func drawEnds(_ ends: ClosedRange<Int>, on canvas: Canvas, x: Int, y: Int, width: Int) {
        canvas.put(String(ends.lowerBound), x: x, y: y, .faint)
        let last = String(ends.upperBound)
        canvas.put(last, x: x + width - last.utf8.count, y: y, .faint)
    }

    /// The guesses that bound the rest, below their marks.
    private func drawRest(on canvas: Canvas, in rect: Rect, y: Int) {
        guard let left = round.remaining, round.end == nil else { return }
        let low = left.lowerBound > round.range.lowest ? String(left.lowerBound - 1) : ""
        let high = left.upperBound < round.range.highest ? String(left.upperBound + 1) : ""
        // Each ends or begins at its mark, away from the other.
        let lowEnd = low.isEmpty ? 0 : max(place(left.lowerBound - 1, rect.width) + 1, low.utf8.count)
        canvas.put(low, x: rect.x + lowEnd - low.utf8.count, y: y, .low)
        guard !high.isEmpty else { return }
        let x = max(lowEnd + (low.isEmpty ? 0 : 1), min(place(left.upperBound + 1, rect.width), rect.width - high.utf8.count))
        canvas.put(high, x: rect.x + x, y: y, .high)
    }

    /// The cell of a number, from 0.
    private func place(_ number: Int, _ width: Int) -> Int {
        (number - round.range.lowest) * (width - 1) / max(1, round.range.count - 1)
    }
}

extension SecretNumberAnswer {
    /// Its colour.
    var role: Role {
        switch self {
        case .higher: .low
        case .lower: .high
        case .correct: .good
        }
    }

    /// Its sign: where the secret is.
    func sign(_ isUnicode: Bool) -> String {
        switch self {
        case .higher: isUnicode ? "▸" : ">"
        case .lower: isUnicode ? "◂" : "<"
        case .correct: isUnicode ? "●" : "*"
        }
    }
}
