// What a peer did wrong and why a table is over, as the player reads it.

import Session
import Testing
import Wire

@testable import Play

@Suite struct WireWordsTests {
    @Test func everyErrorHasItsSentence() {
        let sentences = WireError.allCases.map { $0.sentence(endingGameWith: "Ann") }
        #expect(Set(sentences).count == sentences.count)
        #expect(sentences.allSatisfy { $0.hasSuffix(" The game is over.") && $0.count <= 75 })
    }

    @Test func anEndIsSaidUnlessThePlayerMadeIt() {
        #expect(QuitReason.allCases.filter { $0.sentence(inGameOf: "Ann") == nil } == [.userQuit])
        #expect(QuitReason.connectionDropped.sentence(inGameOf: "Ann") == "Connection to Ann lost.")
        #expect(QuitReason.serverQuit.sentence(inGameOf: "Ann") == "Ann ended the game.")
        #expect(Set(RefusalReason.allCases.map { $0.sentence }).count == 2)
    }

    @Test func whyThereIsNoSeat() {
        #expect(SeatRefusal.refused(.full).sentence(joining: "Host") == "All seats at this table are taken.")
        #expect(SeatRefusal.refused(.started).sentence(joining: "Host") == "The game at this table has already started.")
        #expect(SeatRefusal.silent.sentence(joining: "Host") == "Host's program does not answer.")
        #expect(SeatRefusal.lost.sentence(joining: "Host") == "Host's program is gone.")
        #expect(SeatRefusal.gone.sentence(joining: "Host") == "Host no longer hosts this table.")
    }
}
