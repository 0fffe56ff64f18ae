// Guess the secret number: valid messages that come in the wrong state or from the wrong player, one by one and at random.

import Engine
import Games
import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

/// One message of each kind.
private enum Kind: CaseIterable {
    case choosing, sealed, guess, asked, answered, opened, next, left, unanswered, wish

    /// As it would be in the round of this number, about Bob.
    func message(round: Int) -> SecretNumberMessage {
        let bytes = Array(repeating: 3 as UInt8, count: 32)
        return switch self {
        case .choosing: .choosing(round: round + 1, keeper: 0)
        case .sealed: .sealed(round: round, lowest: 1, highest: 50, seal: bytes)
        case .guess: .guess(round: round, number: 33)
        case .asked: .asked(round: round, player: 1, number: 33)
        case .answered: .answered(round: round, player: 1, number: 33, answer: 2)
        case .opened: .opened(round: round, secret: 33, nonce: bytes)
        case .next: .next(round: round, keeps: true)
        case .left: .left(player: 1)
        case .unanswered: .unanswered(round: round)
        case .wish: .wish(round: round, player: 1)
        }
    }
}

@Suite struct SecretNumberStrayTests {
    typealias Stage = SecretNumberLeavingTests.Stage

    /// What the host takes from Bob, who keeps the secret or chooses it from `guestChooses` on, and has won where it is over.
    private static func taken(fromBobAt stage: Stage) -> Set<Kind> {
        switch stage {
        case .choosing, .guestKeeps: []
        case .guessing, .asked: [.guess]
        case .over: [.next, .wish]
        case .guestChooses: [.sealed, .next]
        case .opening: [.opened]
        }
    }

    /// What the host takes from Cyd, who guesses, and has won where the secret is being opened.
    private static func taken(fromCydAt stage: Stage) -> Set<Kind> {
        switch stage {
        case .choosing, .guestChooses: []
        case .over: [.wish]
        case .guessing, .asked, .guestKeeps: [.guess]
        case .opening: [.next]
        }
    }

    /// What Cyd takes from the host. Where Bob guesses, an answer to him is one.
    private static func taken(byCydAt stage: Stage) -> Set<Kind> {
        switch stage {
        case .choosing, .guestChooses: [.choosing, .sealed, .left]
        case .guessing, .asked: [.answered, .left, .unanswered]
        case .over: [.choosing, .left, .wish]
        case .guestKeeps: [.left, .unanswered]
        case .opening: [.choosing, .opened, .left, .wish]
        }
    }

    /// Everything that a table knows.
    private func everything(_ table: SecretNumberTable) -> String { String(reflecting: table) }

    @Test(arguments: Stage.allCases) func theHostTakesNothingElse(stage: Stage) {
        for (seat, taken) in [(1, Self.taken(fromBobAt: stage)), (2, Self.taken(fromCydAt: stage))] {
            for kind in Kind.allCases {
                let party = SecretNumberLeavingTests.party(at: stage)
                var table = party.table(0)
                let before = everything(table)
                table.receive(kind.message(round: table.number), from: seat, at: party.machines[0].now)
                #expect((everything(table) != before) == taken.contains(kind), "\(kind) from \(seat)")
            }
        }
    }

    @Test(arguments: Stage.allCases) func aGuestTakesNothingElse(stage: Stage) {
        for kind in Kind.allCases {
            let party = SecretNumberLeavingTests.party(at: stage)
            var table = party.table(2)
            let before = everything(table)
            table.receive(kind.message(round: table.number), from: 0, at: 0)
            #expect((everything(table) != before) == Self.taken(byCydAt: stage).contains(kind), "\(kind)")
        }
    }

    @Test(arguments: Stage.allCases, [-1, 1]) func nothingOfAnotherRoundIsTaken(stage: Stage, distance: Int) {
        for kind in Kind.allCases where kind != .left && (kind != .choosing || distance < 0) {
            let party = SecretNumberLeavingTests.party(at: stage)
            for (seat, sender) in [(0, 1), (0, 2), (1, 0), (2, 0)] {
                var table = party.table(seat)
                let before = everything(table)
                table.receive(kind.message(round: table.number + distance), from: sender, at: 0)
                #expect(everything(table) == before, "\(kind) from \(sender) to \(seat)")
            }
        }
    }

