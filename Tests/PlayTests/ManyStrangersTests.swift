// Hundreds who look for an opponent, all at once, as one who looks and one who listens have them.

import TestSupport
import Testing

@testable import Play
@testable import Session

@Suite struct ManyStrangersTests {
    private let strangers = Strangers()
    private var network: FakeNetwork { strangers.network }

    /// Players whom nobody knows are on the list, each later than the one before.
    private func come(_ numbers: Range<Int>) {
        let now = network.machines[0].wallClock
        for number in numbers {
            let key = PlayerKey(toy: ToySeals(seed: UInt64(1_000_000 + number)).randomBytes(32))
            let inbox = RelayEndpoint.newInbox(network.machines[0])
            let card = SeekCard(
                key: key.publicKey, share: key.publicKey, inbox: inbox, game: SeekCard.fourInARow,
                since: now - 1_000_000 + number, issued: now, name: "Player \(number)",
                stamp: WorkStamp(slot: WorkStamp.slot(at: now), proof: [UInt8](repeating: 0, count: 8)))
            network.relay.publish(RelayTopic.seek(inbox), card.words.signed(by: key).bytes, retainSeconds: 120)
        }
        while network.relay.deliverOne() {}
        network.advance(seconds: 1)
    }

    /// Who listens hears of one who comes in one line, however many there are, and how many more.
    @Test func hundredsAreHeardOf() {
        var settings = Seat.still
        settings.relay = "mqtts://relay.example.org"
        let listener = Listener(settings: settings, machine: network.machines[0])
        for key in "po".unicodeScalars { listener.navigator.press(.character(key)) }
        network.settle()
        network.advance(seconds: 1)
        come(0..<300)
        #expect(listener.hear().contains("and 291 more players"))
        come(300..<301)
        let said = listener.hear()
        #expect(said.first == "and 292 more players" && said.count <= 2, "\(said)")
    }

    /// While hundreds come at once, the first row is chosen; once the player has moved, the choice stays with its player.
    @Test func hundredsComeAtOnce() {
        strangers.look()
        func chosen() -> String? { strangers.bob.lines.first { $0.contains("▸") } }
        come(0..<240)
        #expect(strangers.bob.lines.first { $0.contains("Player ") } == chosen() && strangers.bob.shows("and 200 more players"))
        strangers.bob.press(.down)
        func name() -> Substring? { chosen()?.split(separator: "  ").first { $0.contains("Player ") }?.drop { $0 != "P" } }
        let before = name()
        come(240..<241)
        #expect(name() == before && before != nil && strangers.bob.shows("and 201 more players"))
        let shown = strangers.bob.lines.filter { $0.contains("Player ") }
        strangers.bob.type("o")
        network.advance(seconds: 1)
        #expect(strangers.bob.lines.filter { $0.contains("Player ") } != shown, "others are listed")
    }
}
