// Attacks on a host that waits for a player, over real connections.

import Glibc
import TestSupport
import Wire

/// A kind of attack.
enum Assault: String, CaseIterable, Sendable {
    case comeAndGo = "a thousand connections, each closed at once"
    case silentCrowd = "a hundred connections that say nothing and stay"
    case resets = "two hundred connections, each reset"
    case garbage = "random bytes"
    case hugeLengths = "frames that claim to be huge"
    case noLengths = "frames that claim to be empty"
    case damagedFrames = "damaged frames"
    case halfFrames = "frames cut in the middle"
    case anyPackets = "packets in any order"
    case newGames = "a flood of new games"
    case megabytes = "megabytes of nothing"

    /// Attacks once. Connections that stay open are closed with the returned peers.
    func strike(_ port: UInt16) throws -> [PlainPeer] {
        switch self {
        case .comeAndGo:
            for _ in 0..<1_000 { _ = try? PlainPeer(joining: port) }
            return []
        case .silentCrowd: return (0..<100).compactMap { _ in try? PlainPeer(joining: port) }
        case .resets:
            for _ in 0..<200 { (try? PlainPeer(joining: port))?.reset() }
            return []
        case .garbage: return try several(port) { (0..<Int.random(in: 1...4_000)).map { _ in UInt8.random(in: 0...255) } }
        case .hugeLengths:
            return try several(port) {
                let lengths: [UInt64] = [65_537, UInt64.max >> 1, UInt64.max, 1 << 32, 1 << 40]
                let length = lengths.randomElement() ?? 0
                return (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64($0 * 8)) }
            }
        case .noLengths: return try several(port) { [UInt8](repeating: 0, count: .random(in: 8...64)) }
        case .damagedFrames:
            return try several(port) {
                var frame = Packet.frame(of: Self.packet())
                for _ in 0..<Int.random(in: 1...6) { frame[.random(in: 8..<frame.count)] = .random(in: 0...255) }
                return frame
            }
        case .halfFrames:
            return try several(port) {
                let frame = Packet.frame(of: Self.packet())
                return Array(frame.prefix(.random(in: 1..<frame.count)))
            }
        case .anyPackets:
            return try several(port) { (0..<30).flatMap { _ in Packet.frame(of: Self.packet()) } }
        case .newGames:
            let frame = Packet.frame(of: .startNewGame)
            return try several(port) { [UInt8](repeatElement(frame, count: 2_000).joined()) }
        case .megabytes: return try several(port) { [UInt8](repeating: 0, count: 1 << 20) }
        }
    }

    /// A few peers, one after the other: each sends its bytes and waits to be closed, or leaves half of the time.
    private func several(_ port: UInt16, _ bytes: () -> [UInt8]) throws -> [PlainPeer] {
        var peers: [PlainPeer] = []
        for _ in 0..<5 {
            guard let peer = try? PlainPeer(joining: port) else { continue }
            peer.timeout = 2
            peer.send(bytes())
            if Bool.random() { peers.append(peer) }
        }
        return peers
    }

    /// Any packet.
    private static func packet() -> Packet {
        switch Int.random(in: 0..<7) {
        case 0: .startNewGame
        case 1: .yield
        case 2: .bye([.left, .rules, .nonsense, .stalled, .taken].randomElement() ?? .left)
        case 3: .ignored(type: .random(in: 23...1_000))
        case 4: .hello(Hello(name: evilName, version: "\u{1B}c", game: ""))
        default: .didAddDisc(column: .random(in: 0...6))
        }
    }

    /// A name that would set a terminal's title, ring, clear, turn the writing round and end lines, if it reached it as it is.
    static let evilName = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{202E}Eve\u{9B}31m\r\n\u{8}\u{0}"
    /// What is to be seen of it.
    static let evilNameShown = "]0;owned[2JEve31m"
}
