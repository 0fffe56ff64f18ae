// The sentences for codes: what is wrong with one as typed, and what became of a try.

import Language
import Session

@MainActor extension CodeMistake {
    /// What is wrong, as the end of a sentence.
    package var reason: String {
        switch self {
        case .digitCount(0): tr("the room's number is missing: type the digits, then the four words")
        case .digitCount(let count):
            trn(
                "a room's number has six or nine digits, and this one has {count}",
                "a room's number has six or nine digits, and this one has {count}", count)
        case .wordCount(0):
            trn("type the {count} word of the code", "type the {count} words of the code", Passphrase.length)
        case .wordCount(let count):
            trn(
                "a code has {count} word, and this one has {found}", "a code has {count} words, and this one has {found}",
                Passphrase.length, ["found": count])
        case .unknownWord(let word): tr("“{word}” isn't a code word", ["word": word.shortened()])
        }
    }

    /// What is wrong, for the player.
    var sentence: String { reason.asSentence }
}

@MainActor extension CodeRefusal {
    /// What became of a code, for the player.
    func sentence(joining name: String) -> String {
        switch self {
        case .wrong: tr("Wrong code. Check the words and their order.")
        case .paused(let seconds):
            trn(
                "Too many wrong codes. Wait {count} second, then try again.",
                "Too many wrong codes. Wait {count} seconds, then try again.", seconds)
        case .impostor: tr("{name} does not know the code and may be an impostor. Nothing was sent there.", ["name": name])
        case .relabelled:
            tr(
                "The host of this game knows the code, but doesn't list it as {name}. Somebody may have changed your list. You weren't connected.",
                ["name": name])
        case .isPublic: tr("{name} did not ask for a code. Check with your friend before you go on.", ["name": name])
        case .silent: tr("{name} does not answer. Check the address with your friend.", ["name": name])
        case .otherVersion: otherVersionSentence(of: name)
        case .ended(.stalled): tr("{name} stopped in the middle of a message. You were disconnected.", ["name": name])
        case .ended(.nonsense), .ended(.notAGame): tr("There is no private game of Four in a Row at {name}.", ["name": name])
        case .ended: tr("{name} closed the connection: the game is full or was closed.", ["name": name])
        }
    }
}
