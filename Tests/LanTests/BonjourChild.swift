// The helper `fourinarow-bonjour` as a child process: commands in, events out.

import Glibc
import HelperProtocol
import TestSupport

/// A running helper.
struct BonjourChild {
    /// The type that games are published by.
    static let type = "_fourinarow._tcp"
    /// The executable under test: beside the tests, or as FOURINAROW_BONJOUR says.
    static let path: String = {
        if let path = getenv("FOURINAROW_BONJOUR") { return String(cString: path) }
        return Child.beside("fourinarow-bonjour")
    }()

    /// The process.
    let child: Child

    /// Starts a helper on a host of a LAN, and sends it commands.
    init(on host: Int, of lan: Lan, _ commands: DiscoveryCommand...) throws {
        child = try lan.start(on: host, [Self.path])
        for command in commands { send(command) }
    }

    /// A helper that runs already.
    init(_ child: Child) {
        self.child = child
    }

    /// Gives it a command.
    func send(_ command: DiscoveryCommand) {
        child.write(command.line)
    }

    /// Its next event that `matches`, others skipped; throws when there is none within `seconds`.
    @discardableResult
    func event(within seconds: Double = 30, where matches: (DiscoveryEvent) -> Bool) throws -> DiscoveryEvent {
        let deadline = Child.now() + seconds
        var got: [String] = []
        while let line = child.line(within: deadline - Child.now()) {
            got.append(line)
            if let event = DiscoveryEvent(line: line), matches(event) { return event }
        }
        throw ChildError.noLine(within: seconds, got: got)
    }

    /// Waits for exactly this event.
    func event(_ event: DiscoveryEvent, within seconds: Double = 30) throws {
        try self.event(within: seconds) { $0 == event }
    }

    /// Waits until it finds a service of this name, and with what else is asked for.
    @discardableResult
    func found(
        _ name: String, within seconds: Double = 30, where matches: (DiscoveredService) -> Bool = { _ in true }
    ) throws -> DiscoveredService {
        var found: DiscoveredService?
        try event(within: seconds) {
            guard case .found(let service) = $0, service.name == name, matches(service) else { return false }
            found = service
            return true
        }
        guard let found else { throw ChildError.noLine(within: seconds, got: []) }
        return found
    }
}

extension DiscoveryCommand {
    /// Publishes a game.
    static func publish(_ name: String, port: UInt16 = 4321, text: [String: String] = [:]) -> DiscoveryCommand {
        .publish(type: BonjourChild.type, name: name, port: port, text: text)
    }

    /// Looks for games.
    static let browse = DiscoveryCommand.browse(type: BonjourChild.type)
}

extension DiscoveryEvent {
    /// A game is gone.
    static func lost(_ name: String) -> DiscoveryEvent {
        .lost(type: BonjourChild.type, name: name)
    }

    /// Whether a command was not understood.
    var isRefusal: Bool { if case .error(.badCommand, _) = self { true } else { false } }
}

extension Lan {
    /// A process that stands for the game: it holds the only writing end of a helper's stdin. The helper's stdout is the same as its own.
    func startGame(on host: Int, publishing name: String) throws -> Child {
        let command = DiscoveryCommand.publish(name).line
        return try start(
            on: host, ["bash", "-c", #"exec 3> >(exec "$1"); printf %s "$2" >&3; read -r"#, "game", BonjourChild.path, command])
    }
}
