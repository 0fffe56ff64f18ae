// What two go on with that lost each other: a table of what the host knows, what the guest knows, and what both go on with.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

/// A side's record of a game.
func record(
    _ history: MatchHistory, isHost: Bool, granted: Consent.Question? = nil, mayLackMove: Bool = false,
    mayHaveCrossed: Bool = false, isConfirmed: Bool = false
) -> ResumableGame {
    var session = ResumableGame(
        token: ResumeToken(id: [], key: SecretBytes([])), isHost: isHost, opponent: "Bob", endpoint: nil)
    (session.history, session.granted, session.mayLackMove) = (history, granted, mayLackMove)
    (session.mayHaveCrossed, session.isConfirmed) = (mayHaveCrossed, isConfirmed)
    return session
}

@Suite struct CommonHistoryTests {
    nonisolated struct Case: CustomTestStringConvertible {
        let testDescription: String
        let host: MatchHistory
        let guest: MatchHistory
        /// What both go on with; nil: the game ends.
        let common: MatchHistory?
        /// What the other side has allowed whoever did it.
        var granted: Consent.Question?
        /// Whether each knows that the other one has read the last thing that it did.
        var isConfirmed = false
        /// Whether neither has confirmed the other's new game.
        var mayHaveCrossed = false
    }

    private nonisolated static func game(
        _ digits: String, _ game: Int = 1, hostFirst: Bool = true, before: String = "", takeBacks: Int = 0,
        ending: GameEnding? = nil, endingBefore: GameEnding? = nil
    ) -> MatchHistory {
        MatchHistory(
            game: game, isHostFirst: hostFirst, takeBacks: takeBacks, digits: digits, ending: ending, before: before,
            endingBefore: endingBefore)
    }

    private nonisolated static func undo(_ ply: Int) -> Consent.Question { Consent.Question(topic: .undo, ply: ply) }
    private nonisolated static func draw(_ ply: Int) -> Consent.Question { Consent.Question(topic: .draw, ply: ply) }

    /// What honest sides come to.
    nonisolated static let honest: [Case] = {
        let won = "1212121"
        return [
            Case(testDescription: "nothing was played", host: game(""), guest: game(""), common: game("")),
            Case(testDescription: "equal", host: game("4453"), guest: game("4453"), common: game("4453")),
            Case(testDescription: "the host one ahead", host: game("445"), guest: game("44"), common: game("445")),
            Case(testDescription: "the guest one ahead", host: game("445"), guest: game("4453"), common: game("4453")),
            Case(testDescription: "the first move", host: game("4"), guest: game(""), common: game("4")),
            Case(testDescription: "the winning move", host: game(won), guest: game("121212"), common: game(won)),
            Case(
                testDescription: "the guest took back", host: game("4453"), guest: game("445", takeBacks: 1),
                common: game("445", takeBacks: 1), granted: undo(4)),
            Case(
                testDescription: "the host took back", host: game("44", takeBacks: 1), guest: game("4453"),
                common: game("44", takeBacks: 1), granted: undo(4)),
            Case(
                testDescription: "the host took back, and moved", host: game("447", takeBacks: 1), guest: game("4453"),
                common: game("447", takeBacks: 1), granted: undo(4)),
            Case(
                testDescription: "the guest took back while the host moved", host: game("44535"),
                guest: game("445", takeBacks: 1),
                common: game("445", takeBacks: 1), granted: undo(4)),
            Case(
                testDescription: "taken back, and the next move", host: game("447", takeBacks: 1),
                guest: game("44", takeBacks: 1),
                common: game("447", takeBacks: 1)),
            Case(
                testDescription: "the host began a new game", host: game("", 2, before: won), guest: game(won),
                common: game("", 2, before: won)),
            Case(
                testDescription: "the host won, unseen, and began a new game", host: game("4", 2, before: won),
                guest: game("121212"), common: game("4", 2, before: won)),
            Case(
                testDescription: "the guest began the third", host: game(won, 2, before: won),
                guest: game("1", 3, hostFirst: false, before: won), common: game("1", 3, hostFirst: false, before: won)),
            Case(
                testDescription: "both began a new game: the host's counts", host: game("", 2, before: won),
                guest: game("5", 2, hostFirst: false, before: won), common: game("", 2, before: won), mayHaveCrossed: true),
            Case(
                testDescription: "the host resigned, unseen", host: game("445", ending: .firstResigned), guest: game("445"),
                common: game("445", ending: .firstResigned)),
            Case(
                testDescription: "the host moved and resigned, unseen", host: game("445", ending: .firstResigned),
                guest: game("44"), common: game("445", ending: .firstResigned)),
            Case(
                testDescription: "the guest resigned while the host moved", host: game("445"),
                guest: game("44", ending: .secondResigned), common: game("44", ending: .secondResigned)),
            Case(
                testDescription: "the guest resigned while the host won", host: game(won),
                guest: game("121212", ending: .secondResigned), common: game("121212", ending: .secondResigned)),
            Case(
                testDescription: "both resigned: the host's counts", host: game("445", ending: .firstResigned),
                guest: game("445", ending: .secondResigned), common: game("445", ending: .firstResigned)),
            Case(
                testDescription: "the host agreed to the guest's draw", host: game("445"),
                guest: game("445", ending: .drawAgreed),
                common: game("445", ending: .drawAgreed), granted: draw(3)),
            Case(
                testDescription: "the host agreed to the guest's draw, and moved", host: game("445"),
                guest: game("44", ending: .drawAgreed), common: game("44", ending: .drawAgreed), granted: draw(2)),
            Case(
                testDescription: "the guest resigned and began a new game", host: game("445"),
                guest: game("5", 2, hostFirst: false, before: "445", endingBefore: .secondResigned),
                common: game("5", 2, hostFirst: false, before: "445", endingBefore: .secondResigned)),
        ]
    }()

