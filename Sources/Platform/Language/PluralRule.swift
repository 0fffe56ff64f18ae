// Which form of a sentence belongs to a number. The head of a catalog says it as an expression of C: "n==1 ? 0 : n%10>=2 ? 1 : 2".

/// Reads such an expression from its beginning, and computes it on the way.
nonisolated struct PluralRule {
    private var rest: ArraySlice<UInt8>
    private let count: UInt

    /// The form, from 0, of a sentence about `count` things. Nil: that is no expression.
    static func form(for count: UInt, by expression: some Sequence<UInt8>) -> Int? {
        var rule = PluralRule(rest: Array(expression.prefix(1000))[...], count: count)
        rule.skip()
        guard let form = rule.choice(), rule.rest.isEmpty else { return nil }
        return Int(exactly: form)
    }

    /// The operators, those that bind least first; of two that begin alike the longer one first.
    private static let operators = [["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"]]

    private static func result(of sign: String, _ left: UInt, _ right: UInt) -> UInt? {
        switch sign {
        case "||": number(left != 0 || right != 0)
        case "&&": number(left != 0 && right != 0)
        case "==": number(left == right)
        case "!=": number(left != right)
        case "<=": number(left <= right)
        case ">=": number(left >= right)
        case "<": number(left < right)
        case ">": number(left > right)
        case "+": left &+ right
        case "-": left &- right
        case "*": left &* right
        case "/": right == 0 ? nil : left / right
        default: right == 0 ? nil : left % right
        }
    }

    private static func number(_ truth: Bool) -> UInt { truth ? 1 : 0 }

    private mutating func take(_ sign: String) -> Bool {
        guard rest.starts(with: sign.utf8) else { return false }
        skip(sign.utf8.count)
        return true
    }

    /// Skips `count` characters and the spaces after them.
    private mutating func skip(_ count: Int = 0) { rest = rest.dropFirst(count).drop { $0 == UInt8(ascii: " ") } }

    /// condition ? value : value
    private mutating func choice() -> UInt? {
        guard let condition = operation(0) else { return nil }
        guard take("?") else { return condition }
        guard let one = choice(), take(":"), let other = choice() else { return nil }
        return condition != 0 ? one : other
    }

    /// Values with operators between them that bind at least as strongly as those of `level`.
    private mutating func operation(_ level: Int) -> UInt? {
        guard level < Self.operators.count else { return single() }
        guard var value = operation(level + 1) else { return nil }
        while let sign = Self.operators[level].first(where: { rest.starts(with: $0.utf8) }) {
            skip(sign.utf8.count)
            guard let other = operation(level + 1), let result = Self.result(of: sign, value, other) else { return nil }
            value = result
        }
        return value
    }

    private mutating func single() -> UInt? {
        if take("!") { return single().map { Self.number($0 == 0) } }
        if take("n") { return count }
        if take("(") {
            guard let value = choice(), take(")") else { return nil }
            return value
        }
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        skip(digits.count)
        return UInt(String(decoding: digits, as: UTF8.self))
    }
}
