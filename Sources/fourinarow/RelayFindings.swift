// What `fourinarow doctor` says of the relay for games over the internet: whether it is reached, how fast, and whether strangers can look
// on. It knows no game.

import Platform
import Play
import Session

extension Doctor {
    /// What there is to say of a relay; nothing where none is set up.
    static func findings(on relay: RelaySetup) -> [Finding] {
        guard relay.url != nil else { return [] }
        let report = RelayProbe().report(on: relay)
        if let trouble = report.trouble { return [Finding(.problem, "relay", trouble.sentence)] }
        return [reached(relay), roundTrip(report.roundTrip)] + (isSecure(relay) ? [clock] : []) + [security(report.openTopics)]
    }

    private static func isSecure(_ relay: RelaySetup) -> Bool { (try? relay.address())?.isSecure == true }

    private static func reached(_ relay: RelaySetup) -> Finding {
        guard let address = try? relay.address() else { return Finding(.problem, "relay", BrokerTrouble.badAddress.sentence) }
        if address.isSecure { return Finding(.ok, "relay", "\(address.host) is reached, encrypted") }
        if ["localhost", "127.0.0.1", "::1"].contains(address.host) {
            return Finding(.ok, "relay", "\(address.host) is reached, on this machine")
        }
        let loss = "games are sealed, but others on the way see who plays\(address.user.isEmpty ? "" : ", and the password")"
        return Finding(.warning, "relay", "\(address.host) is reached, not encrypted: \(loss); on the internet use mqtts://")
    }

    private static func roundTrip(_ milliseconds: Int?) -> Finding {
        guard let milliseconds else {
            return Finding(
                .problem, "round trip", "a message to ourselves did not come back: the relay must allow fiar/1/in/… to players")
        }
        return Finding(.ok, "round trip", "\(milliseconds) ms")
    }

    private static var clock: Finding { Finding(.ok, "clock", "the relay's certificate is valid by this computer's clock") }

    private static func security(_ open: [String]) -> Finding {
        if open.isEmpty { return Finding(.ok, "wildcards", "refused: nobody can list the rooms or look into them") }
        return Finding(
            .warning, "wildcards",
            "anybody can subscribe to \(open.joined(separator: " and ")), and see who plays; dynamic-security.json forbids it")
    }
}
