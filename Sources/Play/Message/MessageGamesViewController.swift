// The games by message: whose turn it is in each, the line to send, and where a friend's line is pasted. `MessageGame` judges the lines.

import Engine
import Language
import Screen
import Session
import Text
import Wire

/// The list of games by message.
final class MessageGamesViewController {
    let navigator: Navigator
    let view = PageView()
    private var games: [(id: Int, game: MessageGame)] = []
    /// What the player is asked instead of being shown the list.
    private var step = Step.list

    /// What the page asks.
    private enum Step {
        case list
        /// For a line, where none can be pasted.
        case line
        /// Who the player is in the unknown game of this line.
        case whoAmI(GameLine)
        /// What the friend is called in this game, which is stored if it has a number.
        case name(MessageGame, id: Int?)
    }

    /// The list; push it.
    init(navigator: Navigator) { self.navigator = navigator }

    private var chosen: (id: Int, game: MessageGame)? { games.first { AnyHashable($0.id) == view.chosen } }

    private func load() {
        do throws(StorageFailure) {
            games = try navigator.environment.archive.messageGames()
        } catch {
            navigator.show(alert: error.sentence)
        }
        navigator.setNeedsDisplay()
    }

    private func ask(_ step: Step) {
        self.step = step
        switch step {
        case .list, .whoAmI: view.field = nil
        case .line: view.field = .line()
        case .name(let game, _):
            // Most will play the last friend again.
            let suggestion = game.game.moves.isEmpty ? games.first?.game.friend ?? "" : ""
            view.field = TextField(text: suggestion, limit: PlayerName.longest)
            view.field?.selectAll()
        }
        navigator.setNeedsDisplay()
    }
}

// MARK: - Lines

extension MessageGamesViewController {
    /// Reads what the player pasted or typed.
    func read(_ text: String) {
        load()
        ask(.list)
        do throws(LineRefusal) {
            let (id, game, news) = try MessageGame.read(text, among: games)
            if case .unknown(let line) = news { return ask(.whoAmI(line)) }
            var stored = id
            if case .new = news { stored = keep(game, id: id) }
            if let stored { view.choose(stored) }
            if news != .own { open(game, id: stored) }
            guard let sentence = news.sentence else { return }
            let now = news == .old ? [tr("Here is how the game stands now.")] : []
            navigator.show(alert: together([sentence] + now), untilKey: true)
        } catch {
            navigator.show(alert: error.sentence, untilKey: true)
        }
    }

    /// The player is, or is not, the one who sent a line of an unknown game.
    private func take(_ line: GameLine, isOurs: Bool) {
        if let game = try? MessageGame(line, isOurs: isOurs) { ask(.name(game, id: nil)) }
    }

    /// Stores a game. Returns its number; nil where it could not be stored.
    private func keep(_ game: MessageGame, id: Int?) -> Int? {
        var id = id
        do throws(StorageFailure) {
            try navigator.environment.archive.keep(game.record, id: &id)
        } catch {
            navigator.show(alert: error.sentence)
        }
        load()
        return id
    }

    /// Opens the board; asks before what the friend is called, if nobody has said so.
    private func open(_ game: MessageGame, id: Int?) {
        if game.friend.isEmpty { ask(.name(game, id: id)) } else { navigator.launcher.open(game, id: id) }
    }

    private func keepName() {
        guard case .name(var game, let id) = step, let name = view.field?.text.asPlayerName else { return }
        ask(.list)
        if name.isEmpty { return }
        game.friend = name
        // A new game is stored with its first move.
        let stored = game.game.moves.isEmpty ? id : keep(game, id: id)
        if let stored { view.choose(stored) }
        navigator.launcher.open(game, id: stored)
    }

    private func begin() {
        let number = GameLine.number(navigator.environment.randomBytes(4))
        ask(.name(MessageGame(number: number, friend: "", me: .first), id: nil))
    }

    /// Takes a game off the list. The history keeps its moves.
    private func forget() {
        guard let (id, game) = chosen else { return }
        var (record, number) = (game.record, Int?(id))
        record.message = ""
        let isOpen = record.result == .unfinished
        if isOpen { record.reason = .abandoned }
        do throws(StorageFailure) {
            try navigator.environment.archive.keep(record, id: &number)
            if isOpen { navigator.show(alert: tr("The game is forgotten. Its last line brings it back.")) }
        } catch {
            navigator.show(alert: error.sentence)
        }
        load()
    }
}

// MARK: - The page

extension MessageGamesViewController: PageViewController {
    var title: String { tr("Play by message") }
    var status: String { navigator.playerName }

    /// Chooses the game that was just begun; the first time one in which it is the player's turn.
    func didAppear() {
        let known = games.map(\.id)
        load()
        let due = games.first { $0.game.state == .myTurn } ?? games.first
        let new = games.first { !known.contains($0.id) }
        if let game = view.hasMoved || !known.isEmpty ? new : due { view.choose(game.id) }
    }

    func didPress(_ key: Key) -> Bool {
        if case .paste(let text) = key, view.field == nil {
            read(text)
            return true
        }
        return pressPage(key)
    }

    var commands: [TextModeCommand] { view.field == nil ? [.readingLines(on: navigator)] : [] }

