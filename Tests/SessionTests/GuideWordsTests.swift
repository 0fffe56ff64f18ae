// The guide to the wire is all that another implementation has: the words of codes in it are the program's.

import Glibc
import TestSupport
import Testing

@testable import Session

@Suite struct GuideWordsTests {
    @Test func theGuideHasTheWords() throws {
        let guide = try #require(Recorded.text("../../Sources/Wire/README.md"))
        let end = try #require(guide.firstRange(of: "## The words of codes"))
        let words = guide[end.upperBound...].split { !$0.isLetter }.map(String.init)
        #expect(words == Passphrase.vocabulary)
    }
}
