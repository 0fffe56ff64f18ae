// Draws the table of Snap!, as a whole and in the parts that change with time.

import Games
import Language
import Screen

extension SnapViewController {
    private var layout: SnapLayout { SnapLayout(in: navigator.area, players: names.count) }

    func draw(on canvas: Canvas, in area: Rect) {
        drawLabel(on: canvas)
        drawSeats(on: canvas)
        drawNews(on: canvas)
        if let prompt, barPrompt == nil { prompt.draw(on: canvas, y: layout.prompt) }
    }

    /// Draws the state: a match, whose turn it is and for how long, or who has won.
    func drawLabel(on canvas: Canvas) {
        let width = canvas.size.width
        let label = TextWidth.clip(label, to: width - 4)
        let isMatch = table?.view.matches.isEmpty == false
        let x = (width - TextWidth.of(label)) / 2
        canvas.fill(Rect(x: 0, y: layout.label, width: width, height: 1))
        canvas.put(isMatch ? " \(label) " : label, x: isMatch ? x - 1 : x, y: layout.label, isMatch ? .alert : .label)
        if prompt == nil { canvas.focus = Point(x: x, y: layout.label) }
    }

    var label: String {
        guard let view = table?.view else { return tr("Waiting for the host to deal…") }
        if let winner = view.winner {
            return winner == me
                ? tr("We have a winner: you!") : tr("We have a winner: {name}!", ["name": short(names[winner])])
        }
        if table?.isAbandoned == true { return tr("The game is over. Nobody has won.") }
        switch session.pause {
        case .player: return tr("Paused")
        case .countdown: return tr("The game goes on in {seconds} s…", ["seconds": secondsLeft])
        case nil: break
        }
        if let match = view.matches.first { return tr("{match}: Snap!", ["match": match.words]) }
        return view.mover == me
            ? tr("Your turn: {seconds} s", ["seconds": secondsLeft])
            : tr("{name}'s turn: {seconds} s", ["name": short(names[view.mover]), "seconds": secondsLeft])
    }

    func short(_ name: String) -> String { TextWidth.clip(name, to: 20) }

    /// Draws every player's name, cards and counts.
    func drawSeats(on canvas: Canvas) {
        guard let view = table?.view else { return }
        let layout = layout
        let lit = isLit ? Set(view.matches.flatMap(\.piles)) : []
        for (seat, place) in view.seats.enumerated() {
            let area = layout.seats[seat]
            canvas.fill(Rect(x: area.x, y: area.y, width: area.width, height: 1))
            canvas.fill(Rect(x: area.x, y: area.y + area.height - 1, width: area.width, height: 1))
            drawName(of: seat, in: area, view, on: canvas)
            drawCards(of: seat, place, layout, isLit: lit.contains(seat), on: canvas)
            drawCounts(of: seat, place, layout, on: canvas)
        }
    }

    private func drawName(of seat: Int, in area: Rect, _ view: SnapView, on canvas: Canvas) {
        let isMover = view.winner == nil && view.mover == seat
        let name = TextWidth.clip(seat == me ? tr("You") : names[seat], to: area.width - 2)
        let x = area.x + max(2, (area.width - TextWidth.of(name)) / 2)
        if isMover { canvas.put("▸", x: x - 2, y: area.y, .title) }
        let isIn = view.seats[seat].standing == .playing || view.seats[seat].standing == .lastChance
        canvas.put(name, x: x, y: area.y, isMover ? .title : isIn ? .plain : .faint, limit: area.width)
    }

    private func drawCards(of seat: Int, _ place: SnapView.Seat, _ layout: SnapLayout, isLit: Bool, on canvas: Canvas) {
        let art = CardArt(size: layout.size, glyphs: navigator.glyphs)
        let (stack, pile) = (layout.stack(of: seat), layout.pile(of: seat))
        drawPlace(in: stack, on: canvas)
        drawPlace(in: pile, on: canvas)
        if place.stack > 0 { art.draw(.back, x: stack.x, y: stack.y, on: canvas) }
        // In a pause nobody sees what lies open.
        let isCovered = session.pause != nil
        if let top = place.top { art.draw(isCovered ? .back : .face(top), x: pile.x, y: pile.y, isMarked: isLit, on: canvas) }
    }

    private func drawPlace(in rect: Rect, on canvas: Canvas) {
        canvas.fill(rect, with: " ", .plain)
        canvas.put("·", x: rect.x + rect.width / 2, y: rect.y + rect.height / 2, .faint)
    }

    private func drawCounts(of seat: Int, _ place: SnapView.Seat, _ layout: SnapLayout, on canvas: Canvas) {
        let area = layout.seats[seat]
        let y = area.y + area.height - 1
        let words: String
        switch place.standing {
        case .playing:
            for (count, rect) in [(place.stack, layout.stack(of: seat)), (place.pile, layout.pile(of: seat))] {
                let text = String(count)
                canvas.put(text, x: rect.x + (rect.width - TextWidth.of(text)) / 2, y: y, count == 0 ? .faint : .plain)
            }
            return
        case .lastChance where table?.view.winner == nil: words = area.width < 11 ? tr("a chance") : tr("last chance")
        case .lastChance: words = tr("out")
        case .out: words = tr("out")
        case .left: words = tr("left")
        }
        canvas.put(words, x: area.x + max(0, (area.width - TextWidth.of(words)) / 2), y: y, .faint, limit: area.width)
    }

    /// Draws the news that fit, the newest first.
    func drawNews(on canvas: Canvas) {
        let rect = layout.news
        canvas.fill(rect)
        var y = rect.y
        for (age, sentence) in news.enumerated() {
            let room = rect.y + rect.height - y
            // An old sentence is shown whole or not at all.
            let lines = TextWidth.wrap(sentence, to: rect.width, rows: age == 0 ? room : .max)
            guard lines.count <= room else { return }
            for line in lines {
                canvas.put(line, x: rect.x, y: y, age == 0 ? .plain : .faint)
                y += 1
            }
        }
    }
}
