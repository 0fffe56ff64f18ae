// A broker's URL and the file with its password, right and wrong.

import Session
import Testing

@testable import Platform

@MainActor struct RelayAddressTests {
    nonisolated static let good: [(String, String, UInt16, Bool, String, String)] = [
        ("mqtt://example.org", "example.org", 1883, false, "", ""),
        ("mqtts://example.org", "example.org", 8883, true, "", ""),
        ("MQTTS://Example.org:443/", "Example.org", 443, true, "", ""),
        ("mqtt://ann@10.0.0.1", "10.0.0.1", 1883, false, "ann", ""),
        ("mqtts://ann:pa%3Ass%40%2F@[fe80::1%25eth0]:18883", "fe80::1%eth0", 18_883, true, "ann", "pa:ss@/"),
        ("mqtt://a@b:c:d@host", "host", 1883, false, "a@b", "c:d"),
        ("mqtt://[::1]", "::1", 1883, false, "", ""),
        ("mqtt://%C3%A4:%E8%99%8E@h", "h", 1883, false, "ä", "虎"),
    ]

    @Test(arguments: good) func url(
        _ url: String, host: String, port: UInt16, isSecure: Bool, user: String, password: String
    ) throws {
        let address = try RelayAddress(url: url)
        #expect((address.host, address.port, address.isSecure) == (host, port, isSecure))
        #expect((address.user, address.password) == (user, password))
    }

    nonisolated static let bad = [
        "", "example.org", "http://example.org", "://h", "mqtt:/h",
        "mqtt://", "mqtt://:1883", "mqtt://a@", "mqtt://[]", "mqtt://[::1",
        "mqtt://a b", "mqtt://a\n", "mqtt://h:", "mqtt://h:0", "mqtt://h:65536",
        "mqtt://h:+1", "mqtt://h:1x", "mqtt://[::1]1", "mqtt://%4@h",
        "mqtt://%zz@h",
        "mqtt://%+1@h", "mqtt://%00@h", "mqtt://a:%ff@h", "mqtt://h/path",
        "mqtt://h?x", "mqtt://h#x",
    ]

    @Test(arguments: bad) func isNoURL(_ url: String) {
        #expect(throws: BrokerTrouble.badAddress) { try RelayAddress(url: url) }
    }

    @Test func aPasswordFileIsReadEachTimeAndOnlyIfNobodyElseMayReadIt() throws {
        let directory = TestDirectory()
        let path = directory.file("password", "pass word\n", mode: 0o600)
        let setup = RelaySetup(url: "mqtt://ann:other@h", passwordFile: path)
        #expect(try setup.address().password == "pass word")
        directory.file("password", "new", mode: 0o600)
        #expect(try setup.address().password == "new")
        for mode in [0o640, 0o604, 0o660] as [UInt32] {
            directory.file("password", "new", mode: mode)
            #expect(throws: BrokerTrouble.passwordOpenToOthers(path: path)) { try setup.address() }
        }
        directory.file("password", "\n", mode: 0o600)
        #expect(throws: BrokerTrouble.noPassword(path: path)) { try setup.address() }
        let missing = directory.path + "/missing"
        #expect(throws: BrokerTrouble.noPassword(path: missing)) {
            try RelaySetup(url: "mqtt://ann@h", passwordFile: missing).address()
        }
    }

    @Test func withoutAURLThereIsNone() {
        #expect(throws: BrokerTrouble.noneGiven) { try RelaySetup().address() }
        #expect(throws: BrokerTrouble.badAddress) { try RelaySetup(url: "example.org").address() }
    }
}
