// The program's own facts, in one place.

/// The program's own facts.
public enum Program {
    /// Its version, as `--version`, the hello packet and the crash report give it.
    public static let version = "1.0.0"
    /// The service type of Four in a Row, as the original app publishes it (RFC 6763).
    public static let serviceType = "_fourinarow._tcp"
    /// The service type of tables (RFC 6763, section 7: at most 15 characters), whatever is played at them.
    public static let tableServiceType = "_fiar-table._tcp"
    /// The service type of players nearby.
    public static let nearbyServiceType = "_fiar-nearby._tcp"
    /// The port a host listens on unless it is taken.
    public static let usualPort: UInt16 = 27364
}
