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
    asList(things.joined(separator: tr(", ")))
}

/// Sentences, one after the other.
nonisolated func together(_ sentences: [String]) -> String {
    // Translators: two sentences, one after the other; without a space where the full stop is as wide as a letter.
    sentences.dropFirst().reduce(sentences.first ?? "") { tr("{sentence} {next}", ["sentence": $0, "next": $1]) }
}

/// "Level: 3".
nonisolated func labelled(_ label: String, _ text: String) -> String { tr("{label}: {text}", ["label": label, "text": text]) }

extension String {
    /// What is otherwise the end of a sentence, as a sentence of its own.
    nonisolated var asSentence: String {
        // Translators: {clause} begins with a capital letter here; only the full stop is yours to change.
        last == "!" ? self : tr("{clause}.", ["clause": prefix(1).uppercased() + dropFirst()])
    }
}
