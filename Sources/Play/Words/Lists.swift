// Several things in one sentence, and clauses that become sentences. It knows no subject.

import Language

/// "4", "Ann and Bob", "3, 4 and 5".
nonisolated func listed(_ things: [String]) -> String {
    guard let last = things.last, things.count > 1 else { return things.first ?? "" }
    return tr("{things} and {last}", ["things": separated(Array(things.dropLast())), "last": last])
}

/// The same where only one of them counts: "2, 3 or 4".
nonisolated func alternatives(_ things: [String]) -> String {
    guard let last = things.last, things.count > 1 else { return things.first ?? "" }
    return tr("{things} or {last}", ["things": separated(Array(things.dropLast())), "last": last])
}

/// "3, 4, 5".
nonisolated func separated(_ things: [String]) -> String {
    // Translators: what stands between the things of a list.
    things.joined(separator: tr(", "))
}

extension String {
    /// What is otherwise the end of a sentence, as a sentence of its own.
    nonisolated var asSentence: String {
        // Translators: {clause} begins with a capital letter here; only the full stop is yours to change.
        tr("{clause}.", ["clause": prefix(1).uppercased() + dropFirst()])
    }
}
