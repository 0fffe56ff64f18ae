// Translates sentences. The source has the English ones; a catalog has the others.

import Synchronization

/// Translations into one language.
public protocol Catalog: Sendable {
    /// The translation of an English sentence; the sentence itself if there is none.
    func sentence(for english: String) -> String
    /// The translation of a word that depends on what it is about; the word itself if there is none.
    func word(for english: String, about context: String) -> String
    /// The translation of a sentence with a number, given its English singular and plural.
    func sentence(for one: String, _ many: String, count: Int) -> String
    /// Whether the language is written from right to left.
    var isRightToLeft: Bool { get }
    /// Whether fillings are wrapped in directional isolates, for text that will be reordered.
    var isolates: Bool { get }
}

extension Catalog {
    /// gettext keeps a word with its context under the two, with U+0004 between them.
    public func word(for english: String, about context: String) -> String {
        let key = "\(context)\u{4}\(english)"
        let word = sentence(for: key)
        return word == key ? english : word
    }

    /// Left to right.
    public var isRightToLeft: Bool { false }
    /// No isolates.
    public var isolates: Bool { false }
}

/// The catalog in use; nil: English.
public let catalog = Mutex<(any Catalog)?>(nil)

/// The values for the placeholders of a sentence, by name.
public typealias Fillings = KeyValuePairs<String, any CustomStringConvertible>

/// Translates a sentence: `tr("{name} left.", ["name": name])`. The English sentence must be a plain literal for xgettext,
/// without interpolation, `\u{}` or `"""`.
public func tr(_ english: String, _ fillings: Fillings = [:]) -> String {
    guard let catalog = catalog.withLock({ $0 }) else { return english.filled(with: fillings) }
    return catalog.sentence(for: english).filled(with: fillings, isolates: catalog.isolates)
}

/// Translates a word that other languages inflect by what it is about, the context: `trc("none", "clock")`. Both are plain literals.
public func trc(_ english: String, _ context: String) -> String {
    catalog.withLock { $0 }?.word(for: english, about: context) ?? english
}

/// Translates a sentence about `count` things: `trn("{count} move", "{count} moves", moves)`. `{count}` is filled in.
public func trn(_ one: String, _ many: String, _ count: Int, _ fillings: Fillings = [:]) -> String {
    guard let catalog = catalog.withLock({ $0 }) else {
        return (abs(count) == 1 ? one : many).filled(with: fillings, count: count)
    }
    return catalog.sentence(for: one, many, count: count).filled(with: fillings, count: count, isolates: catalog.isolates)
}

/// Whether the present language is written from right to left.
public var isRightToLeft: Bool { catalog.withLock { $0?.isRightToLeft ?? false } }

private var isolates: Bool { catalog.withLock { $0?.isolates ?? false } }

/// Isolates the direction of a piece of text, such as a number with its sign, within a sentence or row.
public func isolated(_ piece: String) -> String {
    isolates ? piece.markedAsPiece : piece
}

/// Isolates a piece of text in a file, where the settings of the screen do not apply.
public func isolatedInFile(_ piece: String) -> String {
    isRightToLeft ? piece.markedAsPiece : piece
}

/// A number that becomes another: "+1 → -2", in the language's direction.
public func becoming(_ before: String, _ after: String) -> String {
    isRightToLeft
        ? isolated(asList("\(isolated(before)) ← \(isolated(after))")) : "\(before) → \(after)"
}

/// Lets a list of things, which may all be numbers, follow the direction of the language.
public func asList(_ things: String) -> String {
    isRightToLeft && isolates ? "\u{200F}\(things)" : things
}

/// A number with its minus sign, which is no hyphen; `hasPlus`: otherwise with a plus sign.
public func signed(_ number: Int, hasPlus: Bool = false) -> String {
    number < 0 ? "−\(number.magnitude)" : (hasPlus ? "+" : "") + String(number)
}

extension String {
    /// The text between the isolates FSI and PDI.
    fileprivate var markedAsPiece: String { "\u{2068}\(self)\u{2069}" }

    /// Replaces each `{name}` by its filling. Braces in fillings and placeholders without a filling stay as they are.
    fileprivate func filled(with fillings: Fillings, count: Int? = nil, isolates: Bool = false) -> String {
        guard count != nil || !fillings.isEmpty, utf8.contains(UInt8(ascii: "{")) else { return self }
        func marked(_ filling: any CustomStringConvertible) -> String {
            let value = (filling as? Int).map { signed($0) } ?? filling.description
            let isNumber = value.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return isolates && !isNumber ? value.markedAsPiece : value
        }
        var filled = ""
        var rest = self[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
        {
            let name = rest[rest.utf8.index(after: open)..<close]
            filled += rest[..<open]
            if let value = fillings.first(where: { $0.key == name })?.value {
                filled += marked(value)
            } else if name == "count", let count {
                filled += marked(count)
            } else {
                filled += rest[open...close]
            }
            rest = rest[rest.utf8.index(after: close)...]
        }
        return filled + rest
    }
}
