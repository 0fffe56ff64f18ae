// Players of one name at one table: everybody tells them apart, and each reads which of them they are.

import TestSupport
import Testing

@testable import Play

@Suite struct SameNamesTests {
    @Test func atATable() {
        let hood = Neighbourhood(["Tiger", "Tiger", "Tiger", "Ann"])
        hood.openTables()
        for index in 1...3 { hood.press(index, .enter) }
        for (index, own) in [(0, "Tiger"), (1, "Tiger #2"), (2, "Tiger #3")] {
            #expect(hood.shows(index, "You are \(own) at this table."), "\(hood.seats[index].lines)")
            #expect(index == 1 || hood.shows(index, "Tiger #2"))
            #expect(index == 2 || hood.shows(index, "Tiger #3"))
            #expect(hood.shows(index, "Ann") && !hood.shows(index, "Ann ("))
        }
        #expect(!hood.shows(3, "at this table."))
        hood.press(0, .enter)
        for (index, own) in [(0, "Tiger"), (1, "Tiger #2"), (2, "Tiger #3")] {
            #expect(hood.shows(index, "of Tiger, Tiger #2, Tiger #3, Ann"))
            #expect(hood.shows(index, "You are \(own) at this table."))
        }
        hood.leaveAll()
    }

    /// In the list of nearby players the network gives out the numbers. The same ones are used at a table.
    @Test func nearby() {
        let hood = Neighbourhood(["Tiger", "Tiger", "Ann"])
        hood.openNearby()
        #expect(!hood.shows(0, "Others see you") && hood.shows(1, "Others see you as Tiger #2."))
        #expect(hood.shows(2, "Tiger #2") && hood.shows(0, "Tiger #2"))
        hood.seats[2].open("Tiger #2")
        hood.network.settle()
        hood.press(1, .character("y"))
        #expect(hood.shows(1, "Ann") && hood.shows(2, "At the table: Tiger #2"))
        hood.leaveAll()
    }
}
