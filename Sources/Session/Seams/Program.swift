// The program's own facts, in one place.

/// The program's own facts.
package enum Program {
    /// Its version, as `--version`, the hello packet and the crash report give it.
    package static let version = "1.0.0"
    /// The service type of Four in a Row, as the original app publishes it (RFC 6763).
    package static let serviceType = "_fourinarow._tcp"
    /// The service type of tables (RFC 6763, section 7: at most 15 characters), whatever is played at them.
    package static let tableServiceType = "_fiar-table._tcp"
    /// The service type of players nearby.
    package static let nearbyServiceType = "_fiar-nearby._tcp"
    /// The port a host listens on unless it is taken.
    package static let usualPort: UInt16 = 27364
}
