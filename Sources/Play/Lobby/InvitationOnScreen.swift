// The invitation over the top screen: which one it is, its keys before those of the screen, and its place.

import Screen

extension Navigator {
    /// The invitation on the screen; nil while there is none or it waits.
    var invitation: InvitationPrompt? { nearby.invitations.first.flatMap { top?.holdsInvitations == false ? $0 : nil } }

    /// The keys of the top screen, and before them those of an invitation.
    func bindings(of screen: ViewController) -> [Binding] {
        guard invitation != nil, nearby.isReady else { return screen.bindings }
        let answers = nearby.bindings
        let taken = answers.flatMap(\.keys)
        return answers + screen.bindings.filter { !taken.contains($0.keys[0]) }
    }

    /// Draws it.
    func drawInvitation() { invitation?.draw(on: canvas, in: area, glyphs: glyphs) }

    /// Draws the screen again above an invitation that would cover something of it. A picture does not move.
    func makeRoom(under screen: ViewController) {
        guard let above = areaAboveInvitation else { return }
        let rows = above.y + above.height..<area.y + area.height
        if rows.allSatisfy({ canvas.row($0).allSatisfy { $0 == .blank } }) { return }
        canvas.clear(isMirrored: canvas.isMirrored)
        screen.draw(on: canvas, in: above)
    }

    /// What an invitation leaves of the area; nil where there is none.
    var areaAboveInvitation: Rect? {
        guard let place = invitation?.place(in: area, glyphs: glyphs) else { return nil }
        return Rect(x: area.x, y: area.y, width: area.width, height: max(Self.leastAbove, area.height - place.height))
    }

    /// The rows that a page has above an invitation at least.
    private static let leastAbove = 4
}
