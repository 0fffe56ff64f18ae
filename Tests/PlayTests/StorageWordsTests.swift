// Why something could not be kept, as the player reads it. What a real disk makes of it is in PlatformTests.

import Play
import Session
import Testing

@Suite struct StorageWordsTests {
    @Test(
        arguments: [
            (
                .settingsNotRead(path: "/c", .tooLong(kibibytes: 64)),
                "The settings in /c cannot be read: it is longer than 64 KiB."
            ),
            (.settingsNotKept(path: "/c", .other("no cats")), "The settings cannot be kept in /c: no cats."),
            (.gamesNotUsable(path: "/g", .readOnly), "What is kept of games in /g cannot be used: it can only be read."),
            (
                .gamesNotUsable(path: "/g", .misfit(.newer)),
                "What is kept of games in /g cannot be used: a newer version of this game wrote it."
            ),
            (
                .gamesNotUsable(path: "/g", .misfit(.foreign)),
                "What is kept of games in /g cannot be used: it is not this game's."
            ),
            (.gamesNotOnDisk(path: "/g", .diskFull), "What was kept of games in /g may not be on the disk: the disk is full."),
            (
                .gamesSetAside(path: "/g", .newer, name: "games-newer-1.db"),
                "What was kept of games in /g is from a newer version of this game. It was set aside as games-newer-1.db."
            ),
            (.gamesSetAside(path: "/g", .damaged, name: nil), "What was kept of games in /g is damaged, and was set aside."),
            (
                .gamesInTheWay(path: "/g", .foreign, .other("no cats")),
                "What was kept of games in /g is another program's, and cannot be set aside: no cats."
            ),
            (.fileIsThere(path: "/f"), "/f is there already: it was left as it is."),
            (.fileNotWritten(path: "/f", .diskFull), "/f cannot be written: the disk is full."),
        ] as [(StorageFailure, String)])
    func aFailureInWords(failure: StorageFailure, sentence: String) { #expect(failure.sentence == sentence) }
}
