// Facts about the program.

/// Facts about the program.
nonisolated package enum Program {
    /// The version in `--version`, the hello packet and the crash report.
    package static let version = "1.1.0"

    /// Whether a program of version `other` plays with this one. Our own formats may change with every version.
    package static func isSameVersion(_ other: String) -> Bool { other == version }
}