    /// What at least one side calls a lie.
    nonisolated static let lies: [Case] = {
        let won = "1212121"
        return [
            Case(testDescription: "a new game in mid-game", host: game("", 2, before: "44"), guest: game("44"), common: nil),
            Case(
                testDescription: "a new game after another game", host: game("", 2, before: won), guest: game("44"), common: nil),
            Case(testDescription: "a new game out of nothing", host: game("", 2), guest: game(""), common: nil),
            Case(
                testDescription: "the guest says that the host resigned", host: game("445"),
                guest: game("445", ending: .firstResigned), common: nil),
            Case(
                testDescription: "a draw that nobody offered", host: game("445"), guest: game("445", ending: .drawAgreed),
                common: nil),
            Case(
                testDescription: "a draw that was offered on another board", host: game("4453"),
                guest: game("4453", ending: .drawAgreed), common: nil, granted: draw(2)),
            Case(
                testDescription: "resigned before the first move", host: game(""), guest: game("", ending: .secondResigned),
                common: nil),
            Case(
                testDescription: "resigned after the end", host: game(won), guest: game(won, ending: .secondResigned),
                common: nil),
            Case(
                testDescription: "a new game after the host resigned, which it did not", host: game("445"),
                guest: game("", 2, hostFirst: false, before: "445", endingBefore: .firstResigned), common: nil),
            Case(testDescription: "two games ahead", host: game("", 3, before: won), guest: game(won), common: nil),
            Case(testDescription: "the host's digits are no moves", host: game("48"), guest: game("4"), common: nil),
            Case(testDescription: "the guest's digits are no digits", host: game("4"), guest: game("4\u{661}"), common: nil),
            Case(testDescription: "seven in a column", host: game("4"), guest: game("4444444"), common: nil),
            Case(testDescription: "moves after the end", host: game(won), guest: game(won + "3"), common: nil),
            Case(testDescription: "an impossible game before", host: game("4", before: "0"), guest: game("4"), common: nil),
            Case(testDescription: "they part", host: game("4453"), guest: game("4462"), common: nil),
            Case(testDescription: "they part at once", host: game("1"), guest: game("2"), common: nil),
            Case(testDescription: "a move of the other's", host: game("4444"), guest: game("44441"), common: nil),
            Case(testDescription: "two moves", host: game("44"), guest: game("4412"), common: nil),
            Case(
                testDescription: "taken back, and nobody had allowed it", host: game("4453"), guest: game("445", takeBacks: 1),
                common: nil),
            Case(
                testDescription: "resigned before a winning move that was confirmed", host: game(won),
                guest: game("121212", ending: .secondResigned), common: nil, isConfirmed: true),
            Case(
                testDescription: "a draw before a winning move that was confirmed", host: game(won),
                guest: game("121212", ending: .drawAgreed), common: nil, granted: draw(6), isConfirmed: true),
            Case(
                testDescription: "taken back, allowed on another board", host: game("4453"), guest: game("445", takeBacks: 1),
                common: nil, granted: undo(2)),
            Case(
                testDescription: "more taken back than asked for", host: game("4453"), guest: game("", takeBacks: 1), common: nil,
                granted: undo(4)),
            Case(
                testDescription: "a new game in which we move first", host: game(won), guest: game("", 2, before: won),
                common: nil),
            Case(
                testDescription: "each has begun the other's new game", host: game("", 2, hostFirst: false, before: won),
                guest: game("", 2, before: won), common: nil),
            Case(
                testDescription: "a crossing that cannot be", host: game("45", 2, before: won),
                guest: game("5", 2, hostFirst: false, before: won), common: nil, mayHaveCrossed: true),
            Case(
                testDescription: "the host claims to have begun the game that it confirmed", host: game("1", 2, before: won),
                guest: game("5", 2, hostFirst: false, before: won), common: nil),
        ]
    }()

