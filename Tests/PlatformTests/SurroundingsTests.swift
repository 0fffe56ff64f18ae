// The pieces together, as the game sees them.

import Play
import Session
import Testing
import Wire

@testable import Platform

@MainActor struct SurroundingsTests {
    @Test func aGameIsHostedJoinedAndLeftWithAGoodbye() throws {
        let test = TestLoop()
        var rings = 0
        var saved: Settings?
        let machine: Surroundings = LinuxSurroundings(loop: test.loop, ringBell: { rings += 1 }, save: { saved = $0 })
        let door = Door()
        let listener = try machine.listen(port: 0, delegate: door)
        door.onAccept = { $0.stop() }
        var joined: Connection?
        let dialling = machine.dial(Destination(hosts: ["127.0.0.1"], port: listener.port)) { joined = try? $0.get() }
        #expect(test.run { joined != nil && door.connections.count == 1 })
        let guest = Recorder()
        joined?.delegate = guest
        door.connections[0].send(Array("bye".utf8))
        door.connections[0].close()
        #expect(test.run { guest.ends == 1 })
        #expect(guest.bytes == Array("bye".utf8))
        dialling.cancel()
        machine.ringBell()
        try machine.save(Settings())
        #expect(rings == 1 && saved == Settings())
        var isLate = false
        let late = machine.after(milliseconds: 10_000) { isLate = true }
        late.cancel()
        _ = machine.after(milliseconds: 1) { machine.quit() }
        test.loop.run()
        #expect(!isLate)
    }

    @Test func aBrowseThatIsCancelledAtOnceStartsNothing() {
        let test = TestLoop()
        let machine = LinuxSurroundings(loop: test.loop, ringBell: {}, save: { _ in })
        var events = 0
        machine.browse(type: "_fourinarow._tcp") { _ in events += 1 }.cancel()
        #expect(!test.run(upTo: 20) { events > 0 })
    }
}
