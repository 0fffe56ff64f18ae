// The first menu and the menu of the other games: what they list, and what their rows open, for the command line, too (`go(to:)`).

import Engine
import Games
import Language
import Session

/// The row that goes on with a saved game.
extension ResumableGame {
    var title: String { tr("Resume with {name}", ["name": opponent]) }
    /// The move; a game that was over is gone back to for the next one.
    fileprivate var move: String {
        (try? Game(digits: history.digits)).map { $0.outcome == nil ? tr("move {number}", ["number": $0.nextMove]) : "" } ?? ""
    }
    /// `isAtBoard`: whether the opponent waits at the board, or sits in the menu, too; nil where that is not known.
    func remark(isAtBoard: Bool?) -> String {
        if let isAtBoard { return isAtBoard ? tr("waits for you") : tr("in the menu, too") }
        let ago = (lifetime - secondsLeft) / 60
        let time = ago < 1 ? tr("just now") : ago < 60 ? trn("{count} minute ago", "{count} minutes ago", ago) : ""
        return separated([move, time].filter { !$0.isEmpty })
    }
    /// A line: with two, the whole menu would move when this row is chosen.
    func about(isAtBoard: Bool?) -> String {
        isAtBoard.map {
            $0 ? PresenceWords.atBoard(opponent) : tr("Resume it, and {name} reads that you wait.", ["name": opponent])
        } ?? limit
    }
    /// When it can be gone on with. A game with clocks, which run on, is not saved.
    var limit: String {
        isLasting
            ? tr("Kept for a week. It goes on once you have both resumed it.")
            : trn(
                "It goes on if {name} is back within {count} minute.", "It goes on if {name} is back within {count} minutes.",
                (secondsLeft + 59) / 60, ["name": opponent])
    }
    static var tooLate: String { tr("It is too late to resume this game.") }
}

/// A row of the first menu.
enum MenuRow {
    case host, join, two, online, computer, puzzle, learn, other, history, options

    /// The row of what was played last, a game of Four in a Row or another one, given newest first.
    init(lastOf games: [KeptGame], or results: [KeptResult]) {
        let (game, result) = (games.first, results.first)
        switch game?.record.kind {
        case _ where (result?.date ?? "") > (game?.date ?? ""): self = .other
        // With a stranger.
        case .network where game?.record.opponentKey.isEmpty == false: self = .online
        case .network: self = game?.record.isFirst == true ? .host : .join
        case .shared: self = .two
        case .message: self = .online
        case .computer, nil: self = .computer
        }
    }
}

extension MenuEntry {
    /// The first menu. A game left with “Save and leave” comes first while it can be resumed, then one that was left unfinished.
    static func main(_ navigator: Navigator) -> [MenuEntry] {
        let launcher = navigator.launcher
        let saved = launcher.savedGame
        let games = launcher.keptGames
        let others = games.count(where: \.record.canGoOn) - 1
        let newest = launcher.lastPlayed(among: games) == .other ? nil : games.first?.id
        let left = launcher.unfinishedGame(among: games).map { goingOn($0, others: others, isNewest: $0.kept.id == newest) }
        launcher.lookOut(for: saved)
        let resumed = saved.map { resuming($0, isAtBoard: launcher.isOpponentAtBoard, isNewest: $0.gameID == newest) }
        return [resumed, left].compactMap { $0 }
            + friends(navigator, games) + alone(navigator, games) + more(games)
    }

    private static func resuming(_ session: ResumableGame, isAtBoard: Bool?, isNewest: Bool) -> MenuEntry {
        let game = try? Game(digits: session.history.digits)
        return MenuEntry(
            words: session.title, remark: session.remark(isAtBoard: isAtBoard), shortRemark: session.move,
            isDue: isAtBoard == true, letter: "r", isStart: isNewest, about: session.about(isAtBoard: isAtBoard),
            isNumbered: false, board: { game.map { BoardPicture(of: $0, yellow: session.me) } ?? BoardPicture() }
        ) {
            if !$0.launcher.resumeGame(isSaved: true) { $0.show(alert: ResumableGame.tooLate) }
        }
    }

