// What the rules of the party games object to, as the player reads it.

import Games
import Testing

@testable import Play

@Suite struct GamesWordsTests {
    @Test func whatIsTypedIsAskedForAgainWithTheRange() throws {
        let hundred = try #require(SecretNumberRange(lowest: 1, highest: 100))
        #expect(UnusableNumber.noNumber(hundred).sentence == "That is not a number: type one from 1 to 100.")
        #expect(UnusableNumber.outside(hundred).sentence == "The number must be from 1 to 100.")
    }
}