    private func both(_ row: Case) -> [CommonHistory?] {
        [
            CommonHistory(
                of: record(
                    row.host, isHost: true, granted: row.granted, mayHaveCrossed: row.mayHaveCrossed, isConfirmed: row.isConfirmed
                ),
                and: row.guest),
            CommonHistory(
                of: record(
                    row.guest, isHost: false, granted: row.granted, mayHaveCrossed: row.mayHaveCrossed,
                    isConfirmed: row.isConfirmed),
                and: row.host),
        ]
    }

    @Test(arguments: honest) func bothComeToTheSame(_ row: Case) throws {
        for agreed in both(row) {
            let agreed = try #require(agreed)
            #expect(agreed.history == row.common && agreed.lostMove == nil && agreed.game.digits == row.common?.digits)
        }
    }

    @Test(arguments: lies) func itEnds(_ row: Case) { #expect(both(row).contains(nil)) }

    /// Where the peer knows less, our own record stands, however much it lost; so it is after its machine crashed.
    @Test func nothingThatOneSideKnowsIsLost() throws {
        for count in 0...drawnGame.count {
            for isHost in [true, false] {
                let ours = record(Self.game(drawnGame), isHost: isHost)
                #expect(
                    CommonHistory(of: ours, and: Self.game(String(drawnGame.prefix(count))))?.history == ours.history)
            }
        }
    }

    /// After a crash of this machine the player is asked about its own last move, and about nothing else.
    @Test(arguments: [
        ("44", "445", 4), ("44", "4453", 4), ("44", "44535", nil), ("44", "443", 2), ("4", "45", nil), ("121212", "1212121", 0),
        ("44", "4", nil), ("44", "5", nil),
    ])
    func whatAMachineLost(ours: String, theirs: String, move: Int?) throws {
        let isTaken = theirs.hasPrefix(ours) && move != nil
        let lost = CommonHistory(of: record(Self.game(ours), isHost: true, mayLackMove: true), and: Self.game(theirs))
        #expect(!isTaken || lost?.lostMove == move && lost?.history.digits == theirs)
        #expect(isTaken || lost?.lostMove == nil)
        #expect(!isTaken || isALie(ours, theirs), "the same boot loses no move")
    }

    private func isALie(_ ours: String, _ theirs: String) -> Bool {
        CommonHistory(of: record(Self.game(ours), isHost: true), and: Self.game(theirs)) == nil
    }

    @Test func theLostMoveMayHaveEndedTheGame() throws {
        let ours = record(Self.game("121212"), isHost: true, mayLackMove: true)
        let theirs = Self.game("4", 2, hostFirst: false, before: "1212121")
        let common = try #require(CommonHistory(of: ours, and: theirs))
        #expect(common.lostMove == 0 && common.history == theirs)
    }

    @Test func onlyWhatBothKnowToBeAllowedIs() throws {
        var host = MatchHistory(), guest = MatchHistory()
        host.allowed = [.hints, .scores]
        guest.allowed = [.scores]
        #expect(CommonHistory(of: record(host, isHost: true), and: guest)?.history.allowed == [.scores])
    }
}
