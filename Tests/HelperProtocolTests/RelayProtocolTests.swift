// The lines between the game and its relay helper: as they are written, as they are read, and what is no line.

import Engine
import HelperProtocol
import Testing

@Suite struct RelayProtocolTests {
    static let commands: [(RelayCommand, String)] = [
        (
            .connect(
                RelayConnect(
                    host: "example.org", port: 8883, isSecure: true, user: "Ann B", password: "p%\n", authorities: "/a b.pem",
                    lastWillTopic: "fiar/1/bye/0", lastWillPayload: [0x41])),
            "connect example.org 8883 tls Ann%20B p%25%0A /a%20b.pem fiar/1/bye/0 41\n"
        ),
        (
            .connect(RelayConnect(host: "::1", port: 1, isSecure: false, lastWillTopic: "f", lastWillPayload: [])),
            "connect ::1 1 plain % % % f %\n"
        ),
        (.subscribe(topic: "fiar/1/in/0", isAcknowledged: true), "subscribe fiar/1/in/0 acknowledged\n"),
        (.subscribe(topic: "fiar/1/in/0", isAcknowledged: false), "subscribe fiar/1/in/0 fast\n"),
        (.unsubscribe(topic: "a b"), "unsubscribe a%20b\n"),
        (.publish(id: 7, topic: "t", retainSeconds: 120, payload: [0, 0xff, 0x41]), "publish 7 t 120 00FF41\n"),
        (.publish(id: 0, topic: "t", retainSeconds: 0, payload: []), "publish 0 t 0 %\n"),
    ]

    @Test(arguments: commands) func command(_ command: RelayCommand, line: String) {
        #expect(command.line == line)
        #expect(RelayCommand(line: line.dropLast()) == command)
    }

    static let events: [(RelayEvent, String)] = [
        (.connected, "connected\n"), (.subscribed(topic: "t"), "subscribed t\n"), (.refused(topic: "+/#"), "refused +/#\n"),
        (.message(topic: "t", isRetained: true, payload: [1]), "message t retained 01\n"),
        (.message(topic: "t", isRetained: false, payload: []), "message t live %\n"),
        (.receipt(id: 1, .accepted), "receipt 1 accepted\n"), (.receipt(id: 2, .nobody), "receipt 2 nobody\n"),
        (.receipt(id: 3, .refused), "receipt 3 refused\n"),
        (.trouble(.certificateExpired, detail: ""), "trouble certificate-expired %\n"),
        (.trouble(.other, detail: "Server busy"), "trouble other Server%20busy\n"),
    ]

    @Test(arguments: events) func event(_ event: RelayEvent, line: String) {
        #expect(event.line == line)
        #expect(RelayEvent(line: line.dropLast()) == event)
    }

    @Test(arguments: RelayFailure.allCases) func failure(_ failure: RelayFailure) {
        let event = RelayEvent.trouble(failure, detail: "x")
        #expect(RelayEvent(line: event.line.dropLast()) == event)
    }

    @Test(arguments: [
        "", "connect", "connect h 1 plain % % %", "connect h 1 ssl % % % f %", "connect h 0 tls % % % f %",
        "connect h 1 tls % % % f % g", "connect h 1 tls % % % f g",
        "subscribe", "subscribe a b", "subscribe ", "unsubscribe", "publish 1 t 0", "publish x t 0 %", "publish -1 t 0 %",
        "publish 1 t 0 4", "publish 1 t 0 4g", "publish 1 t 0 41 %", "publish 1 t +1 41",
        "publish 99999999999999999999 t 0 41", "connected",
    ]) func isNoCommand(_ line: String) {
        #expect(RelayCommand(line: line) == nil)
    }

    @Test(arguments: [
        "", "connected x", "subscribed", "message t retained", "message t new 41", "message t live 4", "message t live zz",
        "receipt 1", "receipt accepted 1", "receipt 1 lost", "trouble lost", "trouble nonsense %", "subscribe t",
    ]) func isNoEvent(_ line: String) {
        #expect(RelayEvent(line: line) == nil)
    }

    @Test func theLongestMessageIsALineThatBothSidesTake() {
        let payload = [UInt8](repeating: 0xab, count: RelayCommand.longestPayload)
        let topic = String(repeating: "%", count: RelayCommand.longestTopic)  // each escaped: the longest that a topic can become
        let event = RelayEvent.message(topic: topic, isRetained: true, payload: payload)
        let command = RelayCommand.publish(id: .max, topic: topic, retainSeconds: .max, payload: payload)
        var splitter = LineSplitter()
        let lines = splitter.append(Array((event.line + command.line).utf8)[...])
        #expect(lines.count == 2 && RelayEvent(line: lines[0]) == event && RelayCommand(line: lines[1]) == command)
    }

    @Test func anyBytesComeBack() {
        var random = SeededGenerator(seed: 1883)
        for _ in 0..<500 {
            let count = Int.random(in: 0...40, using: &random)
            let payload = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let event = RelayEvent.message(topic: "t", isRetained: false, payload: payload)
            #expect(RelayEvent(line: event.line.dropLast()) == event)
        }
    }
}
