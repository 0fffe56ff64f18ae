// Draws the table of Snap!, as a whole and in the parts that change with time.

import Games
import Language
import Screen
import Wire

extension SnapViewController {
    private var layout: SnapLayout { SnapLayout(in: navigator.area, players: names.count) }

    func draw(on canvas: Canvas, in area: Rect) {
        canvas.fill(area, with: " ", .feltText, on: .felt)
        drawSeats(on: canvas)
        drawNews(on: canvas)
        celebration.draw(on: canvas, in: area)
        if prompt == nil { canvas.focus = Point(x: layout.news.x, y: layout.news.y) }
    }

    // MARK: The first row

    /// Draws the first row: whose turn it is, or who has won, and the time.
    func drawTitle(on canvas: Canvas) {
        drawTitle(
            on: canvas, label: hasResultBelow ? tr("The game is over.") : label,
            isMine: table?.view.mover == me || !session.isRunning,
            right: separated([distance, time].filter { !$0.isEmpty }))
    }

    /// Whether the result stands between the piles, and need not stand above them, too.
    private var hasResultBelow: Bool { table?.isOver == true && layout.news.height > 2 && !session.isOver }

    /// The time that is left of the turn, or the games won after the end.
    private var time: String {
        guard session.isRunning else { return status }
        return session.pause == .player ? "" : tr("{seconds} s", ["seconds": secondsLeft])
    }

    /// How long everyone's Snap! waits for the player who is the furthest away.
    private var distance: String {
        // Translators: in Snap!, everyone's Snap! waits so long for the player who is the furthest away.
        table?.window.map { tr("waits {time} ms", ["time": $0.milliseconds]) } ?? ""
    }

    /// The state: whose turn it is, or how the game ended.
    var label: String {
        if session.isOver { return tr("The game is over.") }
        // A program that was started again may find the cards dealt long ago.
        guard let view = table?.view else { return session.party?.isHostLost == true ? "" : tr("Waiting for the host to deal…") }
        if let winner = view.winner {
            return winner == me
                ? tr("We have a winner: you!") : tr("We have a winner: {name}!", ["name": short(names[winner])])
        }
        if table?.isAbandoned == true { return tr("The game is over. Nobody has won.") }
        switch session.pause {
        case .player: return tr("Paused")
        case .countdown: return tr("The game goes on in a moment.")
        case nil: return view.mover == me ? tr("Your turn") : tr("{name}'s turn", ["name": short(names[view.mover])])
        }
    }

    func short(_ name: String) -> String { TextWidth.clip(name, to: 20) }

    // MARK: The seats

    /// Draws every player's name, cards and counts.
    func drawSeats(on canvas: Canvas) {
        guard let view = table?.view else { return }
        let layout = layout
        let lit = isLit ? Set(view.matches.flatMap(\.piles)) : []
        for (seat, place) in view.seats.enumerated() {
            drawName(of: seat, view, layout, on: canvas)
            drawCards(of: seat, place, layout, isLit: lit.contains(seat), on: canvas)
            drawCounts(of: seat, place, layout, on: canvas)
        }
    }

    /// The name above the open pile; the mover's stands on a card.
    private func drawName(of seat: Int, _ view: SnapView, _ layout: SnapLayout, on canvas: Canvas) {
        let pile = layout.pile(of: seat)
        if let phrase = phrases.shown[seat], hasPlaceForPhrases {
            canvas.fill(Rect(x: pile.x, y: layout.names, width: pile.width, height: 1), with: " ", .alert)
            let words = phrase.words
            return _ = canvas.put(words, x: pile.x + (pile.width - TextWidth.of(words)) / 2, y: layout.names, .alert)
        }
        let isLit = view.winner.map { $0 == seat } ?? (view.mover == seat && session.isRunning)
        let isIn = view.seats[seat].standing == .playing || view.seats[seat].standing == .lastChance
        let (role, ground): (Role, Role?) = isLit ? (.cardBlack, nil) : (isIn ? .feltText : .feltFaint, .felt)
        canvas.fill(Rect(x: pile.x, y: layout.names, width: pile.width, height: 1), with: " ", role, on: ground)
        if isLit { canvas.put(view.winner == nil ? "▸" : "✓", x: pile.x, y: layout.names, role, on: ground) }
        let wins = session.wins[seat]
        let stars = wins > 0 && pile.width > 9 ? "★\(wins)" : ""
        let room = pile.width - 2 - (stars.isEmpty ? 0 : TextWidth.of(stars) + 1)
        let whole = seat == me ? tr("You") : names[seat]
        // The number of a computer player says more than half its name.
        let isNumbered = session.isAlone && seat != me && TextWidth.of(whole) > room
        let name = isNumbered ? "#\(seat)" : TextWidth.clip(whole, to: room)
        let middle = pile.x + (pile.width - TextWidth.of(name)) / 2
        canvas.put(
            name, x: max(pile.x + 2, min(middle, pile.x + 2 + room - TextWidth.of(name))), y: layout.names, role, on: ground)
        canvas.put(stars, x: pile.x + pile.width - TextWidth.of(stars), y: layout.names, role, on: ground)
    }

