// Players of the secret number who lose the connection and come back, with the same program or with one that was started again: the game
// goes on for them as if they had been there.

import Games
import TestSupport
import Testing
import Wire

@testable import Session

/// Ann, who is the host, Bob and Cyd, on one clock. Bob's program can be replaced.
private final class ReturningPlayers {
    let machine = FakeEnvironment()
    let parties = FakeParty.gather("Ann", "Bob", "Cyd")
    var sessions: [SecretNumberSession]

    init() {
        let machine = machine
        sessions = parties.map { SecretNumberSession(party: $0, environment: machine) }
    }

    var tables: [SecretNumberTable] { sessions.map(\.table) }
    func settle() { FakeParty.settle(parties) }

    func choose(_ seat: Int, _ secret: Int) {
        sessions[seat].choose(secret, in: SecretNumberRange.offered[0])
        settle()
    }

    func guess(_ seat: Int, _ number: Int) {
        machine.advance(milliseconds: 1_000)
        _ = sessions[seat].guess("\(number)")
        settle()
    }

    func loseBob() { parties[1].lose(until: machine.now + 120_000) }

    /// Bob is back, perhaps with a program that knows only what was stored.
    func bringBobBack(isRestarted: Bool) {
        if isRestarted { sessions[1] = SecretNumberSession(party: parties[1], environment: machine) }
        parties[1].comeBack()
        settle()
    }

    /// What two tables know differently; empty if nothing.
    func differences(_ one: Int, _ other: Int) -> [String] {
        let (a, b) = (tables[one], tables[other])
        return [
            a.phase == b.phase ? nil : "phase", a.number == b.number ? nil : "number", a.begun == b.begun ? nil : "begun",
            a.keeper == b.keeper ? nil : "keeper", a.round == b.round ? nil : "round", a.proof == b.proof ? nil : "proof",
            a.gone == b.gone ? nil : "gone", a.isHostDishonest || b.isHostDishonest ? "dishonest" : nil,
        ].compactMap { $0 }
    }
}

/// Where the game is when Bob loses the connection, and what happens meanwhile.
private enum Moment: CaseIterable {
    case annChooses, guessing, annChoosesMeanwhile, roundEndsMeanwhile, cydLeavesMeanwhile
    case bobChooses, bobHasChosen, bobKeeps, bobKeepsAndIsAsked, bobMustOpen, bobMayDecide
}

@Suite struct SecretNumberReturnTests {
    private func players(at moment: Moment) -> ReturningPlayers {
        let players = ReturningPlayers()
        switch moment {
        case .annChooses: players.loseBob()
        case .annChoosesMeanwhile:
            players.loseBob()
            players.choose(0, 42)
        case .guessing, .roundEndsMeanwhile, .cydLeavesMeanwhile:
            players.choose(0, 42)
            players.guess(1, 50)
            players.guess(2, 25)
            players.loseBob()
            players.guess(2, 30)
            if moment == .roundEndsMeanwhile { players.guess(2, 42) }
            if moment == .cydLeavesMeanwhile { players.sessions[2].leave() }
        case .bobMayDecide:
            players.choose(0, 42)
            players.guess(1, 42)
            players.loseBob()
        case .bobChooses, .bobHasChosen, .bobKeeps, .bobKeepsAndIsAsked, .bobMustOpen:
            players.choose(0, 42)
            players.guess(1, 42)
            players.sessions[1].keepNext()
            players.settle()
            if moment == .bobChooses { break }
            players.sessions[1].choose(10, in: SecretNumberRange.offered[0])
            if moment == .bobHasChosen { break }
            players.settle()
            players.guess(2, 50)
            if moment == .bobKeeps { break }
            players.machine.advance(milliseconds: 1_000)
            _ = players.sessions[2].guess(moment == .bobMustOpen ? "10" : "20")
            players.parties[2].deliver()
            if moment == .bobKeepsAndIsAsked { break }
            // Bob's answer arrives, but not that the host has announced it.
            players.parties[0].deliver()
            players.parties[1].deliver()
        }
        if [.bobChooses, .bobHasChosen, .bobKeeps, .bobKeepsAndIsAsked, .bobMustOpen].contains(moment) { players.loseBob() }
        players.settle()
        return players
    }

