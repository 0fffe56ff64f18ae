// The keys of the invitation on the screen. They come before those of the screen under it, which keeps all others.

import Screen

extension NearbyPresence {
    /// The keys that answer. Where arrows move about in a picture, and in the help, they and Enter stay there.
    var bindings: [Binding] {
        invitations.first?.prompt.bindings(
            hasArrows: !navigator.keepsArrows, isAvailable: { [unowned self] in isReady },
            move: { [unowned self] in invitations[0].prompt.chosen = $0 < 0 ? 0 : 1 },
            answer: { [unowned self] in answer([.accept, .playNow].contains($0)) }) ?? []
    }

    /// A key or a click; returns whether it was for the invitation. What comes too early does nothing.
    func press(_ key: Key) -> Bool {
        guard navigator.invitation != nil else { return false }
        if case .click(let point) = key { return rows?.contains(point) == true }
        let folded = key.folded
        if pause != nil, !navigator.keepsArrows, [.enter, .character(" ")].contains(folded) { return true }
        guard let binding = bindings.first(where: { $0.keys.contains(folded) }) else { return false }
        if isReady { binding.action(folded) }
        return true
    }
}
