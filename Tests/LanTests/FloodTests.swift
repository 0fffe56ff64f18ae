// A network full of invented services: the helper uses no more than its share of a core, and keeps what it listed before.

import Glibc
import HelperProgram
import HelperProtocol
import TestSupport
import Testing

@testable import fourinarow_bonjour

@Suite("A flood of services", .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
struct FloodTests {
    @Test("A flood costs a tenth of a core, and a row that was seen first stays")
    func floodIsBounded() throws {
        let lan = try Lan(hosts: 3)
        let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
        let guest = try BonjourChild(on: 2, of: lan, .browse)
        try guest.found("Tiger")
        let before = (wall: Child.now(), work: work(of: guest))
        let script = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/flood.py"
        let flood = try lan.start(on: 3, ["python3", script, "10.77.0.3", "6"])
        var isLost = false
        try guest.event(within: 120) {
            isLost = isLost || $0 == .lost("Tiger")
            guard case .found(let service) = $0 else { return false }
            return service.name.hasPrefix("Flood")
        }
        #expect(flood.finish(within: 120) == 0)
        let spent = (wall: Child.now() - before.wall, work: work(of: guest) - before.work)
        #expect(spent.work < spent.wall * WorkBudget.share + WorkBudget.most + 0.2)
        // Whatever happened in the flood is told before what the host says after it.
        host.send(.publish("Tiger", text: ["v": "2"]))
        try guest.event(within: 120) {
            isLost = isLost || $0 == .lost("Tiger")
            guard case .found(let service) = $0 else { return false }
            return service.name == "Tiger" && service.text == ["v": "2"]
        }
        #expect(!isLost)
    }

    @Test("Who works all the time gets his share; who rests may save some up")
    func budget() {
        var budget = WorkBudget(time: 0, work: 0)
        #expect(budget.rest(time: 1, work: 0.1) == 0)
        #expect(budget.rest(time: 1.4, work: 0.5) == 0)
        #expect(budget.rest(time: 2, work: 1) > 0)
        #expect(budget.rest(time: 100, work: 1) == 0)
        var (time, work) = (0.0, 0.0)
        var busy = WorkBudget(time: 0, work: 0)
        while time < 100 {
            (time, work) = (time + 0.01, work + 0.01)
            time += busy.rest(time: time, work: work)
        }
        #expect(work > 9 && work < 11)
    }

    /// Seconds of processor that a helper has taken.
    private func work(of helper: BonjourChild) -> Double {
        let fields = PseudoTerminal.text(of: "/proc/\(helper.child.process)/stat").split(separator: " ")
        guard fields.count > 14, let user = Double(fields[13]), let system = Double(fields[14]) else { return .infinity }
        return (user + system) / Double(sysconf(CInt(_SC_CLK_TCK)))
    }
}
