// The line that a friend sends back: what is read, and what is refused with its reason.

import Testing
import Wire

@Suite struct AnswerLineTests {
    @Test(
        arguments: [
            "answer [2a01:db8:1::10]:27364 11.0.2.1:41806", "ANSWER [2A01:db8:1::10]:27364  11.0.2.1:41806\n",
            "[2a01:db8:1::10]:27364 11.0.2.1:41806", "answer [2a01:db8:1\n::10]:27364 11.0.2\n.1:41806",
            "answer [2a01:db8:1::10]:27364 11.0.2.1:418\n06", "answer [2a01:db8:1::10]:27364 11.0.2.1:41806 11.0.2.1:41806",
        ])
    func read(text: String) throws {
        let line = try AnswerLine(typed: text)
        #expect(line.text == "answer [2a01:db8:1::10]:27364 11.0.2.1:41806")
        #expect(line.addresses.map(\.isIPv6) == [true, false] && line.addresses.map(\.port) == [27364, 41806])
    }

    @Test(
        arguments: [
            ("", .other), ("hello", .other), ("481306 heron cabin onion copper", .other), ("answer", .noAddress),
            ("answer heron", .noAddress), ("11.0.2.1:41806 heron-cabin-onion-copper", .words),
            ("answer 11.0.2.1:41806 x", .words),
            ("answer 11.0.2.1:1024 11.0.2.2:1024 11.0.2.3:1024 11.0.2.4:1024", .tooMany(4)),
            // Nothing of the friend's own network, nothing that a browser or a mail server could be, no names.
            ("answer 192.168.1.1:4000", .notPublic("192.168.1.1:4000")),
            ("answer 11.0.2.1:4000 10.0.0.1:4000", .notPublic("10.0.0.1:4000")),
            ("answer 127.0.0.1:4000", .notPublic("127.0.0.1:4000")), ("answer 100.64.0.7:4000", .notPublic("100.64.0.7:4000")),
            ("answer [fe80::1]:4000", .notPublic("[fe80::1]:4000")), ("answer [fd00::1]:4000", .notPublic("[fd00::1]:4000")),
            ("answer [::ffff:192.168.1.1]:4000", .notPublic("[::ffff:192.168.1.1]:4000")),
            ("answer 11.0.2.1:80", .notPublic("11.0.2.1:80")),
            ("answer 11.0.2.1:1023", .notPublic("11.0.2.1:1023")), ("answer 11.0.2.1", .notPublic("11.0.2.1")),
            ("answer ann.example.org:4000", .notPublic("ann.example.org:4000")),
            ("answer [2a01::1%eth0]:4000", .notPublic("[2a01::1%eth0]:4000")),
        ] as [(String, AnswerLine.Mistake)])
    func refused(text: String, mistake: AnswerLine.Mistake) { #expect(throws: mistake) { try AnswerLine(typed: text) } }

    @Test func aLineHasOneToThreeAddresses() throws {
        let addresses = try (1...4).map { try #require(PublicAddress("11.0.2.\($0):2000")) }
        #expect(AnswerLine([]) == nil)
        #expect(AnswerLine([addresses[0], addresses[0]] + addresses)?.addresses == Array(addresses.prefix(3)))
        #expect(AnswerLine.isMeant(by: " Answer x") && !AnswerLine.isMeant(by: "answering") && !AnswerLine.isMeant(by: ""))
    }
}
