// The broker as the game sees it: over the real mosquitto, with helper and broker killed on the way, and with scripts in place of the
// helper.

import Glibc
import HelperProtocol
import Session
import TestSupport
import Testing

@testable import Platform

@MainActor @Suite struct RelayServiceTests {
    private let test = TestLoop()
    private let directory = TestDirectory()

    private final class Heard {
        var broker: [Session.BrokerEvent] = []
        var topic: [SubscriptionEvent] = []
        var receipts: [BrokerReceipt] = []
    }
    private let heard = Heard()

    private func service(
        _ url: String?, helper: String? = HelperProcess.path(of: "fourinarow-relay", variable: "FOURINAROW_RELAY_HELPER"),
        pauses: [Int] = [30, 60], hurriedPause: Int = 0
    ) -> RelayService {
        let setup = HelperProcess.Setup(
            loop: test.loop, path: { helper }, pauses: pauses, jitter: { 1 }, hurriedPause: { hurriedPause })
        return RelayService(RelaySetup(url: url), in: setup)
    }

    private func watch(_ service: RelayService) -> Cancellable {
        let watch = service.watch { [heard] in heard.broker.append($0) }
        #expect(heard.broker.isEmpty, "nothing from within")
        return watch
    }

    private func subscribe(_ service: RelayService, _ topic: String = "fiar/1/in/me") -> Cancellable {
        service.subscribe(to: topic) { [heard] in heard.topic.append($0) }
    }

    private func publish(
        _ service: RelayService, _ payload: [UInt8] = [1], to topic: String = "fiar/1/in/me", retainSeconds: Int? = nil
    ) {
        service.publish(BrokerMessage(topic: topic, payload: payload, retainSeconds: retainSeconds)) { [heard] in
            heard.receipts.append($0)
        }
    }

