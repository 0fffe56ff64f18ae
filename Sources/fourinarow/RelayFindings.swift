// The checks of `fourinarow doctor` for the relay: whether it can be reached, how fast it is, and whether strangers can read
// messages.

import Language
import Platform
import Play
import Session

extension Doctor {
    /// The results for a relay; empty if there is none in the settings.
    static func findings(on relay: RelaySetup) -> [Finding] {
        guard relay.url != nil else { return [] }
        let report = RelayProbe().report(on: relay)
        if let trouble = report.trouble {
            return [Finding(.problem, tr("relay"), trouble.sentence)] + said(report.complaints, at: .problem)
        }
        return [reached(relay), roundTrip(report.roundTrip)] + (isSecure(relay) ? [clock] : []) + [security(report.openTopics)]
    }

    private static func isSecure(_ relay: RelaySetup) -> Bool { (try? relay.address())?.isSecure == true }

    private static func reached(_ relay: RelaySetup) -> Finding {
        guard let address = try? relay.address() else { return Finding(.problem, tr("relay"), BrokerTrouble.badAddress.sentence) }
        if address.isSecure { return Finding(.ok, tr("relay"), tr("connected to {host}, encrypted", ["host": address.host])) }
        if ["localhost", "127.0.0.1", "::1"].contains(address.host) {
            return Finding(.ok, tr("relay"), tr("{host} is reached, on this machine", ["host": address.host]))
        }
        let words =
            address.user.isEmpty
            ? tr(
                "{host} is reached, not encrypted: games are sealed, but others on the way see who plays; on the internet use mqtts://",
                ["host": address.host])
            : tr(
                "{host} is reached, not encrypted: games are sealed, but others on the way see who plays, and the password; on the internet use mqtts://",
                ["host": address.host])
        return Finding(.warning, tr("relay"), words)
    }

    private static func roundTrip(_ milliseconds: Int?) -> Finding {
        guard let milliseconds else {
            return Finding(
                .problem, tr("round trip"),
                tr("the test message did not come back: the relay must allow fiar/1/in/… to players"))
        }
        return Finding(.ok, tr("round trip"), tr("{milliseconds} ms", ["milliseconds": milliseconds]))
    }

    private static var clock: Finding {
        Finding(.ok, trc("clock", "computer"), tr("the relay's certificate is valid by this computer's clock"))
    }

    private static func security(_ open: [String]) -> Finding {
        if open.isEmpty { return Finding(.ok, tr("wildcards"), tr("refused: nobody can list the rooms or look into them")) }
        return Finding(
            .warning, tr("wildcards"),
            tr(
                "anybody can subscribe to {topics}, and see who plays; dynamic-security.json forbids it",
                ["topics": listed(open)]))
    }
}
