// Sentences about nearby players.

import Language
import Screen
import Session
import Wire

extension NearbyPlayer {
    /// How far the invitation is, for the list, at this time of the scheduler's clock; nil where it is announced: without what changes by
    /// itself.
    func words(now: Int?) -> String {
        switch state {
        case .inviting: return tr("invites you")
        case .declined: return tr("declined")
        case .noAnswer: return tr("no answer")
        case .otherVersion: return tr("other version")
        case .playing([], _): return tr("playing")
        case .playing(let others, _): return tr("playing with {name}", ["name": separated(others)])
        case .busy: return tr("busy")
        case .notConnected: return tr("free")
        case .sitting(""): return tr("at a table")
        case .sitting(name): return tr("hosts a table")
        case .sitting(let host): return tr("at {name}'s table", ["name": host])
        case .connecting: return tr("connecting")
        case .invited: return tr("invited")
        case .connected: return tr("connected")
        case .silent: return tr("not answering")
        case .lost(let end):
            return now.map { tr("lost, waiting {time}", ["time": PresenceWords.minutes(end - $0)]) } ?? trc("lost", "connection")
        }
    }
}

extension NearbyPlayer {
    /// The sign before that, and its role.
    var sign: String {
        switch state {
        case .connected: "✓"
        case .connecting, .invited: "…"
        case .inviting: "▸"
        case .silent, .lost, .otherVersion: "!"
        case .notConnected, .sitting, .playing, .busy, .declined, .noAnswer: ""
        }
    }
    var role: Role {
        switch state {
        case .connected: .good
        case .inviting: .yellow
        case .silent, .lost, .otherVersion: .warning
        case .sitting, .playing, .busy, .declined, .noAnswer: .faint
        case .notConnected, .connecting, .invited: .plain
        }
    }
}

extension NearbyPlayer {
    /// Where the player is who sits at somebody's table, plays or is busy, in a sentence; nil for others.
    var whereabouts: String? {
        switch state {
        case .sitting: labelled(name, words(now: nil)).asSentence
        case .busy: tr("{name} is busy.", ["name": name])
        case .playing(let others, let mayWatch):
            together(
                [
                    others.isEmpty
                        ? tr("{name} is playing.", ["name": name])
                        : tr("{name} is playing with {other}.", ["name": name, "other": listed(others)]),
                    mayWatch ? tr("W in “Join a game” lists games to watch.") : nil,
                ].compactMap(\.self))
        default: nil
        }
    }

    /// How far the invitation is, in a sentence; nil where something else says so: their invitation, or the absence.
    var news: String? {
        switch state {
        case .playing, .busy: whereabouts
        case .sitting, .inviting, .declined, .noAnswer: nil
        case .otherVersion: otherVersionSentence(of: name)
        case .notConnected: tr("{name} is free.", ["name": name])
        case .connecting: tr("Connecting to {name}…", ["name": name])
        case .invited: tr("{name} is invited.", ["name": name])
        case .connected: tr("{name} is at the table.", ["name": name])
        // The absence is announced itself.
        case .silent, .lost: nil
        }
    }
}

@MainActor extension NearbyLobby.Trouble {
    /// For the player.
    var sentence: String {
        switch self {
        case .closed(let failure): tr("Others cannot see you: {reason}.", ["reason": failure.reason])
        case .unseen(let trouble): trouble.sentence(advertising: .nearby)
        case .blind(let trouble): trouble.sentence(browsing: .nearby)
        }
    }
}

extension NearbyPresence {
    /// Who invites to which game.
    func invitation(from name: String, to title: String) -> String {
        // A game's own "!" ends the sentence.
        title.hasSuffix("!")
            ? tr("{name} invites you to play {game}", ["name": name, "game": title])
            : tr("{name} invites you to play {game}.", ["name": name, "game": title])
    }

    /// That Enter invites.
    static func offer(of title: String, to name: String) -> String {
        title.hasSuffix("!")
            ? tr("Enter invites {name} to {game}", ["name": name, "game": title])
            : tr("Enter invites {name} to {game}.", ["name": name, "game": title])
    }

    /// What happened, for the player; nil for an invitation, which is shown itself.
    func sentence(for news: InvitationNews, in nearby: NearbyLobby) -> String? {
        switch news {
        case .invited: nil
        case .notHost: tr("Only the host of a table can invite.")
        case .full: fullSentence(of: nearby)
        case .withdrawn(let id): tr("{name} took the invitation back.", ["name": nearby.name(of: id)])
        case .invitationGone(let id): tr("{name}'s invitation has expired.", ["name": nearby.name(of: id)])
        case .declined(let id, .busy): tr("{name} is busy.", ["name": nearby.name(of: id)])
        case .declined(let id, .declined): tr("{name} declined your invitation.", ["name": nearby.name(of: id)])
        case .declined(let id, .otherVersion), .otherVersion(let id): otherVersionSentence(of: nearby.name(of: id))
        case .unanswered(let id):
            trn(
                "{name} did not answer within {count} second.", "{name} did not answer within {count} seconds.",
                NearbyLobby.invitationTimeout, ["name": nearby.name(of: id)])
        case .unreachable(let id, let failure?):
            tr("{name} could not be reached: {reason}.", ["name": nearby.name(of: id), "reason": failure.reason])
        case .unreachable(let id, nil): tr("{name} could not be reached.", ["name": nearby.name(of: id)])
        case .joined(let id, let isInvited): welcome(nearby.name(of: id), isInvited: isInvited)
        case .left(let id): tr("{name} left.", ["name": nearby.name(of: id)])
        case .tableClosed(let reason, let host): reason.sentenceBeforeGame(with: nearby.name(of: host))
        }
    }

    /// Somebody has sat down.
    private func welcome(_ name: String, isInvited: Bool) -> String {
        isInvited ? tr("{name} accepted your invitation.", ["name": name]) : tr("{name} sits down.", ["name": name])
    }

    private func fullSentence(of nearby: NearbyLobby) -> String? {
        games?.named(nearby.game.id).map { tr("{game} is for {size}.", ["game": $0.title, "size": $0.size]) }
    }
}