    /// Whether every phrase fits in the place of a name.
    var hasPlaceForPhrases: Bool { Phrase.allCases.allSatisfy { TextWidth.of($0.words) <= layout.card.width } }

    private func drawCards(of seat: Int, _ place: SnapView.Seat, _ layout: SnapLayout, isLit: Bool, on canvas: Canvas) {
        let art = PileArt(glyphs: navigator.glyphs)
        let (hand, pile) = (layout.hand(of: seat), layout.pile(of: seat))
        if let top = won[seat], place.top == nil, session.pause == nil {
            art.draw(top, in: pile, isMarked: true, on: canvas)
        } else if let top = place.top {
            // In a pause nobody sees what lies open.
            if session.pause == nil {
                art.draw(top, in: pile, isMarked: isLit, on: canvas)
            } else {
                art.drawBack(in: pile, on: canvas)
            }
        } else {
            drawPlace(in: pile, on: canvas)
        }
        art.drawEdges(of: place.pile, in: layout.below(pile), .cardEdge, .cardEdgeFaint, on: canvas)
        if place.stack > 0 { art.drawBack(in: hand, on: canvas) } else { drawPlace(in: hand, on: canvas) }
        art.drawEdges(of: place.stack, in: layout.below(hand), .backEdgeFaint, .backEdge, on: canvas)
    }

    /// An empty place for cards; after the end it has no frame.
    private func drawPlace(in rect: Rect, on canvas: Canvas) {
        canvas.fill(rect, with: " ", .feltFaint, on: .felt)
        guard table?.isOver != true else { return }
        canvas.picture(in: rect) {
            if rect.height > 2 { canvas.drawCardBorder(rect, .feltFaint, on: .felt) }
            canvas.put("·", x: rect.x + rect.width / 2, y: rect.y + rect.height / 2, .feltFaint, on: .felt)
        }
    }

    private func drawCounts(of seat: Int, _ place: SnapView.Seat, _ layout: SnapLayout, on canvas: Canvas) {
        let row = layout.counts(of: seat)
        canvas.fill(row, with: " ", .feltFaint, on: .felt)
        let words = counts(of: place).first { TextWidth.of($0) <= row.width } ?? "\(place.stack)·\(place.pile)"
        canvas.put(
            words, x: row.x + max(0, (row.width - TextWidth.of(words)) / 2), y: row.y, .feltFaint, on: .felt, limit: row.width)
    }

    /// How many cards a player has, or why none; the longest words first.
    private func counts(of place: SnapView.Seat) -> [String] {
        switch place.standing {
        case .playing:
            let numbers: Fillings = ["stack": place.stack, "pile": place.pile]
            return [
                // Translators: cards in the hand and on the open pile, below them: at most 18 letters.
                tr("{stack} in hand · {pile} up", numbers), "\(place.stack) · \(place.pile)",
            ]
        case .lastChance where table?.view.winner == nil: return [tr("last chance"), tr("a chance")]
        case .lastChance, .out: return [tr("out")]
        case .left: return [tr("left")]
        }
    }

    // MARK: The news

    /// Draws what happened between piles and hands, where the players look: the newest first, then what fits.
    func drawNews(on canvas: Canvas) {
        let rect = layout.news
        canvas.fill(rect, with: " ", .feltText, on: .felt)
        let result = hasResultBelow ? label : nil
        var sentences: [String] = [announcedMatch ?? result, replayWords].compactMap { $0 }
        sentences += news.prefix(1)
        if let comfort { sentences.append(comfort) }
        sentences += news.dropFirst()
        sentences += opening.filter { TextWidth.wrap($0, to: rect.width - 2).count <= rect.height }
        let newest = TextWidth.wrap(sentences.first ?? "", to: rect.width - 2, rows: rect.height)
        var y = rect.y + (rect.height > newest.count + 1 && table?.isOver != true ? 1 : 0)
        for (age, sentence) in sentences.enumerated() {
            let lines = age == 0 ? newest : TextWidth.wrap(sentence, to: rect.width - 2)
            // An old sentence is shown whole or not at all.
            guard y + lines.count <= rect.y + rect.height else { return }
            for line in lines {
                let isMatch = age == 0 && (announcedMatch ?? result) != nil
                let text = isMatch ? " \(line) " : line
                canvas.put(
                    text, x: rect.x + (rect.width - TextWidth.of(text)) / 2, y: y,
                    isMatch
                        ? (result != nil && table?.view.winner == me ? .yellowChip : .alert) : age == 0 ? .feltText : .feltFaint,
                    on: isMatch ? nil : .felt)
                y += 1
            }
        }
    }

    /// What to do, until the first card is turned.
    private var opening: [String] {
        guard let table, session.isGoingOn, news.isEmpty, table.view.seats.allSatisfy({ $0.pile == 0 }) else { return [] }
        return [SnapWords.aim]
    }

    /// A kind word after a defeat.
    private var comfort: String? {
        table?.view.winner.map { $0 != me } == true ? tr("Well played.") : nil
    }

    /// The match, where matches are announced.
    var announcedMatch: String? {
        guard let table, table.announcesMatches, session.isGoingOn else { return nil }
        return table.view.matches.first.map { tr("{match}: Snap!", ["match": $0.words]) }
    }
}
