// The keys of the invitation on the screen. They come before those of the screen under it, which keeps all others.

import Language
import Screen

extension NearbyPresence {
    /// The keys that answer. Where arrows move about in a picture, and in the help, they and Enter stay there.
    var bindings: [Binding] {
        let isAvailable = { [unowned self] in isReady }
        let isAlone = navigator.keepsArrows
        let letters = [
            Binding(
                .character("y"), label: tr("Accept"), help: tr("Accept the invitation."), isNeeded: isAlone,
                isAvailable: isAvailable
            ) { [unowned self] _ in answer(true) },
            Binding(
                .character("n"), label: tr("Decline"), help: tr("Decline the invitation."), isNeeded: isAlone,
                isAvailable: isAvailable
            ) { [unowned self] _ in answer(false) },
        ]
        if isAlone { return letters.grouped(.answer) }
        return
            ([
                Binding(
                    .left, .right, .up, .down, name: "←→", label: tr("Choose"), help: tr("Choose an answer."),
                    isAvailable: isAvailable
                ) { [unowned self] in invitations[0].choose(by: $0) },
                Binding(
                    .enter, .character(" "), name: "Enter", label: tr("Answer"), help: tr("Confirm your answer."),
                    isAvailable: isAvailable
                ) { [unowned self] _ in if let accepts = invitations[0].accepts { answer(accepts) } },
            ] + letters).grouped(.answer)
    }

    /// A key or a click; returns whether it was for the invitation. What comes too early does nothing.
    func press(_ key: Key) -> Bool {
        guard let invitation = navigator.invitation else { return false }
        if case .click(let point) = key {
            let place = invitation.place(in: navigator.area, glyphs: navigator.glyphs)
            guard place.contains(point) else { return false }
            if let accepts = invitation.answer(at: point, in: place) { answer(accepts) }
            return true
        }
        let folded = key.folded
        guard let binding = bindings.first(where: { $0.keys.contains(folded) }) else { return false }
        if isReady { binding.action(folded) }
        return true
    }
}
