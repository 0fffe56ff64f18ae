// The invitation over the top screen: which one it is, its keys before those of the screen, and its picture.

import Screen

extension Navigator {
    /// The invitation on the screen; nil while there is none or it waits.
    var invitation: NearbyPresence.Invitation? { nearby.invitations.first.flatMap { top?.holdsInvitations == false ? $0 : nil } }

    /// The keys of the top screen, and before them those of an invitation.
    func bindings(of screen: ViewController) -> [Binding] {
        guard invitation != nil, nearby.isReady else { return screen.bindings }
        let answers = nearby.bindings
        let taken = answers.flatMap(\.keys)
        return answers + screen.bindings.filter { !taken.contains($0.keys[0]) }
    }
}

extension NearbyPresence {
    private var area: Rect { navigator.area }
    private var canvas: Canvas { navigator.canvas }

    /// Whether it floats in the middle over the screen, which darkens. A picture and the help keep their place; there it stands at the bottom.
    var floats: Bool {
        navigator.invitation != nil && !navigator.keepsArrows && area.width >= 56 && area.height >= 14
    }

    /// Where the question of a board stands, if that asks nothing else; nil where there is no board, or no room.
    private var layoutBelow: BoardLayout? {
        guard navigator.help == nil, let board = navigator.top as? FourInARowViewController, board.prompt == nil,
            board.hasQuestionAbove
        else { return nil }
        return BoardLayout(in: area)
    }

    /// Where the invitation is: a box, above a board, or the last rows of the area; nil where there is none. A box that covers something is
    /// as wide as the screen, so that nothing is cut off beside it.
    var rows: Rect? {
        navigator.invitation.map { invitation in
            if floats {
                var box = box(of: invitation)
                if let boxTop { box.y = boxTop } else { (box.x, box.width) = (area.x, area.width) }
                return box
            }
            if let rows = layoutBelow?.rowsAbove {
                return Rect(x: area.x, y: rows.lowerBound, width: area.width, height: rows.count)
            }
            let height = lines(of: invitation).count + 1
            return Rect(
                x: area.x, y: area.y + area.height - height, width: area.width,
                height: height)
        }
    }

    /// The box in the middle of the area.
    private func box(of invitation: Invitation) -> Rect {
        let lines = boxLines(of: invitation)
        let width = min(area.width - 8, max(44, (lines.map { TextWidth.of($0) }.max() ?? 0) + 6))
        let height = lines.count + 4
        return Rect(x: (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width, height: height)
    }

    /// Finds room for the box where it covers nothing of the screen, which has been drawn, as near to the middle as possible.
    func findRoom() {
        boxTop = nil
        guard floats, let box = navigator.invitation.map(box) else { return }
        let isFree = (0..<canvas.size.height).map { y in
            canvas.row(y).dropFirst(box.x).prefix(box.width).allSatisfy { $0 == .blank }
        }
        let last = max(area.y + 1, area.bottom - box.height)
        let tops = (area.y + 1...last).filter { isFree[$0 - 1..<$0 + box.height].allSatisfy { $0 } }
        boxTop = tops.min { abs($0 - box.y) < abs($1 - box.y) }
    }

    /// Draws it: who invites to which game, and the two answers.
    func draw() {
        guard let invitation = navigator.invitation, let place = rows else { return }
        if let layout = layoutBelow {
            var prompt = invitation.prompt
            prompt.chosen = nil
            return prompt.draw(navigator.glyphs.spelt(invitation.sentence), above: layout, on: canvas)
        }
        let isBox = floats
        let lines = isBox ? boxLines(of: invitation) : lines(of: invitation)
        canvas.fill(place, with: " ", isBox ? .barText : .plain, on: isBox ? .box : nil)
        let first = place.y + (isBox ? 1 : 0)
        for (row, line) in lines.enumerated() {
            let (x, y) = (place.x + (place.width - TextWidth.of(line)) / 2, first + row)
            if isBox {
                canvas.put(line, x: x, y: y, line == invitation.remark ? .barText : .barStrong, on: .box)
            } else {
                canvas.fill(Rect(x: place.x, y: y, width: place.width, height: 1), .alert)
                canvas.put(line, x: x, y: y, .alert)
            }
        }
        let y = place.bottom - (isBox ? 2 : 1)
        var prompt = invitation.prompt
        if navigator.keepsArrows { prompt.chosen = nil }
        prompt.draw(on: canvas, y: y, ground: isBox ? .box : nil, fills: !isBox) { _ in isBox ? .barStrong : .key }
        // The sentence has the focus where Enter does not answer it.
        if navigator.keepsArrows { canvas.focus = Point(x: place.x, y: first) }
    }

    private func boxLines(of invitation: Invitation) -> [String] {
        TextWidth.wrap(navigator.glyphs.spelt(invitation.sentence), to: area.width - 16)
            + (invitation.remark.isEmpty
                ? [] : TextWidth.wrap(navigator.glyphs.spelt(invitation.remark), to: area.width - 16))
    }

    private func lines(of invitation: Invitation) -> [String] {
        TextWidth.wrap(
            navigator.glyphs.spelt(invitation.sentence), to: area.width - 2, rows: max(1, area.height - 3))
    }

    /// Draws the screen again above an invitation that would cover something of it. A picture does not move.
    func makeRoom(under screen: ViewController) {
        guard let above = areaAbove else { return }
        let covered = above.y + above.height..<area.y + area.height
        if covered.allSatisfy({ canvas.row($0).allSatisfy { $0 == .blank } }) { return }
        canvas.clear(isMirrored: canvas.isMirrored)
        screen.draw(on: canvas, in: above)
    }

    /// What an invitation leaves of the area; nil where there is none.
    var areaAbove: Rect? {
        guard !floats, let place = rows else { return nil }
        return Rect(
            x: area.x, y: area.y, width: area.width,
            height: max(Self.leastAbove, area.height - place.height))
    }

    /// The rows that a page has above an invitation at least.
    private static let leastAbove = 4
}
