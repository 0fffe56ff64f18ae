// Looks for secrets in what was sealed.

/// The names of those secrets that stand in some payload of each of four runs. Sealed bytes are random: a name of three letters is in them by
/// chance once in a thousand runs, but what leaks is in each of them.
package func leaks(_ run: () throws -> (secrets: [String: String], payloads: [[UInt8]])) rethrows -> Set<String> {
    var found: Set<String>?
    for _ in 0..<4 {
        let (secrets, payloads) = try run()
        let texts = payloads.map { String(decoding: $0, as: UTF8.self) }
        let names = secrets.filter { secret in texts.contains { $0.contains(secret.value) } }.map(\.key)
        found = found?.intersection(names) ?? Set(names)
    }
    return found ?? []
}

/// The words of a code as secrets.
package func secrets(of words: [String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: words.enumerated().map { ("word \($0 + 1)", $1) })
}
