// A sentence for a person, in the language that the program speaks. English stands in the source; what other languages say comes from a
// catalog that somebody else sets. It knows no files, no gettext and no screen.

import Synchronization

/// Sentences in another language. English needs none.
public protocol Catalog: Sendable {
    /// What it says for an English sentence; the sentence itself where it has none.
    func sentence(for english: String) -> String
    /// The same for a number of things, where English has one sentence for one of them and another for many.
    func sentence(for one: String, _ many: String, count: Int) -> String
    /// Whether it is written from right to left.
    var isRightToLeft: Bool { get }
    /// Whether what fills a place is marked as a piece of text whose direction is its own: for those who put letters in order.
    var isolates: Bool { get }
}

extension Catalog {
    /// From left to right.
    public var isRightToLeft: Bool { false }
    /// Nothing is marked.
    public var isolates: Bool { false }
}

/// The catalog in use; nil: English.
public let catalog = Mutex<(any Catalog)?>(nil)

/// What fills the places of a sentence, by the names in their braces.
public typealias Fillings = KeyValuePairs<String, any CustomStringConvertible>

/// A sentence in the reader's language: `tr("{name} left.", ["name": name])`. The English one is a plain literal, for xgettext reads the
/// source: no interpolation, no `\u{}`, no `"""`.
public func tr(_ english: String, _ fillings: Fillings = [:]) -> String {
    guard let catalog = catalog.withLock({ $0 }) else { return english.filled(with: fillings) }
    return catalog.sentence(for: english).filled(with: fillings, isolates: catalog.isolates)
}

/// A sentence about `count` things: `trn("{count} move", "{count} moves", moves)`. `{count}` fills itself.
public func trn(_ one: String, _ many: String, _ count: Int, _ fillings: Fillings = [:]) -> String {
    guard let catalog = catalog.withLock({ $0 }) else {
        return (abs(count) == 1 ? one : many).filled(with: fillings, count: count)
    }
    return catalog.sentence(for: one, many, count: count).filled(with: fillings, count: count, isolates: catalog.isolates)
}

/// Whether the language that is spoken is written from right to left.
public var isRightToLeft: Bool { catalog.withLock { $0?.isRightToLeft ?? false } }

private var isolates: Bool { catalog.withLock { $0?.isolates ?? false } }

/// A piece of text whose direction is its own, such as a number with its sign, for the middle of a sentence or a row.
public func isolated(_ piece: String) -> String {
    isolates ? piece.markedAsPiece : piece
}

/// The same for a file, which no setting of the screen concerns.
public func isolatedOnPaper(_ piece: String) -> String {
    isRightToLeft ? piece.markedAsPiece : piece
}

/// Things of a list, which may all be numbers, for the middle of a sentence: they run as the language does.
public func asList(_ things: String) -> String {
    isRightToLeft && isolates ? "\u{200F}\(things)" : things
}

extension String {
    /// Between the marks of a piece whose direction is its own (FSI and PDI).
    fileprivate var markedAsPiece: String { "\u{2068}\(self)\u{2069}" }

    /// With what each `{name}` stands for; braces in what fills a place stay as they are, and a place that nothing fills does too.
    fileprivate func filled(with fillings: Fillings, count: Int? = nil, isolates: Bool = false) -> String {
        guard count != nil || !fillings.isEmpty, utf8.contains(UInt8(ascii: "{")) else { return self }
        func marked(_ value: String) -> String {
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
                filled += marked(value.description)
            } else if name == "count", let count {
                filled += marked(count.description)
            } else {
                filled += rest[open...close]
            }
            rest = rest[rest.utf8.index(after: close)...]
        }
        return filled + rest
    }
}
