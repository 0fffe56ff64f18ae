// A game by message as one line that any messenger, letter or chat carries: `4row 7k2m 4453 te`. It has the number of the game, perhaps
// letters, the moves, and two check letters over all of that. Capitals, spaces and line breaks do not matter.
//
// The check letters are the state of an automaton with 523 states that reads the line. It is built so that every single wrong, missing,
// additional or swapped character leads to another state, whatever stands before and after it, and any other damage to the same one once in
// 523 times (`GameLineTests` try all states).

/// What a line says.
public struct GameLine: Equatable, Sendable {
    /// What is said besides the moves, in the order in which it is written.
    public enum Letter: Character, CaseIterable, Sendable {
        /// The line begins the next game of a series.
        case next = "n"
        /// The sender offers a draw with the last move.
        case draw = "d"
        /// The sender, who is to move, resigns.
        case resign = "r"
        /// The sender, who is to move, accepts the draw that was offered with the last move.
        case accept = "a"
        /// The sender agrees to hints and scores for both players.
        case help = "h"
    }

    /// Why a text is no line.
    public enum Mistake: Error, Equatable {
        /// It does not begin like one.
        case noLine
        /// It is damaged.
        case damaged
    }

    /// The number of the game: four of `symbols`.
    public let number: String
    /// What is said besides the moves.
    public let letters: Set<Letter>
    /// The moves as column digits, 1 to 42 of them. Whether they are a game, the line does not know.
    public let digits: String

    /// A line that says this.
    public init(number: String, letters: Set<Letter> = [], digits: String) {
        (self.number, self.letters, self.digits) = (number, letters, digits)
    }

    /// The characters of a number: letters and digits without those that are easily mistaken for each other.
    public static let symbols = Array("23456789abcdefghjkmnpqrstuvwxyz".utf8)
    private static let (prefix, numberLength, checkLength) = (Array("4row".utf8), 4, 2)
    private static let columns = UInt8(ascii: "1")...UInt8(ascii: "7")
    private static let mostMoves = 42

    /// The number of a new game, from random bytes, at least four of them.
    public static func number(_ random: [UInt8]) -> String {
        text(of: random.prefix(numberLength).map { symbols[Int($0) % symbols.count] })
    }

    /// The number of the game after that of number `number` in a series: the next one in the order of `symbols`.
    public static func number(after number: String) -> String {
        var places = number.utf8.map { symbols.firstIndex(of: $0) ?? 0 }
        for index in places.indices.reversed() {
            places[index] = (places[index] + 1) % symbols.count
            if places[index] != 0 { break }
        }
        return text(of: places.map { symbols[$0] })
    }

    private static func text(of bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: - Text

extension GameLine {
    /// The line, of at most 60 characters.
    public var text: String {
        let letters = Self.text(of: letters)
        let check = Self.text(of: Self.check(Array((number + letters + digits).utf8)))
        return [Self.text(of: Self.prefix), number, letters, digits, check].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Reads a line as typed or pasted. What stands before it, such as the sender's name, or behind it, such as a full stop, does not matter; of
    /// several lines the last one counts.
    public init(reading text: String) throws(Mistake) {
        let words = text.split(whereSeparator: \.isWhitespace)
        let line = words[(words.lastIndex { $0.lowercased().utf8.starts(with: Self.prefix) } ?? 0)...]
        do throws(Mistake) {
            try self.init(whole: line)
        } catch {
            // It ends with its check letters, so no part of a damaged line is one.
            let ends = (1..<max(1, min(line.count, Self.longest))).reversed()
            guard let known = ends.lazy.compactMap({ try? Self(whole: line.prefix($0)) }).first else { throw error }
            self = known
        }
    }

    /// The greatest length of a line.
    private static let longest = 60

    private init(whole words: ArraySlice<Substring>) throws(Mistake) {
        var text = words.joined()
        while let last = text.last, !last.isLetter && !last.isNumber { text.removeLast() }
        let bytes = try Self.bytes(of: text)
        guard bytes.starts(with: Self.prefix) else { throw .noLine }
        let body = bytes.dropFirst(Self.prefix.count)
        let content = body.dropLast(Self.checkLength)
        let (number, rest) = (content.prefix(Self.numberLength), content.dropFirst(Self.numberLength))
        let letters = rest.prefix { !Self.columns.contains($0) }
        let digits = rest.dropFirst(letters.count)
        let known = Set(letters.compactMap { Letter(rawValue: Character(Unicode.Scalar($0))) })
        guard number.allSatisfy(Self.symbols.contains), Self.text(of: letters) == Self.text(of: known),
            1...Self.mostMoves ~= digits.count, digits.allSatisfy(Self.columns.contains),
            body.suffix(Self.checkLength).elementsEqual(Self.check(content))
        else { throw .damaged }
        self.init(number: Self.text(of: number), letters: known, digits: Self.text(of: digits))
    }

    /// The characters of a text in small letters, without what does not matter. Messengers add invisible characters, too.
    private static func bytes(of text: String) throws(Mistake) -> [UInt8] {
        let most = prefix.count + numberLength + Letter.allCases.count + mostMoves + checkLength
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars where bytes.count <= most {
            if scalar.properties.isWhitespace || scalar.properties.generalCategory == .format { continue }
            guard scalar.isASCII else { throw bytes.starts(with: prefix) ? .damaged : .noLine }
            let byte = UInt8(scalar.value)
            bytes.append(0x41...0x5A ~= byte ? byte + 0x20 : byte)
        }
        return bytes
    }

    private static func text(of letters: Set<Letter>) -> String {
        String(Letter.allCases.filter(letters.contains).map(\.rawValue))
    }
}

// MARK: - The check

extension GameLine {
    /// The number of states, a prime.
    static let states = 523
    private static let (factor, turn) = (157, 2)
    /// The characters that a line may have, in the order of their values from 1.
    static let values = Array("1".utf8) + symbols
    private static let checkLetters = Array("abcdefghjkmnpqrstuvwxyz".utf8)

    /// The state after a character of this value.
    ///
    /// Multiplying and adding alone finds every wrong and swapped character, but in the state v the value v would change nothing. So the
    /// states that are values change places first; `factor` and `turn` are such that then no value leaves any state as it is, and no
    /// two values lead to the same state in both orders.
    static func state(after state: Int, reading value: Int) -> Int {
        let turned = 1...values.count ~= state ? (state - 1 + turn) % values.count + 1 : state
        return (factor * turned + (states + 1 - factor) * value) % states
    }

    /// The check letters of number, letters and moves.
    private static func check(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let check = bytes.reduce(0) { state(after: $0, reading: 1 + (values.firstIndex(of: $1) ?? 0)) }
        return [checkLetters[check / checkLetters.count], checkLetters[check % checkLetters.count]]
    }
}
