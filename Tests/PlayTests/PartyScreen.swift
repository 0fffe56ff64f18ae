// A screen for a party's game that does nothing but leave.

import Games
import Screen
import Session
import Wire

@testable import Play

/// A game's screen that does nothing but leave.
final class PartyScreen: ViewController {
    let navigator: Navigator
    let party: Party
    private(set) var heard: [String] = []

    init(navigator: Navigator, party: Party) {
        (self.navigator, self.party) = (navigator, party)
        party.didHappen = { [weak self] in self?.hear($0) }
    }

    var title: String { "Test game" }
    var bindings: [Binding] { [] }
    var isWithOthers: Bool { true }
    func draw(on canvas: Canvas, in area: Rect) {
        canvas.put("At seat \(party.mySeat) of \(party.names.joined(separator: ", "))", x: 0, y: area.y)
    }
    func didLeave() { party.leave() }

    private func hear(_ event: PartyEvent) { heard += [event.line].compactMap { $0 } }
}
