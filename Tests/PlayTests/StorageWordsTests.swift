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
            (.settingsNotKept(path: "/c", .other("no cats")), "The settings cannot be saved in /c: no cats."),
            (.gamesNotUsable(path: "/g", .readOnly), "The saved games in /g cannot be used: it is read-only."),
            (.gamesNotUsable(path: "/g", .link), "The saved games in /g cannot be used: it is a symbolic link."),
            (
                .settingsNotKept(path: "/c", .foreignLink),
                "The settings cannot be saved in /c: it is another user's symbolic link."
            ),
            (.gamesGone(path: "/g"), "The saved games in /g were moved or deleted. A new file was started."),
            (
                .gamesNotUsable(path: "/g", .newer),
                "The saved games in /g cannot be used: a newer version of this game wrote it."
            ),
            (
                .gamesNotUsable(path: "/g", .mismatch(.foreign)),
                "The saved games in /g cannot be used: it is not this game's."
            ),
            (.gamesNotOnDisk(path: "/g", .diskFull), "The saved games in /g may not be on the disk: the disk is full."),
            (
                .gamesSetAside(path: "/g", .foreign, name: "games-foreign-1.db"),
                "The saved games in /g are another program's. The file was renamed to games-foreign-1.db."
            ),
            (.gamesSetAside(path: "/g", .damaged, name: nil), "The saved games in /g are damaged. The file was renamed."),
            (
                .gamesInTheWay(path: "/g", .foreign, .other("no cats")),
                "The saved games in /g are another program's, and the file cannot be renamed: no cats."
            ),
            (.fileIsThere(path: "/f"), "/f already exists and was not changed."),
            (.fileNotWritten(path: "/f", .diskFull), "/f cannot be written: the disk is full."),
        ] as [(StorageFailure, String)])
    func aFailureInWords(failure: StorageFailure, sentence: String) { #expect(failure.sentence == sentence) }
}