    /// `isNewest`: nothing was played since.
    private static func goingOn(_ unfinished: (kept: KeptGame, game: Game), others: Int, isNewest: Bool) -> MenuEntry {
        let (record, game) = (unfinished.kept.record, unfinished.game)
        let me: Player = record.isFirst ? .first : .second
        let facts: Fillings = [
            "name": record.level.flatMap(Level.init)?.name ?? record.opponentWords, "number": game.nextMove,
        ]
        let short = tr("{name}, move {number}", facts)
        let isMyTurn = [.computer, .message].contains(record.kind) && game.mover == me
        let more = trn("{count} more waits in the history.", "{count} more wait in the history.", others)
        let back =
            record.kind == .message
            ? tr("After your move, send {name} the new line.", facts) : tr("Back to the board, where you left it.")
        return MenuEntry(
            words: tr("Go on"),
            remark: record.kind == .message
                ? tr("{name}, by message, your turn", facts)
                : isMyTurn ? tr("{name}, move {number}, your turn", facts) : short, shortRemark: short,
            letter: "g", isStart: isNewest, about: together([back] + (others > 0 ? [more] : [])), isNumbered: false,
            board: { BoardPicture(of: game, yellow: me) }
        ) { $0.launcher.goOn(with: unfinished.kept) }
    }

    private static func friends(_ navigator: Navigator, _ games: [KeptGame]) -> [MenuEntry] {
        // On the screen the chosen row's sentence says it: there remarks are news.
        let heard = { (remark: String) in navigator.listener == nil ? "" : remark }
        return [
            MenuEntry(
                words: tr("Host a game"), heading: tr("With a friend"), remark: heard(tr("on this network")), letter: "h",
                about: tr("Another player on your network finds your game in the list and joins."), row: .host,
                board: { board(of: games) { $0.kind == .network } }
            ) { $0.launcher.host() },
            MenuEntry(
                words: tr("Join a game"), remark: heard(tr("on this network")), letter: "j",
                about: tr("Pick a game that somebody hosts on your network, or watch one."), row: .join,
                board: { board(of: games) { $0.kind == .network } }
            ) {
                $0.launcher.openJoining()
            },
            MenuEntry(
                words: tr("Two players"), remark: heard(tr("on this keyboard")),
                about: tr("Play with somebody who sits next to you."), row: .two,
                board: { board(of: games) { $0.kind == .shared } }
            ) {
                $0.launcher.openGameForTwo()
            },
            MenuEntry(
                words: tr("Play online"), remark: heard(tr("over the internet")), letter: "p",
                about: tr("With a friend or a stranger, over the internet."), row: .online,
                board: { board(of: games) { [.network, .message].contains($0.kind) } }
            ) { $0.launcher.go(to: .online) },
        ]
    }

    /// The newest of these games.
    private static func board(of games: [KeptGame], where isWanted: (GameRecord) -> Bool) -> BoardPicture {
        games.isEmpty ? .firstStart : BoardPicture(lastOf: games, where: isWanted)
    }

    private static func alone(_ navigator: Navigator, _ games: [KeptGame]) -> [MenuEntry] {
        let tallies = Statistics(of: games).levels
        let level = games.lastLevel ?? Level(rawValue: navigator.settings.level) ?? .casual
        let isFirstStart = navigator.isFirstStart(games)
        let start = navigator.listener == nil ? "" : tr("start here")
        let results =
            isFirstStart
            ? (words: start, score: start)
            : (tallies[level] ?? Tally()).series(against: level)
        let daily = navigator.dailyRemark(isFirstStart: games.isEmpty)
        let recalls = navigator.launcher.mayReadGames ? navigator.recalls : []
        let due = recalls.due(.puzzle, on: navigator.today).count + OpeningDrill(recalls, on: navigator.today).due
        return [
            MenuEntry(
                words: tr("Play the computer"), heading: tr("Alone"), remark: results.words, shortRemark: results.score,
                isDue: isFirstStart, letter: "c", about: navigator.computerRemark(games, tallies, at: level), row: .computer,
                board: { board(of: games) { $0.level == level.rawValue && $0.kind == .computer } }
            ) {
                $0.push(LevelsViewController(navigator: $0))
            },
            MenuEntry(
                words: tr("Puzzle of the day"), remark: daily.words, isDue: daily.isDue, letter: "d",
                about: daily.about, row: .puzzle,
                board: {
                    navigator.puzzleProgress.daily(navigator.today, of: navigator.environment.puzzles())
                        .map { BoardPicture(of: $0.start, yellow: $0.start.mover) } ?? BoardPicture()
                }
            ) { $0.launcher.go(to: .puzzle) },
            MenuEntry(
                words: tr("Learn"), remark: due == 0 ? "" : trn("{count} due", "{count} due", due), isDue: due > 0, letter: "l",
                about: tr("Puzzles, practice, twelve lessons, openings, and your progress."),
                row: .learn, board: { .sample }
            ) {
                $0.launcher.go(to: .learn)
            },
        ]
    }

