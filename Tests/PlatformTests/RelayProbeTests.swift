// What doctor finds out about a relay, with the real mosquitto: one that is set up safely, one that is open to all, and none.

import Session
import TestSupport
import Testing

@testable import Platform

@Suite(.enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
@MainActor struct RelayProbeTests {
    @Test func aRelayWithTheFilesThatShipIsReachedAndSafe() throws {
        let authority = try TestAuthority()
        let broker = try Mosquitto(.shipped, certificate: try authority.certificate())
        let report = RelayProbe().report(
            on: RelaySetup(url: "mqtts://localhost:\(broker.port)", authorities: authority.path))
        #expect(report.trouble == nil)
        #expect(report.roundTrip != nil)
        #expect(report.openTopics.isEmpty)
    }

    @Test func aRelayThatIsOpenToAllIsNotSafe() throws {
        let broker = try Mosquitto(.open)
        let report = RelayProbe().report(on: RelaySetup(url: "mqtt://127.0.0.1:\(broker.port)"))
        #expect(report.trouble == nil && report.roundTrip != nil)
        #expect(
            report.openTopics == [
                "#", "fiar/1/#", "fiar/1/in/+", "fiar/1/room/+", "fiar/1/bye/+", "fiar/1/watch/0/+", "fiar/1/seek/+/+",
            ])
    }

    @Test func whatIsWrongIsToldAndNothingElse() throws {
        let nobody = "127.0.0.1:\(try FreePort.next())"
        #expect(RelayProbe().report(on: RelaySetup(url: "mqtt://" + nobody)) == RelayProbe.Report(trouble: .unreachable(nobody)))
        #expect(RelayProbe().report(on: RelaySetup(url: "127.0.0.1")) == RelayProbe.Report(trouble: .badAddress))
        let expired = try TestAuthority()
        let broker = try Mosquitto(certificate: try expired.certificate(until: "20210101000000Z"))
        let setup = RelaySetup(url: "mqtts://localhost:\(broker.port)", authorities: expired.path)
        #expect(RelayProbe().report(on: setup) == RelayProbe.Report(trouble: .certificateExpired))
    }
}
