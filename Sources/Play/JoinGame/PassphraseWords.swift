// What is wrong with a code as it was typed, and what became of a try, in words for the player.

import Session

@MainActor extension Passphrase.Mistake {
    /// What is wrong, as the end of a sentence.
    package var reason: String {
        switch self {
        case .wordCount(0): "a code has \(Passphrase.length) words"
        case .wordCount(let count): "a code has \(Passphrase.length) words, and this has \(count)"
        case .unknownWord(let word): "\u{201C}\(TextLimits.short(word))\u{201D} is no word of a code"
        }
    }

    /// What is wrong, for the player.
    var sentence: String { reason.prefix(1).uppercased() + reason.dropFirst() + "." }
}

extension PassphraseEntry.Outcome {
    /// What the player reads; nil where the game begins.
    func sentence(joining name: String) -> String? {
        switch self {
        case .opened: nil
        case .wrong(let left): "That is not the code of this game. You have \(left) \(left == 1 ? "try" : "tries") left."
        case .paused(let seconds):
            "Too many wrong codes were tried from here. Wait \(seconds) \(seconds == 1 ? "second" : "seconds"), then try again."
        case .impostor: "What answers at \(name) does not know the code. It may be somebody else: nothing was said to it."
        case .isPublic: "\(name) is not a private game: nothing in it would be sealed. Join it without a code."
        case .silent: "\(name) has said nothing. It is no private game, and perhaps no Four in a Row at all."
        case .otherVersion: "\(name) has another version of this program, whose private games this one cannot join."
        case .ended(.stalled): "\(name) stopped in the middle of a message. You are not connected any more."
        case .ended(.nonsense), .ended(.stranger): "What answers at \(name) is not a private game of Four in a Row."
        case .ended(.closed): "\(name) closed the connection: the game has its two players by now, or is hosted no longer."
        }
    }
}
