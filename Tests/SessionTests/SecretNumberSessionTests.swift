// The secret number without a screen: whole rounds of three through the real packets, players who are lost, a keeper who is silent.

import Games
import Session
import TestSupport
import Testing
import Wire

/// Records the events of a session.
private final class SessionRecorder {
    /// What went on, each time that it changed.
    private(set) var phases: [SecretNumberTable.Phase] = []
    private(set) var end: QuitReason?

    init(_ session: SecretNumberSession) {
        session.didChange = { [weak self, unowned session] before in
            if session.table.phase != before.phase { self?.phases.append(session.table.phase) }
        }
        session.didEnd = { [weak self] in self?.end = $0 }
    }
}

/// Ann, who is the host, Bob and Cyd, on one clock.
private final class ThreePlayers {
    let machine = FakeEnvironment()
    let parties = FakeParty.gather("Ann", "Bob", "Cyd")
    let sessions: [SecretNumberSession]
    let recorders: [SessionRecorder]

    init() {
        let machine = machine
        sessions = parties.map { SecretNumberSession(party: $0, environment: machine) }
        recorders = sessions.map(SessionRecorder.init)
    }

    var tables: [SecretNumberTable] { sessions.map(\.table) }
    var phases: [SecretNumberTable.Phase] { tables.map(\.phase) }
    var proofs: [SecretNumberProof?] { tables.map(\.proof) }

    func settle() { FakeParty.settle(parties) }

    func choose(_ seat: Int, _ secret: Int, in range: SecretNumberRange = SecretNumberRange.offered[0]) {
        sessions[seat].choose(secret, in: range)
        settle()
    }

    /// A guess, a good while after the one before.
    @discardableResult func guess(_ seat: Int, _ typed: String) -> SecretNumberMistake? {
        machine.advance(milliseconds: 1_000)
        defer { settle() }
        return sessions[seat].guess(typed)
    }

    /// Ann keeps 42, Bob finds it and keeps the next secret, 10.
    func letBobKeep() {
        choose(0, 42)
        guess(1, "42")
        sessions[1].keepNext()
        settle()
        choose(1, 10)
    }
}

