// The parts of LinuxEnvironment together.

import Session
import Testing

@testable import Platform

@MainActor struct EnvironmentTests {
    @Test func aGameIsHostedJoinedAndLeftWithAGoodbye() throws {
        let test = TestLoop()
        var rings = 0
        let directory = TestDirectory()
        let config = ConfigFile(path: "\(directory.path)/config")
        let machine: Environment = LinuxEnvironment(
            loop: test.loop, config: config, ringBell: { if $0 == "Your turn" { rings += 1 } })
        var accepted: [Connection] = []
        let offer = Offer(kind: .game, name: "Ann")
        let advertisement = try machine.advertise(
            offer, at: LANRendezvous.place(port: 0), didAccept: { accepted.append($0) }, onEvent: { _ in })
        advertisement.withdraw()
        var joined: Connection?
        let attempt = machine.connect(to: advertisement.endpoint) { joined = try? $0.get() }
        #expect(test.run { joined != nil && accepted.count == 1 })
        #expect(joined?.origin.endpoint?.words.hasPrefix("127.0.0.1:") == true)
        #expect(accepted[0].origin.endpoint == nil, "nobody listens where it came from")
        let guest = Recorder()
        if let joined { guest.follow(joined) }
        accepted[0].send(Array("bye".utf8))
        accepted[0].close()
        #expect(test.run { guest.ends == 1 })
        #expect(guest.bytes == Array("bye".utf8))
        attempt.cancel()
        advertisement.cancel()
        machine.ringBell(showing: "Your turn")
        try machine.updateConfig { $0 + "name = Ann\n" }
        #expect(rings == 1 && directory.text("config") == "name = Ann\n")
        var isLate = false
        let late = machine.after(milliseconds: 10_000) { isLate = true }
        late.cancel()
        _ = machine.after(milliseconds: 1) { machine.quit() }
        test.loop.run()
        #expect(!isLate)
    }

    @Test func aBrowseThatIsCancelledAtOnceStartsNothing() {
        let test = TestLoop()
        let machine = LinuxEnvironment(loop: test.loop, ringBell: { _ in })
        var events = 0
        machine.browse(.game) { _ in events += 1 }.cancel()
        #expect(!test.run(upTo: 20) { events > 0 })
    }
}
