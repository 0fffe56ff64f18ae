// Asks the router for `fourinarow doctor`: what it supports and its address outside. Opens nothing.

import HelperProtocol
import Session

/// Asks the router, in up to five seconds.
package final class RouterProbe {
    /// A way to ask the router.
    package enum Method: String, CaseIterable {
        case natPMP = "NAT-PMP"
        case upnp = "UPnP"
    }

    /// What the router answered on each way: its address outside, or why it opens no port.
    package typealias Report = [Method: Result<String, RouterTrouble>]

    private let loop = MainLoop()
    /// What the helper wrote to stderr.
    package private(set) var complaints: [String] = []

    /// Asks nothing yet.
    package init() {}

    /// Asks both ways at once.
    package func report() -> Report {
        var report: Report = [:]
        let helpers = Method.allCases.map { way in
            let helper = HelperProcess(RouterPort.setup(loop: loop) { [unowned self] in complaints.append($0) })
            helper.onStart = { [RouterCommand.ask(way == .upnp ? .upnp : .natPMP).line] }
            helper.onLine = { line in
                switch RouterEvent(line: line) {
                case .found(let address): report[way] = .success(address)
                case .trouble(let failure, let detail): report[way] = .failure(RouterTrouble(failure, detail))
                case .opened, nil: break
                }
            }
            helper.onFailure = { failure in report[way] = report[way] ?? .failure(RouterTrouble(failure)) }
            helper.start()
            return helper
        }
        loop.beforeWaiting = { [loop] in if report.count == Method.allCases.count { loop.stop() } }
        loop.run()
        loop.beforeWaiting = nil
        for helper in helpers { helper.stop() }
        return report
    }
}
