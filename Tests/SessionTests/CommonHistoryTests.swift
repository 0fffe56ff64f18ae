// What two go on with that lost each other: a table of what the host knows, what the guest knows, and what both have in common.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct CommonHistoryTests {
    nonisolated struct Case: CustomTestStringConvertible {
        let testDescription: String
        let host: SessionHistory
        let guest: SessionHistory
        /// Game, who moves first in it, its moves; nil: nothing in common.
        let common: SessionHistory?
        var isForked = false
    }

    private nonisolated static func game(
        _ digits: String, _ game: Int = 1, hostFirst: Bool = true, before: String = "", takeBacks: Int = 0
    ) -> SessionHistory {
        SessionHistory(game: game, isHostFirst: hostFirst, takeBacks: takeBacks, digits: digits, before: before)
    }

    nonisolated static let cases: [Case] = {
        let won = "1212121"
        return [
            Case(testDescription: "nothing was played", host: game(""), guest: game(""), common: game("")),
            Case(testDescription: "equal", host: game("4453"), guest: game("4453"), common: game("4453")),
            Case(testDescription: "the host one ahead", host: game("445"), guest: game("44"), common: game("445")),
            Case(testDescription: "the guest one ahead", host: game("445"), guest: game("4453"), common: game("4453")),
            Case(testDescription: "the first move", host: game("4"), guest: game(""), common: game("4")),
            Case(testDescription: "the winning move", host: game(won), guest: game("121212"), common: game(won)),
            Case(testDescription: "the guest lost all", host: game("4453"), guest: game(""), common: game("4453")),
            Case(testDescription: "they part", host: game("4453"), guest: game("4462"), common: game("44"), isForked: true),
            Case(
                testDescription: "they part, one longer", host: game("44"), guest: game("4533"), common: game("4"), isForked: true
            ),
            Case(testDescription: "they part at once", host: game("1"), guest: game("2"), common: game(""), isForked: true),
            Case(
                testDescription: "the host allowed to take back", host: game("44", takeBacks: 1), guest: game("4453"),
                common: game("44", takeBacks: 1)),
            Case(
                testDescription: "the guest allowed, and moved", host: game("445"), guest: game("447", takeBacks: 1),
                common: game("447", takeBacks: 1)),
            Case(
                testDescription: "taken back on both sides", host: game("445", takeBacks: 2), guest: game("44", takeBacks: 2),
                common: game("445", takeBacks: 2)),
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
                guest: game("5", 2, hostFirst: false, before: won), common: game("", 2, before: won)),
            Case(testDescription: "a new game in mid-game", host: game("", 2, before: "44"), guest: game("44"), common: nil),
            Case(
                testDescription: "a new game after another game", host: game("", 2, before: won), guest: game("44"), common: nil),
            Case(testDescription: "a new game out of nothing", host: game("", 2), guest: game(""), common: nil),
            Case(testDescription: "two games ahead", host: game("", 3, before: won), guest: game(won), common: nil),
            Case(testDescription: "the host's digits are no moves", host: game("48"), guest: game("4"), common: nil),
            Case(testDescription: "the guest's digits are no digits", host: game("4"), guest: game("4\u{661}"), common: nil),
            Case(testDescription: "seven in a column", host: game("4"), guest: game("4444444"), common: nil),
            Case(testDescription: "moves after the end", host: game(won), guest: game(won + "3"), common: nil),
            Case(testDescription: "an impossible game before", host: game("4", before: "0"), guest: game("4"), common: nil),
        ]
    }()

    @Test(arguments: cases) func table(_ row: Case) throws {
        guard let common = row.common else {
            #expect(throws: HistoryMistake.self) { try CommonHistory<Match>(host: row.host, guest: row.guest) }
            return
        }
        let agreed = try CommonHistory<Match>(host: row.host, guest: row.guest)
        #expect(agreed.history == common)
        #expect(agreed.isForked == row.isForked && agreed.game.digits == common.digits)
    }

    /// Of every game of a sitting, cut anywhere on one side, the whole remains.
    @Test func nothingThatOneSideKnowsIsLost() throws {
        for count in 0...drawnGame.count {
            let part = Self.game(String(drawnGame.prefix(count)))
            for (host, guest) in [(Self.game(drawnGame), part), (part, Self.game(drawnGame))] {
                #expect(try CommonHistory<Match>(host: host, guest: guest).history == Self.game(drawnGame))
            }
        }
    }

    @Test func onlyWhatBothKnowToBeAllowedIs() throws {
        var host = SessionHistory(), guest = SessionHistory()
        host.allowed = [.hints, .eye]
        guest.allowed = [.eye]
        #expect(try CommonHistory<Match>(host: host, guest: guest).history.allowed == [.eye])
    }
}
