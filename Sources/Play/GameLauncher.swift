// Opens the games: what the command line asked for, what starts at a table, games that were left before their end, and network games that were cut off
// when the program ended.

import Engine
import Games
import Language
import Session
import Wire

/// Opens games on a navigator.
package final class GameLauncher {
    /// Where the games are shown.
    unowned let navigator: Navigator
    /// Whether the saved games may be read yet: not before the first picture.
    private(set) var mayReadGames = false
    /// When those who look for an opponent were heard of last (`Seeking`).
    var heardSeekers: [[UInt8]: Int] = [:]
    /// Tells an opponent who still looks for us that the player has given the game up. It may be at the port at which the next one is awaited.
    var farewell: (any Cancellable)? {
        didSet {
            oldValue?.cancel()
            lookOut(for: nil)
        }
    }
    /// Looks where the opponent of the saved game is.
    private var lookout: (token: ResumeToken, search: Reconnection?)?
    /// Where the opponent was seen last, until some time after that.
    private var sight: (isAtBoard: Bool, end: any Cancellable)?
    /// Whether the opponent of the saved game waits at the board, or sits in the menu, too; nil where that is not known.
    var isOpponentAtBoard: Bool? { sight?.isAtBoard }
    /// Whether the last game hosted on this network asked for a code; the next one does, too.
    var hostsPrivately = false
    /// Whether the player is the host of the last game with a peer of this run; nil without one.
    var wasHost: Bool?
    /// The storage problem that the player has been told about.
    private var knownProblem: String?
    /// The choices of the last game of card matching.
    var cardTable = (
        count: CardMatchingViewController.usualCount, mode: CardMatchingGame.Mode.usual, variant: MatchingVariant.plain
    )

    init(navigator: Navigator) { self.navigator = navigator }

    /// Opens the menu, and on top of it what the command line asked for. Throws if the game cannot be hosted. A network game that was
    /// cut off takes precedence over another one.
    package func open(_ start: Start) throws(NetworkFailure) {
        // Who listens would hear the menu's remarks as news.
        mayReadGames = navigator.listener != nil
        let menu = MenuViewController(navigator: navigator, title: tr("Four in a Row"), entries: MenuEntry.main)
        navigator.push(menu)
        if start == .welcome { navigator.push(WelcomeViewController(navigator: navigator)) }
        if start == .menu || start == .welcome { return resumeLater(from: menu) }
        mayReadGames = true
        if start.isNetworkGame && resume() { return }
        switch start {
        case .menu, .welcome: break
        case .host(let place, let isPrivate): try openHosting(at: place, isPrivate: isPrivate)
        case .join(let address, let code):
            let join = openJoining()
            if let address { join.join(address, code: code) }
        case .watch(let place, let code):
            let list = openWatching()
            if let place { list.join(place, code: code) }
        case .hostOnline: openHostingOnline()
        case .joinOnline(let code): openOnlineJoining(code)
        case .two: openGameForTwo()
        case .computer(let level, let firstMover, let position): playComputer(level, firstMover, position)
        case .review(let digits): review(digits)
        case .message(let line):
            go(to: .message)
            if let line { read(line: line) }
        case .place(let place): go(to: place)
        }
    }

    private func playComputer(_ level: Int?, _ firstMover: FirstMover?, _ position: String) {
        guard let start = try? Game(digits: position) else { return }
        let level = Level(rawValue: level ?? navigator.settings.level) ?? .casual
        let game = game(at: level, firstMover: firstMover, start: start)
        navigator.push(game)
        game.match?.begin()
    }

    private func review(_ digits: String) {
        guard let game = try? Game(digits: digits) else { return }
        let names = ReviewNames(yellow: DiscNames.yellow, red: DiscNames.red, me: .first)
        navigator.push(ReviewViewController(navigator: navigator, game: game, names: names, storedAs: nil))
    }
}

// MARK: - Games at a table

extension GameLauncher {
    /// Shows the game in place of the lobby's screen, or over the list of players.
    func begin(_ game: PartyGame, with party: TableParty) {
        if let makeScreen = game.makeScreen {
            keepSeat(of: party, in: game)
            party.didLeaveSomebody = { [weak self] in self?.farewell = $0 }
            open(makeScreen(navigator, party))
            if let ownName = PresenceWords.ownName(among: party.names, at: party.mySeat) { navigator.show(alert: ownName) }
        } else if let link = party.handOver() {
            let names = party.names
            let screen = self.game(withPeerCalled: names[party.isHost ? 1 : 0])
            let isFromList = navigator.top?.isList == true
            open(screen)
            screen.startGame(with: link, isHost: party.isHost, mayWatch: isFromList)
        } else {
            party.leave()
            navigator.pop()
        }
        navigator.call(tr("The game begins."))
    }

    /// The list of nearby players stays under the game: there they find each other again.
    private func open(_ screen: any ViewController) {
        if navigator.top?.isList == true { navigator.push(screen) } else { navigator.replaceTop(with: screen) }
    }

