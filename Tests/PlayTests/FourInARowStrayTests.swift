// Four in a Row with a peer who sends every packet that there is, in every state: what means nothing there changes nothing, and whatever
// comes, the player can go to the menu and leaves nothing behind.

import Engine
import Screen
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct FourInARowStrayTests {
    /// The state of the player's program when a packet arrives.
    enum Stage: CaseIterable {
        case hosting, joined, hostsTurn, guestsTurn, over, asking, lookingAgain
    }

    /// One player at a stage, the connection on which the peer speaks, and what has to live meanwhile.
    private struct Scene {
        let seat: Seat
        let end: FakeConnection
        let others: [AnyObject]

        init(_ stage: Stage) {
            switch stage {
            case .hosting:
                seat = Seat()
                seat.press(.character("h"))
                end = FakeConnection()
                seat.machine.advertisements[0].accept(end)
                others = []
            case .joined:
                let table = Table()
                seat = Seat()
                seat.press(.character("j"))
                seat.machine.browsers[0].find("Eve", at: "10.0.0.9:1")
                seat.press(.enter)
                end = FakeConnection()
                seat.machine.attempts[0].completion(.success(end))
                others = [table.hostEnd]
            case .hostsTurn, .guestsTurn, .over, .asking:
                let table = Table()
                table.play(stage == .over ? shortWin : "44")
                if stage == .asking { table.host.press(.character("u")) }
                seat = stage == .guestsTurn ? table.guest : table.host
                end = stage == .guestsTurn ? table.guestEnd : table.hostEnd
                others = [table.host, table.guest, table.hostEnd, table.guestEnd]
            case .lookingAgain:
                let pair = Pair()
                pair.play("44")
                pair.kill(1)
                seat = pair.host
                end = FakeConnection()
                pair.network.machines[0].advertisements.last?.accept(end)
                others = [pair]
            }
        }

        func say(_ packet: Packet) { end.receive(Packet.frame(of: packet)) }

        /// The player goes to the menu: nothing is left.
        func leave() -> Bool {
            seat.navigator.popToRoot()
            // The menu looks whether the opponent of a saved game is there.
            seat.navigator.launcher.lookOut(for: nil)
            return seat.shows("Host a game") && seat.machine.isQuiet && (end.isClosed || end.hasEnded)
        }
    }

    /// What nobody says in a game of Four in a Row that goes on, and what is said only at its beginning.
    private static let meaningless = EveryPacket.all.filter { packet in
        switch packet {
        case .game(let packet): (try? FourInARowMessage(packet)) == nil
        case .lobby, .control(.privacy), .control(.heartbeat), .control(.clock), .control(.watch), .control(.coming), .ignored:
            true
        case .control(.resume(.open)): false
        case .control(.resume): true
        case .control(.hello), .control(.bye), .control(.yield), .control(.consent), .control(.phrase): false
        }
    }

    @Test(arguments: [Stage.hostsTurn, .guestsTurn, .over, .asking]) func whatMeansNothingChangesNothing(stage: Stage) {
        let scene = Scene(stage)
        let before = scene.seat.lines
        for packet in Self.meaningless {
            scene.say(packet)
            #expect(scene.seat.lines == before && !scene.end.isClosed, "\(packet)")
        }
        #expect(scene.leave())
    }

    /// Without `make test-all` each packet at every third stage.
    @Test(arguments: Stage.allCases.enumerated().map { ($0, $1) }) func everyPacketIsBorne(number: Int, stage: Stage) {
        for (index, packet) in EveryPacket.all.enumerated() where Thoroughness.isWhole || (index + number) % 3 == 0 {
            let scene = Scene(stage)
            scene.say(packet)
            scene.say(packet)
            _ = scene.seat.lines
            #expect(scene.leave(), "\(packet)")
        }
    }

    /// Whoever comes while two look for each other keeps neither from finding the other.
    @Test func strangersAtABrokenGameChangeNothing() throws {
        let pair = Pair()
        pair.play("44")
        pair.kill(1)
        let listener = try #require(pair.network.machines[0].advertisements.last)
        for packet in EveryPacket.all {
            let stranger = FakeConnection()
            listener.accept(stranger)
            stranger.receive(Packet.frame(of: packet))
            #expect(pair.host.shows("Reconnecting") && pair.host.game?.scene.game.digits == "44", "\(packet)")
            stranger.receiveEnd()
        }
        pair.start(1)
        pair.expectGame("44")
    }

    @Test(arguments: 0..<30) func anything(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let scene = Scene(Stage.allCases[seed % Stage.allCases.count])
        let keys: [Key] = [.enter, .left, .right, .escape, .character("r"), .character("4"), .character("u"), .character("h")]
        for _ in 0..<80 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: if let key = keys.randomElement(using: &random) { scene.seat.press(key) }
            case 1: scene.seat.machine.advance(milliseconds: 400)
            default: if let packet = EveryPacket.all.randomElement(using: &random) { scene.say(packet) }
            }
            _ = scene.seat.lines
        }
        #expect(scene.leave())
    }
}
