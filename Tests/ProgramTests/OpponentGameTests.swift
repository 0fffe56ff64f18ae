// Strangers who find each other over a real mosquitto with the shipped security files, with real programs and real keys.

import TestSupport
import Testing

@Suite(
    "Finding an opponent over a real relay", .serialized, .ownThread,
    .enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
struct OpponentGameTests {
    private let relay: Mosquitto

    init() throws { relay = try Mosquitto() }

    /// A player at the list.
    private func player(_ name: String, folder: TestFolder? = nil) throws -> Player {
        try RelayAccess(relay).seeker(name, folder: folder)
    }

    /// Each reads whom they meet.
    private func read(_ players: Player...) throws { for player in players { try player.readFirstGame() } }

    @Test("Find and play; the card is gone from a third's list")
    func findAndPlay() throws {
        let (ann, bob, eve) = (try player("Ann"), try player("Bob"), try player("Eve"))
        ann.type("s")
        try ann.see("You are on the list")
        for other in [bob, eve] { try other.see("▸ 1 Ann") }
        bob.press(.enter)
        try eve.see("Nobody is looking for an opponent.")
        try read(bob, ann)
        let meeting = try Meeting(host: ann, guest: bob)
        try ann.see("private game")
        try meeting.play(shortWin, endsGame: true)
        try meeting.seeWinner(ann)
    }

    @Test("Both take each other at once")
    func both() throws {
        let (ann, bob) = (try player("Ann"), try player("Bob"))
        for player in [ann, bob] { player.type("s") }
        try ann.see("▸ 1 Bob")
        try bob.see("▸ 1 Ann")
        ann.press(.enter)
        bob.press(.enter)
        try read(bob, ann)
        // Whose key is smaller is the host, and moves first.
        let isAnnFirst = try ann.see("a turn") { $0.words.contains("Your turn") || $0.words.contains("Bob's turn") }
            .words.contains("Your turn")
        let (host, guest) = isAnnFirst ? (ann, bob) : (bob, ann)
        host.type("4")
        try guest.see("Your turn")
        guest.type("4")
        try host.see("Your turn")
    }

    @Test("Two reach for one card: one plays, the other reads so")
    func twoReach() throws { _ = try Torture.reachTogether() }

    /// `make torture` has the other strangers, and ten thousand cards for the release: a debug build is too slow for them.
    @Test(
        "Amid forged cards, and takes that are said again, two find each other",
        arguments: [SeekAttack.forge, .hog, .cheap] + Thoroughness.pick([], of: [.replay, .many]))
    func hostileCards(attack: SeekAttack) throws { _ = try Torture.seek(under: attack) }

    @Test("Who is blocked is not listed any more, in the next run either")
    func block() throws {
        let (ann, eve) = (try player("Ann"), try player("Eve"))
        eve.type("s")
        try ann.see("▸ 1 Eve")
        ann.type("b")
        try ann.see("Block Eve for good?")
        ann.type("y")
        try ann.see("Eve is blocked.")
        ann.press(.left)
        try ann.see("Nobody is looking for an opponent.")
        ann.press(.escape)
        ann.press(.escape)
        try ann.quit()
        let again = try player("Ann", folder: ann.folder)
        try again.see("Nobody is looking for an opponent.")
        again.type("s")
        try eve.see("▸ 1 Ann")
        eve.press(.enter)
        try eve.see("Ann has left or is already playing.")
    }

    @Test("The relay is killed in the middle of a game, and the game goes on")
    func relayKilled() throws {
        let (ann, bob) = (try player("Ann"), try player("Bob"))
        ann.type("s")
        try bob.see("▸ 1 Ann")
        bob.press(.enter)
        try read(bob, ann)
        let meeting = try Meeting(host: ann, guest: bob)
        try meeting.play("445")
        relay.kill()
        for player in [ann, bob] { try player.see("Reconnecting…") }
        try relay.start()
        try ann.seeGame(2, 1)
        try bob.seeGame(1, 2)
        try Meeting(again: ann, bob).play("53", first: bob)
    }
}
