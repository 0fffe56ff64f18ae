// What a player reads while a friend is awaited in a room: the code to pass on, and what goes wrong. It knows no relay.

import Language
import Session

/// The sentences of a room.
enum HostOnlineRows {
    /// So many wrong codes are more than a friend's mistakes.
    static let mostMistakes = 100

    /// That somebody tried wrong codes; nil where nobody has.
    static func sentence(forWrongCodes count: Int) -> String? {
        switch count {
        case 0: nil
        case ..<mostMistakes: trn("Somebody tried a wrong code.", "Somebody tried {count} wrong codes.", count)
        default:
            trn(
                "{count} wrong code was tried: somebody may be guessing. Press N for a new code.",
                "{count} wrong codes were tried: somebody may be guessing. Press N for a new code.", count)
        }
    }

    /// What the friend has to do, in a line or two.
    static func directions(isRoomy: Bool) -> String {
        isRoomy
            ? tr("Your friend chooses Play online → With a friend → Join and types this.") : tr("Your friend types this to join.")
    }
}