    @Test(arguments: Stage.allCases) func seatsThatAreNoneAndPacketsOfOtherGames(stage: Stage) {
        let party = SecretNumberLeavingTests.party(at: stage)
        for seat in 0...2 {
            var table = party.table(seat)
            let before = everything(table)
            for other in [-1, 3, .max, .min] {
                for kind in Kind.allCases { table.receive(kind.message(round: table.number), from: other, at: 0) }
                table.receive(.left(player: other), from: 0, at: 0)
                table.receive(.choosing(round: .max, keeper: other), from: 0, at: 0)
                // A keeper, who gave no such answer, takes the host's program for false.
                if table.keeper != seat {
                    table.receive(.answered(round: table.number, player: other, number: 1, answer: 0), from: 0, at: 0)
                }
                table.lose(other)
            }
            table.receive(.left(player: 0), from: 0, at: 0)
            table.receive(.left(player: seat), from: 0, at: 0)
            table.receive(.sealed(round: table.number, lowest: 0, highest: .max, seal: []), from: seat == 0 ? 1 : 0, at: 0)
            #expect(everything(table) == before)
            let screen = party.screen(seat)
            for case .game(let packet) in EveryPacket.all where packet.type != SecretNumberMessage.packetType {
                party.parties[seat].didHappen(.received(packet, from: seat == 0 ? 1 : 0))
            }
            #expect(party.screen(seat) == screen)
        }
    }

    /// A guest sends anything at all while the others play; they notice nothing of it, and a round can be played to its end.
    @Test(arguments: 1...12) func aRandomGuest(seed: Int) {
        var random = Seeded(state: UInt64(seed))
        let party = SecretNumberParty.of(3)
        for _ in 0..<300 {
            switch random.below(10) {
            case 0: play(party, seat: random.below(2) * 2, &random)
            case 1: party.wait(random.below(3000))
            default: party.send(message(&random, near: party.table(0).number), from: 1)
            }
            let table = party.table(0)
            let (host, cyd) = (table.round, party.table(2).round)
            #expect(host == cyd && table.phase == party.table(2).phase && table.number == party.table(2).number)
            #expect(!party.table(2).isHostDishonest)
            let history = table.round?.history ?? []
            #expect(
                history.count <= 2 * SecretNumberTable.mostGuesses
                    && history.allSatisfy { host?.range.contains($0.number) == true })
        }
        // Whatever the guest did, the others can go on once it is gone.
        party.leave(1)
        party.wait(SecretNumberTable.timeout)
        if party.table(0).phase == .guessing {
            let secret = party.table(0).mine?.secret ?? 1
            // Nothing typed, said or asked is left.
            while !party.screen(2).contains("Play on") { party.press(2, .escape) }
            party.press(2, .escape)
            party.guess(2, secret)
        }
        #expect(party.table(0).phase == .over || party.table(0).phase == .choosing)
        _ = party.screen(0)
    }

    /// A host sends anything at all. The guest's program bears it, and its memory is bounded.
    @Test(arguments: 1...6) func aRandomHost(seed: Int) {
        var random = Seeded(state: UInt64(seed) << 32)
        let party = SecretNumberParty.of(8)
        for step in 0..<600 {
            if random.below(8) == 0 {
                play(party, seat: 1, &random)
            } else {
                party.parties[0].send(.secretNumber(message(&random, near: party.table(1).number)), to: 1)
                party.parties[0].deliver()
            }
            if step.isMultiple(of: 20) { party.wait(random.below(12_000)) }
            let history = party.table(1).round?.history ?? []
            #expect(history.count <= 7 * SecretNumberTable.mostGuesses)
        }
        _ = party.screen(1)
        party.navigators[0].popToRoot()
        #expect(party.shows(1, "Ann ended the game."))
    }

    /// A player does what there is to do, or presses any key.
    private func play(_ party: SecretNumberParty, seat: Int, _ random: inout Seeded) {
        let keys: [Key] = [
            .enter, .up, .down, .left, .escape, .enter, .pageDown, .character("1"), .character("2"), .character("7"),
        ]
        if party.table(seat).mayGuess {
            party.enter(seat, String(random.below(100) + 1))
        } else if party.table(seat).mayChoose {
            party.press(seat, .enter)
            party.enter(seat, String(random.below(100) + 1))
        } else if let key = keys.randomElement(using: &random),
            party.games[seat].rows.last?.id != AnyHashable("leave") || key == .down
        {
            party.press(seat, key)
        }
        if party.games[seat].prompt != nil { party.press(seat, .escape) }
    }

    private func message(_ random: inout Seeded, near round: Int) -> SecretNumberMessage {
        let round = random.below(4) == 0 ? round + random.below(5) - 2 : round
        let (player, number) = (random.below(4), random.below(110))
        let bytes = Array(repeating: UInt8(random.below(3)), count: 32)
        switch random.below(10) {
        case 0: return .choosing(round: round + 1, keeper: player)
        case 1: return .sealed(round: round, lowest: random.below(3), highest: number, seal: bytes)
        case 2: return .guess(round: round, number: number)
        case 3: return .asked(round: round, player: player, number: number)
        case 4: return .answered(round: round, player: player, number: number, answer: random.below(3))
        case 5: return .opened(round: round, secret: number, nonce: bytes)
        case 6: return .next(round: round, keeps: random.below(2) == 0)
        case 7: return random.below(10) == 0 ? .left(player: player) : .left(player: 0)
        case 8: return .wish(round: round, player: player)
        default: return random.below(10) == 0 ? .unanswered(round: round) : .unanswered(round: 0)
        }
    }
}

/// SeededGenerator64: a failure names its seed.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