    private static func more(_ games: [KeptGame]) -> [MenuEntry] {
        [
            MenuEntry(
                words: tr("Other games"), heading: tr("More"), letter: "o",
                about: tr("Players near you, card matching, Snap! and Guess the secret number."), row: .other,
                otherGame: .cardMatching
            ) {
                $0.launcher.go(to: .other)
            },
            MenuEntry(
                words: tr("History"), letter: "y", about: tr("Go through your games and see what would have been best."),
                row: .history, board: { board(of: games) { _ in true } }
            ) {
                $0.push(HistoryViewController(navigator: $0))
            },
            MenuEntry(
                words: tr("Options"), about: tr("Your name, colours, notifications and language."), row: .options,
                board: { .sample }
            ) {
                $0.launcher.go(to: .options)
            },
        ]
    }

    /// The menu “Other games”.
    static var other: [MenuEntry] {
        let (guessers, snappers) = (SecretNumberRound.playerCounts.upperBound, SnapGame.playerCounts.upperBound)
        return [
            MenuEntry(
                words: tr("Players near you"), remark: tr("on this network"), letter: "n",
                about: tr("Invite others on your network to any game, be invited, host a table or sit down at one."),
                otherGame: .snap
            ) { $0.push(NearbyViewController(navigator: $0)) },
            MenuEntry(
                words: tr("Guess the secret number"), remark: PartyGame.size(of: 1...guessers), shortRemark: "1–\(guessers)",
                letter: "g",
                about: tr("One keeps a number, the others guess it. With others at a table, or alone with the computer."),
                otherGame: .secretNumber
            ) {
                $0.push(
                    MenuViewController(navigator: $0, title: tr("Guess the secret number")) { _ in
                        ways(
                            to: .secretNumber, alone: .secret, about: tr("You guess, the computer guesses, or you take turns."),
                            atTable: PartyGame.secretNumber, about: tr("One player thinks of a number, and the others guess it."))
                    })
            },
            MenuEntry(
                words: tr("Card matching"), remark: PartyGame.size(of: 1...1), shortRemark: "1", letter: "c",
                about: tr("Turn cards up and remember them: find those of one suit or rank."), otherGame: .cardMatching
            ) { $0.launcher.go(to: .cards) },
            MenuEntry(
                words: tr("Snap!"), remark: PartyGame.size(of: 1...snappers), shortRemark: "1–\(snappers)", letter: "s",
                about: tr(
                    "Be the first to see two piles with the same rank. With others at a table, or alone with the computer."),
                otherGame: .snap
            ) {
                $0.push(
                    MenuViewController(navigator: $0, title: tr("Snap!")) { _ in
                        let about = tr("Be the first to see two piles with the same rank.")
                        return ways(to: .snap, alone: .snap, about: about, atTable: PartyGame.snap, about: about)
                    })
            },
        ]
    }

    /// The ways to play a game that needs more than one player.
    private static func ways(
        to game: OtherGame, alone place: MenuPlace, about alone: String, atTable party: String, about table: String
    ) -> [MenuEntry] {
        [
            MenuEntry(words: tr("Alone"), remark: tr("against the computer"), letter: "c", about: alone, otherGame: game) {
                $0.launcher.go(to: place)
            },
            MenuEntry(words: tr("Host a table"), remark: tr("others sit down at it"), letter: "h", about: table, otherGame: game)
            {
                let list = NearbyViewController(navigator: $0)
                $0.push(list)
                list.hostTable(of: party)
            },
        ]
    }
}

extension GameLauncher {
    /// Hosts a game on this network, or says why not.
    func host() {
        do throws(NetworkFailure) {
            try openHosting(isPrivate: hostsPrivately)
        } catch {
            navigator.show(alert: tr("The game cannot be hosted: {reason}.", ["reason": error.reason]))
        }
    }

    /// Opens a place of the menus, from its entry or from the command line.
    func go(to place: MenuPlace) {
        switch place {
        case .puzzle: PuzzleViewController.open(on: navigator, from: navigator.puzzleOfToday)
        case .learn: navigator.push(MenuViewController(navigator: navigator, title: tr("Learn"), entries: MenuEntry.learn))
        case .cards: navigator.push(SetupViewController.cards(on: navigator))
        case .secret: navigator.push(SetupViewController.secretNumber(on: navigator))
        case .snap: navigator.push(SetupViewController.snap(on: navigator))
        case .other: navigator.push(MenuViewController(navigator: navigator, title: tr("Other games")) { _ in MenuEntry.other })
        case .online: openOnline()
        case .message: navigator.push(MessageGamesViewController(navigator: navigator))
        case .options: navigator.push(OptionsViewController(navigator: navigator))
        }
    }
}
