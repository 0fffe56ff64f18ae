// Sentences about nearby players.

import Language
import Screen
import Session
import Text
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

// MARK: - Above and below the list

extension NearbyViewController {
    func notes(for nearby: NearbyLobby, isRoomy: Bool) -> [Page.Note] {
        let isRenamed = nearby.shownName != navigator.playerName.asPlayerName
        let problem =
            nearby.trouble.map { Page.Note(.problem, $0.sentence) }
            ?? (isRenamed ? Page.Note(.plain, tr("Others see you as {name}.", ["name": nearby.shownName])) : nil)
        let own = Array((nearby.listedTable.map(notes(for:)) ?? []).prefix(isRoomy ? 5 : nearby.roster.isEmpty ? 2 : 0))
        if nearby.roster.isEmpty {
            let seat = nearby.hostName.map { Page.Note(.label, tr("Connecting to {host}…", ["host": $0])) }
            return [seat, problem].compactMap(\.self) + own
        }
        let (there, lost) = (nearby.companions(areLost: false), nearby.companions(areLost: true))
        let connected =
            there.isEmpty
            ? Page.Note(.warning, tr("Waiting for {name}…", ["name": separated(lost)]))
            : Page.Note(.label, company(of: there, mayStart: lost.isEmpty && enterStarts(nearby)))
        let host = (nearby.isHostThere ? nearby.hostName : nil).map {
            Page.Note(.plain, tr("Waiting for {host} to start {game}…", ["host": $0, "game": gameTitle(nearby)]))
        }
        let ownName = PresenceWords.ownName(among: nearby.roster.map(\.name), at: nearby.roster.firstIndex { $0.id == nearby.id })
        let rules = nearby.joinedTable.flatMap { $0.timeControl?.sentence ?? games.named($0.game)?.rules } ?? ""
        return [
            connected, host, ownName.map { Page.Note(.plain, $0) },
            isRoomy && !rules.isEmpty ? Page.Note(.faint, rules) : nil, problem,
        ].compactMap(\.self) + own
    }

    /// Whether Enter starts the game on the chosen row.
    func enterStarts(_ nearby: NearbyLobby) -> Bool {
        guard nearby.isHost, nearby.game.players.contains(nearby.roster.count) else { return false }
        let state = chosenPlayer?.state
        return view.chosen == AnyHashable(Row.start) || state?.isAtTable == true || startsGame(on: state)
    }

    /// The game of the table at which the player sits.
    func gameTitle(_ nearby: NearbyLobby) -> String {
        nearby.joinedTable.flatMap { games.named($0.game)?.title } ?? game.title
    }

    /// Where others find the player's table.
    func notes(for table: TableHost) -> [Page.Note] {
        let isFull = table.table.isFull
        let heading =
            isFull
            ? tr("The table is full.") : table.guests.isEmpty ? tr("Waiting for players of {game}…", ["game": game.title]) : nil
        let place =
            switch table.offer?.state {
            case .failed(let trouble): Page.Note(.problem, trouble.sentence(advertising: .table))
            case .listed(let name): Page.Note(.plain, tr("Others see it under Players near you as {name}.", ["name": name]))
            case .pending, nil: Page.Note(.faint, tr("Publishing the table as {name}…", ["name": navigator.playerName]))
            }
        let address =
            addresses.isEmpty || isFull
            ? []
            : [
                Page.Note(
                    .faint,
                    tr("Not in their list? They type {address}.", ["address": alternatives(directions.map { isolated($0) })]))
            ]
        let slack = game.hasSnapTime ? [Page.Note(.faint, timeToSnap)] : []
        return [heading.map { Page.Note(.label, $0) }, place].compactMap(\.self) + address + slack
    }

    private var directions: [String] { lobby?.listedTable?.offer?.directions ?? [] }

    /// The line that others paste where the list does not reach them; empty while no table is listed.
    var addresses: String { directions.joined(separator: " ") }

    /// What Enter does to the chosen row.
    func about(_ nearby: NearbyLobby, _ tables: [MatchmakingTable]) -> String {
        if let table = tables.first(where: { AnyHashable(rowID(of: $0)) == view.chosen }) {
            // Enter says that all seats are taken.
            let facts: Fillings = ["game": games.named(table.game)?.title ?? table.game]
            if table.isFull { return labelled(table.title, tr("{game}, full", facts)).asSentence }
            let offer = tr("Enter sits down at {name}'s table.", ["name": table.title])
            return together([offer, table.timeControl?.sentence].compactMap(\.self))
        }
        guard let player = chosenPlayer else { return aboutSetting(nearby) }
        let onlyHost = nearby.roster.isEmpty ? "" : tr("Only the host of a table can invite.")
        switch player.state {
        case .connecting, .invited: return nearby.isGuest ? onlyHost : tr("Enter takes the invitation back.")
        case .silent where nearby.isHost, .lost where nearby.isHost:
            return tr("The game waits for {name}. S sends {name} away.", ["name": player.name])
        case .connected, .silent, .lost:
            // The lines above tell a guest who starts the game.
            return nearby.isHost ? aboutStart : ""
        case .inviting: return tr("{name} waits for your answer.", ["name": player.name])
        case .sitting, .playing, .busy: return player.whereabouts ?? ""
        case let state where startsGame(on: state):
            return tr("Enter starts the game with everyone at the table.")
        case .notConnected, .declined, .noAnswer, .otherVersion:
            return nearby.isGuest ? onlyHost : NearbyPresence.offer(of: game.title, to: player.name)
        }
    }

    /// What comes before another game.
    var whyGameIsFixed: String {
        lobby?.listedTable != nil || hasCompany
            ? tr("To change the game, close the table first (D).")
            : tr("You have invited others to {game}. Take that back first.", ["game": game.title])
    }

    /// What is played. That Enter starts it stands above, too.
    var aboutStart: String {
        game.rules.isEmpty ? tr("Enter starts the game with everyone at the table.") : game.rules
    }

    /// What the chosen setting means.
    func aboutSetting(_ nearby: NearbyLobby) -> String {
        switch view.chosen?.base as? Row {
        case .name:
            view.field == nil
                ? tr("Others see this name in their lists and at the board. Enter changes it.")
                : tr("Type your name. An empty line keeps it.")
        case .visible:
            navigator.settings.visible
                ? tr("Everybody on this network can see you and invite you. Enter hides you.")
                : nearby.listedTable == nil
                    ? tr("You see the others, and they do not see you. Enter shows you to them.")
                    : tr("Others see only your table. Enter shows you to them, too.")
        case .game where isGameFixed: tr("{game} is for {size}.", ["game": game.title, "size": game.size])
        case .game: tr("{game} is for {size}. Enter changes the game.", ["game": game.title, "size": game.size])
        case .address: view.field == nil ? tr("Is a table missing? Enter asks for its address.") : JoinGameViewController.hidden
        case .resume: saved?.about(isAtBoard: navigator.launcher.isOpponentAtBoard) ?? ""
        case .start: aboutStart
        case .player, .table, nil: ""
        }
    }
}
