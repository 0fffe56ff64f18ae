// Sentences about programs that do not answer.

import Language

/// Sentences about programs that do not answer.
enum PresenceWords {
    /// Our move has not arrived, or the answer has not come back.
    static func awaited(_ name: String) -> String { tr("No answer from {name} yet…", ["name": name]) }

    /// The sentence for the programs of these players; nil if there are none.
    static func sentence(for names: [String]) -> String? {
        switch names.count {
        case 0: nil
        case 1: tr("{name}'s program is not answering…", ["name": names[0]])
        default: tr("The programs of {names} are not answering…", ["names": listed(names)])
        }
    }
}