@Suite struct SecretNumberSessionTests {
    @Test func aRoundFromChoosingToVerified() {
        let trio = ThreePlayers()
        #expect(trio.tables.map(\.mayChoose) == [true, false, false])
        trio.choose(1, 7)
        #expect(trio.phases == [.choosing, .choosing, .choosing], "it is not Bob's to choose")
        trio.choose(0, 42)
        #expect(trio.phases == [.guessing, .guessing, .guessing] && trio.tables.map(\.mayGuess) == [false, true, true])
        #expect(trio.guess(1, "50") == nil && trio.guess(2, "25") == nil)
        #expect(trio.guess(2, "many") != nil && trio.sessions[1].guess("0") != nil, "that is no guess")
        let history = [
            AnsweredGuess(player: 2, number: 25, answer: .higher), AnsweredGuess(player: 1, number: 50, answer: .lower),
        ]
        #expect(trio.tables.allSatisfy { $0.round?.history == history && $0.outstanding == nil })
        #expect(trio.guess(1, "42") == nil && trio.sessions[1].guess("43") == nil)
        let verified = SecretNumberProof.opened(.verified, secret: 42, isLate: false)
        #expect(trio.proofs == [verified, verified, verified] && trio.tables.allSatisfy { $0.winner == 1 })
        #expect(
            trio.recorders.map(\.phases) == [[.guessing, .over], [.guessing, .opening, .over], [.guessing, .opening, .over]])
        trio.machine.advance(milliseconds: 29_999)
        #expect(!trio.tables[0].mayTakeOver, "the winner has half a minute to decide")
        trio.machine.advance(milliseconds: 1)
        #expect(trio.tables[0].mayTakeOver && !trio.machine.isWaiting)
    }

    @Test func theWinnerKeepsTheNextSecret() {
        let trio = ThreePlayers()
        trio.letBobKeep()
        #expect(trio.phases == [.guessing, .guessing, .guessing] && trio.tables.allSatisfy { $0.keeper == 1 && $0.begun == 2 })
        trio.guess(0, "50")
        #expect(trio.sessions[0].guess("51") == .tooSoon)
        trio.guess(2, "10")
        let verified = SecretNumberProof.opened(.verified, secret: 10, isLate: false)
        #expect(trio.proofs == [verified, verified, verified])
        trio.sessions[2].leaveNextToHost()
        trio.settle()
        #expect(trio.tables.map(\.mayChoose) == [true, false, false] && trio.tables.allSatisfy { $0.number == 3 })
    }

    /// The others play on and learn the truth.
    @Test func aPlayerIsLostInMidRound() {
        let trio = ThreePlayers()
        trio.choose(0, 42)
        trio.guess(2, "50")
        trio.machine.advance(milliseconds: 1_000)
        #expect(trio.sessions[2].guess("30") == nil)
        trio.parties[2].drop()
        trio.settle()
        #expect(trio.sessions[2].isOver && trio.recorders[2].end == .connectionDropped && trio.recorders[1].end == nil)
        for seat in 0...1 {
            #expect(trio.tables[seat].gone == [2] && trio.phases[seat] == .guessing)
            #expect(trio.tables[seat].round?.history.count == 1, "what was under way is lost")
        }
        trio.guess(1, "42")
        let verified = SecretNumberProof.opened(.verified, secret: 42, isLate: false)
        #expect(trio.proofs[0] == verified && trio.proofs[1] == verified)
        trio.sessions[1].leave()
        #expect(trio.parties[1].hasLeft && trio.tables[0].isAlone && !trio.machine.isWaiting)
    }

    @Test func theKeeperIsLostInMidRound() {
        let trio = ThreePlayers()
        trio.letBobKeep()
        trio.guess(2, "50")
        trio.parties[1].drop()
        trio.settle()
        #expect(trio.recorders[1].end == .connectionDropped)
        #expect(trio.proofs[0] == .keeperLeft && trio.proofs[2] == .keeperLeft && trio.phases[2] == .over)
        trio.sessions[0].keepNext()
        trio.choose(0, 5)
        trio.guess(2, "5")
        #expect(trio.proofs[2] == .opened(.verified, secret: 5, isLate: false))
    }

    @Test(arguments: [true, false]) func withoutTheHostItIsOver(byChoice: Bool) {
        let trio = ThreePlayers()
        trio.letBobKeep()
        trio.machine.advance(milliseconds: 1_000)
        #expect(trio.sessions[0].guess("50") == nil && trio.machine.isWaiting, "for Bob's answer")
        if byChoice { trio.sessions[0].leave() } else { trio.parties[0].drop() }
        for guest in [1, 2] {
            #expect(trio.sessions[guest].isOver && trio.recorders[guest].end == (byChoice ? .serverQuit : .connectionDropped))
        }
        trio.sessions[0].leave()
        #expect(!trio.machine.isWaiting)
    }

    /// A keeper whose program is silent has its time, and no more.
    @Test func aKeeperWhoDoesNotAnswer() {
        let trio = ThreePlayers()
        trio.letBobKeep()
        trio.machine.advance(milliseconds: 1_000)
        #expect(trio.sessions[2].guess("50") == nil)
        trio.parties[2].deliver()
        trio.machine.advance(milliseconds: SecretNumberTable.timeout - 1)
        #expect(trio.phases[0] == .guessing)
        trio.machine.advance(milliseconds: 1)
        trio.settle()
        #expect(trio.proofs == [.unanswered, .unanswered, .unanswered] && trio.tables[0].mayTakeOver)
        #expect(trio.tables[2].outstanding == nil && !trio.machine.isWaiting)
    }
}