    /// A guest that is killed returns to its seat.
    private func keepSeat(of party: TableParty, in game: PartyGame) {
        party.keepSeat(in: navigator.environment.archive, playing: game.game.id) { [weak navigator] in
            navigator?.show(alert: $0.sentence)
        }
    }

    /// Returns to the table at which an earlier run of the program sat when it was killed. Returns false if there is none.
    private func resumeSeat() -> Bool {
        let archive = navigator.environment.archive
        guard let (seat, seconds) = try? archive.claimSeat() else { return false }
        guard let game = PartyGame.all.named(seat.game), let makeScreen = game.makeScreen else {
            try? archive.forgetSeat(seat.session.token)
            return false
        }
        let party = TableParty(returningTo: seat, for: seconds, environment: navigator.environment)
        keepSeat(of: party, in: game)
        navigator.push(makeScreen(navigator, party))
        return true
    }

    /// The party is over. The game's screen, where there is something to be seen on it, stays until the player has read why; the key that says so
    /// leads to the menu.
    func partyDidEnd(because reason: QuitReason, host: String, isEmpty: Bool) {
        let sentence = reason.sentence(inGameOf: host)
        if sentence == nil || isEmpty { navigator.popToMenu() }
        guard let sentence else { return }
        navigator.show(standing: sentence, then: isEmpty ? nil : { [weak navigator] in navigator?.popToMenu() })
        navigator.call(sentence)
    }
}

// MARK: - Games that were left

extension GameLauncher {
    /// All games, the newest first; none before the first picture.
    var keptGames: [KeptGame] { mayReadGames ? (try? navigator.environment.archive.games()) ?? [] : [] }

    /// The row of the menu that led to what was played last.
    func lastPlayed(among games: [KeptGame]) -> MenuRow {
        let results = mayReadGames ? (try? navigator.environment.archive.results()) ?? [] : []
        let row = MenuRow(lastOf: games, or: results.filter { $0.record.kind.other != nil })
        // Whoever asks for a replay moves first.
        return row == .host || row == .join ? wasHost.map { $0 ? .host : .join } ?? row : row
    }

    /// The last game against the computer or on this keyboard that was left before its end, unless the player has not moved yet; or one by message, if it
    /// is the player's turn.
    func unfinishedGame(among games: [KeptGame]) -> (kept: KeptGame, game: Game)? {
        guard let last = games.first(where: \.record.waitsForPlayer) else { return nil }
        return (try? Game(digits: last.record.digits)).map { (last, $0) }
    }

    /// Goes on with a game that was left before its end.
    func goOn(with kept: KeptGame) {
        guard let game = game(of: kept) else { return }
        let screen: FourInARowViewController
        if let message = MessageGame(kept.record) {
            if !message.friend.isEmpty { return open(message, id: kept.id) }
            // The list asks what the friend is called.
            go(to: .message)
            return (navigator.top as? MessageGamesViewController)?.open(message, id: kept.id) ?? ()
        }
        if kept.record.kind == .computer {
            guard let level = kept.record.level.flatMap(Level.init) else {
                return navigator.show(alert: tr("This game's level is not known."))
            }
            screen = self.game(at: level)
        } else {
            screen = gameForTwo()
        }
        // What was left last is what the menu goes on with.
        let id = (try? navigator.environment.archive.renew(kept.id)) ?? kept.id
        navigator.push(screen)
        screen.match?.begin(continuing: (game, kept.record.isFirst, id, kept.record.pause))
    }

    /// The moves of a stored game; nil, after an alert, if they are none.
    func game(of kept: KeptGame) -> Game? {
        do throws(PositionError) {
            return try Game(digits: kept.record.digits)
        } catch {
            navigator.show(alert: tr("Game {id} cannot be read: {reason}.", ["id": kept.id, "reason": error.sentence]))
            return nil
        }
    }
}

extension GameRecord {
    /// Whether it was left before its end, and nobody else has to come back.
    var canGoOn: Bool { kind != .network && result == .unfinished && reason != .abandoned }

    /// Whether the menu offers to go on with it.
    var waitsForPlayer: Bool {
        canGoOn && (kind == .message ? MessageGame(self)?.isOurs == true : digits.count > (isFirst ? 0 : 1))
    }
}

// MARK: - Games that were cut off

extension GameLauncher {
    /// The game that the player left with “Save and leave”, as long as it can be resumed.
    var savedGame: ResumableGame? { mayReadGames ? interruptedGame(isSaved: true) : nil }

    /// Resumes a game that was cut off, or saved by the player: opens its board and looks for the opponent. Returns false if there is none.
    func resumeGame(isSaved: Bool) -> Bool {
        let archive = navigator.environment.archive
        guard let session = interruptedGame(isSaved: isSaved), (try? archive.claim(session)) == true else { return false }
        lookOut(for: nil)
        guard let game = game(resuming: session) else {
            try? archive.forget(session.token)
            return false
        }
        let relay = session.relay
        if !relay.isEmpty, relay != navigator.settings.relay.hidingPassword() { navigator.environment.useRelay(at: relay) }
        if wasFoundOnline(session) {
            // A stranger could not come to a room: both find each other in the list.
            if let list = try? opponents(isSeeking: session.isHost) { navigator.raise(list) }
        } else if session.isHost {
            game.didAskToHostAgain = { [unowned self] in
                navigator.popToRoot()
                if session.endpoint?.isAtRelay == true || session.endpoint?.mutual != nil { return openHostingOnline() }
                hostsPrivately = session.isSealed
                host()
            }
        }
        wasHost = session.isHost
        navigator.push(game)
        game.match?.reconnect(for: min(session.secondsLeft, ResumableGame.timeout))
        return true
    }

