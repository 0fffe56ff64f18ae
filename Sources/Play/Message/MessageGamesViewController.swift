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
    /// Whether to forget the chosen game.
    var prompt: Prompt?

    /// What the page asks.
    private enum Step {
        case list
        /// For a line, where none can be pasted.
        case line
        /// Who the player is in the unknown game of this line.
        case whoAmI(GameLine)
        /// What the friend is called in this game, which is stored if it has a number; then it is opened, or only renamed.
        case name(MessageGame, id: Int?, isRenamed: Bool = false)
    }

    /// The list; push it.
    init(navigator: Navigator) { self.navigator = navigator }

    private var chosen: (id: Int, game: MessageGame)? { games.first { AnyHashable($0.id) == view.chosen } }

    private func load() {
        let known = games.map(\.id)
        do throws(StorageFailure) {
            games = try navigator.environment.archive.messageGames()
        } catch {
            navigator.show(alert: error.sentence)
        }
        // They come and go only by what the player does: the digits are given anew, from the top.
        if games.map(\.id) != known {
            let isGone = chosen == nil && known.contains { AnyHashable($0) == view.chosen }
            let first = games.first.map { AnyHashable($0.id) } ?? AnyHashable(Unicode.Scalar("n"))
            let row = isGone ? first : view.chosen
            view.list = ChoiceList()
            if let row { view.choose(row) }
        }
        navigator.setNeedsDisplay()
    }

    private func ask(_ step: Step) {
        self.step = step
        switch step {
        case .list, .whoAmI: view.field = nil
        case .line: view.field = .line()
        case .name(let game, _, _):
            // Most will play the last friend again.
            let suggestion = game.game.moves.isEmpty ? games.first?.game.friend ?? "" : game.friend
            view.field = TextField(text: suggestion, limit: PlayerName.longest)
            view.field?.selectAll()
        }
        navigator.setNeedsDisplay()
    }
}

// MARK: - Lines

