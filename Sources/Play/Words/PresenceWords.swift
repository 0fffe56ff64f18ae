// What is said of programs that are stopped. It knows no network.

/// What is said of programs that do not answer.
enum PresenceWords {
    /// What we did has not reached a player who is far away, or the answer has not come back.
    static func awaited(_ name: String) -> String { "No answer from \(name) yet…" }

    /// The programs of these players do not; nil where all do.
    static func sentence(for names: [String]) -> String? {
        switch names.count {
        case 0: nil
        case 1: "\(names[0])'s program is not answering…"
        default: "The programs of \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1]) are not answering…"
        }
    }
}