    @Suite(.enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
    @MainActor struct OverMosquitto {
        private let base = RelayServiceTests()
        private var heard: Heard { base.heard }
        private var test: TestLoop { base.test }

        @Test func whatIsPublishedComesAndEachMessageHasItsReceipt() throws {
            let broker = try Mosquitto()
            let service = base.service("mqtt://127.0.0.1:\(broker.port)")
            #expect(service.lastWill == nil)
            let (watch, inbox) = (base.watch(service), base.subscribe(service))
            #expect(test.run { heard.topic == [.ready] })
            #expect(heard.broker.last == .connected)
            for byte in 1...20 { base.publish(service, [UInt8(byte)]) }
            base.publish(service, to: "fiar/1/in/nobody")
            base.publish(service, to: "elsewhere")
            base.publish(service, [UInt8](repeating: 0, count: RelayCommand.longestPayload + 1))
            #expect(heard.receipts.isEmpty, "nothing from within")
            #expect(test.run { heard.receipts.count == 23 && heard.topic.count == 21 })
            #expect(heard.topic.dropFirst() == (1...20).map { .message([UInt8($0)], isRetained: false) }[...])
            #expect(heard.receipts.filter { $0 == .accepted }.count == 20)
            #expect(
                heard.receipts.filter { $0 == .nobodyThere }.count == 1 && heard.receipts.filter { $0 == .refused }.count == 2)
            for cancellable in [watch, inbox] { cancellable.cancel() }
        }

        /// More than a broker keeps for one who has to acknowledge them.
        @Test func aPatternBringsAllThatIsKeptBelow() throws {
            let broker = try Mosquitto()
            let service = base.service("mqtt://127.0.0.1:\(broker.port)")
            let watch = base.watch(service)
            #expect(test.run { heard.broker.last == .connected })
            for number in 0..<300 { base.publish(service, to: "fiar/1/seek/0/\(number)", retainSeconds: 60) }
            #expect(test.run { heard.receipts.count == 300 })
            var topics: Set<String> = []
            var events: [SubscriptionEvent] = []
            let list = service.subscribe(below: "fiar/1/seek/0") { topic, event in
                if case .message(_, isRetained: true) = event { topics.insert(topic) } else { events.append(event) }
            }
            #expect(test.run { topics.count == 300 && events == [.ready] })
            base.publish(service, [9], to: "fiar/1/seek/0/300")
            base.publish(service, [8], to: "fiar/1/seek/1/300")
            #expect(test.run { heard.receipts.count == 302 && events.count == 2 })
            #expect(events.last == .message([9], isRetained: false))
            for cancellable in [watch, list] { cancellable.cancel() }
        }

        @Test func whatIsKeptComesToWhoSubscribesAgain() throws {
            let broker = try Mosquitto()
            let service = base.service("mqtt://127.0.0.1:\(broker.port)")
            let watch = base.watch(service)
            #expect(test.run { heard.broker.last == .connected })
            base.publish(service, [7], to: "fiar/1/room/123456", retainSeconds: 60)
            let first = base.subscribe(service, "fiar/1/room/123456")
            #expect(test.run { heard.topic.contains(.ready) && heard.topic.contains(.message([7], isRetained: true)) })
            heard.topic = []
            let second = base.subscribe(service, "fiar/1/room/123456")
            #expect(test.run { heard.topic.contains(.ready) && heard.topic.contains(.message([7], isRetained: true)) })
            for cancellable in [watch, first, second] { cancellable.cancel() }
        }

        @Test func whatIsKeptForEverTakesNoRoomAndHostsNone() throws {
            let broker = try Mosquitto()
            let tests = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
            let stranger = try Child(["python3", tests + "/ProgramTests/stranger.py", "\(broker.port)", "occupy", "481306"])
            #expect(stranger.line(within: 60) == "begun")
            let environment = LinuxEnvironment(loop: test.loop, ringBell: { _ in })
            let service = base.service("mqtt://127.0.0.1:\(broker.port)")
            let relay = RelayRendezvous(broker: service, environment: environment)
            let rooms = try (relay.endpoint(typed: "481306"), relay.endpoint(typed: "481307"))
            var failure: NetworkFailure?
            let guest = relay.connect(to: rooms.1) { if case .failure(let reason) = $0 { failure = reason } }
            var listed: String?
            let host = try relay.advertise(
                Offer(kind: .game, name: "Ann"), at: rooms.0, didAccept: { _ in },
                onEvent: { if case .listed(let name) = $0 { listed = name } })
            #expect(test.run { listed != nil && failure != nil })
            #expect(listed == rooms.0.text && failure == .refused)
            for cancellable in [host, guest] { cancellable.cancel() }
        }

        @Test func aRefusedTopicIsTold() throws {
            let broker = try Mosquitto()
            let service = base.service("mqtt://127.0.0.1:\(broker.port)")
            let all = base.subscribe(service, "fiar/1/in/+")
            #expect(test.run { heard.topic == [.refused] })
            all.cancel()
        }

        @Test func theBrokerComesBackAndWhatIsSubscribedToIsReadyAgain() throws {
            let broker = try Mosquitto()
            let service = base.service("mqtt://127.0.0.1:\(broker.port)")
            let (watch, inbox) = (base.watch(service), base.subscribe(service))
            #expect(test.run { heard.topic == [.ready] })
            let farewell = service.lastWill
            broker.kill()
            base.publish(service)
            #expect(test.run { heard.broker.contains(.trouble(.lost)) && heard.receipts == [.lost] })
            #expect(service.lastWill == nil)
            try broker.start()
            #expect(test.run { heard.topic == [.ready, .ready] })
            #expect(heard.broker.last == .connected)
            #expect(service.lastWill != nil && service.lastWill != farewell)
            for cancellable in [watch, inbox] { cancellable.cancel() }
        }

        /// After a long absence the pause is long; who is in a hurry does not wait for its end.
        @Test func whoIsInAHurryFindsTheBrokerAsSoonAsItIsBack() throws {
            let broker = try Mosquitto()
            let service = base.service("mqtt://127.0.0.1:\(broker.port)", pauses: [10, 1_000_000], hurriedPause: 20)
            let (watch, inbox) = (base.watch(service), base.subscribe(service))
            #expect(test.run { heard.topic == [.ready] })
            broker.kill()
            #expect(test.run { heard.broker.last == .trouble(.unreachable("127.0.0.1:\(broker.port)")) })
            service.hurry()
            #expect(heard.broker.last == .connecting)
            #expect(test.run { heard.broker.last == .trouble(.unreachable("127.0.0.1:\(broker.port)")) })
            try broker.start()
            #expect(!test.run(upTo: 200) { heard.broker.last == .connected })
            service.hurry()
            #expect(test.run { heard.topic == [.ready, .ready] })
            for cancellable in [watch, inbox] { cancellable.cancel() }
        }

        @Test func theFarewellComesHoweverTheConnectionEnds() throws {
            let broker = try Mosquitto()
            let (leaving, staying) = (
                base.service("mqtt://127.0.0.1:\(broker.port)"), base.service("mqtt://127.0.0.1:\(broker.port)")
            )
            let watch = base.watch(leaving)
            #expect(test.run { leaving.lastWill != nil })
            let lastWill = try #require(leaving.lastWill)
            let farewell = base.subscribe(staying, lastWill.topic)
            #expect(test.run { heard.topic == [.ready] })
            watch.cancel()
            let isEnd = SubscriptionEvent.message(lastWill.secret + [LastWill.endMark], isRetained: false)
            #expect(test.run { heard.topic == [.ready, isEnd, .message(lastWill.secret, isRetained: false)] })
            #expect(leaving.lastWill == nil)
            farewell.cancel()
        }

        @Test func troubleNamesTheHost() throws {
            let place = "127.0.0.1:\(try FreePort.next())"
            let service = base.service("mqtt://" + place)
            let watch = base.watch(service)
            #expect(test.run { heard.broker.last == .trouble(.unreachable(place)) })
            watch.cancel()
        }
    }

