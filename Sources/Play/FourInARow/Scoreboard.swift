// The first row of a game: the players with their scores at both ends, and between them whose turn it is. The player to move stands out.
// On a narrow terminal the label stands in that player's place, and the other's shrinks.

import Screen

/// The first row of a game.
struct Scoreboard {
    /// A player.
    struct Side {
        /// The disc as one character.
        let sign: String
        let name: String
        let score: Int
        /// How much time is left; empty without clocks.
        var clock = ""
        /// Whether it is this player's turn, or this player has won.
        var isLit = false
        var hasWon = false
    }

    /// The player at this screen, at the left.
    let mine: Side
    /// The other one, at the right.
    let yours: Side
    /// Whether the player at the left is yellow.
    var isMineYellow = true
    /// Whether two noughts stand there.
    var showsNoughts = true
    /// Whose turn it is; after the end how long the game was.
    let label: String
    /// Whether it is the turn of the player at this screen.
    let isMyTurn: Bool
    let width: Int

    /// From this width the label has a place of its own.
    static let wide = 60

    /// How long the label may be on a terminal of this width.
    static func room(in width: Int) -> Int { width < wide ? width - 6 : width / 2 - 2 }

    /// The widths of both places.
    private var widths: (mine: Int, yours: Int) {
        if width < Self.wide, mine.isLit || yours.isLit {
            let lit = mine.isLit ? mine : yours
            let needed = 5 + TextWidth.of(label.isEmpty ? lit.name : label)
            // After the end both have room for their names.
            let half = max(width / 2, min(width - 2, needed))
            if label.isEmpty { return mine.isLit ? (half, width - half) : (width - half, half) }
            let withScores = needed + 1 + String(lit.score).count + 4
            let place = min(width - 2, max(width * 7 / 10, withScores <= width ? withScores - 4 : needed))
            return mine.isLit ? (place, width - place) : (width - place, place)
        }
        // A clock takes as much as "10:00" and the gap before it.
        let longest =
            [mine, yours].map { TextWidth.of($0.name) + 9 + String($0.score).count + ($0.clock.isEmpty ? 0 : 8) }.max() ?? 0
        let usual = min(30, (width - 36) / 2)
        let preferred = width < Self.wide ? width / 3 : max(19, usual, longest)
        let place = max(2, min(preferred, (width - TextWidth.of(label) - 2) / 2))
        return (place, place)
    }

    /// The columns between the players.
    var between: Range<Int> { widths.mine..<width - widths.yours }

    /// Draws it.
    func draw(on canvas: Canvas) {
        canvas.fill(Rect(x: 0, y: 0, width: width, height: 1), with: " ", .barText, on: .bar)
        draw(mine, in: widths.mine, isYellow: isMineYellow, isRight: false, on: canvas)
        draw(yours, in: widths.yours, isYellow: !isMineYellow, isRight: true, on: canvas)
        if !between.isEmpty {
            canvas.put(label, x: (width - TextWidth.of(label)) / 2, y: 0, isMyTurn ? .barStrong : .barText, on: .bar)
        }
    }

    private func draw(_ side: Side, in place: Int, isYellow: Bool, isRight: Bool, on canvas: Canvas) {
        let (lit, sign): (Role, Role) = isYellow ? (.yellowChip, .yellowSign) : (.redChip, .redSign)
        let isWide = width >= Self.wide
        let role = side.isLit ? lit : .barText
        let ground: Role? = side.isLit ? nil : .bar
        // Offsets count from the edge of the screen.
        func put(_ text: String, at offset: Int, _ role: Role) {
            canvas.put(text, x: isRight ? width - offset - TextWidth.of(text) : offset, y: 0, role, on: ground)
        }
        canvas.fill(Rect(x: isRight ? width - place : 0, y: 0, width: place, height: 1), with: " ", role, on: ground)
        let edge = isWide ? 1 : 0
        if side.isLit { put(isRight ? "◂" : "▸", at: edge, role) }
        let first = isWide || side.isLit ? edge + 2 : place < 4 ? 0 : 1
        put(side.sign, at: first, side.isLit ? role : sign)
        let score = (side.hasWon ? isRight ? "\(side.score) ✓" : "✓ \(side.score)" : "\(side.score)")
        var end = place - 1
        let isLabelled = !isWide && side.isLit && !label.isEmpty
        let text = isLabelled ? label : side.name
        let needed = isLabelled ? TextWidth.of(text) + 1 : 0
        let isWorthIt = mine.score + yours.score > 0 ? isWide || side.clock.isEmpty : isWide && showsNoughts
        if isWorthIt, first + 2 + needed + TextWidth.of(score) <= end {
            end -= TextWidth.of(score)
            put(score, at: end, role)
            // Two numbers say more apart.
            if !side.clock.isEmpty {
                end -= 2
                put("·", at: end, role)
            }
            end -= 1
        }
        if !side.clock.isEmpty, first + 2 + needed + TextWidth.of(side.clock) <= end {
            end -= TextWidth.of(side.clock)
            put(side.clock, at: end, role)
            end -= 1
        }
        let room = end - first - 2
        // A few letters of a name say nothing.
        if room > 1, isWide || side.isLit || TextWidth.of(text) <= room {
            put(TextWidth.clip(text, to: room), at: first + 2, role)
        }
    }
}
