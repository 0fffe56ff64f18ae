// What those who look for an opponent put up where everybody can read it: bytes in, values out. Anybody can put anything there, so a
// value is worth nothing before its signature was checked. It knows no broker and no list.
//
// In words, separated by blanks, with the signature behind them; bytes and names in hexadecimal digits, times in milliseconds since
// 1970:
//     card 1 KEY SHARE INBOX GAME SINCE ISSUED NAME     kept at the seek's topic
//     gone 1 KEY INBOX ISSUED                           said there when the seek is over: no card of before counts any more

import Text
import Wire

/// Words that somebody has signed.
nonisolated struct SignedWords: Equatable {
    /// Without the signature.
    let words: [String]
    private let signature: [UInt8]

    /// The longest, in bytes.
    static let longest = 1200
    private static let signatureLength = 64
    /// What is signed begins so: the player's key signs nothing else that does.
    private static let purpose = Array("fourinarow seek ".utf8)

    /// Nil where there is no signature, or anything but printable ASCII.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.longest, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false).map(
            String.init)
        guard words.count > 1, let signature = words.last.flatMap({ Hexadecimal.bytes($0, count: Self.signatureLength) })
        else { return nil }
        self.words = words.dropLast()
        self.signature = signature
    }

    /// Signs words.
    @MainActor init(_ words: [String], by key: any PlayerKey) {
        self.words = words
        signature = key.sign(Self.signed(words))
    }

    var bytes: [UInt8] { Array((words + [Hexadecimal.text(signature)]).joined(separator: " ").utf8) }

    /// Whether the owner of this key has signed them.
    @MainActor func areSigned(by key: [UInt8], _ identity: any Identity) -> Bool {
        identity.isSignature(signature, of: Self.signed(words), by: key)
    }

    private static func signed(_ words: [String]) -> [UInt8] { purpose + Array(words.joined(separator: " ").utf8) }
}

/// One who looks for an opponent.
nonisolated package struct SeekCard: Equatable, Sendable {
    /// The player's key.
    package var key: [UInt8]
    /// What keys for this meeting alone are made of.
    var share: [UInt8]
    /// Where takers are heard.
    package var inbox: String
    /// What is to be played.
    var game: String
    /// Since when, by the player's clock.
    package var since: Int
    /// When this was said.
    package var issued: Int
    /// The player's name.
    package var name: String

    /// For how many milliseconds a card counts, and how far two clocks may be apart.
    static let lifetime = 120_000
    static let tolerance = 60_000
    /// Four in a Row.
    static let fourInARow = "four"

    /// What the words say; nil where they are no card, or one with a name that is none.
    init?(_ signed: SignedWords) {
        let words = signed.words
        guard words.count == 9, words[0] == "card", words[1] == "1", let key = Hexadecimal.bytes(words[2], count: 32),
            let share = Hexadecimal.bytes(words[3], count: 32), RelayEndpoint.isInbox(words[4]), words[5] == Self.fourInARow,
            let since = Self.time(words[6]), let issued = Self.time(words[7]), since <= issued,
            let bytes = Self.bytes(words[8]), let name = String(validating: bytes, as: UTF8.self), !name.isEmpty,
            name == name.asPlayerName
        else { return nil }
        self.init(
            key: key, share: share, inbox: words[4], game: words[5], since: since, issued: issued, name: name)
    }

    init(key: [UInt8], share: [UInt8], inbox: String, game: String, since: Int, issued: Int, name: String) {
        (self.key, self.share, self.inbox, self.game) = (key, share, inbox, game)
        (self.since, self.issued, self.name) = (since, issued, name)
    }

    /// To be signed.
    var words: [String] { ["card", "1"] + lasting + [String(since), String(issued), Hexadecimal.text(Array(name.utf8))] }
    /// What stays the same however often it is said again; a taker says by it which card is meant.
    var lasting: [String] { [Hexadecimal.text(key), Hexadecimal.text(share), inbox, game] }

    /// Whether it counts at a time.
    func counts(at now: Int) -> Bool { now < issued + Self.lifetime + Self.tolerance && issued <= now + Self.tolerance }

    /// A time: a plain number that is no more than a few thousand years.
    static func time(_ word: String) -> Int? {
        word.utf8.count <= 14 && word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(word) : nil
    }

    /// The bytes of any even number of digits.
    static func bytes(_ word: String) -> [UInt8]? {
        word.utf8.count.isMultiple(of: 2) ? Hexadecimal.bytes(word, count: word.utf8.count / 2) : nil
    }
}

/// That a seek is over.
nonisolated struct SeekEnd: Equatable {
    var key: [UInt8]
    var inbox: String
    var issued: Int

    init(key: [UInt8], inbox: String, issued: Int) { (self.key, self.inbox, self.issued) = (key, inbox, issued) }

    /// Nil where the words say something else.
    init?(_ signed: SignedWords) {
        let words = signed.words
        guard words.count == 5, words[0] == "gone", words[1] == "1", let key = Hexadecimal.bytes(words[2], count: 32),
            RelayEndpoint.isInbox(words[3]), let issued = SeekCard.time(words[4])
        else { return nil }
        self.init(key: key, inbox: words[3], issued: issued)
    }

    /// To be signed.
    var words: [String] { ["gone", "1", Hexadecimal.text(key), inbox, String(issued)] }
}
