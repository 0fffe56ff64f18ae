// The helper's work: it asks a router to open a port, asks again from time to time, and closes the port when the game is gone.

import CRouter
import Glibc
import HelperProgram
import HelperProtocol
import Router

/// Serves the game until the game is gone or the port is not open.
struct RouterHelper {
    /// How long one conversation with the router may take, in seconds. Then the alarm ends this process: both libraries may block.
    private static let timeout: UInt32 = 4
    /// How often in a row the router may fail to say that the port is still open, and the pause after that, in seconds.
    private static let (mostFailures, retryPause) = (3, 2 as UInt32)
    /// The most memory for what a router says, in bytes.
    private static let memoryLimit: rlim_t = 64 << 20

    private var pipes = GamePipes()
    private var commands: [RouterCommand?] = []

    /// Serves until the game is gone. Returns false if the port is not open.
    mutating func run() -> Bool {
        var limit = rlimit(rlim_cur: Self.memoryLimit, rlim_max: Self.memoryLimit)
        setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
        do throws(RouterError) {
            guard case .ask(let method, let address) = nextCommand() else { return true }
            // The default gateway is read before the sandbox begins.
            let router = try Self.router(method, address)
            confine(.router)
            pipes.write(RouterEvent.found(address: try Self.timed(router.outsideAddress)).line)
            guard case .open(let port) = nextCommand() else { return true }
            try keepOpen(port, at: router)
            return true
        } catch {
            pipes.write(RouterEvent.trouble(error.failure, detail: error.detail).line)
            return false
        }
    }

    /// Waits for a command. Nil if the game is gone, or said something else.
    private mutating func nextCommand() -> RouterCommand? {
        while commands.isEmpty {
            guard let lines = pipes.read() else { return nil }
            commands += lines.map { RouterCommand(line: $0) }
        }
        return commands.removeFirst()
    }

    private static func router(_ method: RouterMethod, _ address: String) throws(RouterError) -> any Router {
        switch method {
        case .natPMP: try NATPMPRouter()
        case .upnp: UPnPRouter()
        case .pinhole: UPnPRouter(pinholeTarget: address)
        }
    }

    /// Opens the port and keeps it open until the game is gone, and then closes it. A router that is slow for once is asked again: until
    /// then the port is still open.
    private mutating func keepOpen(_ port: UInt16, at router: any Router) throws(RouterError) {
        var known: MappedPort?
        var failures = 0
        var pause: UInt32 = 0
        repeat {
            do throws(RouterError) {
                let open = try Self.timed { () throws(RouterError) in try router.open(port) }
                if open.address != known?.address || open.port != known?.port {
                    pipes.write(RouterEvent.opened(address: open.address, port: open.port).line)
                }
                (known, failures, pause) = (open, 0, open.pause)
            } catch {
                failures += 1
                pause = Self.retryPause
                guard known != nil, failures < Self.mostFailures else {
                    try? Self.timed(router.close)
                    throw error
                }
            }
        } while isWanted(after: pause)
        try Self.close(router)
    }

    /// Closes the port. Nobody waits for that, so a router that is slow for once is asked again.
    private static func close(_ router: any Router) throws(RouterError) {
        for _ in 1..<mostFailures where (try? timed(router.close)) != nil { return }
        try timed(router.close)
    }

    /// Waits until the router is to be asked again, or a command says so. Returns false if the game is gone.
    private mutating func isWanted(after seconds: UInt32) -> Bool {
        var waited = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&waited, 1, CInt(seconds * 1000)) != 0 else { return !pipes.isBroken }
        return pipes.read() != nil && !pipes.isBroken
    }

    /// Does what must not take long.
    private static func timed<Result>(_ action: () throws(RouterError) -> Result) throws(RouterError) -> Result {
        alarm(timeout)
        defer { alarm(0) }
        return try action()
    }
}