extension MessageGamesViewController {
    /// Reads what the player pasted or typed. What is no line stays where it was typed.
    func read(_ text: String) {
        load()
        do throws(LineRefusal) {
            let (id, game, news) = try MessageGame.read(text, among: games)
            ask(.list)
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
    func open(_ game: MessageGame, id: Int?) {
        if game.friend.isEmpty { ask(.name(game, id: id)) } else { navigator.launcher.open(game, id: id) }
    }

    private func keepName() {
        guard case .name(var game, let id, let isRenamed) = step, let name = view.field?.text.asPlayerName else { return }
        ask(.list)
        // A line that was pasted is not lost for want of a name.
        let isPasted = id == nil && !game.game.moves.isEmpty
        if name.isEmpty && !isPasted { return }
        game.friend = name.isEmpty ? game.name : name
        if isRenamed { return _ = keep(game, id: id) }
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

    func answer(_ choice: Prompt.Choice) {
        closePrompt()
        if choice == .forget { forget() }
    }
}

// MARK: - The page

extension MessageGamesViewController: PageViewController {
    var title: String { tr("Play by message") }
    var status: String { navigator.playerName }
    var holdsInvitations: Bool { view.field != nil || prompt != nil }
    var question: String? {
        prompt.flatMap { _ in chosen?.game.name }.map {
            tr("Forget the game with {name}? The history keeps its moves.", ["name": $0])
        }
    }

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
        // A line that is typed begins with a 4; with four games that opens the fourth.
        if key == .character("4"), case .list = step, prompt == nil {
            ask(.line)
            _ = view.field?.edit(key)
            return true
        }
        return pressPage(key)
    }

    var commands: [TextModeCommand] { view.field == nil ? [.readingLines(on: navigator)] : [] }

    func page(in size: Size) -> Page {
        var page: Page
        switch step {
        case .list: page = list
        case .line:
            page = asking(tr("Type a line"), tr("Paste your friend's line here: the program finds its game."), in: size)
            page.notes = [Page.Note(.faint, example)]
        case .whoAmI(let line):
            page = asking(tr("This game is new here."), tr("Who sent the line?"), in: size)
            page.verb = Page.Verb(label: tr("Go on"), help: tr("Go on with this game."))
            page.rows = [
                other("f", tr("My friend did."), help: tr("Go on with this game.")) { [unowned self] in
                    take(line, isOurs: false)
                },
                other("s", tr("I did, elsewhere."), help: tr("Go on with this game.")) { [unowned self] in
                    take(line, isOurs: true)
                },
            ]
            let isOurs = view.chosen == AnyHashable(Unicode.Scalar("s"))
            page.sample = (try? MessageGame(line, isOurs: isOurs)).map { BoardPicture(of: $0.game, yellow: $0.me) }
            let about =
                isOurs
                ? tr("You made the last move on another device. Your friend answers.")
                : tr("Your friend made the last move, and you answer it.")
            page.notes = [Page.Note(.faint, about, isAnnounced: false)]
        case .name(let game, _, let isRenamed):
            let isNew = game.game.moves.isEmpty
            page = asking(isNew ? tr("New game") : game.name, tr("What is your friend called?"), in: size)
            page.verb = Page.Verb(
                label: isRenamed ? tr("Keep it") : isNew ? tr("Begin") : tr("Go on"), help: tr("Save the name."))
            page.sample = BoardPicture(of: game.game, yellow: game.me)
            page.notes = [Page.Note(.faint, tr("Only you see this name."))]
            if isNew {
                page.sample?.loose = .above(column: 3, cell: .yellow, isFull: false)
                page.notes += [
                    Page.Note(.faint, tr("You move first, and send a line.")),
                    Page.Note(.faint, tr("A game over days: no clock, and nobody has to wait.")),
                ]
            } else if !isRenamed, game.state == .myTurn {
                page.notes.append(Page.Note(.faint, tr("Then you move, and get a line to send back.")))
            }
        }
        if view.field != nil { page.field = field }
        page.isActive = prompt == nil
        page.keys = answers() + keys
        return page
    }

    /// What a line looks like.
    private var example: String { tr("For example: {code}", ["code": "4row 7k2m 4453 te"]) }  // English

    /// A page that asks one thing, beside a board.
    private func asking(_ title: String, _ question: String, in size: Size) -> Page {
        var page = Page(columns: 38, placement: .picture)
        let gap = size.height > 12 ? [Page.Note(.plain, "")] : []
        page.headline = [Page.Note(.title, title)] + gap + [Page.Note(.label, question)] + gap
        page.sample = BoardPicture()
        return page
    }

    private var list: Page {
        var page = Page(placement: .table)
        if games.isEmpty {
            page.headline = [Page.Note(.label, tr("You and a friend send each other one line a move, in any messenger."))]
        }
        (page.heads, page.tabs) = (games.isEmpty ? [] : [tr("Friend"), tr("State")], [20, 38])
        page.rows =
            games.map { row(of: $0.game, id: $0.id) } + [
                other(
                    "n", tr("New game"), tr("you move first"),
                    help: tr("Begin a game. You move first, and send your friend a line.")
                ) {
                    [unowned self] in begin()
                },
                other("l", tr("Type a line"), tr("from your friend"), help: tr("Type or paste what your friend sent you.")) {
                    [unowned self] in ask(.line)
                },
            ]
        page.sample = chosen.map { BoardPicture(of: $0.game.game, yellow: $0.game.me) } ?? BoardPicture()
        if let game = chosen?.game, let line = game.line, let sentence = game.sendWords { page.line = (sentence, line.text) }
        // The first row is chosen before anything else was.
        let isNew = view.chosen.map { $0 == AnyHashable(Unicode.Scalar("n")) } ?? games.isEmpty
        page.notes = [
            Page.Note(
                .plain,
                isNew
                    ? tr("Begin a game. You move first, and send your friend a line.")
                    : tr("Paste your friend's line here: the program finds its game."))
        ]
        // Who has no game yet has seen no line.
        if games.isEmpty { page.notes.append(Page.Note(.faint, example, isAnnounced: false)) }
        page.arrowHelp = tr("Choose a game.")
        page.digitHelp = tr("Open that game.")
        return page
    }

    private func row(of game: MessageGame, id: Int) -> Page.Row {
        let isDue = game.state == .myTurn
        var row = Page.Row(id, game.name, detail: game.stateWords) { [unowned self] in open(game, id: id) }
        row.cells = [
            ((isDue ? "▸ " : game.state == .iWin ? "✓ " : "  ") + game.stateWords(in: 15), isDue ? .yellow : .plain),
            (game.moveWords, .faint),
        ]
        row.announcedText = labelled(game.name, separated([game.stateWords, game.moveWords]))
        return row
    }

    private func other(
        _ letter: Unicode.Scalar, _ words: String, _ remark: String = "", help: String, _ open: @escaping () -> Void
    ) -> Page.Row {
        var row = Page.Row(letter, words, detail: remark, open: open)
        if !remark.isEmpty { row.announcedText = words }
        row.isNumbered = false
        row.shortcut = Page.Shortcut(letter: letter, help: help)
        return row
    }

    private var field: Page.Field {
        if case .name = step {
            return Page.Field(mostWidth: 32, question: tr("What is your friend called? An empty line goes back.")) {
                [unowned self] in keepName()
            }
        }
        return Page.Field(question: tr("Type or paste your friend's line. An empty line goes back.")) { [unowned self] in
            read(view.field?.text ?? "")
        }
    }

    private var keys: [Binding] {
        let isChoosing = { [unowned self] in if case .list = step { chosen != nil && prompt == nil } else { false } }
        return [
            Binding(
                .character("c"), label: tr("Copy"), help: tr("Copy the line for your friend."),
                isAvailable: { [unowned self] in isChoosing() && chosen?.game.line != nil },
                action: { [unowned self] _ in if let line = chosen?.game.line { navigator.copy(line.text) } }),
            Binding(
                .character("r"), label: tr("Rename"), help: tr("Change what your friend is called."), isAvailable: isChoosing,
                action: { [unowned self] _ in
                    if let chosen { ask(.name(chosen.game, id: chosen.id, isRenamed: true)) }
                }),
            Binding(
                .character("f"), label: tr("Forget"), help: tr("Forget this game."), isAvailable: isChoosing,
                action: { [unowned self] _ in
                    prompt = .forgetting
                    navigator.setNeedsDisplay()
                }),
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

    /// Reads a line wherever the player is: in the list, on a board, or in the menu. A board stays where the line changes nothing in its game.
    func read(line: String) {
        if let board = navigator.top as? FourInARowViewController {
            do throws(LineRefusal) {
                let games = (try? navigator.environment.archive.messageGames()) ?? []
                let (_, game, news) = try MessageGame.read(line, among: games)
                let isHere = game.number == board.scene.opponent.message?.number
                if isHere, [.own, .known, .old].contains(news), let sentence = news.sentence {
                    return navigator.show(alert: sentence, untilKey: true)
                }
            } catch {
                return navigator.show(alert: error.sentence, untilKey: true)
            }
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
