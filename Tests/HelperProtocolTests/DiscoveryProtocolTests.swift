// The lines between the game and its discovery helper: as they are written, as they are read, and what is no line.

import Engine
import HelperProtocol
import Testing

@Suite struct DiscoveryProtocolTests {
    static let tiger = DiscoveredService(
        type: "_fourinarow._tcp", name: "Tiger #2", host: "fourinarow-1a2b3c4d.local", port: 4711,
        addresses: ["10.0.0.1", "fe80::1%eth0"], text: ["version": "1.0", "a=b": "c d=e"])

    static let events: [(DiscoveryEvent, String)] = [
        (.ready, "ready\n"),
        (.published(name: "Tiger"), "published Tiger\n"),
        (.renamed(name: "Tiger #2"), "renamed Tiger%20#2\n"),
        (.renamed(name: ""), "renamed %\n"), (.moved, "moved\n"),
        (
            .found(tiger),
            "found _fourinarow._tcp Tiger%20#2 fourinarow-1a2b3c4d.local 4711 10.0.0.1,fe80::1%25eth0 "
                + "a%3Db=c%20d=e version=1.0\n"
        ),
        (
            .found(DiscoveredService(type: "", name: "%", host: "\n", port: 1, addresses: [], text: ["": ""])),
            "found % %25 %0A 1 % =\n"
        ),
        (.lost(type: "_x._udp", name: "虎\u{7f}\0"), "lost _x._udp 虎%7F%00\n"),
        (.error(.noNetwork, detail: "No network is up."), "error no-network No%20network%20is%20up.\n"),
        (.error(.portTaken, detail: ""), "error port-taken %\n"),
        (.error(.badCommand, detail: "x"), "error bad-command x\n"),
        (.error(.failed, detail: "x"), "error failed x\n"),
    ]

    @Test(arguments: events) func event(_ event: DiscoveryEvent, line: String) {
        #expect(event.line == line)
        #expect(DiscoveryEvent(line: line.dropLast()) == event)
    }

    static let commands: [(DiscoveryCommand, String)] = [
        (.browse(type: "_fourinarow._tcp"), "browse _fourinarow._tcp\n"),
        (.bind(address: "fe80::1%eth0"), "bind fe80::1%25eth0\n"),
        (.publish(type: "_x._tcp", name: "A B", port: 65_535, text: [:]), "publish _x._tcp A%20B 65535\n"),
        (.publish(type: "_x._tcp", name: "A", port: 1, text: ["b": "2", "a": ""]), "publish _x._tcp A 1 a= b=2\n"),
    ]

    @Test(arguments: commands) func command(_ command: DiscoveryCommand, line: String) {
        #expect(command.line == line)
        #expect(DiscoveryCommand(line: line.dropLast()) == command)
    }

    @Test(arguments: [
        "", " ", "ready now", "ready ", " ready x", "ready  x", "ready x y", "ready x\n", "ready x\r", "ready \t",
        "ready %2", "ready %zz",
        "ready %%", "ready %ff", "Ready x", "moved x", "lost x", "lost x y z", "error failed", "error nonsense x",
        "error failed x y",
        "found a b c", "found a b c 1", "found a b c 0 x", "found a b c 65536 x", "found a b c +5 x", "found a b c -1 x",
        "found a b c 1x x", "found a b c % x", "found a b c 99999999999999999999 x", "found a b c 1 x y", "found a b c 1 %f",
        "found a b c 1 x =%", "found a b c 1 x y=%F0", "publish a b 1",
    ]) func isNoEvent(_ line: String) {
        #expect(DiscoveryEvent(line: line) == nil)
    }

    @Test(arguments: [
        "", "browse", "browse a b", "publish", "publish a", "publish a b", "publish a b 0", "publish a b x", "publish a b 1 c",
        "publish a b 1  c=d", "browse a\n", "ready x",
    ]) func isNoCommand(_ line: String) {
        #expect(DiscoveryCommand(line: line) == nil)
    }

    @Test func aWordMayBeEscapedMoreThanItMust() {
        #expect(DiscoveryEvent(line: "published %61%2d%2D") == .published(name: "a--"))
        #expect(DiscoveryEvent(line: "lost a b".dropFirst(0)) == .lost(type: "a", name: "b"))
        #expect(DiscoveryCommand(line: "publish a b 1 k=1 k=2") == .publish(type: "a", name: "b", port: 1, text: ["k": "1"]))
    }

    /// Lists of addresses, however odd, stay what they are.
    @Test(arguments: [[], [""], ["", ""], ["a", ""], ["", "a"], [","], ["%"], ["a,b", "c d"], ["::1"]])
    func list(_ addresses: [String]) {
        let service = DiscoveredService(type: "t", name: "n", host: "h", port: 1, addresses: addresses, text: [:])
        #expect(DiscoveryEvent(line: DiscoveryEvent.found(service).line.dropLast()) == .found(service))
    }

    @Test func anyTextsComeBack() {
        var random = SeededGenerator(seed: 5353)
        let letters: [Character] = ["a", "=", ",", "%", " ", "\n", "\0", "\u{7f}", "é", "虎", "🇸🇪", "+", "0", "\r\n"]
        func text() -> String {
            String((0..<Int.random(in: 0...8, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
        }
        for _ in 0..<2000 {
            let service = DiscoveredService(
                type: text(), name: text(), host: text(), port: .random(in: 1...UInt16.max, using: &random),
                addresses: [text(), text()],
                text: Dictionary([(text(), text()), (text(), text())]) { first, _ in first })
            let line = DiscoveryEvent.found(service).line
            #expect(line.utf8.filter { $0 == 10 }.count == 1)
            #expect(DiscoveryEvent(line: line.dropLast()) == .found(service))
            let command = DiscoveryCommand.publish(type: text(), name: text(), port: service.port, text: service.text)
            #expect(DiscoveryCommand(line: command.line.dropLast()) == command)
        }
    }
}