    func page(in size: Size) -> Page {
        var page = Page(placement: .table)
        switch step {
        case .list, .line: list(on: &page)
        case .whoAmI(let line):
            page.headline = [Page.Note(.label, tr("This game is new here. Who sent the line?"))]
            page.rows = [
                other("f", tr("My friend sent it."), help: tr("Go on with this game.")) { [unowned self] in
                    take(line, isOurs: false)
                },
                other("s", tr("I sent it elsewhere."), help: tr("Go on with this game.")) { [unowned self] in
                    take(line, isOurs: true)
                },
            ]
        case .name(let game, _):
            let isNew = game.game.moves.isEmpty
            page.headline = [
                Page.Note(
                    .label,
                    isNew ? tr("A game over days: no clock, and nobody has to wait.") : tr("What is your friend called?"))
            ]
            if !isNew { page.sample = BoardPicture(of: game.game, yellow: game.me) }
        }
        if view.field != nil { page.field = field }
        page.keys = keys
        return page
    }

    private func list(on page: inout Page) {
        (page.heads, page.tabs) = (games.isEmpty ? [] : [tr("Friend"), tr("State")], [20, 36])
        page.rows =
            games.map { row(of: $0.game, id: $0.id) } + [
                other("n", tr("New game"), help: tr("Begin a game. You move first, and send your friend a line.")) {
                    [unowned self] in begin()
                },
                other("l", tr("Type a line"), help: tr("Type or paste what your friend sent you.")) { [unowned self] in ask(.line)
                },
            ]
        page.sample = chosen.map { BoardPicture(of: $0.game.game, yellow: $0.game.me) } ?? BoardPicture()
        if let game = chosen?.game, let line = game.line, let sentence = game.sendWords { page.line = (sentence, line.text) }
        let paste = tr("Paste your friend's line here: the program finds its game.")
        let isNew = view.chosen == AnyHashable(Unicode.Scalar("n"))
        page.notes = [
            Page.Note(
                .plain,
                isNew
                    ? [tr("Begin a game. You move first, and send your friend a line.")]
                    : [paste, tr("Anybody who has your line can move in your friend's place.")])
        ]
        page.arrowHelp = tr("Choose a game.")
        page.digitHelp = tr("Open that game.")
    }

    private func row(of game: MessageGame, id: Int) -> Page.Row {
        let isDue = game.state == .myTurn
        var row = Page.Row(id, game.name, detail: game.stateWords) { [unowned self] in open(game, id: id) }
        row.cells = [
            ((isDue ? "▸ " : game.state == .iWin ? "✓ " : "  ") + game.stateWords, isDue ? .yellow : .plain),
            (game.moveWords, .faint),
        ]
        row.announcedText = labelled(game.name, separated([game.stateWords, game.moveWords]))
        return row
    }

    private func other(_ letter: Unicode.Scalar, _ words: String, help: String, _ open: @escaping () -> Void) -> Page.Row {
        var row = Page.Row(letter, words, open: open)
        row.isNumbered = false
        row.shortcut = Page.Shortcut(letter: letter, help: help)
        return row
    }

    private var field: Page.Field {
        if case .name = step {
            return Page.Field(
                labels: [tr("Your friend's name:"), tr("{name}:", ["name": tr("Name")])], placeholder: tr("only for you"),
                question: tr("What is your friend called? An empty line goes back.")
            ) { [unowned self] in keepName() }
        }
        return Page.Field(
            labels: [tr("The line:")], question: tr("Type or paste your friend's line. An empty line goes back.")
        ) { [unowned self] in read(view.field?.text ?? "") }
    }

    private var keys: [Binding] {
        let isChoosing = { [unowned self] in if case .list = step { chosen != nil } else { false } }
        return [
            Binding(
                .character("c"), label: tr("Copy"), help: tr("Copy the line for your friend."),
                isAvailable: { [unowned self] in isChoosing() && chosen?.game.line != nil },
                action: { [unowned self] _ in if let line = chosen?.game.line { navigator.copy(line.text) } }),
            Binding(
                .character("f"), label: tr("Forget"), help: tr("Forget this game."), isAvailable: isChoosing,
                action: { [unowned self] _ in forget() }),
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Cancel, or go back.")) { [unowned self] _ in
                if case .list = step { navigator.pop() } else { ask(.list) }
            },
        ]
    }
}

// MARK: - The board

extension GameLauncher {
    /// Opens the board of a game by message; without a number it is not stored yet.
    func open(_ message: MessageGame, id: Int?) {
        let screen = game(byMessage: message)
        navigator.push(screen)
        if let id {
            screen.match?.begin(
                continuing: (message.game, message.me == .first, id, message.record.pause), ending: message.ending)
        } else {
            screen.match?.begin()
        }
        if let sentence = message.helpWords { navigator.show(alert: sentence) }
    }

    /// Reads a line wherever the player is: in the list, on a board, or in the menu. A board stays if the text is no line.
    func read(line: String) {
        if navigator.top is FourInARowViewController {
            if let mistake = MessageGame.mistake(in: line) { return navigator.show(alert: mistake, untilKey: true) }
            navigator.pop()
        }
        if !(navigator.top is MessageGamesViewController) { go(to: .message) }
        (navigator.top as? MessageGamesViewController)?.read(line)
    }
}

extension TextModeCommand {
    /// A line of a game by message as a command.
    static func readingLines(on navigator: Navigator) -> TextModeCommand {
        TextModeCommand("4row", argument: "7k2m 4453 te", help: tr("Read your friend's line.")) { name, argument in
            navigator.launcher.read(line: name + " " + argument)
            return []
        }
    }
}
