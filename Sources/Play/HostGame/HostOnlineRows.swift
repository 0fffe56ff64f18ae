// What a player reads while a friend is awaited in a room: the code to pass on, and what goes wrong. It knows no relay.

import Session

/// The sentences of a room.
enum HostOnlineRows {
    /// So many wrong codes are more than a friend's mistakes.
    static let mostMistakes = 100

    /// That somebody tried wrong codes; nil where nobody has.
    static func sentence(forWrongCodes count: Int) -> String? {
        switch count {
        case 0: nil
        case 1: "Somebody tried a wrong code."
        case ..<mostMistakes: "Somebody tried \(count) wrong codes."
        default: "\(count) wrong codes were tried: somebody may be guessing. Press N for a new code."
        }
    }

    /// What the friend has to do, in a line or two.
    static func directions(isRoomy: Bool) -> String {
        isRoomy ? "Your friend chooses Play online → With a friend → Join and types this." : "Your friend types this to join."
    }
}
