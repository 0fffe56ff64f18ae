// A screen for a party's game that does nothing but leave.

import Games
import Screen
import Session
import Wire

@testable import Play

/// A game's screen that does nothing but leave.
final class PartyScreen: ViewController, PartyDelegate {
    let navigator: Navigator
    let party: Party
    private(set) var heard: [String] = []

    init(navigator: Navigator, party: Party) {
        (self.navigator, self.party) = (navigator, party)
        party.delegate = self
    }

    var title: String { "Test game" }
    var bindings: [Binding] { [] }
    var isWithOthers: Bool { true }
    func draw(on canvas: Canvas, in area: Rect) {
        canvas.put("At seat \(party.mySeat) of \(party.names.joined(separator: ", "))", x: 0, y: area.y)
    }
    func didLeave() { party.leave() }

    func party(_ party: Party, didReceive packet: GamePacket, from seat: Int) {
        heard.append("packet \(packet.type) from \(seat)")
    }
    func party(_ party: Party, didHear phrase: Phrase, from seat: Int) { heard.append("\(phrase) from \(seat)") }
    func party(_ party: Party, didLose seat: Int, _ how: Departure) { heard.append("\(how) \(seat)") }
    func party(_ party: Party, didReturn seat: Int) { heard.append("back \(seat)") }
    func partyDidChangePresence(_ party: Party) {}
    func partyDidEnd(_ party: Party, because reason: QuitReason) { heard.append("over \(reason)") }
}
