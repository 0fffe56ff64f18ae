// The program's own facts, in one place.

/// The program's own facts.
package enum Program {
    /// Its version, as `--version`, the hello packet and the crash report give it.
    package static let version = "1.0.0"
}
