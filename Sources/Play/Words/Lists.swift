// Composes sentences: lists, labels, remarks, full stops.

import Language

/// "4", "Ann and Bob", "3, 4 and 5".
nonisolated package func listed(_ things: [String]) -> String {
    guard let last = things.last, things.count > 1 else { return things.first ?? "" }
    return tr("{things} and {last}", ["things": separated(Array(things.dropLast())), "last": last])
}

/// "2, 3 or 4".
nonisolated func alternatives(_ things: [String]) -> String {
    guard let last = things.last, things.count > 1 else { return things.first ?? "" }
    return tr("{things} or {last}", ["things": separated(Array(things.dropLast())), "last": last])
}

/// "3, 4, 5".
nonisolated package func separated(_ things: [String]) -> String {
    // Translators: what stands between the things of a list.
    asList(things.joined(separator: tr(", ")))
}

/// Sentences in a row, as a paragraph; empty ones are left out.
nonisolated func together(_ sentences: [String]) -> String {
    // Translators: two sentences, one after the other; without a space where the full stop is as wide as a letter.
    sentences.reduce("") { $0.isEmpty ? $1 : $1.isEmpty ? $0 : tr("{sentence} {next}", ["sentence": $0, "next": $1]) }
}

/// Says who would like to play again.
nonisolated func replayWishes(of names: [String]) -> String {
    trn("{names} would like a replay.", "{names} would like a replay.", names.count, ["names": listed(names)])
}

/// "Level: 3".
nonisolated package func labelled(_ label: String, _ text: String) -> String {
    tr("{label}: {text}", ["label": label, "text": text])
}

/// "3 Casual (makes mistakes)".
nonisolated func remarked(_ text: String, _ remark: String) -> String {
    // Translators: words and a remark on them.
    tr("{text} ({remark})", ["text": text, "remark": remark])
}

/// "(Ann left.)"
nonisolated func bracketed(_ remark: String) -> String { tr("({remark})", ["remark": remark]) }

/// "64%".
nonisolated func percentage(_ hundredths: Int) -> String { isolated(tr("{number}%", ["number": hundredths])) }

extension String {
    /// The end of a sentence as a sentence of its own: capitalised, with a full stop.
    nonisolated var asSentence: String { withCapital.withFullStop }
    /// The same with a capital letter at its beginning.
    nonisolated var withCapital: String { prefix(1).uppercased() + dropFirst() }

    /// The text with a full stop, unless it ends with punctuation, possibly in brackets.
    nonisolated var withFullStop: String {
        let end = unicodeScalars.last {
            // The last one closes an isolated piece of another direction.
            ![.closePunctuation, .finalPunctuation, .initialPunctuation, .format].contains($0.properties.generalCategory)
        }
        guard let end, end.properties.generalCategory != .otherPunctuation || ["%", "٪"].contains(end) else { return self }
        // Translators: only the full stop is yours to change.
        return tr("{sentence}.", ["sentence": self])
    }
}
