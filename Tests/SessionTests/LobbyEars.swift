// Who listens to the lobby's drivers in tests: everything told is kept as a line.

import TestSupport
import Wire

@testable import Session

/// Keeps what a driver tells.
final class Ears: TableHostDelegate, TableGuestDelegate, NearbySessionDelegate, PartyDelegate {
    private(set) var heard: [String] = []
    private(set) var changes = 0

    /// What was told since the last time.
    func take() -> [String] {
        defer { heard = [] }
        return heard
    }

    func lobbyDidChange(_ party: LobbyParty) { changes += 1 }
    func lobby(_ party: LobbyParty, didStart game: LobbyGame) {
        heard.append("start \(game.id) \(party.mySeat) \(party.names)")
        party.delegate = self
    }
    func lobby(_ party: LobbyParty, doesNotKnow game: String) { heard.append("unknown \(game)") }
    func lobbyDidEnd(_ party: LobbyParty, because reason: QuitReason) { heard.append("end \(reason)") }

    func tableHasTooFewPlayers(_ table: TableHost) { heard.append("too few") }
    func guest(_ guest: TableGuest, didNotJoin table: MatchmakingTable, because reason: SeatRefusal) {
        let why =
            switch reason {
            case .refused(let reason): "refused(\(reason))"
            case .silent: "silent"
            case .gone: "gone"
            case .unreachable: "unreachable"
            }
        heard.append("no seat: \(why)")
    }
    func session(_ session: NearbySession, didTell news: PeerSession.News) {
        if news != .peers { heard.append(Self.words(news, session)) }
    }

    func party(_ party: Party, didReceive packet: GamePacket, from seat: Int) {
        heard.append("packet \(packet.type) from \(seat)")
    }
    func party(_ party: Party, didLose seat: Int) { heard.append("lost \(seat)") }
    func partyDidEnd(_ party: Party, because reason: QuitReason) { heard.append("over \(reason)") }

    /// News with names for ids.
    private static func words(_ news: PeerSession.News, _ session: NearbySession) -> String {
        switch news {
        case .peers: "peers"
        case .refused(let problem): "refused \(problem)"
        case .invited(let id, let game): "\(session.name(of: id)) invites to \(game)"
        case .invitationGone(let id): "gone: \(session.name(of: id))"
        case .declined(let id, let reason): "\(session.name(of: id)) declines: \(reason)"
        case .unanswered(let id): "no answer from \(session.name(of: id))"
        case .unreachable(let id): "no way to \(session.name(of: id))"
        case .joined(let id): "joined \(session.name(of: id))"
        case .left(let id): "left \(session.name(of: id))"
        case .roster(let names): "roster \(names)"
        case .sessionEnded(let reason): "session over: \(reason)"
        case .ended(let reason): "ended \(reason)"
        }
    }
}
