// What players who look for an opponent publish (RelayMessage has the format). Anybody can publish anything there, so a card or the end
// of a seek counts only once its signature was checked.

import Text
import Wire

/// The card of a player who looks for an opponent.
nonisolated package struct SeekCard: Equatable, Sendable {
    /// The player's public key.
    package var key: [UInt8]
    /// The owner's half of a key exchange for this meeting alone.
    var share: [UInt8]
    /// Where the owner receives acceptances.
    var inbox: String
    /// The game to be played.
    var game: String
    /// How much time players have; nil without clocks.
    package var timeControl: TimeControl?
    /// Since when the player has been waiting, by the player's clock.
    package var since: Int
    /// When this card was issued.
    package var issued: Int
    /// The player's name.
    package var name: String
    /// The proof of work; nil before it is done, and nobody takes notice of such a card.
    var stamp: WorkStamp?

    /// For how many milliseconds a card counts.
    static let lifetime = 120_000
    /// How far two clocks may be apart, in milliseconds.
    static let tolerance = 60_000
    /// Four in a Row.
    static let fourInARow = "four"
    private static let noClock = "none"

    /// Reads a signed card, without checking the signature; nil where the words are none or the name is invalid.
    init?(_ words: RelayWords) {
        guard words.kind == "card", words.version == RelayWords.version, words.fields.count == 10,
            let key = words.bytes(at: 0, count: 32), let share = words.bytes(at: 1, count: 32), let inbox = words.inbox(at: 2),
            words.fields[3] == Self.fourInARow, let since = words.time(at: 5), let issued = words.time(at: 6), since <= issued,
            let name = words.bytes(at: 7).flatMap({ String(validating: $0, as: UTF8.self) }), !name.isEmpty,
            name == name.asPlayerName, let stamp = WorkStamp(words.bytes(at: 8))
        else { return nil }
        let timeControl = TimeControl(text: words.fields[4])
        guard timeControl != nil || words.fields[4] == Self.noClock else { return nil }
        self.init(
            key: key, share: share, inbox: inbox, game: Self.fourInARow, timeControl: timeControl, since: since, issued: issued,
            name: name, stamp: stamp)
    }

    init(
        key: [UInt8], share: [UInt8], inbox: String, game: String, timeControl: TimeControl? = nil, since: Int, issued: Int,
        name: String, stamp: WorkStamp? = nil
    ) {
        (self.key, self.share, self.inbox, self.game, self.timeControl) = (key, share, inbox, game, timeControl)
        (self.since, self.issued, self.name, self.stamp) = (since, issued, name, stamp)
    }

    /// The card, to be signed.
    var words: RelayWords {
        RelayWords(
            "card",
            lasting + [String(since), String(issued), Hexadecimal.text(Array(name.utf8)), Hexadecimal.text(stamp?.bytes ?? [])])
    }

    /// The hash by which an acceptance says which card it means. It stays the same when the card is issued again.
    @MainActor func hash(by environment: Cryptography) -> [UInt8] {
        environment.digest(of: Array(lasting.joined(separator: " ").utf8))
    }

    private var lasting: [String] {
        [Hexadecimal.text(key), Hexadecimal.text(share), inbox, game, timeControl?.text ?? Self.noClock]
    }

    /// Whether the work was done for it.
    @MainActor func isWorked(for environment: Scheduler & Cryptography) -> Bool {
        stamp?.counts(for: key, at: RelayTopic.seeks, environment) == true
    }

    /// The buckets that a key has at a time: everybody's, one of sixteen, one of the sixteen in that, and one of its own, where those look who
    /// have met the player. Nobody chooses them, and they change every ten minutes: whoever reads one bucket reads a fair sample, another one each
    /// time.
    @MainActor static func buckets(of key: [UInt8], in slot: UInt32, _ environment: Cryptography) -> [String] {
        let place = Hexadecimal.text(Array(environment.digest(of: Array("fourinarow bucket \(slot) ".utf8) + key)[..<8]))
        return [RelayTopic.everybody, String(place.prefix(1)), String(place.prefix(2)), place]
    }

    /// The topics of the card; none before the work is done.
    @MainActor func topics(_ environment: Cryptography) -> [String] {
        guard let stamp else { return [] }
        return Self.buckets(of: key, in: stamp.slot, environment).map { RelayTopic.seek(inbox, in: $0) }
    }

    /// Whether the card counts at a time.
    func counts(at now: Int) -> Bool { now < issued + Self.lifetime + Self.tolerance && issued <= now + Self.tolerance }
}

/// The message that a seek is over: no earlier card of the player counts.
nonisolated struct SeekOver: Equatable {
    var key: [UInt8]
    var inbox: String
    var issued: Int

    init(key: [UInt8], inbox: String, issued: Int) { (self.key, self.inbox, self.issued) = (key, inbox, issued) }

    /// Reads a signed message, without checking the signature.
    init?(_ words: RelayWords) {
        guard words.kind == "over", words.version == RelayWords.version, words.fields.count == 4,
            let key = words.bytes(at: 0, count: 32), let inbox = words.inbox(at: 1), let issued = words.time(at: 2)
        else { return nil }
        self.init(key: key, inbox: inbox, issued: issued)
    }

    /// The message, to be signed.
    var words: RelayWords { RelayWords("over", [Hexadecimal.text(key), inbox, String(issued)]) }
}
