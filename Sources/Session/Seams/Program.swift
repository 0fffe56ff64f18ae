// Facts about the program.

/// Facts about the program.
package enum Program {
    /// The version in `--version`, the hello packet and the crash report.
    package static let version = "1.0.0"
}
