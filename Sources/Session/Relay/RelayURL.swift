// The relay's URL in the line for a friend: without its password, and with the friend's once it was typed.

extension String {
    private static let hiddenPassword = "***"

    /// Scheme, user, password (nil: none) and the rest of a URL.
    private var urlParts: (scheme: Substring, user: Substring, password: Substring?, rest: Substring)? {
        guard let colon = firstIndex(of: ":"), self[colon...].hasPrefix("://"), let at = lastIndex(of: "@") else { return nil }
        let account = self[index(colon, offsetBy: 3)..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return (self[..<colon], account[0], account.count > 1 ? account[1] : nil, self[index(after: at)...])
    }

    /// The URL of a relay, where a password is asterisks. `hasOther`: the user's password is kept somewhere else.
    package func hidingPassword(hasOther: Bool = false) -> String {
        guard let parts = urlParts, parts.password?.isEmpty == false || hasOther else { return self }
        return "\(parts.scheme)://\(parts.user):\(Self.hiddenPassword)@\(parts.rest)"
    }

    /// Whether the password of this URL was hidden.
    package var hasHiddenPassword: Bool { urlParts?.password.map { $0 == Self.hiddenPassword } ?? false }

    /// The URL with this password.
    package func filling(password: String) -> String {
        guard let parts = urlParts else { return self }
        let escaped = password.utf8.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" + digits : digits)
        }
        return "\(parts.scheme)://\(parts.user):\(escaped.joined())@\(parts.rest)"
    }
}
