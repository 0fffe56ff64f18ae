// Asks public servers for `fourinarow doctor` by which address others see a port of this machine.

import Session

/// Asks STUN servers from a port of its own, in up to some seconds each.
package final class OutsideProbe {
    private let loop = MainLoop()

    /// Asks nothing yet.
    package init() {}

    /// What these servers say, host:port each; `unknown` also where there is no port to ask from.
    package func report(of servers: [String]) -> OutsideState {
        let environment = LinuxEnvironment(loop: loop, ringBell: { _ in })
        guard let port = try? environment.openPort(0, didAccept: { $0.close() }) else { return .unknown }
        let outside = OutsideAddress(of: port, servers: servers, environment: environment) { [loop] in loop.stop() }
        loop.run()
        defer {
            outside.cancel()
            port.cancel()
            environment.drainAndCloseAll()
        }
        return outside.state
    }
}
