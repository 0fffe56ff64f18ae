// A file of translations as msgfmt writes it; gettext's manual describes it under "The Format of GNU MO Files". It is read here and not by the
// C library, because glibc translates nothing since its version 2.39 where the locale is C.UTF-8, the only one that every machine has.

import Glibc

/// Sentences and their translations, mapped into memory. What is damaged has no translation.
nonisolated final class MessageFile: Sendable {
    /// The file, which nobody changes in place.
    nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer
    /// The expression that says which form of a sentence belongs to a number.
    private let plural: [UInt8]

    private static let mark = 0x9504_12DE
    private static let headSize = 28

    /// Maps the file at `path`. Nil: it cannot be read, or is none of these.
    init?(path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)  // does not block on a named pipe
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size >= Self.headSize else { return nil }
        guard let start = mmap(nil, Int(facts.st_size), PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else { return nil }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(facts.st_size))
        self.bytes = bytes
        // The translation of the empty sentence is the catalog's head.
        plural = Self.pluralExpression(in: Self.translation(of: "", form: 0, in: bytes).map { Array($0.utf8) } ?? [])
        guard Self.number(in: bytes, at: 0) == Self.mark else { return nil }
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

    /// The translation of a sentence.
    func translation(of english: String) -> String? { Self.translation(of: english, form: 0, in: bytes) }

    /// The translation of a sentence about `count` things, given its English singular.
    func translation(of english: String, count: Int) -> String? {
        let count = count.magnitude
        return Self.translation(of: english, form: PluralRule.form(for: count, by: plural) ?? (count == 1 ? 0 : 1), in: bytes)
    }

    /// What stands behind "plural=" in a catalog's head.
    private static func pluralExpression(in head: [UInt8]) -> [UInt8] {
        let name = Array("plural=".utf8)
        guard let place = head.indices.first(where: { head[$0...].starts(with: name) }) else { return [] }
        return Array(head[(place + name.count)...].prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "\n") })
    }

    // MARK: Bytes

    /// A number of four bytes; 0 behind the end.
    private static func number(in bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
        guard place + 4 <= bytes.count else { return 0 }
        return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
    }

    /// The text with this number, according to the table of lengths and places that begins at `table`, and its length; a zero byte ends it.
    private static func text(
        _ number: Int, of table: Int, in bytes: UnsafeRawBufferPointer
    ) -> (start: UnsafePointer<CChar>, length: Int)? {
        let length = Self.number(in: bytes, at: table + 8 * number)
        let place = Self.number(in: bytes, at: table + 8 * number + 4)
        guard place + length < bytes.count, bytes[place + length] == 0, let start = bytes.baseAddress else { return nil }
        return ((start + place).assumingMemoryBound(to: CChar.self), length)
    }

    /// Looks for a sentence among the English ones, which are sorted, and takes one of the forms of its translation, between which zero bytes are.
    /// Behind an English sentence its plural may follow in the same way.
    private static func translation(of english: String, form: Int, in bytes: UnsafeRawBufferPointer) -> String? {
        let (originals, translated) = (number(in: bytes, at: 12), number(in: bytes, at: 16))
        var (low, high) = (0, number(in: bytes, at: 8))
        while low < high {
            let middle = (low + high) / 2
            guard let other = text(middle, of: originals, in: bytes) else { return nil }
            switch strcmp(english, other.start) {
            case 0:
                guard let forms = text(middle, of: translated, in: bytes) else { return nil }
                var place = 0
                for _ in 0..<form where place <= forms.length { place += strlen(forms.start + place) + 1 }
                return place < forms.length && forms.start[place] != 0 ? String(cString: forms.start + place) : nil
            case ..<0: high = middle
            default: low = middle + 1
            }
        }
        return nil
    }
}
