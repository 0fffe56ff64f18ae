// What is said of programs that are stopped. It knows no network.

import Language

/// What is said of programs that do not answer.
enum PresenceWords {
    /// What we did has not reached a player who is far away, or the answer has not come back.
    static func awaited(_ name: String) -> String { tr("No answer from {name} yet…", ["name": name]) }

    /// The programs of these players do not; nil where all do.
    static func sentence(for names: [String]) -> String? {
        switch names.count {
        case 0: nil
        case 1: tr("{name}'s program is not answering…", ["name": names[0]])
        default: tr("The programs of {names} are not answering…", ["names": listed(names)])
        }
    }
}
