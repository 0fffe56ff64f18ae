// Listens to the lobby's objects in tests: it keeps everything it is told as a line, and the party once the game starts.

import Games
import TestSupport
import Wire

@testable import Session

/// Keeps what a lobby and its party tell.
final class LobbyRecorder {
    private(set) var heard: [String] = []
    /// The party, once the game has started.
    private(set) var party: TableParty?

    /// What was told since the last call.
    func take() -> [String] {
        defer { heard = [] }
        return heard
    }

    /// Keeps what this lobby tells.
    func listen(to lobby: some Lobby) {
        lobby.didHappen = { [weak self, unowned lobby] in self?.hear($0, of: lobby) }
    }

    private func hear(_ event: LobbyEvent, of lobby: some Lobby) {
        switch event {
        case .changed: break
        case .started(let game, let party):
            heard.append("start \(game.id) \(party.mySeat) \(party.names)")
            self.party = party
            party.didHappen = { [weak self] in self?.hear($0) }
        case .ended(let reason): heard.append("end \(reason)")
        case .notJoined(_, let reason): heard.append("no seat: \(Self.words(reason))")
        case .news(let news): if let nearby = lobby as? NearbyLobby { heard.append(Self.words(news, nearby)) }
        }
    }

    private static func words(_ reason: SeatRefusal) -> String {
        switch reason {
        case .refused(let reason): "refused(\(reason))"
        case .silent: "silent"
        case .lost: "lost"
        case .gone: "gone"
        case .otherVersion: "otherVersion"
        case .unreachable: "unreachable"
        }
    }

    /// Leaves the party, if there is one.
    func leaveParty() {
        party?.leave()
        party = nil
    }

    private func hear(_ event: PartyEvent) { heard += [event.line].compactMap { $0 } }

    /// News with names instead of ids.
    private static func words(_ news: InvitationNews, _ nearby: NearbyLobby) -> String {
        switch news {
        case .notHost: "refused notHost"
        case .full: "refused full"
        case .invited(let id): "\(nearby.name(of: id)) invites to \(nearby.game(invitedBy: id)?.id ?? "nothing")"
        case .withdrawn(let id): "withdrawn: \(nearby.name(of: id))"
        case .invitationGone(let id): "gone: \(nearby.name(of: id))"
        case .declined(let id, let reason): "\(nearby.name(of: id)) declines: \(reason)"
        case .unanswered(let id): "no answer from \(nearby.name(of: id))"
        case .unreachable(let id, let failure): "no way to \(nearby.name(of: id)): \(failure.map { "\($0)" } ?? "lost")"
        case .joined(let id, _): "joined \(nearby.name(of: id))"
        case .left(let id): "left \(nearby.name(of: id))"
        case .tableClosed(let reason, _): "table closed: \(reason)"
        case .otherVersion(let id): "\(nearby.name(of: id)) has another version"
        }
    }
}
