// What is wrong with a code as it was typed, and what became of a try, in words for the player.

import Session

@MainActor extension Passphrase.Mistake {
    /// What is wrong, as the end of a sentence.
    package var reason: String {
        switch self {
        case .wordCount(0): "a code has \(Passphrase.length) words"
        case .wordCount(let count): "a code has \(Passphrase.length) words, and this one has \(count)"
        case .unknownWord(let word): "\u{201C}\(TextLimits.short(word))\u{201D} isn't a code word"
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
        case .wrong(let left): "Wrong code. You have \(left) \(left == 1 ? "try" : "tries") left."
        case .paused(let seconds):
            "Too many wrong codes. Wait \(seconds) \(seconds == 1 ? "second" : "seconds"), then try again."
        case .impostor: "\(name) does not know the code and may be an impostor. Nothing was sent there."
        case .relabelled:
            "The host of this game knows the code, but doesn't list it as \(name). Somebody may have changed your list. You weren't connected."
        case .tampered: "Somebody between you and \(name) changed what was said. Nothing was sent there."
        case .isPublic: "\(name) is not a private game. Join it without a code."
        case .silent: "\(name) does not answer. It is not a private game, and may not be Four in a Row at all."
        case .otherVersion: "\(name) runs another version, and yours cannot join its private games."
        case .ended(.stalled): "\(name) stopped in the middle of a message. You were disconnected."
        case .ended(.nonsense), .ended(.stranger): "There is no private game of Four in a Row at \(name)."
        case .ended(.closed), .ended(.left), .ended(.cut): "\(name) closed the connection: the game is full or was closed."
        }
    }
}