    @Test func withoutARelayOrAHelperThereIsTroubleAtOnce() {
        for (url, trouble) in [(nil, BrokerTrouble.noneGiven), ("example.org", .badAddress)] {
            let service = service(url)
            let first = service.watch { [heard] in heard.broker.append($0) }
            #expect(test.run { heard.broker.last == .trouble(trouble) })
            publish(service)
            #expect(test.run { heard.receipts.last == .lost })
            first.cancel()
        }
        let service = service("mqtt://h", helper: nil)
        let watch = service.watch { [heard] in heard.broker.append($0) }
        #expect(test.run { heard.broker.last == .trouble(.noHelper) })
        watch.cancel()
    }

    @Test func theHelperRunsWhileSomebodyListensAndNoLonger() {
        let helper = directory.script("echo $$ >> \(directory.path)/pids; echo connected; while read -r line; do :; done")
        let service = service("mqtt://h", helper: helper)
        let (watch, inbox) = (watch(service), subscribe(service))
        #expect(test.run { heard.broker.last == .connected })
        watch.cancel()
        watch.cancel()
        #expect(service.lastWill != nil)
        inbox.cancel()
        let pid = pid_t(directory.text("pids")?.split(separator: "\n").last ?? "") ?? 0
        #expect(test.run { pid > 0 && kill(pid, 0) != 0 })
        let again = subscribe(service)
        #expect(test.run { directory.text("pids")?.split(separator: "\n").count == 2 })
        again.cancel()
    }

    @Test func aHelperThatDiesOrTalksNonsenseIsTroubleOnceAndStartedAgain() {
        let helper = directory.script(
            "echo x >> \(directory.path)/starts; echo nonsense; echo receipt 99 taken; echo message elsewhere live 41; exit 1")
        let service = service("mqtt://h", helper: helper)
        let (watch, inbox) = (watch(service), subscribe(service))
        #expect(test.run { directory.text("starts")?.split(separator: "\n").count == 3 })
        #expect(heard.broker == [.connecting, .trouble(.helperStopped)] || heard.broker == [.trouble(.helperStopped)])
        #expect(heard.topic.isEmpty)
        for cancellable in [watch, inbox] { cancellable.cancel() }
    }

    @Test func thePasswordGoesInByStandardInputAndByNothingElse() {
        let helper = directory.script(
            """
            tr '\\0' ' ' < /proc/$$/cmdline > \(directory.path)/arguments
            read -r line
            printf '%s\\n' "$line" > \(directory.path)/line
            echo connected
            while read -r line; do :; done
            """)
        let service = service("mqtts://ann:secret%20word@h", helper: helper)
        let watch = watch(service)
        #expect(test.run { heard.broker.last == .connected })
        let lastWill = service.lastWill ?? LastWill(topic: "", secret: [])
        let connect = RelayConnect(
            host: "h", port: 8883, isSecure: true, user: "ann", password: "secret word", lastWillTopic: lastWill.topic,
            lastWillPayload: lastWill.secret)
        #expect(directory.text("line") == RelayCommand.connect(connect).line)
        #expect(directory.text("arguments")?.contains("secret") == false)
        #expect(lastWill.topic.hasPrefix("fiar/1/bye/") && lastWill.topic.utf8.count == 43 && lastWill.secret.count == 16)
        watch.cancel()
    }

    @Test func whatTheHelperHasNotAcknowledgedIsBoundedAndInOrder() {
        let helper = directory.script(
            """
            read -r line
            echo connected
            read -r one; read -r two; read -r three; read -r four; read -r five; read -r six
            printf '%s\\n' "$one" "$six" > \(directory.path)/first
            echo receipt 1 accepted
            read -r seven
            printf '%s\\n' "$seven" > \(directory.path)/then
            while read -r line; do :; done
            """)
        let service = service("mqtt://h", helper: helper)
        let watch = watch(service)
        #expect(test.run { heard.broker.last == .connected })
        // Together they are far more than a pipe holds.
        for byte in 1...40 { publish(service, [UInt8](repeating: UInt8(byte), count: 4000), to: "t") }
        #expect(test.run { directory.text("then")?.hasSuffix("\n") == true })
        let line = {
            RelayCommand.publish(id: $0, topic: "t", retainSeconds: 0, payload: [UInt8](repeating: UInt8($0), count: 4000)).line
        }
        #expect(directory.text("first") == line(1) + line(6))
        #expect(directory.text("then") == line(7))
        watch.cancel()
        #expect(test.run { heard.receipts == [.accepted] + [BrokerReceipt](repeating: .lost, count: 39) })
    }

    @Test func whereWaitingCanHardlyHelpThePauseIsTheLongest() {
        let helper = directory.script("echo x >> \(directory.path)/starts; echo trouble wrong-password %; exit 1")
        let service = service("mqtt://h", helper: helper, pauses: [10, 100_000])
        let watch = watch(service)
        #expect(test.run { heard.broker.last == .trouble(.wrongPassword) })
        #expect(!test.run(upTo: 200) { directory.text("starts")?.split(separator: "\n").count == 2 })
        watch.cancel()
    }
}
