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
        /// Whether that is little.
        var isShortOfTime = false
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
    /// Whether two noughts stand there, without clocks.
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
            let (lit, other) = mine.isLit ? (mine, yours) : (yours, mine)
            // The other one gets what it needs, if both can have that; after the end both have the same.
            let usual = label.isEmpty ? width / 2 : width * 7 / 10
            let place = min(width - 2, max(needed(for: lit), min(usual, width - needed(for: other))))
            return mine.isLit ? (place, width - place) : (width - place, place)
        }
        // A clock takes as much as "10:00" and the gap before it.
        let longest =
            [mine, yours].map { TextWidth.of($0.name) + 9 + String($0.score).count + ($0.clock.isEmpty ? 0 : 8) }.max() ?? 0
        let usual = min(30, (width - 36) / 2)
        let both = max(needed(for: mine), needed(for: yours))
        let preferred = width < Self.wide ? max(width / 3, both) : max(19, usual, longest)
        let place = max(2, min(preferred, (width - TextWidth.of(label) - 2) / 2))
        return (place, place)
    }

    /// Whether the games won are to be seen. Two noughts between clocks say nothing.
    private var hasScores: Bool {
        let (isWide, isTimed) = (width >= Self.wide, !mine.clock.isEmpty || !yours.clock.isEmpty)
        return mine.score + yours.score > 0 ? isWide || !isTimed : isWide && showsNoughts && !isTimed
    }

    private func score(of side: Side, isRight: Bool = false) -> String {
        side.hasWon ? isRight ? "\(side.score) ✓" : "✓ \(side.score)" : "\(side.score)"
    }

    /// How many cells of a narrow terminal hold all that is to be seen of a player, with a clock that has become shorter, too.
    private func needed(for side: Side) -> Int {
        (side.isLit ? 5 : 4) + TextWidth.of(side.isLit && !label.isEmpty ? label : side.name)
            + (hasScores ? TextWidth.of(score(of: side)) + 2 : 0)
            + (side.clock.isEmpty ? 0 : max(4, TextWidth.of(side.clock)) + 1)
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
        var (start, end) = (first + 2, place - 1)
        let isLabelled = !isWide && side.isLit && !label.isEmpty
        let text = isLabelled ? label : side.name
        let needed = isLabelled ? TextWidth.of(text) + 1 : 0
        let score = score(of: side, isRight: isRight)
        if hasScores, start + needed + TextWidth.of(score) <= end {
            // Where both scores would meet each stands beside its disc.
            if isWide { end -= TextWidth.of(score) }
            put(score, at: isWide ? end : start, role)
            if isWide { end -= 1 } else { start += TextWidth.of(score) + 2 }
        }
        let clock = (width: TextWidth.of(side.clock), role: side.isShortOfTime ? Role.problem : role)
        if clock.width > 0, start + needed + clock.width <= end {
            end -= clock.width
            // On a wide terminal it stands beside the name, and the score apart.
            let place = isWide ? min(end, start + TextWidth.of(text) + 2) : end
            put(side.clock, at: place, clock.role)
            end -= 1
        }
        let room = end - start
        // A few letters of a name say nothing.
        if room > 1, isWide || side.isLit || TextWidth.of(text) <= room {
            put(TextWidth.clip(text, to: room), at: start, role)
        }
    }
}