    /// Looks where the opponent of this saved game is, until an hour after the game broke off, and says so in the menu, or on any other screen once the
    /// opponent waits at the board. Nil: looks no more.
    func lookOut(for session: ResumableGame?) {
        guard session?.token != lookout?.token else { return }
        lookout?.search?.cancel()
        sight?.end.cancel()
        (lookout, sight) = (nil, nil)
        guard let session else { return }
        let left = Reconnection.sightTime - (session.lifetime - session.secondsLeft)
        guard left > 0 else { return }
        let search = Reconnection(lookingFor: session, for: left, environment: navigator.environment) { [weak self] in
            self?.didSee($0, from: session)
        }
        lookout = (session.token, search)
    }

    /// The opponent of a saved game was met, and reported this history.
    private func didSee(_ history: MatchHistory, from session: ResumableGame) {
        if history.hasLeft { return giveUp(session) }
        let before = isOpponentAtBoard
        sight?.end.cancel()
        let end = navigator.environment.after(milliseconds: 3 * Reconnection.sightPause) { [weak self] in
            self?.sight = nil
            self?.updateRows()
        }
        sight = (!history.isLooking, end)
        guard isOpponentAtBoard != before else { return }
        updateRows()
        // Now is the time to resume it. On the screen its row says so.
        guard isOpponentAtBoard == true, let top = navigator.top else { return }
        let sentence = PresenceWords.atBoard(session.opponent, hasRow: hasRow(top))
        if navigator.listener != nil || !hasRow(top) {
            navigator.show(besideLabel: sentence) { [weak self] in self?.isOpponentAtBoard == true }
        }
        navigator.call(sentence)
    }

    /// The opponent of a saved game has left it for good.
    private func giveUp(_ session: ResumableGame) {
        lookOut(for: nil)
        do throws(StorageFailure) {
            try keepAbandoned(session)
            try navigator.environment.archive.forget(session.token)
        } catch {
            navigator.show(alert: error.sentence)
        }
        updateRows()
        let sentence = PresenceWords.leftForGood(session.opponent)
        // A key for the row that has gone must not open another one.
        if navigator.top.map(hasRow) == true { navigator.show(standing: sentence) } else { navigator.show(besideLabel: sentence) }
        navigator.call(sentence)
    }

    /// Whether the screen lists the saved game.
    private func hasRow(_ screen: any ViewController) -> Bool { navigator.isFirst(screen) || screen.offersSavedGame }

    private func updateRows() { if let top = navigator.top, hasRow(top) { top.didAppear() } }

    /// Whether the opponent of an interrupted game was found in the list of players who look for one.
    private func wasFoundOnline(_ session: ResumableGame) -> Bool {
        guard session.endpoint?.isAtRelay == true, session.spectatorRoom == nil else { return false }
        let games = (try? navigator.environment.archive.games()) ?? []
        let last = games.first { $0.id == session.gameID } ?? games.first { $0.record.opponent == session.opponent }
        return last?.record.opponentKey.isEmpty == false
    }

    /// Goes on with what an earlier run left without being asked: a game that was cut off, or a seat. Returns false if there is nothing.
    func resume() -> Bool { resumeGame(isSaved: false) || resumeSeat() }

    /// Resumes a game after the first picture: the menu does not wait for the disk.
    private func resumeLater(from menu: MenuViewController) {
        _ = navigator.environment.after(milliseconds: 0) { [weak self, weak menu] in
            guard let self, let menu else { return }
            self.mayReadGames = true
            if self.navigator.top === menu && !self.resume() { menu.didAppear() }
        }
    }

    /// In the history nobody has won it.
    private func keepAbandoned(_ session: ResumableGame) throws(StorageFailure) {
        var id = session.gameID
        guard id != nil, let record = session.abandoned else { return }
        try navigator.environment.archive.keep(record, id: &id)
    }

    private func interruptedGame(isSaved: Bool) -> ResumableGame? {
        do throws(StorageFailure) {
            let archive = navigator.environment.archive
            let games = try archive.brokenGames()
            for late in games where late.secondsLeft == 0 { try keepAbandoned(late) }
            if let late = games.first(where: { $0.secondsLeft == 0 }) {
                navigator.show(
                    alert: tr(
                        "It is too late to resume your game with {name}. The history has its moves.",
                        ["name": late.opponent]))
            }
            return games.first { $0.secondsLeft > 0 && ($0.state == .saved) == isSaved }
        } catch {
            if knownProblem != error.sentence { navigator.show(alert: error.sentence) }
            knownProblem = error.sentence
            return nil
        }
    }
}
