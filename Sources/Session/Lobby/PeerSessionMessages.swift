// A session of players near each other: what the others say, and what happens on the way to them. PeerSession.swift has the state. Whatever
// comes, in whatever state, is answered or passed over.

import Wire

nonisolated extension PeerSession {
    /// Another player says something.
    package mutating func received(_ message: PeerMessage, from id: String) -> [Effect] {
        switch message {
        case .invite(let number, let name, let game): invited(number, name, game, by: id)
        case .cancel(let number): cancelled(number, by: id)
        case .accept(let number): accepted(number, by: id)
        case .decline(let number, let reason): declined(number, reason, by: id)
        case .welcome(let number): welcomed(number, by: id)
        case .roster(let number, let names, let ids): told(number, names, ids, by: id)
        }
    }

    private mutating func invited(_ number: Int, _ name: String, _ game: String, by id: String) -> [Effect] {
        if id == self.id { return [] }
        switch phase(id) {
        case .apart: return consider(number, name, game, by: id)
        case .asked(let ours): return crossed(number, ours, game, by: id)
        case .asking(number), .joining(number), .host(number): return []
        case .asking, .joining, .host, .guest:
            let loss = lose(id)
            return loss + consider(number, name, game, by: id)
        }
    }

    /// An invitation out of the blue: the player decides, unless there is a session already.
    private mutating func consider(_ number: Int, _ name: String, _ game: String, by id: String) -> [Effect] {
        if isHost || isGuest { return [.send(.decline(number, .busy), to: id), .close(id)] }
        if index(of: id) == nil { peers.append(Peer(id: id, name: name, isVisible: false)) }
        move(id, to: .asking(number))
        return [.notify(.invited(id: id, game: game))]
    }

    /// Two invite each other at once, so both want to: the invitation of the smaller id stands, on both sides. Only if the other
    /// has meanwhile got a session does neither.
    private mutating func crossed(_ number: Int, _ ours: Int, _ game: String, by id: String) -> [Effect] {
        if self.id < id { return [] }
        let mine: [Effect] = [.cancelTimer(id), .send(.cancel(ours), to: id)]
        if isHost {
            move(id, to: .apart)
            return mine + [.send(.decline(number, .busy), to: id), .close(id), .notify(.declined(id: id, .busy))]
        }
        move(id, to: .asking(number))
        return mine + accept(id)
    }

    private mutating func cancelled(_ number: Int, by id: String) -> [Effect] {
        switch phase(id) {
        case .asking(number):
            move(id, to: .apart)
            return [.close(id), .notify(.invitationGone(id: id))]
        case .joining(number):
            move(id, to: .apart)
            return [.cancelTimer(id), .close(id), .notify(.invitationGone(id: id))]
        case .host(number):
            move(id, to: .apart)
            return [.close(id)] + endSession(.serverQuit)
        default: return []
        }
    }

    /// They accept; if the invitation is an old one, they learn that it no longer stands.
    private mutating func accepted(_ number: Int, by id: String) -> [Effect] {
        switch phase(id) {
        case .guest(number): return []
        case .asked(number):
            move(id, to: .guest(number))
            return [.cancelTimer(id), .send(.welcome(number), to: id), .notify(.joined(id: id))] + declineAll() + tellRoster()
        case .apart: return [.send(.cancel(number), to: id), .close(id)]
        default: return [.send(.cancel(number), to: id)]
        }
    }

    private mutating func declined(_ number: Int, _ reason: DeclineReason, by id: String) -> [Effect] {
        switch phase(id) {
        case .asked(number):
            move(id, to: .apart)
            return [.cancelTimer(id), .close(id), .notify(.declined(id: id, reason))]
        case .guest(number):
            move(id, to: .apart)
            return [.close(id), .notify(.left(id: id))] + tellRoster()
        default: return []
        }
    }

    private mutating func welcomed(_ number: Int, by id: String) -> [Effect] {
        guard phase(id) == .joining(number) else { return [] }
        move(id, to: .host(number))
        return [.cancelTimer(id), .notify(.joined(id: id))]
    }

    private mutating func told(_ number: Int, _ names: [String], _ ids: [String], by id: String) -> [Effect] {
        guard phase(id) == .host(number) else { return [] }
        (roster, rosterIDs) = (names, ids)
        return [.notify(.roster(names))]
    }

    /// Tells all guests, and the player, who is in the session now.
    private mutating func tellRoster() -> [Effect] {
        roster = isHost ? [name] + connected.map(\.name) : []
        rosterIDs = isHost ? [id] + connected.map(\.id) : []
        let tellings = peers.compactMap { peer -> Effect? in
            guard case .guest(let number) = peer.phase else { return nil }
            return .send(.roster(number, roster, ids: rosterIDs), to: peer.id)
        }
        return tellings + [.notify(.roster(roster))]
    }

    private mutating func endSession(_ reason: QuitReason) -> [Effect] {
        (roster, rosterIDs) = ([], [])
        return [.notify(.sessionEnded(reason))]
    }

    /// There is no connection with a player any more.
    package mutating func lose(_ id: String) -> [Effect] {
        let phase = phase(id)
        move(id, to: .apart)
        switch phase {
        case .apart: return []
        case .asked: return [.cancelTimer(id), .notify(.unreachable(id: id))]
        case .asking: return [.notify(.invitationGone(id: id))]
        case .joining: return [.cancelTimer(id), .notify(.invitationGone(id: id))]
        case .guest: return [.notify(.left(id: id))] + tellRoster()
        case .host: return endSession(.connectionDropped)
        }
    }

    /// A player did not answer in time.
    package mutating func timedOut(_ id: String) -> [Effect] {
        switch phase(id) {
        case .asked(let number):
            move(id, to: .apart)
            return [.send(.cancel(number), to: id), .close(id), .notify(.unanswered(id: id))]
        case .joining(let number):
            move(id, to: .apart)
            return [.send(.decline(number, .left), to: id), .close(id), .notify(.invitationGone(id: id))]
        case .apart, .asking, .guest, .host: return []
        }
    }
}