    @Test(arguments: Moment.allCases, [false, true]) fileprivate func comingBack(_ moment: Moment, isRestarted: Bool) {
        let players = players(at: moment)
        players.machine.advance(milliseconds: 60_000)
        players.bringBobBack(isRestarted: isRestarted)
        #expect(players.differences(0, 1) == [])
        if moment != .cydLeavesMeanwhile { #expect(players.differences(0, 2) == []) }
        switch moment {
        case .annChooses: #expect(players.tables[0].mayChoose)
        case .guessing, .annChoosesMeanwhile, .cydLeavesMeanwhile:
            players.guess(1, 42)
            #expect(players.tables[1].winner == 1 && players.tables[0].proof == players.tables[1].proof)
        case .roundEndsMeanwhile: #expect(players.tables[1].winner == 2)
        case .bobMayDecide: #expect(players.tables[1].mayDecide)
        case .bobHasChosen where isRestarted:
            // What the host never got is not lost: the secret was stored before it was sealed.
            #expect(players.tables[0].phase == .guessing && players.tables[1].mine?.secret == 10)
        case .bobChooses, .bobHasChosen:
            if moment == .bobChooses { players.choose(1, 10) }
            #expect(players.tables.allSatisfy { $0.phase == .guessing && $0.keeper == 1 })
        case .bobKeeps, .bobKeepsAndIsAsked, .bobMustOpen:
            if moment != .bobMustOpen { players.guess(0, 10) }
            let verified = SecretNumberProof.opened(.verified, secret: 10, isLate: false)
            #expect(players.tables.allSatisfy { $0.proof == verified }, "\(players.tables.map(\.proof))")
        }
    }

    /// Nobody waits for the keeper of a secret longer than the seat is reserved; meanwhile the clock of the round stands still.
    @Test func aKeeperWhoDoesNotComeBack() {
        let players = players(at: .bobKeepsAndIsAsked)
        players.machine.advance(milliseconds: 119_000)
        #expect(players.tables[0].phase == .guessing && players.tables[2].phase == .guessing)
        players.parties[1].drop()
        players.settle()
        #expect(players.tables[0].proof == .keeperLeft && players.tables[2].departures == [1: .lost])
    }

    /// While the player who should choose is away, the host may do so at once.
    @Test func theHostGoesOnWithoutTheChooser() {
        let players = players(at: .bobChooses)
        #expect(players.tables[0].mayTakeOver)
        players.sessions[0].keepNext()
        players.choose(0, 7)
        players.bringBobBack(isRestarted: false)
        #expect(players.differences(0, 1) == [] && players.tables[1].mayGuess && players.tables[1].mine == nil)
    }

    /// The host goes on without a keeper who is missing: the round is over, and the keeper is sent away.
    @Test func theHostGoesOnWithoutTheKeeper() {
        let players = players(at: .bobKeeps)
        players.sessions[0].removeAbsent()
        players.settle()
        #expect(players.tables[0].departures == [1: .removed] && players.tables[2].departures == [1: .removed])
        #expect(players.tables[0].mayTakeOver && players.sessions[1].isOver)
    }

    /// A host that repeats another game than the one that was played is found out.
    @Test func aHostThatRepeatsAnotherGame() {
        let players = players(at: .guessing)
        var table = players.tables[1]
        let honest = players.tables[0].repetition(for: 1)
        for message in honest { table.receive(message, from: 0, at: 0) }
        #expect(!table.isHostDishonest && table.round == players.tables[0].round)
        for (index, message) in honest.enumerated() {
            guard case .answered(let round, let player, let number, let answer) = message, player == 1 else { continue }
            table = players.tables[1]
            var lies = honest
            lies[index] = .answered(round: round, player: player, number: number + 1, answer: answer)
            for message in lies { table.receive(message, from: 0, at: 0) }
            #expect(table.isHostDishonest)
        }
    }

    /// A keeper whose program was stopped sits out: the round ends without it after half a minute, and it is back when it answers.
    @Test func aStoppedKeeperSitsOut() {
        let players = ReturningPlayers()
        players.choose(0, 42)
        players.guess(1, 42)
        players.sessions[1].keepNext()
        players.settle()
        players.choose(1, 10)
        players.machine.advance(milliseconds: 1_000)
        for party in [players.parties[0], players.parties[2]] { party.silentSeats = [1] }
        #expect(players.sessions[2].guess("20") == nil && players.tables[2].outstanding == nil, "nobody guesses meanwhile")
        players.machine.advance(milliseconds: 25_000)
        #expect(players.tables[0].phase == .guessing)
        players.parties[0].sittingOut = [1]
        players.machine.advance(milliseconds: SecretNumberTable.timeout)
        players.settle()
        #expect(players.tables[0].phase == .guessing, "nothing was asked yet, so nothing is late")
        players.sessions[0].removeAbsent()
        players.settle()
        #expect(players.tables[0].proof == .keeperLeft && players.tables[0].mayTakeOver)
    }
}
